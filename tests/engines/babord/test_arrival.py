"""Arriving on a tile, and what each kind does (BAB-26 to BAB-37, BAB-46)."""

from __future__ import annotations

import pytest

from engines.babord import engine
from engines.babord.actions import Fish, RollWind, Sail
from engines.babord.events import Sailed
from tests.engines.babord.positions import (
    EAST,
    boat,
    bound_for,
    changed,
    fields,
    legal,
    name_at,
    only,
    play,
    sea,
    types,
)


@pytest.mark.rule("BAB-26")
def test_the_tile_is_shown_to_all_and_hidden_again() -> None:
    position = bound_for(("palm", 0), boat((7, 7), "se"))
    events = play(position, Sail(EAST))
    assert fields(events[1]) == {
        "seat": 0,
        "place": [2, 3],
        "tile": "t14",
        "kind": "palm",
        "fish": 0,
        "reason": "arrival",
    }
    for seat in (0, 1, None):
        assert engine.visibility.redact(events[1], seat) == events[1]
        assert engine.visibility.view(position, seat).tiles["t14"].kind is None
        assert engine.visibility.knowledge(position, seat).tiles["t14"].kind == "palm"
    assert position.current.face_up is None


@pytest.mark.rule("BAB-27", "BAB-28")
def test_moving_inside_the_tile_does_nothing_coming_back_does() -> None:
    """T7: on a mine with hull 8."""
    position = sea(boat((4, 6), hull=8), tiles={(2, 3): ("mine", 2), (2, 4): ("palm", 0)}, phase="sail", wind="w")
    events = play(position, Sail((4, 7)))
    assert types(events) == ["sailed", "turn_ended", "turn_started"]
    assert events[0].stayed_on_tile is True
    assert position.players[0].hull == 8
    play(position, RollWind(), 4)
    play(position, Sail((4, 8)))
    assert position.players[0].hull == 8
    play(position, RollWind(), 2)
    events = play(position, Sail((4, 7)))
    assert only(events, Sailed).stayed_on_tile is False
    assert position.players[0].hull == 6


@pytest.mark.rule("BAB-28")
def test_tiles_that_are_merely_crossed_have_no_effect() -> None:
    tiles = {(1, 1): ("mine", 2), (1, 2): ("mine", 2), (2, 3): ("palm", 0)}
    position = sea(boat((1, 1)), tiles=tiles, phase="sail", wind="w")
    events = play(position, Sail((4, 7)))
    assert types(events).count("tile_revealed") == 1
    assert position.players[0].hull == 10


@pytest.mark.rule("BAB-27", "BAB-110")
def test_a_round_trip_within_one_move_is_not_leaving() -> None:
    position = sea(boat((5, 5)), tiles={(2, 2): ("mine", 2)}, phase="sail", wind="e")
    assert types(play(position, Sail((5, 5)))) == ["sailed", "turn_ended", "turn_started"]
    assert position.players[0].hull == 10


@pytest.mark.rule("BAB-29")
def test_a_port_has_no_effect_but_opens_trade() -> None:
    position = sea(boat((1, 2)), phase="sail", wind="e")
    assert changed(position, Sail((1, 1))) == {
        "/phase": "after_action",
        "/current/wind": None,
        "/players/0/boat": [1, 1],
        "/players/0/arrived_tile": "port_nw",
    }
    assert {action.item for action in legal(position)[:-1]} == {"cannonballs", "xp"}


@pytest.mark.rule("BAB-30")
def test_a_mine_costs_two_hull() -> None:
    position = bound_for(("mine", 2))
    events = play(position, Sail(EAST))
    assert fields(events[2]) == {"seat": 0, "changes": {"hull": [10, 8]}, "reason": "arrival"}
    assert (position.players[0].fish, position.players[0].fuel) == (5, 10)


@pytest.mark.rule("BAB-31")
def test_an_iceberg_costs_one_fuel_and_one_hull() -> None:
    """E10."""
    position = bound_for(("iceberg", 1), fuel=4, hull=6)
    events = play(position, Sail(EAST))
    assert fields(events[2]) == {"seat": 0, "changes": {"fuel": [4, 3], "hull": [6, 5]}, "reason": "arrival"}


@pytest.mark.rule("BAB-31")
def test_an_iceberg_without_fuel_costs_only_hull() -> None:
    """T24."""
    position = bound_for(("iceberg", 1), fuel=0)
    events = play(position, Sail(EAST))
    assert fields(events[2])["changes"] == {"hull": [10, 9]}
    assert (position.players[0].fuel, position.players[0].hull) == (0, 9)


@pytest.mark.rule("BAB-32", "BAB-50")
def test_pirates_take_the_fish_and_the_treasure_goes_back_to_its_place() -> None:
    """T12."""
    position = bound_for(("pirates", 0), fish=7, xp=3, knife=1, carrier=0, hole=(4, 4))
    treasure = position.treasure.tile
    events = play(position, Sail(EAST))
    assert types(events)[:4] == ["sailed", "tile_revealed", "dashboard_changed", "treasure_lost"]
    assert fields(events[2]) == {"seat": 0, "changes": {"fish": [7, 0]}, "reason": "arrival"}
    assert fields(events[3]) == {
        "seat": 0,
        "reason": "pirates",
        "treasure_place": [4, 4],
        "moved_tile_from": None,
        "moved_tile_to": None,
    }
    assert position.grid[4][4] == treasure
    assert (position.treasure.carrier, position.treasure.hole) == (None, None)
    player = position.players[0]
    assert (player.hull, player.fuel, player.xp, player.knife, player.boat) == (10, 10, 3, 1, EAST)
    assert name_at(position, 2, 3) == "t14"


@pytest.mark.rule("BAB-32")
def test_pirates_find_nothing_on_a_poor_boat() -> None:
    position = bound_for(("pirates", 0), boat((9, 9), "se"), fish=0, carrier=1, hole=(4, 4))
    events = play(position, Sail(EAST))
    assert types(events)[:3] == ["sailed", "tile_revealed", "turn_ended"]
    assert position.treasure.carrier == 1


@pytest.mark.rule("BAB-36")
@pytest.mark.parametrize("face", [("palm", 0), ("sea", 1)])
def test_palm_tree_and_open_sea_do_nothing(face: tuple[str, int]) -> None:
    position = bound_for(face, cannonballs=1)
    assert changed(position, Sail(EAST)) == {
        "/phase": "after_action",
        "/current/wind": None,
        "/players/0/boat": [5, 6],
        "/players/0/arrived_tile": "t14",
        "/tiles/t14/seen_by": [0],
        "/tiles/t14/revealed": True,
    }


@pytest.mark.rule("BAB-37", "BAB-113")
@pytest.mark.parametrize("face", [("fish", 2), ("fish", 4), ("shark", 3), ("whale", 5)])
def test_fish_tiles_pay_on_arrival(face: tuple[str, int]) -> None:
    position = bound_for(face)
    events = play(position, Sail(EAST))
    assert fields(events[2]) == {"seat": 0, "changes": {"fish": [5, 5 + face[1]]}, "reason": "arrival"}
    play(position, Fish())
    assert position.players[0].fish == 5 + 2 * face[1]


@pytest.mark.rule("BAB-113")
def test_fish_tiles_may_pay_by_fishing_only() -> None:
    position = bound_for(("whale", 5), arrival_fish=False)
    assert types(play(position, Sail(EAST))) == ["sailed", "tile_revealed", "turn_ended", "turn_started"]
    assert position.players[0].fish == 5
    play(position, Fish())
    assert position.players[0].fish == 10


@pytest.mark.rule("BAB-8")
def test_fish_beyond_twenty_are_lost() -> None:
    """T19."""
    position = bound_for(("fish", 4), fish=18)
    events = play(position, Sail(EAST))
    assert fields(events[2])["changes"] == {"fish": [18, 20]}
    full = bound_for(("fish", 4), fish=20)
    assert types(play(full, Sail(EAST))) == ["sailed", "tile_revealed", "turn_ended", "turn_started"]
