"""Imported positions: what play could not have reached is refused, with the place and the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.records import Result
from engines.kernel.refusals import InvalidPosition
from engines.kimbac import engine
from engines.kimbac.actions import MovePawn, PlacePawn
from engines.kimbac.parts import Chest, Kimbac, Options, Resume, RoundResult
from engines.kimbac.position import KimbacPosition
from tests.engines.kimbac.positions import Fixed, finder, hunting, legal, play, search


def placing() -> KimbacPosition:
    """Three seats, round 2: seats 1 and 2 have placed their first pawns."""
    first = RoundResult(1, "captured", 1, 4, 8, 4000, [0, 0, 1], [1000, 0, 3000], 0)
    game, _ = engine.rules.deal(3, Options(rounds=2), Fixed(*range(35, 0, -1)))
    game.round, game.active_seat, game.round_results, game.scores = 2, 1, [first], [1000, 0, 3000]
    play(game, 1, PlacePawn(1, "C"))
    play(game, 2, PlacePawn(1, "D"))
    return game


def searching() -> KimbacPosition:
    return search(3, {0: {1: "x305", 2: "x307"}}, {0: [4, 9], 1: [2]}, next_pawn=2, arrived=[1])


def asked() -> KimbacPosition:
    return search(3, {0: {3: "x406"}}, {0: [5, 6]}, phase="search_end", next_pawn=None, arrived=[3])


def looking() -> KimbacPosition:
    return finder(3, secret=12, cache=5)


def looking_last() -> KimbacPosition:
    return finder(3, secret=12, cache=5, phase="search_end", next_pawn=None, arrived=[1])


def running() -> KimbacPosition:
    return hunting(3, at="x411", secret=12, cache=5)


def pursuing() -> KimbacPosition:
    return hunting(3, at="x411", secret=12, cache=5, phase="hunt_pursuit", active_seat=1, next_pawn=2)


def reached() -> KimbacPosition:
    game = hunting(3, at="x407", secret=12, cache=5, hands={1: [5]}, hunt_turn=9)
    play(game, 0, MovePawn(1, "x406"))
    return game


def captured() -> KimbacPosition:
    pursuers = {1: {1: "x301", 2: "x302", 3: "x403"}}
    game = hunting(3, at="x402", pursuers=pursuers, phase="hunt_pursuit", active_seat=2, next_pawn=3)
    play(game, 2, legal(game, 2)[0])
    return game


def lost() -> KimbacPosition:
    game = hunting(3, at="x402", phase="hunt_pursuit", active_seat=2, next_pawn=3, hunt_turn=60)
    play(game, 2, legal(game, 2)[0])
    return game


def void() -> KimbacPosition:
    game = search(3, active_seat=2, search_turn=180, next_pawn=3)
    play(game, 2, legal(game, 2)[0])
    return game


BASES = [placing, searching, asked, looking, looking_last, running, pursuing, reached, captured, lost, void]


def put(game: KimbacPosition, pointer: str, value: object) -> None:
    *path, last = pointer.strip("/").split("/")
    target: Any = game
    for part in path:
        target = target[int(part)] if part.isdigit() else getattr(target, part)
    if last.isdigit():
        target[int(last)] = value
    else:
        setattr(target, last, value)


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


Refusal = tuple[Callable[[], KimbacPosition], dict[str, Any], str, str, str]


def refused(make: Callable[[], KimbacPosition], changes: dict[str, Any]) -> tuple[str, str, str]:
    game = make()
    for pointer, value in changes.items():
        put(game, pointer, value)
    with pytest.raises(InvalidPosition) as refusal:
        engine.rules.check(game)
    return refusal.value.field, refusal.value.rule, refusal.value.detail


def check_all(table: list[Refusal]) -> None:
    for make, changes, field, rule, detail in table:
        assert refused(make, changes) == (field, rule, detail)
        assert rule in engine.rulebook


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

RESULTS: list[Refusal] = [
    (searching, {"/round": 2}, "/round", "KIM-90", "there is no round 2 in a game of 1"),
    (reached, {"/options": Options(rounds=2)}, "/round", "KIM-92", "the game is over after the last round only"),
    (placing, {"/round_results": []}, "/round_results", "KIM-91", "there is one result for every finished round"),
    (reached, {"/round_results": []}, "/round_results", "KIM-91", "there is one result for every finished round"),
    (
        placing,
        {"/round_results/0/round": 2},
        "/round_results/0/round",
        "KIM-91",
        "results are listed in the order of the rounds",
    ),
    (void, {"/round_results/0/secret": 4}, "/round_results/0", "KIM-29", "a void round has no Kim-Bac and pays nobody"),
    (
        void,
        {"/round_results/0/paid": [1, 0, 0]},
        "/round_results/0",
        "KIM-29",
        "a void round has no Kim-Bac and pays nobody",
    ),
    (
        placing,
        {"/round_results/0/kimbac": None},
        "/round_results/0",
        "KIM-71",
        "at the end of a hunt everything is shown",
    ),
    (
        placing,
        {"/round_results/0/secret": None},
        "/round_results/0",
        "KIM-71",
        "at the end of a hunt everything is shown",
    ),
    (
        placing,
        {"/round_results/0/cache": None},
        "/round_results/0",
        "KIM-71",
        "at the end of a hunt everything is shown",
    ),
    (
        placing,
        {"/round_results/0/held": None},
        "/round_results/0",
        "KIM-71",
        "at the end of a hunt everything is shown",
    ),
    (placing, {"/round_results/0/kimbac": 3}, "/round_results/0/kimbac", "KIM-1", "there is no seat 3 at a table of 3"),
    (
        placing,
        {"/round_results/0/cache": 4},
        "/round_results/0/cache",
        "KIM-38",
        "the cache is another monument than that of the pair",
    ),
    (
        placing,
        {"/round_results/0/cache": 19},
        "/round_results/0/cache",
        "KIM-38",
        "the cache is another monument than that of the pair",
    ),
    (
        placing,
        {"/round_results/0/treasure": 5000},
        "/round_results/0/treasure",
        "KIM-70",
        "a thousand taels for each number between pair and cache",
    ),
    (
        placing,
        {"/round_results/0/held": [0, 1]},
        "/round_results/0/held",
        "KIM-6",
        "there are two cards of each number",
    ),
    (
        placing,
        {"/round_results/0/held": [0, 1, 2]},
        "/round_results/0/held",
        "KIM-6",
        "there are two cards of each number",
    ),
    (
        placing,
        {"/round_results/0/paid": [1000, 0, 2000]},
        "/round_results/0/paid",
        "KIM-76",
        "the sharing gives [1000, 0, 3000], 0 left",
    ),
    (
        placing,
        {"/round_results/0/leftover": 1},
        "/round_results/0/paid",
        "KIM-76",
        "the sharing gives [1000, 0, 3000], 0 left",
    ),
    (
        placing,
        {"/round_results/0/outcome": "reached"},
        "/round_results/0/paid",
        "KIM-72",
        "the sharing gives [0, 2000, 2000], 0 left",
    ),
    (
        placing,
        {"/round_results/0/outcome": "lost"},
        "/round_results/0/paid",
        "KIM-62",
        "the sharing gives [0, 0, 0], 0 left",
    ),
    (placing, {"/scores/0": 2000}, "/scores", "KIM-91", "the rounds add up to [1000, 0, 3000]"),
    (
        reached,
        {"/result": None},
        "/result",
        "KIM-92",
        "the result is set when the game is over, and follows from the totals",
    ),
    (
        reached,
        {"/result": Result([1], [[1], [0], [2]], {}, "rounds_played")},
        "/result",
        "KIM-92",
        "the result is set when the game is over, and follows from the totals",
    ),
    (
        searching,
        {"/result": Result([0], [[0, 1, 2]], {}, "rounds_played")},
        "/result",
        "KIM-92",
        "the result is set when the game is over, and follows from the totals",
    ),
]

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

OVER: list[Refusal] = [
    (reached, {"/first_seat": None}, "/first_seat", "KIM-8", "the first player is known after the placement"),
    (reached, {"/arrived": [1]}, "/arrived", "KIM-22", "no pawn steps in a search turn now"),
    (reached, {"/active_seat": 0}, "/active_seat", "KIM-92", "nobody acts when the game is over"),
    (reached, {"/next_pawn": 1}, "/next_pawn", "KIM-92", "no pawn moves when the game is over"),
    (void, {"/search_turn": 179}, "/search_turn", "KIM-29", "a round is void when every seat has had all its turns"),
    (void, {"/kimbac": Kimbac(0, 1)}, "/kimbac", "KIM-50", "there is no Kim-Bac before the hunt"),
    (void, {"/hunt_turn": 1}, "/hunt_turn", "KIM-52", "there is no hunt yet"),
    (reached, {"/chest/ordinary": 4}, "/round_results/0", "KIM-71", "the last result is not that of the chest"),
    (
        reached,
        {"/hands/1": [], "/hands/2": [5]},
        "/round_results/0/held",
        "KIM-71",
        "the hands hold other cards of the cache",
    ),
    (reached, {"/pawns/0/0": "x407"}, "/pawns/0/0", "KIM-56", "the cache is reached when he stands at its foot"),
    (captured, {"/pawns/0/0": "x406"}, "/pawns/0/0", "KIM-56", "the cache is reached when he stands at its foot"),
    (captured, {"/pawns/1/0": "L"}, "/round_results", "KIM-57", "the hunt did not end like this"),
    (lost, {"/hunt_turn": 59}, "/round_results", "KIM-62", "the hunt did not end like this"),
    (
        lost,
        {"/options": Options(hunt_cap_result="captured")},
        "/round_results",
        "KIM-62",
        "the hunt did not end like this",
    ),
    (lost, {"/pawns/1": ["x301", "x302", "x403"]}, "/round_results", "KIM-62", "the hunt did not end like this"),
]


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


@pytest.mark.rule("KIM-70", "KIM-91", "KIM-92")
def test_results_follow_from_their_figures() -> None:
    check_all(RESULTS)


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


@pytest.mark.rule("KIM-29", "KIM-62", "KIM-71")
def test_the_end_as_it_stood() -> None:
    check_all(OVER)


@pytest.mark.rule("KIM-33")
def test_a_finder_who_arrived_this_turn_is_accepted_under_either_agreement() -> None:
    game = looking_last()
    game.options = Options(claim_while_standing=False)
    engine.rules.check(game)


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
