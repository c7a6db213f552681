"""Imported positions: every check names its field and its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from engines.babord import engine
from engines.babord.actions import ChoosePort, Observe, Sail
from engines.babord.parts import Ball, Player, Tile, Treasure, Wind
from engines.babord.position import BabordPosition
from engines.kernel.dice import SeededDice
from engines.kernel.records import Result
from engines.kernel.refusals import InvalidPosition
from tests.engines.babord.positions import boat, play, resolving, sea

Change = Callable[[BabordPosition], object]


def at_sea() -> BabordPosition:
    return sea(boat((5, 5)), boat((9, 9), "se"))


def carried() -> BabordPosition:
    return sea(boat((5, 5)), boat((9, 9), "se"), carrier=1, hole=(3, 3))


def choosing() -> BabordPosition:
    position, _ = engine.rules.deal(2, engine.options({"first_seat": 0}, 2), SeededDice(b"import"))
    play(position, ChoosePort("nw", (1, 1)))
    return position


def sailing() -> BabordPosition:
    return sea(boat((5, 5)), phase="sail", wind="w")


def resolved(phase: str) -> BabordPosition:
    kind = {"jump": "bermuda", "swap_tiles": "tornado", "peek": "spyglass"}[phase]
    position = sea(boat((5, 5)), boat((9, 9), "se"), tiles={(2, 2): (kind, 0), (4, 2): ("palm", 0)})
    return resolving(position, phase, (2, 2))


def over() -> BabordPosition:
    position = sea(boat((5, 5)), boat((9, 9), "se"), max_rounds=1, seat=1)
    play(position, Observe((3, 3)))
    return position


def put(path: str, value: Any) -> Change:
    """Set one field by its JSON pointer."""

    def change(position: BabordPosition) -> None:
        *steps, last = path.strip("/").split("/")
        at: Any = position
        for step in steps:
            at = at[int(step)] if isinstance(at, list) else at[step] if isinstance(at, dict) else getattr(at, step)
        if isinstance(at, list):
            at[int(last)] = value
        elif isinstance(at, dict):
            at[last] = value
        else:
            setattr(at, last, value)

    return change


def both(*changes: Change) -> Change:
    def change(position: BabordPosition) -> None:
        for each in changes:
            each(position)

    return change


def refuses(position: BabordPosition, change: Change) -> tuple[str, str]:
    engine.rules.check(position)
    change(position)
    with pytest.raises(InvalidPosition) as refusal:
        engine.rules.check(position)
    assert refusal.value.detail
    return refusal.value.field, refusal.value.rule


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


@pytest.mark.parametrize(
    ("change", "field", "rule"),
    [
        (put("/active_seat", 2), "/active_seat", "BAB-9"),
        (put("/active_seat", None), "/active_seat", "BAB-9"),
        (
            both(put("/players/0/hull", 0), put("/players/0/sunk", True), put("/players/0/boat", None)),
            "/active_seat",
            "BAB-9",
        ),
        (put("/round", 0), "/round", "BAB-78"),
        (put("/round", 201), "/round", "BAB-78"),
        (put("/result", Result([], [[0, 1]], {}, "round_cap")), "/result", "BAB-81"),
        (put("/phase", "game_over"), "/result", "BAB-81"),
        (put("/current/wind", Wind(1, ("n",))), "/current/wind", "BAB-13"),
        (put("/phase", "sail"), "/current/wind", "BAB-13"),
        (put("/current/face_up", (2, 2)), "/current/face_up", "BAB-26"),
        (put("/current/jumped", [(2, 2)]), "/current/jumped", "BAB-114"),
        (put("/current/peeked", [(2, 2)]), "/current/peeked", "BAB-35"),
        (put("/current/peeks_left", 1), "/current/peeks_left", "BAB-35"),
    ],
)
def test_turn_fields(change: Change, field: str, rule: str) -> None:
    assert refuses(at_sea(), change) == (field, rule)


def test_the_last_boat_afloat_may_have_won_already() -> None:
    position = sea(boat((5, 5)), boat(None, "se", hull=0, sunk=True))
    assert refuses(position, put("/options/last_afloat_wins", True)) == ("/phase", "BAB-77")
    alone = sea(boat((5, 5)), last_afloat_wins=True)
    engine.rules.check(alone)


@pytest.mark.parametrize(
    ("wind", "field", "rule"),
    [
        (Wind(1, ("w",)), "/current/wind", "BAB-129"),
        (Wind(5, ("n",)), "/current/wind", "BAB-129"),
        (Wind(7, ("n",)), "/current/wind", "BAB-129"),
    ],
)
def test_the_wind_is_what_the_die_shows(wind: Wind, field: str, rule: str) -> None:
    assert refuses(sailing(), put("/current/wind", wind)) == (field, rule)
    free = sea(boat((5, 5)), phase="sail", wind="free")
    assert refuses(free, put("/options/wind_die", "four_winds")) == (field, rule)


def test_attacks_belong_to_the_windows() -> None:
    assert refuses(sailing(), put("/current/attacked", True)) == ("/current/attacked", "BAB-72")
    for phase in ("before_action", "after_action"):
        window = sea(boat((5, 5)), phase=phase)
        window.current.attacked = True
        engine.rules.check(window)


@pytest.mark.parametrize(("phase", "rule"), [("jump", "BAB-33"), ("swap_tiles", "BAB-34"), ("peek", "BAB-35")])
def test_the_tile_being_resolved(phase: str, rule: str) -> None:
    for place in (None, (4, 2), (0, 0)):
        assert refuses(resolved(phase), put("/current/face_up", place)) == ("/current/face_up", rule)
    assert refuses(resolved(phase), put("/players/0/boat", (9, 5))) == ("/current/face_up", rule)
    other = both(put("/players/0/boat", (9, 5)), put("/current/face_up", (4, 2)))
    assert refuses(resolved(phase), other) == ("/current/face_up", rule)
    port = both(put("/players/0/boat", (1, 1)), put("/current/face_up", (0, 0)))
    assert refuses(resolved(phase), port) == ("/current/face_up", rule)


def test_no_tile_is_resolved_in_the_hole() -> None:
    position = sea(boat((6, 6)), carrier=0, hole=(3, 3))
    change = both(put("/phase", "peek"), put("/current/face_up", (3, 3)), put("/current/peeks_left", 2))
    assert refuses(position, change) == ("/current/face_up", "BAB-35")


@pytest.mark.parametrize("jumped", [[], [(2, 2), (1, 1)], [(2, 2), (2, 2)], [(0, 0), (2, 2)], [(1, 1), (1, 2), (2, 2)]])
def test_bermuda_triangles_used_this_turn(jumped: list[tuple[int, int]]) -> None:
    assert refuses(resolved("jump"), put("/current/jumped", jumped)) == ("/current/jumped", "BAB-114")


def test_a_second_triangle_of_the_turn() -> None:
    position = resolved("jump")
    position.current.jumped = [(4, 4), (2, 2)]
    engine.rules.check(position)
    for phase in ("swap_tiles", "peek"):
        later = resolved(phase)
        later.current.jumped = [(4, 4)]
        engine.rules.check(later)
    window = sea(boat((5, 5)), phase="after_action")
    window.current.jumped = [(1, 1), (1, 2)]
    engine.rules.check(window)


@pytest.mark.parametrize(
    ("change", "field", "rule"),
    [
        (put("/current/peeks_left", 0), "/current/peeks_left", "BAB-35"),
        (put("/current/peeked", [(1, 1)]), "/current/peeks_left", "BAB-35"),
        (put("/current/peeked", [(0, 0)]), "/current/peeked", "BAB-35"),
        (put("/current/peeked", [(1, 1), (1, 1)]), "/current/peeked", "BAB-35"),
        (put("/current/peeked", [(1, 1), (1, 2), (1, 3)]), "/current/peeked", "BAB-35"),
    ],
)
def test_looks_through_the_spyglass(change: Change, field: str, rule: str) -> None:
    assert refuses(resolved("peek"), change) == (field, rule)


def test_looks_that_are_owed_are_possible() -> None:
    half = resolved("peek")
    half.current.peeks_left, half.current.peeked = 1, [(1, 1)]
    engine.rules.check(half)
    done = sea(boat((5, 5)), phase="after_action")
    done.current.peeked = [(1, 1), (1, 2)]
    engine.rules.check(done)
    crowd = sea(
        boat((2, 2)),
        boat((1, 2), "ne"),
        boat((3, 5), "se"),
        tiles={(1, 1): ("spyglass", 0)},
        carrier=1,
        hole=(2, 1),
        rows=3,
        cols=3,
    )
    resolving(crowd, "peek", (1, 1))
    crowd.current.peeks_left = 1
    assert refuses(crowd, put("/current/peeks_left", 2)) == ("/current/peeks_left", "BAB-116")


@pytest.mark.parametrize(
    ("change", "field", "rule"),
    [
        (put("/round", 2), "/round", "BAB-6"),
        (put("/balls", [Ball(0, (1, 1), "n")]), "/balls", "BAB-6"),
        (
            both(put("/players/0/hull", 0), put("/players/0/sunk", True), put("/players/0/boat", None)),
            "/players/0/sunk",
            "BAB-6",
        ),
        (put("/players/1/home_port", "ne"), "/players/1/home_port", "BAB-6"),
        (put("/players/1/boat", (1, 10)), "/players/1/boat", "BAB-6"),
        (put("/players/1/start_point", (1, 10)), "/players/1/start_point", "BAB-6"),
        (put("/players/1/arrived_tile", "port_ne"), "/players/1/arrived_tile", "BAB-6"),
        (put("/players/0", Player(0)), "/players/0/home_port", "BAB-6"),
    ],
)
def test_while_ports_are_chosen(change: Change, field: str, rule: str) -> None:
    assert refuses(choosing(), change) == (field, rule)


@pytest.mark.rule("BAB-132")
def test_the_first_seat_is_one_of_the_players_and_the_one_that_the_option_names() -> None:
    assert refuses(choosing(), put("/first_seat", 1)) == ("/first_seat", "BAB-132")
    assert refuses(choosing(), put("/options/first_seat", 2)) == ("/options/first_seat", "BAB-132")
    assert refuses(choosing(), put("/options/first_seat", 1)) == ("/first_seat", "BAB-132")
    drawn = choosing()
    drawn.options.first_seat = None
    assert refuses(drawn, put("/first_seat", 2)) == ("/first_seat", "BAB-132")


@pytest.mark.rule("BAB-114")
def test_only_after_a_jump_a_boat_sets_out_from_any_point() -> None:
    later = sea(boat((5, 5), anywhere=True), phase="set_out", wind="w", bermuda_point="later")
    assert refuses(later, put("/players/0/anywhere", UNSET)) == ("/players/0/anywhere", "BAB-114")
    assert refuses(sailing(), put("/players/0/anywhere", True)) == ("/players/0/anywhere", "BAB-114")
    assert refuses(choosing(), put("/players/1/anywhere", True)) == ("/players/1/anywhere", "BAB-6")
    later = sea(boat((5, 5), anywhere=True), phase="set_out", wind="w", bermuda_point="later")
    assert refuses(later, put("/current/wind", None)) == ("/current/wind", "BAB-13")


def test_nobody_carries_the_treasure_while_ports_are_chosen() -> None:
    def carry(position: BabordPosition) -> None:
        place = next((r, c) for r in range(6) for c in range(6) if position.grid[r][c] == position.treasure.tile)
        position.grid[place[0]][place[1]] = None
        position.treasure = Treasure(position.treasure.tile, 0, place)

    assert refuses(choosing(), carry) == ("/treasure/carrier", "BAB-6")


@pytest.mark.parametrize(
    ("change", "field", "rule"),
    [
        (put("/result", None), "/result", "BAB-81"),
        (put("/active_seat", 0), "/active_seat", "BAB-9"),
        (put("/result/reason", "boredom"), "/result/reason", "BAB-81"),
        (put("/result/ranking", [[0]]), "/result/ranking", "BAB-80"),
        (put("/result/ranking", [[0, 1], [1]]), "/result/ranking", "BAB-80"),
        (put("/result/winners", [1]), "/result/winners", "BAB-80"),
        (put("/result/scores", [1]), "/result/scores", "BAB-80"),
    ],
)
def test_a_finished_game(change: Change, field: str, rule: str) -> None:
    assert refuses(over(), change) == (field, rule)


@pytest.mark.parametrize("reason", ["treasure_home", "all_sunk", "last_afloat", "round_cap"])
def test_every_reason_to_end_is_accepted(reason: str) -> None:
    position = over()
    position.result = Result([1], [[1], [0]], {}, reason)
    engine.rules.check(position)


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
