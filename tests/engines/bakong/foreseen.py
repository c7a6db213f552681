"""What the effects of Bakong call certain, as events."""

from __future__ import annotations

from typing import Any

from engines.bakong import events
from engines.kernel.effects import ActionEffect
from engines.kernel.records import Event, GameOver
from tests.support.kit.profile import Step


def event(step: Step, kind: type[Event], **fields: Any) -> bool:
    """Is there such an event?"""
    return any(
        isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields.items())
        for event in step.events
    )


def walked(step: Step, effect: ActionEffect) -> bool:
    entered = [event for event in step.events if isinstance(event, events.SlotEntered) and event.seat == step.seat]
    return [f"slot-{event.slot}" for event in entered[: len(effect.pieces)]] == effect.pieces


def turned(step: Step, effect: ActionEffect) -> bool:
    slot = int(effect.pieces[0].removeprefix("slot-"))
    return event(step, events.TileTurned, slot=slot) and (
        not effect.what or event(step, events.TileTurned, slot=slot, to=effect.what)
    )


def move_die_left(step: Step, effect: ActionEffect) -> bool:
    if event(step, events.MoveDeclared, seat=step.seat):
        return event(step, events.MoveDeclared, seat=step.seat, die=effect.amount)
    return step.after.current.move_die == effect.amount


def gathered(step: Step, effect: ActionEffect) -> bool:
    return event(step, events.EmeraldsTaken, seat=step.seat, **{effect.what: effect.amount})


def gone(step: Step, effect: ActionEffect) -> bool:
    return event(step, events.ObjectLost, object=effect.what) or event(step, events.ItemDiscarded, item=effect.what)


def room_is_wanted(step: Step, effect: ActionEffect) -> bool:
    return step.after.phase == "make_room" or any(event.auto is True for event in step.events)


FORESEEN = {
    "object": lambda step, effect: event(step, events.ObjectTaken, seat=step.seat, object=effect.what),
    "no_room": room_is_wanted,
    "flip_unknown": turned,
    "flip_known": turned,
    "no_tile": lambda step, effect: event(step, events.TurnVoid, seat=step.seat),
    "move_die": move_die_left,
    "path": walked,
    "ditch": lambda step, effect: event(step, events.OuchReceived, seat=step.seat, ouch=effect.left),
    "halt": lambda step, effect: event(step, events.Halted, face=effect.what, steps_lost=effect.amount),
    "quicksand": lambda step, effect: step.after.phase == "quicksand" or event(step, events.ObjectLost, seat=step.seat),
    "lose": gone,
    "leave": lambda step, effect: event(step, events.ItemDeclined, seat=step.seat),
    "emeralds": gathered,
    "camp": lambda step, effect: step.after.phase == "camp",
    "cursed_waterfall": lambda step, effect: event(step, events.WaterfallCursed, seat=step.seat),
    "waterfall": lambda step, effect: event(step, events.OuchReturned, seat=step.seat, ouch=effect.left),
    "temple": lambda step, effect: event(step, events.TempleReached, seat=step.seat),
    "home": lambda step, effect: event(step, GameOver),
    "big_emerald": lambda step, effect: event(step, events.BigEmeraldTaken, value=effect.amount),
    "curse": lambda step, effect: event(step, events.BigEmeraldTaken, seat=step.seat),
    "turn_ends": lambda step, effect: event(step, events.TurnStarted),
}
