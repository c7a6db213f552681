"""Retractable actions: nobody can learn hidden information from one."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.kernel.dice import SeededDice
from engines.kernel.game import Game
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal
from tests.support.kit.profile import Step

_encode = msgspec.json.Encoder(order="sorted").encode


def distinguished_by(engine: Game[Any, Any], step: Step, rng: SeededDice, twins: int = 2) -> list[int | None]:
    """Readers who, from the action, can distinguish the position from another one that was possible before it."""
    return [
        reader
        for reader in (None, *range(engine.rules.seat_count(step.before)))
        if any(_differs(engine, step, reader, rng) for _ in range(twins))
    ]


def _differs(engine: Game[Any, Any], step: Step, reader: int | None, rng: SeededDice) -> bool:
    twin = engine.visibility.determinize(engine.visibility.knowledge(step.before, reader), reader, rng)
    dice = SeededDice(bytes(32))
    try:
        events = engine.rules.apply(twin, step.seat, step.action, dice)
    except Illegal:
        return True  # that it was possible reveals something
    return bool(dice.drawn) or _seen(engine, twin, events, reader) != _seen(engine, step.after, step.events, reader)


def _seen(engine: Game[Any, Any], position: Any, events: list[Event], reader: int | None) -> bytes:
    """Everything that a reader has of a position and of the action that led to it."""
    shown = [engine.visibility.redact(event, reader) for event in events]
    choices = None if reader is None else engine.rules.legal(position, reader)
    return _encode([engine.visibility.knowledge(position, reader), shown, engine.rules.to_act(position), choices])
