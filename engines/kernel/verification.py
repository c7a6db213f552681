"""Running a finished game again: commitment, every die and every position must come out as the replay says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engines.kernel.dice import SeededDice, commitment, stream_key
from engines.kernel.game import Game, fingerprint
from engines.kernel.layouts import FIRST_LAYOUT
from engines.kernel.records import Record, Result
from engines.kernel.refusals import Illegal, InvalidOptions, InvalidPosition

LONGEST_DETAIL, LONGEST_SHOWN = 3000, 1000
"""Most characters of the description of a mismatch, and of a value in it."""


class ReplayedAct(Record):
    seat: int
    version: int
    action: msgspec.Raw
    dice: list[int]
    sha256: str
    taken_back: int | None = None
    """The version at which it was taken back; the acts from then on go on from the position before it."""
    outcomes: list[int] | None = None


class ReplayedDeal(Record):
    dice: list[int]
    sha256: str
    outcomes: list[int] | None = None


class ReplayFile(Record):
    """The part of a replay document that can be checked."""

    game: str
    seats: int
    seed: str
    nonces: list[str]
    commitment: str
    options: dict[str, Any]
    opening: Any
    deal: ReplayedDeal
    acts: list[ReplayedAct]
    result: Any = None


class Mismatch(Exception):
    """The replay does not follow from its seed and actions. A harmed file may say anything, at any length."""

    def __init__(self, detail: str) -> None:
        super().__init__(_cut(detail, LONGEST_DETAIL))


def verify(engine: Game[Any, Any], replay: ReplayFile) -> Iterator[str]:
    """Check a replay step by step; yields what was checked, raises Mismatch at the first thing that is wrong.

    Replays of earlier versions are read too; they do not say their layout.
    """
    _upgrade(engine, replay)
    try:
        seed = bytes.fromhex(replay.seed)
    except ValueError as error:
        raise Mismatch("the seed is not hex") from error
    _expect("the commitment", replay.commitment, commitment(seed))
    yield "the seed matches the commitment"
    dice = SeededDice(stream_key(seed, replay.nonces))
    position = _deal(engine, replay, dice)
    _compare(engine, "the deal", replay.deal, dice, position)
    yield f"the deal drew {len(replay.deal.dice)} dice as recorded"
    decode = msgspec.json.Decoder(engine.rules.action_union).decode
    drawn = 0
    undone: list[tuple[int, Any]] = []
    """Acts that will be taken back, and the positions before them; the last of them is taken back first."""
    for number, act in enumerate(replay.acts, 1):
        position = _after_takebacks(position, undone, act.version)
        if act.taken_back is not None:
            _expect(f"the dice of action {number}, which was taken back", act.dice, [])
            undone.append((act.taken_back, position.copy()))
        try:
            engine.rules.apply(position, act.seat, decode(act.action), dice)
        except (Illegal, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Mismatch(f"action {number}: {error}") from error
        except LookupError as error:  # a hostile file may name pieces that do not exist: schemas stop them elsewhere
            raise Mismatch(f"action {number} names something unknown: {error}") from error
        drawn += len(dice.drawn)
        _compare(engine, f"action {number}", act, dice, position)
    position = _after_takebacks(position, undone, None)
    yield f"{len(replay.acts)} actions drew {drawn} dice as recorded and gave the recorded positions"
    yield _check_result(replay, engine.rules.outcome(position))


def _upgrade(engine: Game[Any, Any], replay: ReplayFile) -> None:
    try:
        replay.options, replay.opening, replay.result = (
            engine.rules.upgrade(part, FIRST_LAYOUT) for part in (replay.options, replay.opening, replay.result)
        )
    except RecursionError as error:
        raise Mismatch("the replay is nested too deeply") from error


def _check_result(replay: ReplayFile, outcome: Result | None) -> str:
    """The result that the rules give, or in a game of two that of a player who gave up; what was found."""
    resigned = [msgspec.to_builtins(Result.of_two_without(seat)) for seat in (0, 1)]
    if outcome is None and replay.seats == len(resigned) and replay.result in resigned:
        return "a player has given up: the result needs no more actions"
    _expect("the result", replay.result, msgspec.to_builtins(outcome))
    return "the result follows from the actions"


def _after_takebacks(position: Any, undone: list[tuple[int, Any]], version: int | None) -> Any:
    """The position once the acts are taken back that were taken back before this version (None: all of them)."""
    while undone and (version is None or undone[-1][0] < version):
        _, position = undone.pop()
    return position


def _deal(engine: Game[Any, Any], replay: ReplayFile, dice: SeededDice) -> Any:
    try:
        if replay.opening is None:
            if replay.seats not in engine.seats:
                raise Mismatch(f"{replay.seats} seats cannot play this game")
            return engine.rules.deal(replay.seats, engine.recorded_options(replay.options, replay.seats), dice)[0]
        position = msgspec.convert(replay.opening, engine.rules.position_type)
        engine.rules.check(position)
        engine.rules.resume(position, dice)
    except (InvalidOptions, InvalidPosition, msgspec.ValidationError) as error:
        raise Mismatch(f"the opening: {error}") from error
    return position


def _compare(
    engine: Game[Any, Any], what: str, said: ReplayedAct | ReplayedDeal, dice: SeededDice, position: Any
) -> None:
    _expect(f"the dice of {what}", said.dice, dice.drawn)
    if said.outcomes is not None:
        _expect(f"the outcomes of the dice of {what}", said.outcomes, dice.outcomes)
    snapshot = engine.encode(position)
    if not engine.is_hash_of(said.sha256, snapshot):
        _expect(f"the position after {what}", said.sha256, fingerprint(snapshot))
    dice.drawn, dice.outcomes = [], []


def _expect(what: str, said: Any, found: Any) -> None:
    if said != found:
        found_there, true = (_cut(repr(value), LONGEST_SHOWN) for value in (said, found))
        raise Mismatch(f"{what}: the replay says {found_there}, it should be {true}")


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"
