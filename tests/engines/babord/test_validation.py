"""Imported positions: every check names its field and its rule."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engines.babord import engine
from engines.babord.actions import Observe, Sail
from engines.babord.parts import Ball, Tile, Treasure
from engines.babord.position import BabordPosition
from engines.kernel.dice import SeededDice
from tests.engines.babord.positions import boat, play, sea
from tests.engines.babord.spoilt import Change, at_sea, both, carried, put, refuses, resolved, sailing


@pytest.mark.parametrize(
    ("change", "field", "rule"),
    [
        (put("/players", []), "/players", "BAB-1"),
        (lambda p: p.players.extend(p.players * 2), "/players", "BAB-1"),
        (put("/players/1/seat", 2), "/players/1/seat", "BAB-1"),
        (lambda p: p.grid.pop(), "/grid", "BAB-2"),
        (lambda p: p.grid[3].append("t01"), "/grid", "BAB-2"),
        (lambda p: p.grid.append(p.grid[0]), "/grid", "BAB-2"),
        (put("/grid/0/0", "t01"), "/grid/0/0", "BAB-3"),
        (put("/grid/0/5", "port_se"), "/grid/0/5", "BAB-3"),
        (put("/grid/5/5", None), "/grid/5/5", "BAB-3"),
        (put("/grid/2/2", "port_nw"), "/grid/2/2", "BAB-3"),
        (put("/grid/2/2", None), "/grid/2/2", "BAB-48"),
        (put("/grid/2/2", "t99"), "/grid/2/2", "BAB-2"),
        (put("/grid/2/2", "t01"), "/grid/2/2", "BAB-2"),
        (lambda p: p.tiles.pop("t13"), "/grid/2/2", "BAB-2"),
    ],
)
def test_seats_and_grid(change: Change, field: str, rule: str) -> None:
    assert refuses(at_sea(), change) == (field, rule)


def test_tiles_have_their_names_and_lie_in_the_grid() -> None:
    def rename(position: BabordPosition) -> None:
        position.tiles["x13"] = position.tiles.pop("t13")
        position.grid[2][2] = "x13"

    assert refuses(at_sea(), rename) == ("/tiles/x13", "BAB-2")
    small = sea(boat((1, 1)), rows=3, cols=3)
    assert refuses(small, put("/tiles/t09", Tile("palm", 0))) == ("/tiles/t09", "BAB-2")


@pytest.mark.parametrize(
    ("change", "field", "rule"),
    [
        (put("/tiles/t13", Tile("kraken", 0)), "/tiles/t13/kind", "BAB-4"),
        (put("/tiles/t13", Tile("port", 0)), "/tiles/t13/kind", "BAB-4"),
        (put("/tiles/t13", Tile("mine", 3)), "/tiles/t13/fish", "BAB-44"),
        (put("/tiles/t13", Tile("fish", 1)), "/tiles/t13/fish", "BAB-44"),
        (put("/tiles/t13", Tile("whale", 5)), "/tiles", "BAB-4"),
        (put("/tiles/t13", Tile("treasure", 0)), "/tiles", "BAB-47"),
        (put("/tiles/t32", Tile("palm", 0)), "/tiles", "BAB-47"),
        (put("/treasure/tile", "t31"), "/treasure/tile", "BAB-47"),
        (put("/treasure/tile", "t99"), "/treasure/tile", "BAB-47"),
    ],
)
def test_faces(change: Change, field: str, rule: str) -> None:
    assert refuses(at_sea(), change) == (field, rule)


@pytest.mark.parametrize("seen_by", [(1, 0), (0, 2), (0, 0)])
def test_seen_by_lists_seats_in_order(seen_by: tuple[int, ...]) -> None:
    def change(position: BabordPosition) -> None:
        position.tiles["t13"] = replace(position.tiles["t13"], seen_by=seen_by)

    assert refuses(at_sea(), change) == ("/tiles/t13/seen_by", "BAB-39")


@pytest.mark.parametrize(
    ("change", "field", "rule"),
    [
        (put("/treasure/carrier", None), "/treasure/carrier", "BAB-48"),
        (put("/treasure/hole", None), "/grid/3/3", "BAB-48"),
        (put("/treasure/hole", (0, 0)), "/grid/3/3", "BAB-48"),
        (put("/treasure/carrier", 2), "/treasure/carrier", "BAB-47"),
        (both(put("/players/1/hull", 0), put("/players/1/sunk", True)), "/treasure/carrier", "BAB-74"),
        (both(put("/players/1/boat", (10, 10)), put("/players/1/home_port", "se")), "/phase", "BAB-75"),
    ],
)
def test_a_carried_treasure(change: Change, field: str, rule: str) -> None:
    assert refuses(carried(), change) == (field, rule)


@pytest.mark.parametrize(
    ("change", "field", "rule"),
    [
        (put("/treasure/carrier", 0), "/treasure/carrier", "BAB-48"),
        (put("/treasure/hole", (2, 2)), "/treasure/hole", "BAB-48"),
        (put("/treasure/hole", (0, 0)), "/treasure/hole", "BAB-48"),
        (put("/treasure/hole", (6, 6)), "/treasure/hole", "BAB-48"),
    ],
)
def test_a_treasure_in_the_grid(change: Change, field: str, rule: str) -> None:
    assert refuses(at_sea(), change) == (field, rule)


def test_the_hole_is_where_nothing_lies() -> None:
    def shifted(position: BabordPosition) -> None:
        position.treasure = Treasure(position.treasure.tile, 1, (2, 2))

    assert refuses(carried(), shifted) == ("/grid/3/3", "BAB-48")

    def filled(position: BabordPosition) -> None:
        position.grid[3][3] = position.treasure.tile

    assert refuses(carried(), filled) == ("/treasure/carrier", "BAB-48")


def test_no_tile_lies_in_the_hole() -> None:
    """On a small board there are tiles to spare: one of them in the hole."""
    position = sea(boat((1, 1)), boat((4, 4), "se"), carrier=0, hole=(1, 1), rows=3, cols=3)
    position.players[0].boat = (0, 2)

    def fill(game: BabordPosition) -> None:
        game.tiles["t09"] = Tile("mine", 2)
        game.grid[1][1] = "t09"

    assert refuses(position, fill) == ("/treasure/hole", "BAB-48")


@pytest.mark.parametrize(
    ("change", "field", "rule"),
    [
        (put("/players/0/hull", 11), "/players/0/hull", "BAB-8"),
        (put("/players/0/fuel", -1), "/players/0/fuel", "BAB-8"),
        (put("/players/0/xp", 11), "/players/0/xp", "BAB-8"),
        (put("/players/0/cannonballs", 6), "/players/0/cannonballs", "BAB-8"),
        (put("/players/1/knife", 2), "/players/1/knife", "BAB-8"),
        (put("/players/1/fish", 21), "/players/1/fish", "BAB-8"),
        (put("/players/1/hull", 0), "/players/1/sunk", "BAB-73"),
        (put("/players/1/sunk", True), "/players/1/sunk", "BAB-73"),
        (both(put("/players/1/hull", 0), put("/players/1/sunk", True)), "/players/1/boat", "BAB-73"),
        (put("/players/1/boat", None), "/players/1/boat", "BAB-73"),
        (put("/players/1/boat", (11, 11)), "/players/1/boat", "BAB-21"),
        (put("/players/1/boat", (12, 3)), "/players/1/boat", "BAB-21"),
        (put("/players/1/boat", (5, 5)), "/players/1/boat", "BAB-23"),
        (put("/players/1/home_port", None), "/players/1/home_port", "BAB-6"),
        (put("/players/1/home_port", "xx"), "/players/1/home_port", "BAB-6"),
        (
            both(put("/players/1/home_port", "nw"), put("/players/1/start_point", (1, 0))),
            "/players/1/home_port",
            "BAB-107",
        ),
        (put("/players/1/start_point", (1, 1)), "/players/1/start_point", "BAB-5"),
        (put("/players/1/start_point", None), "/players/1/start_point", "BAB-5"),
        (put("/players/1/arrived_tile", "t99"), "/players/1/arrived_tile", "BAB-110"),
    ],
)
def test_players(change: Change, field: str, rule: str) -> None:
    assert refuses(at_sea(), change) == (field, rule)


@pytest.mark.parametrize(
    ("balls", "field", "rule"),
    [
        ([(2, (1, 1), "n")], "/balls/0/owner", "BAB-53"),
        ([(0, (1, 1), "n"), (0, (6, 1), "n")], "/balls/1/place", "BAB-58"),
        ([(0, (1, 1), "up")], "/balls/0/direction", "BAB-55"),
        ([(0, (1, 1), "n"), (1, (1, 1), "n"), (0, (2, 2), "s"), (0, (3, 3), "e")], "/balls/3", "BAB-54"),
    ],
)
def test_balls(balls: list[Any], field: str, rule: str) -> None:
    assert refuses(at_sea(), put("/balls", [Ball(*ball) for ball in balls])) == (field, rule)


def test_what_lies_open_counts_as_seen_by_all() -> None:
    position = carried()
    position.tiles[position.treasure.tile] = Tile("treasure", 0)
    position.tiles["t01"] = replace(position.tiles["t01"], revealed=True)
    engine.rules.check(position)
    assert position.tiles[position.treasure.tile] == Tile("treasure", 0, (0, 1), True)
    assert position.tiles["t02"].seen_by == ()
    face_up = resolved("peek")
    face_up.tiles["t13"] = Tile("spyglass", 0)
    engine.rules.check(face_up)
    assert face_up.tiles["t13"] == Tile("spyglass", 0, (0, 1), True)


def test_a_tile_once_revealed_was_seen_by_all() -> None:
    position = at_sea()
    position.tiles["t01"] = Tile("whale", 5, (1,), True)
    engine.rules.check(position)
    assert position.tiles["t01"] == Tile("whale", 5, (0, 1), True)


def test_a_scenario_may_leave_out_what_is_usual() -> None:
    position = engine.decode(
        b"""{"game": "babord", "schema": 1, "options": {"rows": 3, "cols": 3, "max_rounds": 20},
        "active_seat": 0, "phase": "before_action",
        "grid": [["port_nw", "t01", "port_ne"], ["t02", "t03", "t04"], ["port_sw", "t05", "port_se"]],
        "tiles": {"t01": {"kind": "mine", "fish": 2}, "t02": {"kind": "sea", "fish": 1},
                  "t03": {"kind": "treasure", "fish": 0}, "t04": {"kind": "palm", "fish": 0},
                  "t05": {"kind": "whale", "fish": 5}},
        "treasure": {"tile": "t03"},
        "players": [{"seat": 0, "home_port": "nw", "start_point": [1, 1], "boat": [1, 1],
                     "arrived_tile": "port_nw"}]}"""
    )
    engine.rules.check(position)
    assert (position.round, position.balls, position.result) == (1, [], None)
    assert (position.players[0].hull, position.players[0].fish) == (10, 5)
    engine.rules.apply(position, 0, Observe((1, 1)), SeededDice(b""))
    assert position.tiles["t03"].seen_by == (0,)


def test_play_continues_from_an_imported_position() -> None:
    position = sailing()
    engine.rules.check(position)
    assert [type(event).__name__ for event in engine.rules.resume(position, SeededDice(b""))] == ["GameStarted"]
    assert play(position, Sail((5, 6)))
