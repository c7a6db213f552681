"""The treasure and its hole (BAB-46 to BAB-52)."""

from __future__ import annotations

import pytest

from engines.babord import engine
from engines.babord.actions import Fire, Jump, Observe, RollWind, Sail, SwapTiles
from tests.engines.babord.positions import boat, changed, fields, legal, play, refused, resolving, sea, types


@pytest.mark.rule("BAB-46", "BAB-48")
def test_the_finder_takes_the_tile_aboard_and_leaves_a_hole() -> None:
    position = sea(
        boat((5, 5), cannonballs=1), boat((9, 9), "se"), tiles={(2, 3): ("treasure", 0)}, phase="sail", wind="w"
    )
    assert changed(position, Sail((5, 6))) == {
        "/phase": "after_action",
        "/current/wind": None,
        "/players/0/boat": [5, 6],
        "/players/0/arrived_tile": None,
        "/tiles/t14/seen_by": [0, 1],
        "/tiles/t14/revealed": True,
        "/grid/2/3": None,
        "/treasure/carrier": 0,
        "/treasure/hole": [2, 3],
    }


@pytest.mark.rule("BAB-46")
def test_finding_the_treasure_is_public() -> None:
    position = sea(boat((5, 5)), tiles={(2, 3): ("treasure", 0)}, phase="sail", wind="w")
    events = play(position, Sail((5, 6)))
    assert types(events) == ["sailed", "tile_revealed", "treasure_taken", "turn_ended", "turn_started"]
    assert fields(events[2]) == {"seat": 0, "place": [2, 3]}


@pytest.mark.rule("BAB-47")
def test_the_carrier_is_public_and_has_no_way_to_put_the_treasure_down() -> None:
    position = sea(boat((6, 6)), boat((9, 9), "se"), carrier=0, hole=(3, 3))
    for seat in (0, 1, None):
        treasure = engine.visibility.view(position, seat).treasure
        assert (treasure.carrier, treasure.hole, treasure.tile) == (0, (3, 3), position.treasure.tile)
    assert {type(action) for action in legal(position)} == {RollWind, Observe}


@pytest.mark.rule("BAB-49")
def test_boats_stay_in_the_hole_until_they_move() -> None:
    position = sea(boat((5, 5)), boat((4, 7), "se"), tiles={(2, 3): ("treasure", 0)}, phase="sail", wind="w")
    play(position, Sail((5, 6)))
    assert [player.boat for player in position.players] == [(5, 6), (4, 7)]
    play(position, RollWind(), 4)
    assert Sail((4, 8)) in legal(position)
    assert refused(position, Sail((4, 7))) == ("BAB-21", "illegal")
    play(position, Sail((4, 8)))
    assert position.players[1].boat == (4, 8)


@pytest.mark.rule("BAB-48")
def test_no_jump_ends_in_the_hole_and_no_tornado_touches_it() -> None:
    position = sea(boat((5, 5)), boat((9, 9), "se"), tiles={(2, 2): ("bermuda", 0)}, carrier=1, hole=(3, 3))
    resolving(position, "jump", (2, 2))
    assert refused(position, Jump((6, 6))) == ("BAB-48", "illegal")
    assert not {(6, 6), (6, 7), (7, 6), (7, 7)} & {action.to for action in legal(position)}
    storm = sea(boat((5, 5)), boat((9, 9), "se"), tiles={(2, 2): ("tornado", 0)}, carrier=1, hole=(3, 3))
    resolving(storm, "swap_tiles", (2, 2))
    assert refused(storm, SwapTiles((3, 3), (4, 4))) == ("BAB-34", "illegal")


@pytest.mark.rule("BAB-50")
def test_anyone_may_fetch_a_treasure_that_pirates_sent_back() -> None:
    position = sea(
        boat((5, 5)), boat((6, 5), "se"), tiles={(2, 3): ("pirates", 0)}, carrier=0, hole=(3, 3), phase="sail", wind="w"
    )
    play(position, Sail((5, 6)))
    assert position.treasure.carrier is None
    assert position.tiles[position.treasure.tile].revealed
    play(position, RollWind(), 4)
    assert "treasure_taken" in types(play(position, Sail((6, 6))))
    assert (position.treasure.carrier, position.treasure.hole) == (1, (3, 3))


@pytest.mark.rule("BAB-51")
def test_a_carrier_who_is_hit_leaves_the_treasure_there() -> None:
    """E7."""
    position = sea(boat((3, 7), cannonballs=1), boat((3, 8), "se", fish=12, hull=3, fuel=2), carrier=1, hole=(3, 3))
    treasure = position.treasure.tile
    events = play(position, Fire("e"))
    assert types(events) == ["ball_fired", "boat_hit", "treasure_lost", "dashboard_changed"]
    assert fields(events[2]) == {
        "seat": 1,
        "reason": "cannonball",
        "treasure_place": [1, 4],
        "moved_tile_from": [1, 4],
        "moved_tile_to": [3, 3],
    }
    assert (position.grid[1][4], position.grid[3][3]) == (treasure, "t09")
    assert (position.treasure.carrier, position.treasure.hole) == (None, None)
    assert position.tiles["t09"].revealed is False
    assert position.players[1].boat == (10, 10)


@pytest.mark.rule("BAB-52", "BAB-133")
def test_a_carrier_who_is_hit_in_a_port_loses_the_treasure_to_its_place() -> None:
    """T13."""
    position = sea(boat((1, 8), cannonballs=1), boat((1, 10), "se"), carrier=1, hole=(3, 3))
    treasure = position.treasure.tile
    events = play(position, Fire("e"))
    assert types(events) == ["ball_fired", "boat_hit", "treasure_lost"]
    assert fields(events[2]) == {
        "seat": 1,
        "reason": "cannonball",
        "treasure_place": [3, 3],
        "moved_tile_from": None,
        "moved_tile_to": None,
    }
    assert (position.grid[0][5], position.grid[3][3]) == ("port_ne", treasure)


@pytest.mark.rule("BAB-52")
def test_a_carrier_who_is_hit_in_the_hole_gives_the_treasure_back_to_it() -> None:
    position = sea(boat((6, 5), cannonballs=1), boat((6, 6), "se"), carrier=1, hole=(3, 3))
    treasure = position.treasure.tile
    lost = play(position, Fire("e"))[2]
    assert (lost.treasure_place, lost.moved_tile_from, lost.moved_tile_to) == ((3, 3), None, None)
    assert position.grid[3][3] == treasure
    assert (position.treasure.carrier, position.treasure.hole) == (None, None)


@pytest.mark.rule("BAB-110")
def test_whatever_is_laid_below_the_finder_later_is_new() -> None:
    """The finder still lies in the hole when the treasure is stolen, lost, and the hole filled with a mine."""
    shooter = sea(
        boat((6, 6)),
        boat((3, 8), "se"),
        boat((3, 7), "ne", cannonballs=1),
        tiles={(1, 4): ("mine", 2)},
        carrier=1,
        hole=(3, 3),
        seat=2,
    )
    play(shooter, Fire("e"))
    assert shooter.grid[3][3] == "t09"
    play(shooter, Observe((4, 4)))
    assert shooter.active_seat == 0
    play(shooter, RollWind(), 4)
    events = play(shooter, Sail((6, 7)))
    assert events[0].stayed_on_tile is False
    assert events[1].kind == "mine"
    assert shooter.players[0].hull == 8
