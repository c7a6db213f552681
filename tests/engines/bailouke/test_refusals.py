"""Wrong seat, wrong phase: the rule and the reason of every refusal."""

from __future__ import annotations

import pytest

from engines.bailouke import engine
from engines.bailouke.actions import (
    Announce,
    ChooseEffect,
    Discard,
    EndTurn,
    Exchange,
    ExchangeSeen,
    ExchangeWithPile,
    Give,
    HandOver,
    MoveToken,
    Pass,
    Peek,
    PlaceAdded,
    Play,
    Ready,
    Replace,
    Reveal,
    ShuffleZone,
    Skip,
    StealToken,
    Target,
)
from engines.bailouke.parts import Effect
from engines.bailouke.position import Position
from engines.kernel.records import Action
from engines.kernel.refusals import Illegal
from tests.engines.bailouke.positions import legal, position, refused

ZONES = [[2, 3], [4, 5], [8, 9]]
EVERY_ACTION: list[Action] = [
    Ready(),
    Play(),
    Replace(0),
    ChooseEffect(0),
    Peek(0),
    Exchange(0, 10),
    ExchangeWithPile(0),
    ShuffleZone(1),
    Target(1),
    MoveToken(0, 1),
    ExchangeSeen(),
    Reveal(0),
    HandOver(0),
    StealToken(1, None),
    Give(0, 1),
    Skip(),
    PlaceAdded("left"),
    Discard(0),
    Pass(),
    Announce(),
    EndTurn(),
]


def at(phase: str, effect: Effect | None = None, **seat: object) -> Position:
    fields: dict = {
        "place_tokens": {"seats": {0: {"tokens": 1, "ready": False}, 1: {"tokens": 1, "ready": False}}},
        "play": {"drawn": 7},
        "discard": {"window": 0, "graveyard": [6]},
        "announce": {"graveyard": [6]},
        "place_added": {"window": 0, "graveyard": [6], "incoming": (1, 0, "failed_discard")},
        "effect": {
            "effect": effect,
            "graveyard": [effect.value if effect else 0],
            "seats": {0: {**seat}, 1: {"tokens": 2}},
        },
    }[phase]
    game = position(ZONES, phase, **fields)
    engine.rules.check(game)
    return game


PHASES = [
    ("place_tokens", (Ready,), "BAI-13"),
    ("play", (Play, Replace), "BAI-22"),
    ("place_added", (PlaceAdded,), "BAI-33"),
    ("discard", (Discard, Pass), "BAI-61"),
    ("announce", (Announce, EndTurn), "BAI-73"),
]


@pytest.mark.parametrize(("phase", "own", "rule"), PHASES)
def test_an_action_of_another_phase(phase: str, own: tuple, rule: str) -> None:
    game = at(phase)
    for action in EVERY_ACTION:
        if not isinstance(action, own):
            assert refused(game, 0, action) == (rule, "wrong_phase")


EFFECTS = [
    (Effect(7), (ChooseEffect,), "BAI-31", {}),
    (Effect(7, option=0), (Target,), "BAI-49", {}),
    (Effect(2), (Peek,), "BAI-44", {}),
    (Effect(3), (Peek,), "BAI-45", {}),
    (Effect(9), (Peek,), "BAI-51", {}),
    (Effect(9, step=1, previous_done=True, looked=[0]), (Peek,), "BAI-51", {"seen": [0]}),
    (Effect(9, step=2, previous_done=True, looked=[0, 10]), (ExchangeSeen, Skip), "BAI-51", {"seen": [0, 10]}),
    (Effect(4), (Exchange,), "BAI-46", {}),
    (Effect(5, step=1, previous_done=True), (ExchangeWithPile, Skip), "BAI-47", {}),
    (Effect(6), (ShuffleZone,), "BAI-48", {}),
    (Effect(8, step=1, previous_done=True), (MoveToken, Skip), "BAI-50", {"assigned": [0]}),
    (Effect(10, choices=[None, None, None]), (Reveal,), "BAI-52", {}),
    (Effect(11, choices=[None, None, None]), (HandOver,), "BAI-53", {}),
    (Effect(12), (StealToken,), "BAI-54", {}),
    (Effect(13, step=1, previous_done=True), (Give, Skip), "BAI-55", {}),
]


@pytest.mark.parametrize(("effect", "own", "rule", "seat"), EFFECTS)
def test_an_action_that_the_effect_does_not_ask_for(effect: Effect, own: tuple, rule: str, seat: dict) -> None:
    game = at("effect", effect, **seat)
    assert {type(action) for action in legal(game, 0)} == set(own)
    for action in EVERY_ACTION:
        if not isinstance(action, own):
            assert refused(game, 0, action) == (rule, "wrong_phase")


@pytest.mark.rule("BAI-22")
@pytest.mark.parametrize("phase", ["play", "place_added", "announce", "place_tokens"])
def test_a_seat_out_of_turn(phase: str) -> None:
    game = at(phase)
    if phase == "place_tokens":
        assert refused(game, 2, Play()) == ("BAI-22", "not_to_act")
        return
    for action in EVERY_ACTION:
        assert refused(game, 1, action) == ("BAI-22", "not_to_act")


@pytest.mark.rule("BAI-61")
def test_a_seat_out_of_its_window() -> None:
    game = at("discard")
    for action in EVERY_ACTION:
        assert refused(game, 1, action) == ("BAI-61", "not_to_act")


@pytest.mark.rule("BAI-22")
def test_a_seat_out_of_turn_in_an_effect_of_the_active_seat() -> None:
    for effect, _, _, seat in EFFECTS:
        if effect.choices is None:
            for action in EVERY_ACTION:
                assert refused(at("effect", effect, **seat), 1, action) == ("BAI-22", "not_to_act")


@pytest.mark.rule("BAI-13")
def test_a_second_ready() -> None:
    game = at("place_tokens")
    assert refused(game, 2, Ready()) == ("BAI-13", "not_to_act")
    assert refused(at("play"), 1, Ready()) == ("BAI-22", "not_to_act")


@pytest.mark.rule("BAI-52", "BAI-53")
def test_a_second_secret_choice() -> None:
    contest = at("effect", Effect(10, choices=[0, None, None]))
    assert refused(contest, 0, Reveal(1)) == ("BAI-52", "not_to_act")
    assert refused(contest, 0, HandOver(1)) == ("BAI-22", "not_to_act")
    passing = at("effect", Effect(11, choices=[0, None, None]))
    assert refused(passing, 0, HandOver(1)) == ("BAI-53", "not_to_act")
    assert refused(passing, 0, Reveal(1)) == ("BAI-22", "not_to_act")


def test_refusals_say_what_is_wanted() -> None:
    game = at("effect", Effect(5, step=1, previous_done=True))
    with pytest.raises(Illegal, match=r"BAI-47: effect asks for exchange_with_pile or skip"):
        engine.rules.refuse(game, 0, Play())
    with pytest.raises(Illegal, match=r"BAI-22: seat 1 has no decision to make now"):
        engine.rules.refuse(game, 1, Play())
