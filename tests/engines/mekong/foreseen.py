"""What the effects of Mékong call certain, as events."""

from __future__ import annotations

from typing import Any

from engines.kernel.effects import ActionEffect
from engines.kernel.records import Event, GameOver
from engines.mekong import events
from tests.support.kit.profile import Step


def event(step: Step, kind: type[Event], **fields: Any) -> bool:
    """Is there such an event?"""
    return any(
        isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields.items())
        for event in step.events
    )


def walked(step: Step, effect: ActionEffect) -> bool:
    to = effect.pieces[-1].partition("-")[2]
    return any(
        isinstance(event, events.PawnMoved | events.PawnJumped)
        and event.seat == step.seat
        and to == (event.to if isinstance(event, events.PawnJumped) else event.path[-1])
        for event in step.events
    )


def island(effect: ActionEffect) -> str:
    return effect.pieces[0].removeprefix("island-")


def laid(step: Step, effect: ActionEffect) -> bool:
    supports = tuple(effect.pieces[0].removeprefix("ghost-").split("-"))
    return event(step, events.PlankPlaced, plank=effect.what, supports=supports)


FORESEEN = {
    "programme": lambda step, effect: event(step, events.ProgramCommitted, seat=step.seat),
    "stone": lambda step, effect: event(step, events.StonePlaced, island=island(effect)),
    "plank": lambda step, effect: event(step, events.PlankChosen, plank=effect.what),
    "beam": laid,
    "remove_plank": lambda step, effect: event(step, events.PlankRemoved, plank=effect.what),
    "remove_stone": lambda step, effect: event(step, events.StoneRemoved, island=island(effect)),
    "path": walked,
    "jump": walked,
    "goal": lambda step, effect: event(step, GameOver, winners=[step.seat]),
}
