"""Imported positions: what play could not have reached is refused, with the place and the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.records import Result
from engines.kernel.refusals import InvalidPosition
from engines.kimbac import engine
from engines.kimbac.parts import Chest, Kimbac, Options, Resume, RoundResult
from engines.kimbac.pieces import DRY_LAPS
from engines.kimbac.position import KimbacPosition
from tests.engines.kimbac.positions import Fixed, hunting, legal, rest, search
from tests.engines.kimbac.spoilt import (
    BASES,
    Refusal,
    asked,
    check_all,
    looking,
    pursuing,
    put,
    running,
    searching,
)


@pytest.mark.parametrize("make", BASES)
def test_a_position_of_play_is_accepted_and_stays_as_it_is(make: Callable[[], KimbacPosition]) -> None:
    game = make()
    before = engine.encode(game)
    engine.rules.check(game)
    assert engine.encode(game) == before


def test_lists_whose_order_means_nothing_are_sorted() -> None:
    game = search(3, hands={0: [4, 9]}, face_up={1: [3]}, renounced_by=1, next_pawn=3, arrived=[])
    game.pawns[0][:2] = ["x305", "x307"]
    game.hands[0], game.arrived = [9, 4], [2, 1]
    engine.rules.check(game)
    assert (game.hands[0], game.arrived) == ([4, 9], [1, 2])
    two = hunting(2, face_up={0: [15]}, renounced_by=0)
    two.face_up[0] = [15, 12]
    engine.rules.check(two)
    assert two.face_up[0] == [12, 15]


def test_a_scenario_may_leave_out_what_has_not_begun() -> None:
    game = engine.decode(
        b'{"options": {}, "phase": "place", "active_seat": 0, "next_pawn": 1, "scores": [0, 0],'
        b'"pawns": [[null, null, null, null, null, null], [null, null, null, null, null, null]],'
        b'"hands": [[], []], "face_up": [[], []],'
        b'"pile": [1,1,2,2,3,3,4,4,5,5,6,6,7,7,8,8,9,9,10,10,11,11,12,12,13,13,14,14,15,15,16,16,17,17,18,18]}'
    )
    engine.rules.check(game)
    assert game == engine.rules.deal(2, Options(), Fixed(*range(35, 0, -1)))[0]


@pytest.mark.rule("KIM-15")
def test_a_pawn_other_than_the_kimbac_may_still_be_on_its_gate() -> None:
    for make in (searching, asked, running, pursuing):
        game = make()
        assert any(place == "C" for own in game.pawns for place in own)
        engine.rules.check(game)


@pytest.mark.rule("KIM-20")
def test_hand_sizes_are_not_tied_to_the_turn_number() -> None:
    engine.rules.check(search(2, hands={0: [1, 2, 3, 4, 5], 1: []}))


SEATS: list[Refusal] = [
    (searching, {"/pawns": []}, "/pawns", "KIM-1", "2, 3 or 4 seats play"),
    (searching, {"/pawns": [["A"]] * 5}, "/pawns", "KIM-1", "2, 3 or 4 seats play"),
    (searching, {"/hands": [[]]}, "/hands", "KIM-1", "there are 3 seats, so hands has 3 entries"),
    (searching, {"/face_up": [[]] * 4}, "/face_up", "KIM-1", "there are 3 seats, so face_up has 3 entries"),
    (searching, {"/scores": [0, 0]}, "/scores", "KIM-1", "there are 3 seats, so scores has 3 entries"),
    (searching, {"/active_seat": 3}, "/active_seat", "KIM-1", "there is no seat 3 at a table of 3"),
    (searching, {"/first_seat": 3}, "/first_seat", "KIM-1", "there is no seat 3 at a table of 3"),
    (searching, {"/renounced_by": 3}, "/renounced_by", "KIM-1", "there is no seat 3 at a table of 3"),
    (looking, {"/chest/finder": 3}, "/chest/finder", "KIM-1", "there is no seat 3 at a table of 3"),
    (running, {"/kimbac/seat": 3}, "/kimbac/seat", "KIM-1", "there is no seat 3 at a table of 3"),
]

NUMBERS: list[Refusal] = [
    (searching, {"/pawns/1": ["C", "D"]}, "/pawns/1", "KIM-2", "each seat has 3 pawns"),
    (searching, {"/next_pawn": 4}, "/next_pawn", "KIM-2", "the pawns are numbered from 1 to 3"),
    (searching, {"/arrived": [1, 5]}, "/arrived/1", "KIM-2", "the pawns are numbered from 1 to 3"),
    (looking, {"/chest/pawn": 4}, "/chest/pawn", "KIM-2", "the pawns are numbered from 1 to 3"),
    (looking, {"/chest/resume/next_pawn": 6}, "/chest/resume/next_pawn", "KIM-2", "the pawns are numbered from 1 to 3"),
    (running, {"/kimbac/pawn": 4}, "/kimbac/pawn", "KIM-2", "the pawns are numbered from 1 to 3"),
]

PLACES: list[Refusal] = [
    (searching, {"/pawns/1/2": None}, "/pawns/1/2", "KIM-4", "every pawn is placed before the search begins"),
    (searching, {"/pawns/2/0": "A"}, "/pawns/2/0", "KIM-4", "two pawns are on A"),
    (searching, {"/pawns/2/0": "x307"}, "/pawns/2/0", "KIM-11", "two pawns are on x307"),
    (searching, {"/pawns/2/0": "x999"}, "/pawns/2/0", "KIM-11", "x999 is neither a gate nor a crossroad"),
    (
        searching,
        {"/pawns/0/2": "removed"},
        "/pawns/0/2",
        "KIM-50",
        "only the other pawns of the Kim-Bac's seat are removed",
    ),
    (
        running,
        {"/pawns/1/2": "removed"},
        "/pawns/1/2",
        "KIM-50",
        "only the other pawns of the Kim-Bac's seat are removed",
    ),
    (
        running,
        {"/pawns/0/0": "removed"},
        "/pawns/0/0",
        "KIM-50",
        "only the other pawns of the Kim-Bac's seat are removed",
    ),
]

CARDS: list[Refusal] = [
    (
        searching,
        {"/hands/2": [18]},
        "/pile",
        "KIM-6",
        "pile, hands and table hold each number exactly twice; not so: [18]",
    ),
    (
        searching,
        {"/hands/0": [9]},
        "/pile",
        "KIM-6",
        "pile, hands and table hold each number exactly twice; not so: [4]",
    ),
    (
        searching,
        {"/face_up/1": [3]},
        "/face_up/1",
        "KIM-35",
        "a seat that renounced left one pair on the table, the others none",
    ),
    (
        searching,
        {"/renounced_by": 2},
        "/face_up/2",
        "KIM-35",
        "a seat that renounced left one pair on the table, the others none",
    ),
    (looking, {"/face_up/0": []}, "/face_up/0", "KIM-35", "the pair of monument 12 lies before its finder"),
    (
        looking,
        {"/face_up/1": [12]},
        "/face_up/1",
        "KIM-35",
        "a seat that renounced left one pair on the table, the others none",
    ),
    (running, {"/face_up/1": [12], "/renounced_by": 1}, "/face_up", "KIM-35", "a pair lies before one seat only"),
    (
        running,
        {"/face_up/0": [3, 12]},
        "/face_up/0",
        "KIM-35",
        "a seat that renounced left one pair on the table, the others none",
    ),
]


@pytest.mark.rule("KIM-126")
def test_turns_without_a_card() -> None:
    every = {0: rest([2, 2]), 1: [2, 2]}
    counted = search(2, hands=every, search_turn=200, options={"empty_pile": "reshuffle", "max_search_turns": 200})
    counted.active_seat = 1
    for turns, detail in (
        (2 * DRY_LAPS, None),
        (2 * DRY_LAPS + 1, f"after {2 * DRY_LAPS} such turns the hands were reshuffled"),
    ):
        counted.dry_turns = turns
        assert refused_for(counted) == (None if detail is None else ("/dry_turns", "KIM-126", detail))
    early = search(2, hands={0: [4]}, options={"empty_pile": "reshuffle"}, dry_turns=1)
    kept = search(2, hands=every, dry_turns=1)
    for game in (early, kept):
        assert (refused_for(game) or ())[:2] == ("/dry_turns", "KIM-126")


def refused_for(game: KimbacPosition) -> tuple[str, str, str] | None:
    try:
        engine.rules.check(game)
    except InvalidPosition as invalid:
        return invalid.field, invalid.rule, invalid.detail
    return None


@pytest.mark.rule("KIM-1", "KIM-2")
def test_seats_and_pawn_numbers() -> None:
    check_all(SEATS)
    check_all(NUMBERS)


@pytest.mark.rule("KIM-4", "KIM-11", "KIM-50")
def test_places_of_pawns() -> None:
    check_all(PLACES)


@pytest.mark.rule("KIM-6", "KIM-35")
def test_every_card_is_somewhere() -> None:
    check_all(CARDS)


@pytest.mark.rule("KIM-29", "KIM-62")
def test_the_caps_themselves_are_allowed() -> None:
    game = searching()
    game.search_turn, game.active_seat, game.arrived = 180, 2, []
    engine.rules.check(game)
    game = pursuing()
    game.hunt_turn = 60
    engine.rules.check(game)
    game = running()
    game.hunt_turn = 59
    engine.rules.check(game)


def test_every_position_of_a_game_is_accepted() -> None:
    rng = SeededDice(b"import")
    game, _ = engine.rules.deal(4, Options(rounds=2, max_search_turns=20, max_hunt_turns=20), SeededDice(b"four"))
    while game.phase != "game_over":
        seat = engine.rules.to_act(game)[0]
        engine.rules.apply(game, seat, rng.choose(legal(game, seat)), SeededDice(b"four", game.search_turn))
        engine.rules.check(game.copy())


CHANGES: list[tuple[str, list[Any]]] = [
    ("/phase", ["place", "search_move", "search_end", "chest", "hunt_kimbac", "hunt_pursuit", "game_over"]),
    ("/active_seat", [None, 0, 1, 2, 3]),
    ("/first_seat", [None, 0, 1, 2, 3]),
    ("/next_pawn", [None, 1, 2, 3, 6]),
    ("/renounced_by", [None, 0, 1, 2, 3]),
    ("/round", [1, 2, 8]),
    ("/search_turn", [0, 1, 2, 180, 2000]),
    ("/hunt_turn", [0, 1, 59, 60, 500]),
    ("/arrived", [[], [1], [2, 1], [6], [3, 3]]),
    ("/pawns/0/0", [None, "removed", "A", "x302", "x406", "x608"]),
    ("/pawns/2/1", [None, "removed", "A", "x302", "x406", "x608"]),
    ("/pawns/1", [[], [None] * 3, ["x301", "x302", "x402"]]),
    ("/chest", [None, Chest(0, 1, 12, 5, 0), Chest(3, 6, 1, 6, 12, 2, Resume("search_end", 4))]),
    ("/kimbac", [None, Kimbac(0, 1), Kimbac(0, 6), Kimbac(3, 2)]),
    ("/hands/0", [[], [5, 5], [1, 18]]),
    ("/face_up/0", [[], [12], [12, 12], [5, 12]]),
    ("/pile", [[], [*range(1, 19)] * 2]),
    ("/options", [Options(), Options(rounds=3), Options(claim_while_standing=False)]),
    ("/round_results", [[], [RoundResult(1, "reached", 3, 2, 2, None, [1], [0, 0, 0], 0)]]),
    ("/result", [None, Result([], [], [], "")]),
    ("/scores", [[0, 0, 0], [7, 0, 0], [0]]),
]


def accepted(game: KimbacPosition) -> bool:
    try:
        engine.rules.check(game)
    except InvalidPosition:
        return False
    return True


@pytest.mark.parametrize("make", BASES)
def test_a_spoilt_position_is_refused_or_can_be_played(make: Callable[[], KimbacPosition]) -> None:
    rng = SeededDice(make.__name__.encode())
    for _ in range(400):
        game = make()
        for _ in range(1 + rng.below(2)):
            pointer, values = rng.choose(CHANGES)
            put(game, pointer, rng.choose(values))
        game = engine.decode(engine.encode(game))
        if not accepted(game):
            continue
        for seat in engine.rules.to_act(game):
            engine.rules.apply(game, seat, rng.choose(legal(game, seat)), SeededDice(b"on"))
            engine.rules.check(game)
