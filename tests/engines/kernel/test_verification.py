"""Running a finished game again finds every change of its replay."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engines.kernel.dice import SeededDice, commitment
from engines.kernel.game import fingerprint
from engines.kernel.registry import game
from engines.kernel.verification import Mismatch, ReplayFile, verify
from tests.support.kit.play import opening, steps

BAKONG = game("bakong")


def replay() -> dict[str, Any]:
    """The replay document of a real game between two random players."""
    seed = bytes(range(32))
    position, _, dice = opening(BAKONG, 2, {}, seed)
    document: dict[str, Any] = {
        "game": "bakong",
        "seats": 2,
        "seed": seed.hex(),
        "nonces": [],
        "commitment": commitment(seed),
        "options": {},
        "opening": None,
        "deal": {"dice": dice.drawn, "outcomes": dice.outcomes, "sha256": fingerprint(BAKONG.encode(position))},
        "acts": [],
    }
    dice.drawn, dice.outcomes = [], []
    for version, step in enumerate(steps(BAKONG, position, dice, SeededDice(b"luck"), ["random"] * 2), 2):
        act = {"seat": step.seat, "version": version, "action": msgspec.to_builtins(step.action)}
        drawn = {"dice": dice.drawn, "outcomes": dice.outcomes, "sha256": fingerprint(BAKONG.encode(position))}
        document["acts"].append(act | drawn)
        dice.drawn, dice.outcomes = [], []
    return document | {"result": msgspec.to_builtins(BAKONG.rules.outcome(position))}


def run(document: dict[str, Any]) -> list[str]:
    return list(verify(BAKONG, msgspec.json.decode(msgspec.json.encode(document), type=ReplayFile)))


def test_an_honest_replay_holds() -> None:
    assert run(replay())[-1] == "the result follows from the actions"


def test_another_number_of_outcomes_is_found() -> None:
    document = replay()
    act = next(act for act in document["acts"] if act["dice"])
    act["outcomes"] = [n + 1 for n in act["outcomes"]]
    with pytest.raises(Mismatch, match="the outcomes of the dice of action"):
        run(document)
    for act in (document["deal"], *document["acts"]):  # as it was recorded before there were any
        del act["outcomes"]
    assert run(document)[-1] == "the result follows from the actions"


def test_another_seed_does_not_match_the_commitment() -> None:
    with pytest.raises(Mismatch, match="the commitment"):
        run(replay() | {"seed": "00" * 32})


def test_what_is_far_too_long_is_not_repeated_whole() -> None:
    document = replay()
    document["acts"][0]["sha256"] = "ab" * 50_000
    with pytest.raises(Mismatch, match="the position after action 1: the replay says 'abab") as found:
        run(document)
    assert str(found.value).endswith(f"it should be '{replay()['acts'][0]['sha256']}'")
    assert len(str(found.value)) < 2500
    document["acts"][0] |= {"action": {"type": "x" * 50_000}}
    with pytest.raises(Mismatch, match="action 1") as found:
        run(document)
    assert len(str(found.value)) < 3500


def test_a_changed_die_is_found() -> None:
    document = replay()
    rolled = next(act for act in document["acts"] if act["dice"])
    rolled["dice"] = [(die + 1) % 6 for die in rolled["dice"]]
    with pytest.raises(Mismatch, match="the dice of action"):
        run(document)


def test_a_changed_position_is_found() -> None:
    document = replay()
    document["acts"][3]["sha256"] = "0" * 64
    with pytest.raises(Mismatch, match="the position after action 4"):
        run(document)


def test_a_changed_result_is_found() -> None:
    document = replay()
    document["result"]["winners"] = [0, 1]
    with pytest.raises(Mismatch, match="the result"):
        run(document)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"type": "take_object", "object": "elephant"}, "unknown"),
        ({"type": "flip", "die": 3}, "BAK-11"),
        ({"type": "nonsense"}, "Invalid value"),
    ],
)
def test_an_action_that_nobody_could_play_is_found(action: dict[str, Any], words: str) -> None:
    document = replay()
    document["acts"][0]["action"] = action
    with pytest.raises(Mismatch, match=words):
        run(document)


@pytest.mark.parametrize(
    "change", [{"seats": 9}, {"seed": "xyz"}, {"options": {"weather": 1}}, {"opening": {"phase": 1}}]
)
def test_an_opening_that_cannot_be_is_found(change: dict[str, Any]) -> None:
    with pytest.raises(Mismatch):
        run(replay() | change)
