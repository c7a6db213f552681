"""What the effects of Kim-Bac call certain, as events."""

from __future__ import annotations

from typing import Any

from engines.kernel.effects import ActionEffect
from engines.kernel.records import Event
from engines.kimbac import events
from engines.kimbac.pieces import FOOT
from engines.kimbac.rules.search import claims
from tests.support.kit.profile import Step


def event(step: Step, kind: type[Event], **fields: Any) -> bool:
    """Is there such an event?"""
    return any(
        isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields.items())
        for event in step.events
    )


def stepped(step: Step, effect: ActionEffect) -> bool:
    return event(step, events.PawnMoved, seat=step.seat, to=effect.pieces[0].removeprefix("crossroad-"))


def removed(step: Step, effect: ActionEffect) -> bool:
    numbers = [int(piece.rpartition("-")[2]) for piece in effect.pieces]
    return event(step, events.KimbacAppeared, seat=step.seat, removed=numbers)


FORESEEN = {
    "placed": lambda step, effect: event(step, events.PawnPlaced, gate=effect.pieces[0].removeprefix("gate-")),
    "step": stepped,
    "foot": lambda step, effect: event(step, events.PawnMoved, to=FOOT[int(effect.what)]),
    "claim": lambda step, effect: bool(claims(step.after, step.seat)),
    "pair": lambda step, effect: event(step, events.ChestTaken, seat=step.seat),
    "chest": lambda step, effect: event(step, events.ChestShaken, seat=step.seat),
    "no_way_back": lambda step, effect: event(step, events.KimbacAppeared, seat=step.seat),
    "pawns_leave": removed,
    "treasure": lambda step, effect: event(step, events.TreasureReached, seat=step.seat),
    "stays": lambda step, effect: event(step, events.KimbacStayed, seat=step.seat),
    "renounced": lambda step, effect: event(step, events.ChestRenounced, seat=step.seat),
    "turn_ends": lambda step, effect: event(step, events.TurnEnded, seat=step.seat),
}
