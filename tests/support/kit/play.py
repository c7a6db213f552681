"""Random and greedy play, one step at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.kernel.dice import SeededDice
from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER, Action
from tests.support.kit.profile import Step


def opening(
    engine: Game[Any, Any], seats: int, options: dict[str, Any], key: bytes
) -> tuple[Any, list[Any], SeededDice]:
    dice = SeededDice(key)
    position, events = engine.rules.deal(seats, engine.options(options, seats), dice)
    return position, events, dice


def pick(engine: Game[Any, Any], position: Any, seat: int, policy: str, rng: SeededDice) -> Action:
    """An action for the seat: any legal one, or the greedy one, from what the seat may know."""
    choices = engine.rules.legal(position, seat)
    assert choices.actions, f"seat {seat} must act in {position.phase} but has no legal action"
    if policy == "greedy":
        return engine.bot.greedy(engine.visibility.knowledge(position, seat), seat, choices, rng)
    return pick_any(choices.actions, rng)


def pick_any(actions: list[Action], rng: SeededDice) -> Action:
    """Choose from any number of actions (the dice stop at 256)."""
    if len(actions) <= 256:
        return rng.choose(actions)
    return actions[(rng.below(256) * 256 + rng.below(256)) % len(actions)]


def steps(
    engine: Game[Any, Any], position: Any, dice: SeededDice, rng: SeededDice, policies: list[str]
) -> Iterator[Step]:
    """Play to the end. The yielded ``after`` is the live position: copy it to keep it."""
    while position.phase != GAME_OVER:
        seat = rng.choose(engine.rules.to_act(position))
        action = pick(engine, position, seat, policies[seat], rng)
        before = position.copy()
        events = engine.rules.apply(position, seat, action, dice)
        yield Step(before, seat, action, events, position)
