"""Imported positions in the middle of a turn, while ports are chosen, and at the end."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from engines.babord import engine
from engines.babord.parts import Ball, Player, Treasure, Wind
from engines.babord.position import BabordPosition
from engines.kernel.records import Result
from tests.engines.babord.positions import boat, resolving, sea
from tests.engines.babord.spoilt import Change, at_sea, both, choosing, over, put, refuses, resolved, sailing


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
