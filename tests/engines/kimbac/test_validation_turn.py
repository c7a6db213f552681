"""Imported positions at a decision: placement, search, chest and hunt."""

from __future__ import annotations

import pytest

from engines.kernel.refusals import InvalidPosition
from engines.kimbac import engine
from engines.kimbac.parts import Chest, Kimbac, Options, Resume
from tests.engines.kimbac.positions import finder
from tests.engines.kimbac.spoilt import (
    Refusal,
    asked,
    check_all,
    looking,
    looking_last,
    placing,
    pursuing,
    running,
    searching,
)

PLACING: list[Refusal] = [
    (placing, {"/pawns": [list("ABE"), list("CFG"), list("DHI")]}, "/phase", "KIM-5", "every pawn is placed already"),
    (placing, {"/pawns/2/0": None, "/pawns/0/0": "A"}, "/pawns/0", "KIM-5", "pawns are placed one by one, clockwise"),
    (placing, {"/pawns/0/0": "A", "/pawns/0/1": "B"}, "/pawns/0", "KIM-5", "pawns are placed one by one, clockwise"),
    (placing, {"/pawns/2/0": "x302"}, "/pawns/2/0", "KIM-4", "pawns are placed on gates"),
    (placing, {"/active_seat": 1}, "/active_seat", "KIM-5", "seat 0 places the next pawn"),
    (placing, {"/next_pawn": 2}, "/next_pawn", "KIM-5", "pawn 1 is the lowest one to place"),
    (
        placing,
        {"/pile": [*range(1, 19), *range(2, 19)], "/hands/0": [1]},
        "/pile",
        "KIM-6",
        "nobody has a card before the search",
    ),
    (placing, {"/first_seat": 0}, "/first_seat", "KIM-8", "the first player is rolled for after the placement"),
    (placing, {"/search_turn": 1}, "/search_turn", "KIM-8", "no turn has begun before the placement is done"),
    (placing, {"/arrived": [1]}, "/arrived", "KIM-22", "no pawn steps in a search turn now"),
    (placing, {"/kimbac": Kimbac(0, 1)}, "/kimbac", "KIM-50", "there is no Kim-Bac before the hunt"),
    (placing, {"/hunt_turn": 1}, "/hunt_turn", "KIM-52", "there is no hunt yet"),
]

SEARCH: list[Refusal] = [
    (searching, {"/first_seat": None}, "/first_seat", "KIM-8", "the first player is known after the placement"),
    (searching, {"/search_turn": 0}, "/search_turn", "KIM-29", "a round has 1 to 180 search turns"),
    (searching, {"/search_turn": 181}, "/search_turn", "KIM-29", "a round has 1 to 180 search turns"),
    (
        searching,
        {"/search_turn": 2},
        "/active_seat",
        "KIM-20",
        "turns go clockwise from the first seat, one search turn each",
    ),
    (
        searching,
        {"/first_seat": 1},
        "/active_seat",
        "KIM-20",
        "turns go clockwise from the first seat, one search turn each",
    ),
    (
        asked,
        {"/active_seat": 1},
        "/active_seat",
        "KIM-20",
        "turns go clockwise from the first seat, one search turn each",
    ),
    (
        looking,
        {"/active_seat": 1},
        "/active_seat",
        "KIM-20",
        "turns go clockwise from the first seat, one search turn each",
    ),
    (looking, {"/phase": "search_move"}, "/chest", "KIM-36", "nobody holds the chest in this phase"),
    (looking, {"/phase": "search_end"}, "/chest", "KIM-36", "nobody holds the chest in this phase"),
    (searching, {"/kimbac": Kimbac(0, 1)}, "/kimbac", "KIM-50", "there is no Kim-Bac before the hunt"),
    (asked, {"/kimbac": Kimbac(0, 1)}, "/kimbac", "KIM-50", "there is no Kim-Bac before the hunt"),
    (searching, {"/hunt_turn": 2}, "/hunt_turn", "KIM-52", "there is no hunt yet"),
    (searching, {"/next_pawn": None}, "/next_pawn", "KIM-23", "the pawn that moves next is missing"),
    (
        searching,
        {"/pawns/0/1": "x302", "/pawns/1": ["x202", "x301", "x402"]},
        "/next_pawn",
        "KIM-25",
        "pawn 2 is blocked and would have been skipped",
    ),
    (searching, {"/arrived": [2]}, "/arrived/0", "KIM-23", "pawns step once, in the order of their numbers"),
    (searching, {"/arrived": [1, 1]}, "/arrived/1", "KIM-23", "pawns step once, in the order of their numbers"),
    (searching, {"/pawns/0/0": "L"}, "/arrived/0", "KIM-15", "a pawn that stepped is not on a gate"),
    (asked, {"/next_pawn": 1}, "/next_pawn", "KIM-24", "all pawns of the turn have moved"),
    (asked, {"/arrived": [3, 3]}, "/arrived/1", "KIM-23", "pawns step once, in the order of their numbers"),
    (asked, {"/arrived": [1]}, "/arrived/0", "KIM-15", "a pawn that stepped is not on a gate"),
    (
        asked,
        {"/pawns/0/2": "x306"},
        "/phase",
        "KIM-34",
        "no claim to the chest looks possible, so the turn would have ended",
    ),
]

CHEST: list[Refusal] = [
    (asked, {"/phase": "chest"}, "/chest", "KIM-36", "the finder holds the chest"),
    (looking, {"/kimbac": Kimbac(0, 1)}, "/kimbac", "KIM-50", "there is no Kim-Bac before the hunt"),
    (
        looking,
        {"/chest": Chest(1, 1, 12, 5, 0), "/face_up/0": [], "/face_up/1": [12]},
        "/chest/finder",
        "KIM-36",
        "the finder decides",
    ),
    (looking, {"/next_pawn": 1}, "/next_pawn", "KIM-39", "the finder decides before any pawn moves"),
    (looking, {"/chest/ordinary": 7}, "/chest/ordinary", "KIM-36", "no face of the ordinary die"),
    (looking, {"/chest/special": 3}, "/chest/special", "KIM-36", "no face of the special die"),
    (
        looking,
        {"/chest/ordinary": 6, "/chest/special": 6},
        "/chest/secret",
        "KIM-38",
        "a throw that names the monument of the pair is void",
    ),
    (looking, {"/pawns/0/0": "x609"}, "/chest/pawn", "KIM-31", "the finder's pawn stands at the foot of monument 12"),
    (looking, {"/chest/pawn": 2}, "/chest/pawn", "KIM-31", "the finder's pawn stands at the foot of monument 12"),
    (looking, {"/chest/resume": None}, "/chest/resume", "KIM-42", "a renunciation needs a place to go on"),
    (
        looking,
        {"/chest/resume": Resume("search_move")},
        "/chest/resume/next_pawn",
        "KIM-42",
        "the pawn that moves next is missing",
    ),
    (
        looking,
        {"/chest/resume": Resume("search_end", 1)},
        "/chest/resume/next_pawn",
        "KIM-42",
        "all pawns of the turn have moved",
    ),
    (
        looking,
        {"/pawns/1": ["x508", "x609", "x708"]},
        "/chest/resume/next_pawn",
        "KIM-25",
        "pawn 1 is blocked and would have been skipped",
    ),
    (looking, {"/arrived": [1]}, "/arrived/0", "KIM-23", "pawns step once, in the order of their numbers"),
    (looking_last, {"/arrived": [2]}, "/arrived/0", "KIM-15", "a pawn that stepped is not on a gate"),
    (
        looking,
        {"/options": Options(claim_while_standing=False)},
        "/arrived",
        "KIM-33",
        "the finder's pawn stepped onto the foot in this turn",
    ),
]

HUNT: list[Refusal] = [
    (running, {"/search_turn": 0}, "/search_turn", "KIM-29", "a round has 1 to 180 search turns"),
    (running, {"/first_seat": None}, "/first_seat", "KIM-8", "the first player is known after the placement"),
    (running, {"/arrived": [1]}, "/arrived", "KIM-22", "no pawn steps in a search turn now"),
    (
        running,
        {"/chest": None, "/face_up/0": [], "/pile": [*range(1, 19)] * 2},
        "/chest",
        "KIM-36",
        "the Kim-Bac took the chest",
    ),
    (
        running,
        {"/kimbac": None, "/pawns/0": ["x411", "K", "L"]},
        "/kimbac",
        "KIM-50",
        "the finder's pawn became the Kim-Bac",
    ),
    (running, {"/chest/pawn": 2}, "/kimbac", "KIM-50", "the pawn that found the secret is the Kim-Bac"),
    (running, {"/chest/resume": Resume("search_end")}, "/chest/resume", "KIM-42", "nobody can renounce in the hunt"),
    (
        running,
        {"/chest/ordinary": 6, "/chest/special": 6},
        "/chest/secret",
        "KIM-38",
        "a throw that names the monument of the pair is void",
    ),
    (running, {"/pawns/0/1": "L"}, "/pawns/0/1", "KIM-50", "all other pawns of the Kim-Bac's seat are removed"),
    (running, {"/pawns/0/0": "L"}, "/pawns/0/0", "KIM-15", "the Kim-Bac is never on a gate"),
    (running, {"/hunt_turn": 61}, "/hunt_turn", "KIM-62", "the Kim-Bac makes at most 60 steps"),
    (running, {"/hunt_turn": 60}, "/hunt_turn", "KIM-62", "the hunt has lasted too long"),
    (running, {"/pawns/0/0": "x406"}, "/pawns/0/0", "KIM-56", "at the foot of the cache the round ends"),
    (running, {"/active_seat": 1}, "/active_seat", "KIM-52", "it is the Kim-Bac's turn"),
    (running, {"/next_pawn": 2}, "/next_pawn", "KIM-50", "only the Kim-Bac is left to move"),
    (
        running,
        {"/pawns/0/0": "x402", "/pawns/1": ["x301", "x302", "x403"]},
        "/phase",
        "KIM-57",
        "the Kim-Bac has no step: he is captured",
    ),
    (pursuing, {"/active_seat": 0}, "/active_seat", "KIM-52", "a pursuing seat moves"),
    (pursuing, {"/active_seat": None}, "/active_seat", "KIM-52", "a pursuing seat moves"),
    (pursuing, {"/hunt_turn": 0}, "/hunt_turn", "KIM-52", "the Kim-Bac moves first"),
    (pursuing, {"/next_pawn": None}, "/next_pawn", "KIM-60", "the pawn that moves next is missing"),
    (
        pursuing,
        {"/pawns/1/1": "x302", "/pawns/2": ["x202", "x301", "x402"]},
        "/next_pawn",
        "KIM-25",
        "pawn 2 is blocked and would have been skipped",
    ),
]


@pytest.mark.rule("KIM-4", "KIM-5", "KIM-8")
def test_the_placement_in_order() -> None:
    check_all(PLACING)


@pytest.mark.rule("KIM-20", "KIM-25", "KIM-34")
def test_the_search_at_a_decision() -> None:
    check_all(SEARCH)


@pytest.mark.rule("KIM-36", "KIM-38", "KIM-40")
def test_the_finder_and_his_dice() -> None:
    check_all(CHEST)
    game = finder(3, face_up={1: [4]}, renounced_by=1)
    with pytest.raises(InvalidPosition) as refusal:
        engine.rules.check(game)
    assert (refusal.value.field, refusal.value.rule) == ("/renounced_by", "KIM-40")
    assert refusal.value.detail == "after a renunciation the finder has no choice"


@pytest.mark.rule("KIM-3", "KIM-56", "KIM-57")
def test_the_hunt_at_a_decision() -> None:
    check_all(HUNT)


@pytest.mark.rule("KIM-33")
def test_a_finder_who_arrived_this_turn_is_accepted_under_either_agreement() -> None:
    game = looking_last()
    game.options = Options(claim_while_standing=False)
    engine.rules.check(game)
