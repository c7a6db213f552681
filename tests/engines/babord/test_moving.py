"""Moving: wind, steps, fuel, obstacles (BAB-13 to BAB-25)."""

from __future__ import annotations

import pytest

from engines.babord import engine
from engines.babord.actions import Fish, Observe, RollWind, Sail
from engines.babord.events import Sailed
from engines.babord.parts import Player
from engines.babord.position import BabordPosition
from engines.babord.rules.course import course
from tests.engines.babord.positions import FREE, boat, changed, fields, legal, only, play, refused, sea, types


def sailing(*players: Player, wind: str, **rest: object) -> BabordPosition:
    return sea(*players, phase="sail", wind=wind, **rest)


def ends(position: BabordPosition) -> set[tuple[int, int]]:
    return {action.to for action in legal(position, Sail)}


def cost(position: BabordPosition, point: tuple[int, int]) -> int:
    assert Sail(point) in legal(position)
    return course(position, position.active_seat or 0, point).steps


@pytest.mark.rule("BAB-16", "BAB-17", "BAB-19")
def test_example_three_steps_south_east_with_a_west_wind() -> None:
    """E1: the rulebook's example of a move."""
    position = sea(boat((1, 1)), tiles={(2, 3): ("mine", 2)})
    assert changed(position, RollWind(), 4) == {
        "/phase": "sail",
        "/current/wind/face": 4,
        "/current/wind/winds/0": "w",
    }
    events = play(position, Sail((4, 7)))
    assert types(events) == [
        "sailed",
        "tile_revealed",
        "dashboard_changed",
        "turn_ended",
        "turn_started",
    ]
    assert fields(events[0]) == {
        "seat": 0,
        "from": [1, 1],
        "to": [4, 7],
        "wind": "w",
        "steps": 3,
        "fuel_used": 3,
        "path": [[2, 3], [3, 5], [4, 7]],
        "stayed_on_tile": False,
    }
    assert fields(events[1]) == {
        "seat": 0,
        "place": [2, 3],
        "tile": "t14",
        "kind": "mine",
        "fish": 2,
        "reason": "arrival",
    }
    assert fields(events[2]) == {"seat": 0, "changes": {"hull": [10, 8]}, "reason": "arrival"}
    player = position.players[0]
    assert (player.fuel, player.hull, player.fish, player.boat) == (7, 8, 5, (4, 7))
    assert player.arrived_tile == "t14"
    assert engine.visibility.view(position, 0).tiles["t14"].kind is None


@pytest.mark.rule("BAB-13", "BAB-102")
def test_the_wind_is_rolled_after_the_decision_to_move_and_before_the_course() -> None:
    position = sea(boat((5, 5)))
    events = play(position, RollWind(), 2)
    assert [fields(event) for event in events] == [{"seat": 0, "face": 2, "winds": ["e"]}]
    assert position.phase == "sail"
    for action in (Observe((4, 4)), Fish(), RollWind()):
        assert refused(position, action) == ("BAB-10", "wrong_phase")
    assert {type(action) for action in legal(position)} == {Sail}


@pytest.mark.rule("BAB-17", "BAB-104", "BAB-127")
@pytest.mark.parametrize(("wind", "end"), [("n", (6, 5)), ("e", (5, 4)), ("s", (4, 5)), ("w", (5, 6))])
def test_a_wind_pushes_away_from_the_side_that_it_is_named_after(wind: str, end: tuple[int, int]) -> None:
    position = sailing(boat((5, 5)), wind=wind)
    assert cost(position, end) == 0


@pytest.mark.rule("BAB-129")
@pytest.mark.parametrize(("face", "winds"), [(1, "n"), (2, "e"), (3, "s"), (4, "w"), (5, "nesw"), (6, "nesw")])
def test_faces_of_the_wind_die(face: int, winds: str) -> None:
    position = sea(boat((5, 5)))
    play(position, RollWind(), face)
    assert position.current.wind is not None
    assert (position.current.wind.face, position.current.wind.winds) == (face, tuple(winds))


@pytest.mark.rule("BAB-129")
def test_the_harder_die_has_only_the_four_winds() -> None:
    class Sides(Exception):
        pass

    class Counting:
        def roll(self, sides: int) -> int:
            raise Sides(sides)

    for die, sides in (("six_free", 6), ("four_winds", 4)):
        with pytest.raises(Sides) as rolled:
            engine.rules.apply(sea(boat((5, 5)), wind_die=die), 0, RollWind(), Counting())  # type: ignore[arg-type]
        assert rolled.value.args == (sides,)


@pytest.mark.rule("BAB-18")
def test_wind_only_moves_one_point_and_burns_nothing() -> None:
    """E3."""
    for fuel in (0, 1, 10):
        position = sailing(boat((5, 5), fuel=fuel), wind="w")
        event = only(play(position, Sail((5, 6))), Sailed)
        assert (event.steps, event.fuel_used, event.path, event.wind) == (0, 0, (), "w")
        assert position.players[0].fuel == fuel


@pytest.mark.rule("BAB-20")
def test_without_fuel_only_the_wind_moves_the_boat() -> None:
    """E4."""
    assert ends(sailing(boat((5, 5), fuel=0), wind="w")) == {(5, 6)}
    assert ends(sailing(boat((5, 5), fuel=0), wind="free")) == {(6, 5), (5, 4), (4, 5), (5, 6)}
    assert refused(sailing(boat((5, 5), fuel=0), wind="w"), Sail((5, 7))) == ("BAB-14", "illegal")


@pytest.mark.rule("BAB-15", "BAB-16")
def test_one_unit_of_fuel_is_one_point_any_way_plus_the_wind() -> None:
    wished = {(y, x) for y in (4, 5, 6) for x in (4, 5, 6)} - {(5, 5)}
    assert ends(sailing(boat((5, 5), fuel=1), wind="w")) == {(y, x + 1) for y, x in wished} | {(5, 6)}
    assert ends(sailing(boat((5, 5), fuel=1), wind="n")) == {(y + 1, x) for y, x in wished} | {(6, 5)}


@pytest.mark.rule("BAB-16")
def test_no_headway_against_the_wind() -> None:
    """T1."""
    position = sailing(boat((5, 5)), wind="e")
    assert max(x for _, x in ends(position)) == 5
    assert [cost(position, point) for point in ((4, 5), (5, 5), (6, 5))] == [1, 1, 1]
    assert refused(position, Sail((5, 6))) == ("BAB-16", "illegal")
    event = only(play(position, Sail((5, 5))), Sailed)
    assert (event.path, event.fuel_used, event.stayed_on_tile) == (((5, 5),), 1, True)


@pytest.mark.rule("BAB-14")
def test_no_more_steps_than_fuel_and_never_more_than_ten() -> None:
    position = sailing(boat((1, 1), fuel=2), wind="w")
    assert refused(position, Sail((4, 7))) == ("BAB-14", "illegal")
    position.players[0].fuel = 3
    assert cost(position, (4, 7)) == 3
    far = sailing(boat((0, 1)), wind="n", rows=3)
    assert max(cost(far, point) for point in ends(far)) <= 10


@pytest.mark.rule("BAB-22", "BAB-108")
def test_a_push_against_the_edge_is_cancelled() -> None:
    """T2."""
    position = sailing(boat((3, 11)), wind="w")
    assert cost(position, (3, 11)) == 0
    assert cost(position, (2, 11)) == 1
    event = only(play(position, Sail((3, 11))), Sailed)
    assert (event.from_, event.to, event.fuel_used) == ((3, 11), (3, 11), 0)


@pytest.mark.rule("BAB-108")
def test_a_blocked_push_may_be_forbidden() -> None:
    """T2 with the option."""
    position = sailing(boat((3, 11)), wind="w", blocked_push="forbidden")
    assert cost(position, (3, 11)) == 1
    assert cost(position, (2, 11)) == 1
    assert (3, 10) not in ends(position)
    becalmed = sailing(boat((3, 11), fuel=0), wind="w", blocked_push="forbidden")
    assert ends(becalmed) == {(3, 11)}
    assert course(becalmed, 0, (3, 11)) == ("w", 0, ())
    drifting = sailing(boat((3, 10), fuel=0), wind="w", blocked_push="forbidden")
    assert ends(drifting) == {(3, 11)}


@pytest.mark.rule("BAB-108", "BAB-24")
def test_forbidden_pushes_leave_a_boat_without_a_course_where_it_is() -> None:
    position = sailing(boat((3, 11), fuel=0), wind="w", blocked_push="forbidden")
    event = only(play(position, Sail((3, 11))), Sailed)
    assert (event.steps, event.path, event.wind, event.stayed_on_tile) == (0, (), "w", True)
    occupied = sailing(boat((3, 10), fuel=0), boat((3, 11), "se"), wind="w", blocked_push="forbidden")
    assert ends(occupied) == {(3, 10)}
    assert refused(occupied, Sail((3, 11))) == ("BAB-23", "illegal")


@pytest.mark.rule("BAB-25", "BAB-22")
def test_the_finder_leaves_the_hole() -> None:
    """T3."""
    east = sailing(boat((4, 6)), wind="e", carrier=0, hole=(2, 3))
    assert cost(east, (4, 5)) == 0
    west = sailing(boat((4, 6)), wind="w", carrier=0, hole=(2, 3))
    assert cost(west, (4, 6)) == 0
    assert [cost(west, point) for point in ((3, 7), (4, 5))] == [1, 1]
    assert not ends(west) & {(4, 7), (5, 6), (5, 7)}
    assert refused(west, Sail((5, 7))) == ("BAB-21", "illegal")


@pytest.mark.rule("BAB-25", "BAB-49")
def test_a_move_that_stays_in_the_hole_shows_nothing() -> None:
    position = sailing(boat((4, 6)), wind="w", carrier=0, hole=(2, 3))
    events = play(position, Sail((4, 6)))
    assert types(events) == ["sailed", "turn_ended", "turn_started"]
    assert events[0].stayed_on_tile is True
    assert (position.treasure.hole, position.players[0].boat) == ((2, 3), (4, 6))
    assert position.players[0].arrived_tile is None


@pytest.mark.rule("BAB-21", "BAB-48")
def test_the_hole_must_be_gone_around() -> None:
    """T4."""
    boats = (boat((4, 5)), boat((9, 9), "se"))
    north = sailing(*boats, wind="n", carrier=1, hole=(2, 3))
    event = only(play(north, Sail((4, 8))), Sailed)
    assert (event.path, event.fuel_used) == (((3, 6), (3, 7), (4, 8)), 3)
    for wind in "esw":
        other = sailing(boat((4, 5)), boat((9, 9), "se"), wind=wind, carrier=1, hole=(2, 3))
        assert refused(other, Sail((4, 8))) == ("BAB-16", "illegal")


@pytest.mark.rule("BAB-21")
def test_a_diagonal_past_a_corner_of_the_hole_is_fine() -> None:
    """T5."""
    position = sailing(boat((3, 6)), boat((9, 9), "se"), wind="n", carrier=1, hole=(2, 3))
    assert cost(position, (5, 5)) == 1
    for point in ((4, 6), (4, 7), (5, 6), (5, 7), (0, 0), (11, 11)):
        assert refused(position, Sail(point)) == ("BAB-21", "illegal")
    small = sailing(boat((3, 3)), wind="n", rows=3, cols=3)
    assert refused(small, Sail((3, 6))) == ("BAB-21", "illegal")
    assert refused(small, Sail((11, 3))) == ("BAB-21", "illegal")


@pytest.mark.rule("BAB-101")
def test_the_wind_may_push_only_once() -> None:
    """T6."""
    position = sailing(boat((1, 1)), wind="w", wind_mode="once")
    assert cost(position, (4, 5)) == 3
    assert cost(position, (4, 7)) == 5
    assert cost(position, (1, 2)) == 0
    event = only(play(position, Sail((4, 5))), Sailed)
    assert (len(event.path), event.path[-1], event.fuel_used) == (3, (4, 5), 3)
    assert event.path == ((2, 2), (3, 3), (4, 5))


@pytest.mark.rule("BAB-101", "BAB-108")
def test_one_push_at_the_end_may_be_cancelled_or_forbidden() -> None:
    cancelled = sailing(boat((3, 9)), wind="w", wind_mode="once")
    assert cost(cancelled, (3, 11)) == 1
    assert cost(cancelled, (2, 11)) == 1
    forbidden = sailing(boat((3, 11), fuel=1), wind="w", wind_mode="once", blocked_push="forbidden")
    assert ends(forbidden) == {(2, 11), (3, 11), (4, 11)}
    assert cost(forbidden, (3, 11)) == 1


@pytest.mark.rule("BAB-23", "BAB-109")
def test_boats_are_passed_over_but_never_share_a_point() -> None:
    position = sailing(boat((1, 1)), boat((2, 3), "se"), boat((3, 5), "ne"), boat((5, 8), "sw"), wind="w")
    assert cost(position, (4, 7)) == 3
    assert refused(position, Sail((2, 3))) == ("BAB-23", "illegal")
    assert refused(position, Sail((3, 5))) == ("BAB-23", "illegal")
    event = only(play(position, Sail((4, 7))), Sailed)
    assert event.path == ((2, 3), (3, 5), (4, 7))


@pytest.mark.rule("BAB-23")
def test_boats_may_share_a_tile() -> None:
    position = sailing(boat((5, 5)), boat((4, 5), "se"), wind="w")
    play(position, Sail((4, 6)))
    assert position.players[0].boat == (4, 6)
    shared = sailing(boat((5, 5)), boat((5, 7), "se"), wind="w")
    assert (5, 6) in ends(shared)


@pytest.mark.rule("BAB-24")
def test_wind_only_into_another_boat_leaves_the_boat_where_it_is() -> None:
    position = sailing(boat((5, 5), fuel=0), boat((5, 6), "se"), wind="w")
    assert ends(position) == {(5, 5)}
    event = only(play(position, Sail((5, 5))), Sailed)
    assert (event.to, event.fuel_used, event.stayed_on_tile) == ((5, 5), 0, True)


@pytest.mark.rule("BAB-24", "BAB-64")
def test_wind_only_into_a_closed_port_leaves_the_boat_where_it_is() -> None:
    """T15: a ball lies on port se, the carrier's home."""
    position = sailing(boat((10, 9), "se"), boat((5, 5)), wind="w", carrier=0, hole=(2, 3), balls=[(1, (5, 5), "se")])
    assert cost(position, (10, 9)) == 0
    for point in ((10, 10), (10, 11), (11, 10)):
        assert refused(position, Sail(point)) == ("BAB-64", "illegal")
    assert not ends(position) & {(10, 10), (10, 11), (11, 10)}
    position.balls.clear()
    assert cost(position, (10, 10)) == 0


@pytest.mark.rule("BAB-64")
def test_a_boat_already_in_a_closed_port_may_move_inside_it() -> None:
    position = sailing(boat((10, 10), "se"), boat((5, 5)), wind="w", balls=[(1, (5, 5), "se")])
    assert cost(position, (10, 11)) == 0
    assert cost(position, (11, 10)) == 1
    events = play(position, Sail((10, 11)))
    assert types(events)[0] == "sailed"
    assert "boat_hit" not in types(events)


@pytest.mark.rule("BAB-103", "BAB-19")
def test_the_engine_charges_the_fewest_steps_to_the_end_point() -> None:
    position = sailing(boat((5, 5)), wind="w")
    assert cost(position, (5, 7)) == 1
    assert cost(position, (5, 8)) == 2
    assert cost(position, (5, 6)) == 0
    event = only(play(position, Sail((5, 8))), Sailed)
    assert (event.steps, event.fuel_used, len(event.path)) == (2, 2, 2)
    assert position.players[0].fuel == 8


@pytest.mark.rule("BAB-129")
def test_a_free_choice_takes_the_cheapest_wind_and_ties_go_clockwise_from_north() -> None:
    position = sailing(boat((5, 5)), wind="free")
    assert position.current.wind is not None
    assert position.current.wind.winds == FREE
    assert course(position, 0, (6, 5)) == ("n", 0, ())
    assert course(position, 0, (4, 5)) == ("s", 0, ())
    assert course(position, 0, (5, 7)).wind == "w"
    assert course(position, 0, (7, 7)) == ("n", 2, ((5, 6), (7, 7)))
    assert course(position, 0, (5, 5)) == ("n", 1, ((5, 5),))
    assert course(position, 0, (4, 4)).wind == "e"


@pytest.mark.rule("BAB-5", "BAB-129")
@pytest.mark.parametrize(("wind", "count"), [("n", 128), ("e", 21), ("s", 21), ("w", 119), ("free", 140)])
def test_how_many_end_points_a_lonely_boat_has(wind: str, count: int) -> None:
    """T26."""
    assert len(ends(sailing(boat((0, 1)), wind=wind))) == count


def test_after_the_move_the_wind_is_gone() -> None:
    position = sailing(boat((5, 5), cannonballs=1), boat((7, 7), "se"), tiles={(2, 3): ("palm", 0)}, wind="w")
    assert changed(position, Sail((5, 6))) == {
        "/phase": "after_action",
        "/current/wind": None,
        "/players/0/boat": [5, 6],
        "/players/0/arrived_tile": "t14",
        "/tiles/t14/seen_by": [0, 1],
        "/tiles/t14/revealed": True,
    }


def test_end_points_are_listed_in_reading_order() -> None:
    listed = [action.to for action in legal(sailing(boat((5, 5)), wind="free"), Sail)]
    assert listed == sorted(listed)
    assert len(set(listed)) == len(listed)
