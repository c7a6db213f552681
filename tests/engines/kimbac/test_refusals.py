"""How the game says no: rule, reason and words of every refusal."""

from __future__ import annotations

import pytest

from engines.kernel.records import Action
from engines.kernel.refusals import Illegal
from engines.kimbac import engine
from engines.kimbac.actions import BecomeKimbac, EndTurn, MovePawn, PlacePawn, Renounce, TakeChest
from engines.kimbac.parts import Options
from engines.kimbac.position import KimbacPosition
from tests.engines.kimbac.positions import Fixed, finder, hunting, play, search


def placing() -> KimbacPosition:
    game, _ = engine.rules.deal(2, Options(), Fixed(*range(35, 0, -1)))
    play(game, 0, PlacePawn(1, "C"))
    return game


def searching() -> KimbacPosition:
    return search(3, {0: {1: "x305"}, 1: {1: "x205"}})


def asked() -> KimbacPosition:
    return search(3, {0: {3: "x406"}}, {0: [5, 5]}, phase="search_end", next_pawn=None, arrived=[1, 2, 3])


def running() -> KimbacPosition:
    return hunting(2, at="x402", pursuers={1: {1: "x301"}})


def pursuing() -> KimbacPosition:
    return hunting(2, at="x402", pursuers={1: {1: "x305", 2: "x205"}}, phase="hunt_pursuit", active_seat=1, next_pawn=1)


def over() -> KimbacPosition:
    game = hunting(2, at="x407", secret=12, cache=5)
    play(game, 0, MovePawn(1, "x406"))
    return game


PHASES = {
    "place": (placing, 1),
    "search_move": (searching, 0),
    "search_end": (asked, 0),
    "chest": (finder, 0),
    "hunt_kimbac": (running, 0),
    "hunt_pursuit": (pursuing, 1),
}
ACTIONS = (PlacePawn(1, "D"), MovePawn(1, "x306"), TakeChest(5), EndTurn(), BecomeKimbac(), Renounce())


def refusal(game: KimbacPosition, seat: int, action: Action) -> tuple[str, str, str]:
    before = engine.encode(game)
    with pytest.raises(Illegal) as raised:
        play(game, seat, action)
    assert engine.encode(game) == before
    return raised.value.rule, raised.value.reason, raised.value.detail


@pytest.mark.parametrize(
    ("phase", "rule"),
    [
        ("place", "KIM-5"),
        ("search_move", "KIM-20"),
        ("search_end", "KIM-20"),
        ("chest", "KIM-36"),
        ("hunt_kimbac", "KIM-52"),
        ("hunt_pursuit", "KIM-52"),
    ],
)
@pytest.mark.rule("KIM-20", "KIM-36", "KIM-52")
def test_only_the_active_seat_acts(phase: str, rule: str) -> None:
    make, active = PHASES[phase]
    for action in ACTIONS:
        expected = (rule, "not_to_act", f"it is the turn of seat {active}")
        assert refusal(make(), 1 - active, action) == expected


OUT_OF_PLACE = {
    "place": ("KIM-4", "the pawns are being placed on the gates"),
    "search_move": ("KIM-22", "the pawns of this turn are moving"),
    "search_end": ("KIM-22", "all pawns of this turn have moved; take the chest or end the turn"),
    "chest": ("KIM-39", "the finder decides: become Kim-Bac or renounce"),
    "hunt_kimbac": ("KIM-52", "the Kim-Bac must step"),
    "hunt_pursuit": ("KIM-52", "the pursuers must step"),
}
BELONG = {
    "place": {PlacePawn},
    "search_move": {MovePawn, TakeChest},
    "search_end": {TakeChest, EndTurn},
    "chest": {BecomeKimbac, Renounce},
    "hunt_kimbac": {MovePawn},
    "hunt_pursuit": {MovePawn},
}
NAMED = {
    ("search_move", EndTurn): ("KIM-24", "there are pawns left to move"),
    ("hunt_kimbac", TakeChest): ("KIM-51", "the chest cannot be taken in the hunt"),
    ("hunt_pursuit", TakeChest): ("KIM-51", "the chest cannot be taken in the hunt"),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.rule("KIM-22", "KIM-39", "KIM-51")
def test_what_does_not_belong_to_the_phase_is_refused(phase: str) -> None:
    make, active = PHASES[phase]
    assert make().phase == phase
    for action in ACTIONS:
        if type(action) not in BELONG[phase]:
            rule, detail = NAMED.get((phase, type(action)), OUT_OF_PLACE[phase])
            assert refusal(make(), active, action) == (rule, "wrong_phase", detail)


@pytest.mark.rule("KIM-92")
def test_after_the_end_everything_is_refused() -> None:
    for action in ACTIONS:
        assert refusal(over(), 0, action) == ("KIM-92", "game_over", "the game is over")


@pytest.mark.rule("KIM-4", "KIM-5")
def test_placing_another_pawn_or_on_a_taken_gate() -> None:
    game = placing()
    play(game, 1, PlacePawn(2, "D"))
    assert refusal(game, 0, PlacePawn(1, "E")) == (
        "KIM-5", "illegal", "pawn 1 is not one that is still to be placed",
    )  # fmt: skip
    assert refusal(placing(), 1, PlacePawn(1, "C")) == ("KIM-4", "illegal", "there is a pawn on gate C already")


STEPS = [
    (searching, 0, 2, "x306", "KIM-23", "it is the turn of pawn 1, not of pawn 2"),
    (searching, 0, 6, "A", "KIM-23", "it is the turn of pawn 1, not of pawn 6"),
    (searching, 0, 1, "A", "KIM-15", "gate A is no crossroad; no pawn ever steps onto a gate"),
    (searching, 0, 1, "x811", "KIM-10", "x811 is not adjacent to x305, where pawn 1 stands"),
    (searching, 0, 1, "x305", "KIM-10", "x305 is not adjacent to x305, where pawn 1 stands"),
    (searching, 0, 1, "x205", "KIM-11", "there is a pawn on x205 already"),
    (running, 0, 2, "x403", "KIM-50", "it is the turn of pawn 1, not of pawn 2"),
    (running, 0, 1, "L", "KIM-15", "gate L is no crossroad; no pawn ever steps onto a gate"),
    (running, 0, 1, "x402", "KIM-53", "x402 is not adjacent to x402, where pawn 1 stands"),
    (running, 0, 1, "x404", "KIM-53", "x404 is not adjacent to x402, where pawn 1 stands"),
    (running, 0, 1, "x502", "KIM-54", "only a bridge leads to x502, and the Kim-Bac may not cross a bridge"),
    (running, 0, 1, "x301", "KIM-11", "there is a pawn on x301 already"),
    (pursuing, 1, 3, "x306", "KIM-60", "it is the turn of pawn 1, not of pawn 3"),
    (pursuing, 1, 1, "B", "KIM-15", "gate B is no crossroad; no pawn ever steps onto a gate"),
    (pursuing, 1, 1, "x105", "KIM-10", "x105 is not adjacent to x305, where pawn 1 stands"),
    (pursuing, 1, 1, "x205", "KIM-11", "there is a pawn on x205 already"),
]


@pytest.mark.parametrize("attempt", STEPS)
@pytest.mark.rule("KIM-10", "KIM-11", "KIM-15")
def test_steps_that_the_rules_refuse(attempt: tuple) -> None:
    make, seat, pawn, to, rule, detail = attempt
    assert refusal(make(), seat, MovePawn(pawn, to)) == (rule, "illegal", detail)


@pytest.mark.rule("KIM-54")
def test_an_occupied_bridgehead_is_refused_for_the_bridge_first() -> None:
    game = hunting(2, at="x402", pursuers={1: {1: "x502"}})
    assert refusal(game, 0, MovePawn(1, "x502"))[0] == "KIM-54"
