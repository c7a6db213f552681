"""Tiles on which the seat has to choose: Bermuda Triangle, tornado, spyglass (BAB-26 to BAB-37, BAB-46)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from engines.babord import engine
from engines.babord.actions import Fish, Jump, Observe, Peek, RollWind, Sail, SetOut, SwapTiles
from engines.babord.parts import Player
from tests.engines.babord.positions import (
    EAST,
    boat,
    bound_for,
    changed,
    fields,
    legal,
    name_at,
    play,
    refused,
    resolving,
    sea,
    types,
)

# --- Bermuda -------------------------------------------------------------------------------------------------------


def in_bermuda(*others: Player, tiles: dict[tuple[int, int], tuple[str, int]] | None = None, **rest: Any) -> Any:
    position = sea(boat((5, 5), cannonballs=1), *others, tiles={(2, 2): ("bermuda", 0)} | (tiles or {}), **rest)
    return resolving(position, "jump", (2, 2))


@pytest.mark.rule("BAB-33", "BAB-114")
def test_the_bermuda_triangle_must_be_left_for_another_tile() -> None:
    position = bound_for(("bermuda", 0), memory_aid=False)
    events = play(position, Sail(EAST))
    assert types(events) == ["sailed", "tile_revealed"]
    assert position.phase == "jump"
    assert (position.current.face_up, position.current.jumped, position.current.wind) == ((2, 3), [(2, 3)], None)
    assert len(legal(position)) == 136
    assert engine.visibility.view(position, None).tiles["t14"].kind == "bermuda"


@pytest.mark.rule("BAB-33", "BAB-114")
def test_a_jump_costs_neither_fuel_nor_wind_and_is_an_arrival() -> None:
    position = in_bermuda(tiles={(4, 4): ("mine", 2)})
    events = play(position, Jump((9, 8)))
    assert types(events) == ["jumped", "tile_revealed", "dashboard_changed"]
    assert fields(events[0]) == {"seat": 0, "from": [5, 5], "to": [9, 8]}
    player = position.players[0]
    assert (player.boat, player.fuel, player.hull, player.arrived_tile) == ((9, 8), 10, 8, "t27")
    assert (position.phase, position.current.face_up, position.current.jumped) == ("after_action", None, [(2, 2)])


@pytest.mark.rule("BAB-114", "BAB-21", "BAB-48")
def test_where_a_jump_may_not_end() -> None:
    position = in_bermuda(boat((9, 9), "se"), carrier=1, hole=(3, 3), balls=[(1, (0, 0), "nw")])
    assert refused(position, Jump((4, 4))) == ("BAB-114", "illegal")
    assert refused(position, Jump((5, 5))) == ("BAB-114", "illegal")
    assert refused(position, Jump((0, 0))) == ("BAB-21", "illegal")
    assert refused(position, Jump((6, 7))) == ("BAB-48", "illegal")
    assert refused(position, Jump((9, 9))) == ("BAB-23", "illegal")
    assert refused(position, Jump((1, 1))) == ("BAB-64", "illegal")
    position.options.rows, position.options.cols = 5, 5
    assert refused(position, Jump((3, 10))) == ("BAB-21", "illegal")


@pytest.mark.rule("BAB-114", "BAB-75")
def test_a_carrier_who_jumps_to_the_own_jetty_wins_at_once() -> None:
    """T10."""
    position = in_bermuda(carrier=0, hole=(3, 3))
    events = play(position, Jump((0, 1)))
    assert types(events) == ["jumped", "game_over"]
    assert (position.phase, position.result.winners) == ("game_over", [0])


@pytest.mark.rule("BAB-114")
def test_a_second_triangle_gives_a_second_jump_but_neither_may_be_chosen_again() -> None:
    """T11."""
    position = in_bermuda(tiles={(4, 4): ("bermuda", 0)})
    assert types(play(position, Jump((8, 8)))) == ["jumped", "tile_revealed"]
    assert position.phase == "jump"
    assert (position.current.jumped, position.current.face_up) == ([(2, 2), (4, 4)], (4, 4))
    assert refused(position, Jump((5, 5))) == ("BAB-114", "illegal")
    assert refused(position, Jump((9, 9))) == ("BAB-114", "illegal")
    assert len(legal(position)) == 132


@pytest.mark.rule("BAB-114")
def test_a_jump_back_to_where_the_turn_began_is_an_arrival_too() -> None:
    position = sea(
        boat((5, 5), cannonballs=1),
        tiles={(2, 2): ("mine", 2), (2, 3): ("bermuda", 0)},
        phase="sail",
        wind="w",
    )
    play(position, Sail(EAST))
    events = play(position, Jump((5, 5)))
    assert types(events) == ["jumped", "tile_revealed", "dashboard_changed"]
    assert position.players[0].hull == 8


@pytest.mark.rule("BAB-114", "BAB-60")
def test_a_jump_into_a_ball_is_a_hit() -> None:
    position = in_bermuda(boat((9, 9), "se"), balls=[(1, (4, 3), "n")])
    events = play(position, Jump((8, 6)))
    assert types(events)[:2] == ["jumped", "boat_hit"]
    assert position.players[0].boat == (1, 1)


@pytest.mark.rule("BAB-114", "BAB-46")
def test_a_jump_may_find_the_treasure_or_reach_a_port() -> None:
    position = in_bermuda(tiles={(4, 4): ("treasure", 0)})
    assert types(play(position, Jump((9, 8)))) == ["jumped", "tile_revealed", "treasure_taken"]
    assert (position.treasure.carrier, position.treasure.hole, position.grid[4][4]) == (0, (4, 4), None)
    port = in_bermuda()
    assert types(play(port, Jump((10, 10)))) == ["jumped"]
    assert (port.players[0].arrived_tile, port.phase, port.current.face_up) == ("port_se", "after_action", None)


@pytest.mark.rule("BAB-114")
def test_by_option_the_tile_of_the_jump_does_nothing() -> None:
    position = in_bermuda(tiles={(4, 4): ("mine", 2)}, bermuda_effect=False)
    assert types(play(position, Jump((9, 8)))) == ["jumped"]
    player = position.players[0]
    assert (position.phase, player.hull, player.arrived_tile) == ("after_action", 10, name_at(position, 4, 4))
    assert not position.tiles[name_at(position, 4, 4)].revealed
    treasure = in_bermuda(tiles={(4, 4): ("treasure", 0)}, bermuda_effect=False)
    play(treasure, Jump((9, 8)))
    assert treasure.treasure.carrier is None
    ball = in_bermuda(boat((9, 9), "se"), balls=[(1, (4, 3), "n")], bermuda_effect=False)
    assert "boat_hit" in types(play(ball, Jump((8, 6))))
    home = in_bermuda(carrier=0, hole=(3, 3), bermuda_effect=False)
    assert types(play(home, Jump((0, 1))))[-1] == "game_over"


@pytest.mark.rule("BAB-114")
def test_by_option_the_boat_leaves_its_new_tile_from_any_free_point() -> None:
    position = in_bermuda(boat((9, 9), "se"), tiles={(4, 4): ("palm", 0)}, bermuda_point="later")
    play(position, Jump((9, 8)))
    assert position.players[0].anywhere is True
    position.phase = "before_action"  # its next turn
    position.current.jumped = []
    play(position, RollWind(), 4)
    assert position.phase == "set_out"
    assert legal(position) == [SetOut((8, 8)), SetOut((8, 9)), SetOut((9, 8))]
    assert refused(position, SetOut((9, 9))) == ("BAB-23", "illegal")
    assert refused(position, SetOut((7, 7))) == ("BAB-114", "illegal")
    assert refused(position, Sail((9, 10))) == ("BAB-10", "wrong_phase")
    (event,) = play(position, SetOut((8, 8)))
    assert fields(event) == {"seat": 0, "from": [9, 8], "point": [8, 8]}
    assert (position.phase, position.players[0].boat, position.players[0].anywhere) == ("sail", (8, 8), UNSET)


@pytest.mark.rule("BAB-114")
def test_a_boat_that_is_hit_no_longer_chooses_where_to_set_out() -> None:
    position = sea(boat((5, 5), anywhere=True), boat((9, 9), "se"), balls=[(1, (2, 3), "w")], bermuda_point="later")
    play(position, Observe((0, 3)))
    assert (position.players[0].boat, position.players[0].anywhere) == ((1, 1), UNSET)


# --- tornado -------------------------------------------------------------------------------------------------------


def in_tornado(*others: Player, tiles: dict[tuple[int, int], tuple[str, int]] | None = None, **rest: Any) -> Any:
    position = sea(boat((5, 5), cannonballs=1), *others, tiles={(2, 2): ("tornado", 0)} | (tiles or {}), **rest)
    return resolving(position, "swap_tiles", (2, 2))


@pytest.mark.rule("BAB-34")
def test_a_tornado_must_swap_two_tiles() -> None:
    position = bound_for(("tornado", 0))
    assert types(play(position, Sail(EAST))) == ["sailed", "tile_revealed"]
    assert (position.phase, position.current.face_up, position.current.jumped) == ("swap_tiles", (2, 3), [])
    swaps = legal(position)
    assert len(swaps) == 496
    assert all(action.a < action.b for action in swaps)


@pytest.mark.rule("BAB-34", "BAB-115")
def test_tiles_swap_unseen_below_the_boats() -> None:
    for action in (SwapTiles((2, 2), (4, 4)), SwapTiles((4, 4), (2, 2))):
        position = in_tornado(boat((9, 9), "se"))
        boats = [player.boat for player in position.players]
        assert changed(position, action) == {
            "/grid/2/2": "t27",
            "/grid/4/4": "t13",
            "/phase": "after_action",
            "/current/face_up": None,
        }
        assert [player.boat for player in position.players] == boats
    assert types(play(in_tornado(), SwapTiles((2, 2), (4, 4)))) == ["tiles_swapped"]
    (event,) = play(in_tornado(), SwapTiles((3, 3), (1, 1)))
    assert fields(event) == {"seat": 0, "a": [1, 1], "b": [3, 3]}  # in reading order, however it was asked for


@pytest.mark.rule("BAB-34")
def test_what_a_tornado_may_not_touch() -> None:
    position = in_tornado(boat((9, 9), "se"), carrier=1, hole=(3, 3))
    for a, b in (((0, 0), (2, 2)), ((2, 2), (5, 5)), ((3, 3), (2, 2)), ((2, 2), (3, 3)), ((1, 1), (1, 1))):
        assert refused(position, SwapTiles(a, b)) == ("BAB-34", "illegal")
    assert len(legal(position)) == 31 * 30 // 2
    position.options.rows = 5
    assert refused(position, SwapTiles((5, 1), (2, 2))) == ("BAB-34", "illegal")


@pytest.mark.rule("BAB-44", "BAB-110", "BAB-115")
def test_a_treasure_brought_under_the_boat_is_taken_by_the_next_move_not_by_fishing() -> None:
    """T9."""
    position = sea(boat((8, 8)), tiles={(4, 4): ("tornado", 0), (1, 1): ("treasure", 0)})
    resolving(position, "swap_tiles", (4, 4))
    assert types(play(position, SwapTiles((1, 1), (4, 4)))) == ["tiles_swapped", "turn_ended", "turn_started"]
    events = play(position, Fish())
    assert (events[0].kind, events[0].fish, events[0].reason) == ("treasure", 0, "fishing")
    assert types(events) == ["tile_revealed", "turn_ended", "turn_started"]
    assert position.treasure.carrier is None
    play(position, RollWind(), 4)
    events = play(position, Sail((8, 9)))
    assert types(events)[:3] == ["sailed", "tile_revealed", "treasure_taken"]
    assert events[0].stayed_on_tile is False
    assert (position.treasure.carrier, position.treasure.hole) == (0, (4, 4))


# --- spyglass ------------------------------------------------------------------------------------------------------


def at_the_spyglass(*others: Player, **rest: Any) -> Any:
    position = sea(boat((5, 5), cannonballs=1), *others, tiles={(2, 2): ("spyglass", 0)}, **rest)
    return resolving(position, "peek", (2, 2))


@pytest.mark.rule("BAB-35", "BAB-116")
def test_a_spyglass_shows_two_tiles_one_after_the_other() -> None:
    position = bound_for(("spyglass", 0), boat((9, 9), "se"), cannonballs=1)
    assert types(play(position, Sail(EAST))) == ["sailed", "tile_revealed"]
    assert (position.phase, position.current.face_up, position.current.peeks_left) == ("peek", (2, 3), 2)
    assert len(legal(position)) == 30
    events = play(position, Peek((0, 1)))
    assert fields(events[0]) == {"seat": 0, "place": [0, 1], "reason": "spyglass"}
    assert fields(events[1]) == {"seat": 0, "place": [0, 1], "tile": "t01", "kind": "whale", "fish": 5}
    assert (position.phase, position.current.peeks_left, position.current.peeked) == ("peek", 1, [(0, 1)])
    assert position.current.face_up == (2, 3)
    assert len(legal(position)) == 29
    assert refused(position, Peek((0, 1))) == ("BAB-35", "illegal")
    play(position, Peek((0, 2)))
    assert (position.phase, position.current.peeks_left, position.current.face_up) == ("after_action", 0, None)
    assert position.current.peeked == [(0, 1), (0, 2)]
    assert [position.tiles[name].seen_by for name in ("t01", "t02", "t03")] == [(0,), (0,), ()]


@pytest.mark.rule("BAB-35", "BAB-38")
def test_what_a_spyglass_does_not_show() -> None:
    position = at_the_spyglass(boat((9, 9), "se"), carrier=1, hole=(3, 3))
    assert refused(position, Peek((2, 2))) == ("BAB-35", "illegal")
    for place in ((0, 0), (3, 3), (4, 4)):
        assert refused(position, Peek(place)) == ("BAB-38", "illegal")


@pytest.mark.rule("BAB-116")
def test_a_spyglass_shows_as_many_tiles_as_there_are() -> None:
    """A board of 3 x 3 with the treasure aboard: three boats leave one tile to look at, four none."""
    tiles = {(1, 1): ("spyglass", 0), (1, 0): ("palm", 0), (0, 1): ("palm", 0), (1, 2): ("palm", 0)}
    crew = [boat((2, 0)), boat((1, 2), "ne"), boat((3, 5), "se")]
    small: dict[str, Any] = {"rows": 3, "cols": 3, "tiles": tiles, "carrier": 1, "hole": (2, 1)}
    one = sea(*crew[:2], boat((0, 3), "se"), phase="sail", wind="w", **small)
    play(one, Sail((3, 2)))
    assert (one.phase, one.current.peeks_left) == ("peek", 2)
    two = sea(boat((2, 1)), boat((1, 2), "ne"), boat((3, 5), "se"), phase="sail", wind="w", **small)
    play(two, Sail((2, 2)))
    assert (two.phase, two.current.peeks_left) == ("peek", 1)
    assert legal(two) == [Peek((1, 0))]
    assert types(play(two, Peek((1, 0))))[:2] == ["observed", "tile_seen"]
    assert two.active_seat == 1
    three = sea(
        boat((2, 1)), boat((1, 2), "ne"), boat((3, 5), "se"), boat((3, 0), "sw"), phase="sail", wind="w", **small
    )
    events = play(three, Sail((2, 2)))
    assert types(events) == ["sailed", "tile_revealed", "turn_ended", "turn_started"]
    assert three.current.face_up is None
