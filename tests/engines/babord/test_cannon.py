"""Cannonballs (BAB-53 to BAB-66)."""

from __future__ import annotations

import pytest

from engines.babord.actions import Buy, EndTurn, Fire, Jump, Observe, RollWind, Sail
from engines.babord.parts import Ball
from engines.babord.pieces import board
from engines.babord.position import BabordPosition
from engines.babord.rules.cannon import strike
from tests.engines.babord.positions import boat, changed, fields, legal, play, refused, resolving, sea, types

FRESH = {"hull": 10, "fuel": 10, "xp": 0, "cannonballs": 0, "knife": 0}


def dashboard(position: BabordPosition, seat: int) -> dict[str, int]:
    player = position.players[seat]
    return {track: getattr(player, track) for track in ("hull", "fuel", "xp", "cannonballs", "knife", "fish")}


@pytest.mark.rule("BAB-53")
def test_firing_costs_a_cannonball() -> None:
    position = sea(boat((7, 5), cannonballs=3))
    events = play(position, Fire("e"))
    assert [fields(event) for event in events] == [{"seat": 0, "direction": "e", "place": [3, 3], "cannonballs": 2}]
    assert position.players[0].cannonballs == 2
    assert position.balls == [Ball(0, (3, 3), "e")]
    assert refused(sea(boat((7, 5))), Fire("e")) == ("BAB-53", "illegal")
    assert legal(sea(boat((7, 5))), Fire) == []


@pytest.mark.rule("BAB-56", "BAB-57", "BAB-120")
def test_a_ball_flies_one_place_on_each_turn_of_its_owner() -> None:
    """E6."""
    position = sea(boat((7, 5), cannonballs=1), boat((3, 3), "ne"))
    play(position, Fire("e"))
    assert position.balls[0].place == (3, 3)
    play(position, Observe((4, 4)))
    assert (position.active_seat, position.balls[0].place) == (1, (3, 3))
    events = play(position, Observe((4, 4)))
    assert types(events)[-2:] == ["turn_started", "ball_moved"]
    assert fields(events[-1]) == {"owner": 0, "from": [3, 3], "to": [3, 4], "direction": "e"}
    assert (position.active_seat, position.balls[0].place) == (0, (3, 4))


@pytest.mark.rule("BAB-57", "BAB-58")
def test_the_oldest_ball_flies_first_and_leaves_the_board_at_its_edge() -> None:
    position = sea(boat((5, 5)), balls=[(0, (2, 5), "e"), (0, (4, 1), "sw")])
    events = play(position, Observe((4, 4)))
    assert types(events)[-3:] == ["turn_started", "ball_gone", "ball_moved"]
    assert fields(events[-2]) == {"owner": 0, "from": [2, 5]}
    assert fields(events[-1]) == {"owner": 0, "from": [4, 1], "to": [5, 0], "direction": "sw"}
    assert position.balls == [Ball(0, (5, 0), "sw")]


@pytest.mark.rule("BAB-54", "BAB-122")
def test_at_most_two_balls_of_a_seat_are_in_flight() -> None:
    """T16."""
    position = sea(boat((5, 5), cannonballs=3), balls=[(0, (1, 5), "e"), (0, (4, 1), "n")])
    assert refused(position, Fire("n")) == ("BAB-54", "illegal")
    assert legal(position, Fire) == []
    play(position, Observe((4, 4)))
    assert position.balls == [Ball(0, (3, 1), "n")]
    assert types(play(position, Fire("n"))) == ["ball_fired"]
    others = sea(boat((5, 5), cannonballs=1), boat((9, 9), "se"), balls=[(1, (1, 5), "e"), (1, (4, 1), "n")])
    assert types(play(others, Fire("n"))) == ["ball_fired"]


@pytest.mark.rule("BAB-55", "BAB-121")
def test_eight_directions_but_not_off_the_board() -> None:
    middle = sea(boat((5, 5), cannonballs=1))
    assert [action.direction for action in legal(middle, Fire)] == ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
    corner = sea(boat((1, 1), cannonballs=1))
    assert [action.direction for action in legal(corner, Fire)] == ["e", "se", "s"]
    for direction in ("n", "ne", "w", "nw", "sw"):
        assert refused(corner, Fire(direction)) == ("BAB-55", "illegal")
    places = {}
    for direction in ["n", "ne", "e", "se", "s", "sw", "w", "nw"]:
        position = sea(boat((5, 5), cannonballs=1))
        play(position, Fire(direction))
        places[direction] = position.balls[0].place
    assert places == {
        "n": (1, 2),
        "ne": (1, 3),
        "e": (2, 3),
        "se": (3, 3),
        "s": (3, 2),
        "sw": (3, 1),
        "w": (2, 1),
        "nw": (1, 1),
    }


@pytest.mark.rule("BAB-56", "BAB-61", "BAB-123")
def test_a_boat_that_is_hit_starts_again_from_home() -> None:
    position = sea(
        boat((5, 5), cannonballs=1),
        boat((5, 6), "se", hull=3, fuel=1, xp=4, cannonballs=2, knife=1, fish=13, start_point=(11, 10)),
    )
    events = play(position, Fire("e"))
    assert types(events) == ["ball_fired", "boat_hit", "dashboard_changed"]
    assert fields(events[1]) == {"seat": 1, "owner": 0, "place": [2, 3], "by": "ball_entered", "to": [11, 10]}
    assert fields(events[2]) == {
        "seat": 1,
        "changes": {
            "hull": [3, 10],
            "fuel": [1, 10],
            "xp": [4, 0],
            "cannonballs": [2, 0],
            "knife": [1, 0],
            "fish": [13, 5],
        },
        "reason": "cannonball",
    }
    player = position.players[1]
    assert dashboard(position, 1) == FRESH | {"fish": 5}
    assert (player.boat, player.arrived_tile, player.sunk) == ((11, 10), "port_se", False)


@pytest.mark.rule("BAB-61", "BAB-123")
def test_the_fish_of_a_boat_that_starts_again_are_an_option() -> None:
    position = sea(boat((5, 5), cannonballs=1), boat((5, 6), "se"), restart_fish=2)
    events = play(position, Fire("e"))
    assert fields(events[2])["changes"] == {"fish": [5, 2]}
    assert dashboard(position, 1) == FRESH | {"fish": 2}


@pytest.mark.rule("BAB-61")
def test_a_hit_skips_no_turn() -> None:
    position = sea(boat((5, 5), cannonballs=1), boat((5, 6), "se"))
    play(position, Fire("e"))
    play(position, Observe((4, 4)))
    assert position.active_seat == 1
    assert RollWind() in legal(position)


@pytest.mark.rule("BAB-58", "BAB-59")
def test_a_ball_hits_every_boat_on_its_place_and_flies_on() -> None:
    """T14."""
    position = sea(boat((5, 5), cannonballs=1), boat((5, 6), "se"), boat((4, 7), "ne"), carrier=2, hole=(4, 4))
    treasure = position.treasure.tile
    events = play(position, Fire("e"))
    assert types(events) == ["ball_fired", "boat_hit", "boat_hit", "treasure_lost"]
    assert [event.seat for event in events[1:]] == [1, 2, 2]
    assert [player.boat for player in position.players] == [(5, 5), (10, 10), (1, 10)]
    assert (position.grid[2][3], position.grid[4][4]) == (treasure, "t14")
    assert position.balls == [Ball(0, (2, 3), "e")]


@pytest.mark.rule("BAB-59")
def test_a_ball_in_flight_hits_its_own_boat_too() -> None:
    position = sea(boat((5, 5), fish=9), balls=[(0, (2, 1), "e")])
    events = play(position, Observe((4, 4)))
    assert types(events)[-3:] == ["ball_moved", "boat_hit", "dashboard_changed"]
    assert fields(events[-2]) == {"seat": 0, "owner": 0, "place": [2, 2], "by": "ball_entered", "to": [1, 1]}
    assert (position.phase, position.active_seat) == ("before_action", 0)


@pytest.mark.rule("BAB-60", "BAB-130")
def test_sailing_into_a_ball_is_a_hit_and_the_tile_stays_hidden() -> None:
    """T17: the own ball."""
    position = sea(
        boat((5, 5), fish=9),
        boat((9, 9), "se"),
        tiles={(2, 3): ("mine", 2)},
        phase="sail",
        wind="w",
        balls=[(0, (2, 3), "e"), (1, (2, 3), "n")],
    )
    events = play(position, Sail((5, 6)))
    assert types(events) == ["sailed", "boat_hit", "dashboard_changed"]
    assert fields(events[1]) == {"seat": 0, "owner": 0, "place": [2, 3], "by": "boat_entered", "to": [1, 1]}
    assert position.tiles["t14"].revealed is False
    player = position.players[0]
    assert (player.boat, player.arrived_tile, player.hull, player.fish) == ((1, 1), "port_nw", 10, 5)
    assert (position.phase, position.current.wind) == ("after_action", None)
    assert Buy("cannonballs", 1) in legal(position)


@pytest.mark.rule("BAB-60")
def test_crossing_a_ball_or_staying_beside_it_is_harmless() -> None:
    position = sea(
        boat((1, 1)), tiles={(2, 3): ("palm", 0)}, phase="sail", wind="w", balls=[(0, (1, 1), "e"), (0, (1, 2), "e")]
    )
    assert "boat_hit" not in types(play(position, Sail((4, 7))))
    stay = sea(boat((5, 4)), boat((9, 9), "se"), phase="sail", wind="w", balls=[(1, (2, 2), "e")])
    assert "boat_hit" not in types(play(stay, Sail((5, 5))))


@pytest.mark.rule("BAB-60", "BAB-110")
def test_a_new_tile_below_a_boat_that_stays_is_shown_in_spite_of_a_ball() -> None:
    position = sea(
        boat((5, 4), arrived_tile="t01"),
        boat((9, 9), "se"),
        tiles={(2, 2): ("mine", 2)},
        phase="sail",
        wind="w",
        balls=[(1, (2, 2), "e")],
    )
    assert types(play(position, Sail((5, 5))))[:3] == ["sailed", "tile_revealed", "dashboard_changed"]


@pytest.mark.rule("BAB-62")
def test_a_boat_whose_place_is_taken_gets_the_first_free_jetty_point() -> None:
    """T22."""
    position = sea(boat((5, 5), cannonballs=1), boat((5, 6), "se"), boat((10, 10), "ne"))
    events = play(position, Fire("e"))
    assert (events[1].to, position.players[1].boat) == ((10, 11), (10, 11))
    assert position.players[1].arrived_tile == "port_se"
    two = sea(boat((5, 5), cannonballs=1), boat((5, 6), "se"), boat((10, 10), "ne"), boat((10, 11), "sw"))
    assert play(two, Fire("e"))[1].to == (11, 10)


@pytest.mark.rule("BAB-62", "BAB-110")
def test_with_a_full_jetty_the_nearest_free_point_serves() -> None:
    position = sea(
        boat((10, 10), "nw"),
        boat((10, 11), "ne"),
        boat((11, 10), "sw"),
        boat((5, 6), "se"),
        balls=[(0, (2, 2), "e")],
        seat=3,
    )
    before = {point for point in board(6, 6).points if max(abs(point[0] - 10), abs(point[1] - 10)) == 1}
    play(position, Observe((4, 4)))
    assert (position.active_seat, position.players[3].boat) == (0, (9, 9))
    assert position.players[3].boat == min(before - {(10, 11), (11, 10)})
    assert position.players[3].arrived_tile is None


@pytest.mark.rule("BAB-62")
def test_the_nearest_free_point_is_not_in_the_hole() -> None:
    position = sea(
        boat((10, 10), "nw"),
        boat((10, 11), "ne"),
        boat((11, 10), "sw"),
        boat((5, 6), "se", start_point=(10, 10)),
        carrier=0,
        hole=(4, 4),
        balls=[(0, (2, 2), "e")],
        seat=3,
    )
    play(position, Observe((1, 1)))
    assert position.players[3].boat == (9, 10)


@pytest.mark.rule("BAB-63")
def test_balls_of_a_boat_that_is_hit_go_on_flying() -> None:
    position = sea(boat((5, 5), cannonballs=1), boat((5, 6), "se"), balls=[(1, (0, 1), "s")])
    play(position, Fire("e"))
    assert position.balls == [Ball(1, (0, 1), "s"), Ball(0, (2, 3), "e")]
    play(position, Observe((4, 4)))
    assert position.balls[0] == Ball(1, (1, 1), "s")


@pytest.mark.rule("BAB-64")
def test_a_boat_is_sent_home_even_into_a_closed_port() -> None:
    position = sea(boat((5, 5), cannonballs=1), boat((5, 6), "se"), balls=[(0, (5, 5), "s")])
    events = play(position, Fire("e"))
    assert types(events) == ["ball_fired", "boat_hit"]
    assert position.players[1].boat == (10, 10)


@pytest.mark.rule("BAB-64", "BAB-130")
def test_a_closed_port_opens_again_when_the_ball_leaves() -> None:
    position = sea(boat((10, 9), "se"), boat((5, 5)), phase="sail", wind="w", balls=[(1, (5, 5), "se")])
    assert refused(position, Sail((10, 10))) == ("BAB-64", "illegal")
    play(position, Sail((10, 9)))
    assert position.balls == []
    play(position, Observe((1, 1)))
    play(position, RollWind(), 4)
    assert Sail((10, 10)) in legal(position)


@pytest.mark.rule("BAB-65", "BAB-64")
def test_a_boat_in_its_own_port_is_hit_once_by_a_ball_that_enters() -> None:
    position = sea(boat((9, 9), cannonballs=1), boat((11, 10), "se", fish=9), boat((10, 11), "ne"))
    events = play(position, Fire("se"))
    assert types(events) == ["ball_fired", "boat_hit", "dashboard_changed", "boat_hit"]
    assert [player.boat for player in position.players] == [(9, 9), (10, 10), (1, 10)]
    assert position.grid[5][5] == "port_se"


@pytest.mark.rule("BAB-66")
def test_balls_of_a_sunk_seat_fly_on_when_its_turn_would_have_come() -> None:
    position = sea(
        boat((5, 5)),
        boat(None, "se", hull=0, sunk=True),
        boat((3, 3), "ne"),
        balls=[(1, (3, 3), "w"), (2, (0, 1), "s")],
    )
    events = play(position, Observe((4, 4)))
    assert types(events) == [
        "observed",
        "tile_seen",
        "turn_ended",
        "ball_moved",
        "turn_started",
        "ball_moved",
        "boat_hit",
    ]
    assert fields(events[3]) == {"owner": 1, "from": [3, 3], "to": [3, 2], "direction": "w"}
    assert [ball.place for ball in position.balls] == [(3, 2), (1, 1)]
    play(position, Observe((4, 4)))
    play(position, EndTurn())
    assert (position.active_seat, position.round) == (0, 2)
    assert [ball.place for ball in position.balls] == [(3, 2), (1, 1)]


@pytest.mark.rule("BAB-58")
def test_nothing_stops_a_ball() -> None:
    """Over the hole, over a hit boat, through a port."""
    position = sea(boat((9, 9)), boat((5, 6), "se"), carrier=0, hole=(2, 2), balls=[(0, (2, 1), "e")])
    flight = []
    while position.balls:
        flight.append(position.balls[0].place)
        while position.balls and position.balls[0].place == flight[-1]:
            play(position, EndTurn() if position.phase == "after_action" else Observe((0, 1)))
    assert flight == [(2, 1), (2, 2), (2, 3), (2, 4), (2, 5)]
    assert position.players[1].boat == (10, 10)


def test_a_ball_may_be_fired_over_the_hole_and_into_a_port() -> None:
    hole = sea(boat((5, 5), cannonballs=1), carrier=0, hole=(2, 3))
    assert changed(hole, Fire("e")) == {
        "/players/0/cannonballs": 0,
        "/balls/0/owner": 0,
        "/balls/0/place": [2, 3],
        "/balls/0/direction": "e",
    }
    port = sea(boat((2, 2), cannonballs=1))
    play(port, Fire("nw"))
    assert port.balls == [Ball(0, (0, 0), "nw")]


def test_a_jump_away_from_a_ball_is_harmless() -> None:
    position = sea(boat((5, 5)), boat((9, 9), "se"), tiles={(2, 2): ("bermuda", 0)}, balls=[(1, (2, 2), "e")])
    resolving(position, "jump", (2, 2))
    assert "boat_hit" not in types(play(position, Jump((1, 1))))


def test_balls_are_copied_with_the_position() -> None:
    position = sea(boat((5, 5)), balls=[(0, (2, 1), "n")])
    twin = position.copy()
    play(twin, Observe((4, 4)))
    assert position.balls == [Ball(0, (2, 1), "n")]
    assert twin.balls == [Ball(0, (1, 1), "n")]


@pytest.mark.rule("BAB-59")
@pytest.mark.parametrize(("spare", "hits"), [(False, [0, 1]), (True, [1])])
def test_a_ball_spares_its_owner_where_the_option_says_so(spare: bool, hits: list[int]) -> None:
    position = sea(boat((5, 5)), boat((4, 4), "se"), spare_owner=spare)
    events = list(strike(position, Ball(0, (2, 2), "e")))
    assert [event.seat for event in events if type(event).__name__ == "BoatHit"] == hits


@pytest.mark.rule("BAB-120", "BAB-66")
def test_by_option_all_balls_fly_in_every_turn_that_is_played() -> None:
    sunk = boat(None, "sw", hull=0, sunk=True)
    position = sea(
        boat((5, 5)),
        boat((9, 9), "se"),
        sunk,
        balls=[(2, (1, 3), "e"), (0, (4, 0), "n")],
        balls_fly="every_turn",
    )
    play(position, Observe((2, 4)))
    assert (position.active_seat, [ball.place for ball in position.balls]) == (1, [(1, 4), (3, 0)])
    play(position, Observe((2, 4)))
    assert (position.active_seat, [ball.place for ball in position.balls]) == (0, [(1, 5), (2, 0)])
