"""What the effects of Babord call certain, as events."""

from __future__ import annotations

from typing import Any

from engines.babord import events
from engines.babord.pieces import place_of
from engines.babord.position import board_of
from engines.kernel.effects import ActionEffect
from engines.kernel.records import Event, GameOver
from tests.support.kit.profile import Step


def event(step: Step, kind: type[Event], **fields: Any) -> bool:
    """Is there such an event?"""
    return any(
        isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields.items())
        for event in step.events
    )


def sailed(step: Step, effect: ActionEffect) -> bool:
    y, x = map(int, effect.pieces[-1].removeprefix("point-").split("-"))
    return event(step, events.Sailed, seat=step.seat, to=(y, x))


def jumped(step: Step, effect: ActionEffect) -> bool:
    y, x = map(int, effect.pieces[-1].removeprefix("point-").split("-"))
    return event(step, events.Jumped, seat=step.seat, to=(y, x))


def track_changed(step: Step, effect: ActionEffect) -> bool:
    change = effect.amount if effect.kind == "gain" else -effect.amount
    return any(
        isinstance(event, events.DashboardChanged)
        and event.seat == step.seat
        and event.changes.get(effect.what) == (effect.left - change, effect.left)
        for event in step.events
    )


def entered_port(step: Step, effect: ActionEffect) -> bool:
    ports = board_of(step.before).port_at
    return any(
        isinstance(event, events.Sailed | events.Jumped) and f"port_{ports.get(place_of(event.to))}" == effect.what
        for event in step.events
    )


def hit(step: Step, effect: ActionEffect) -> bool:
    return event(step, events.BoatHit, seat=int(effect.pieces[0].removeprefix("boat-")))


def bought(step: Step, effect: ActionEffect) -> bool:
    return event(step, events.Bought, item=effect.what, quantity=effect.amount)


FORESEEN = {
    "home": lambda step, effect: event(step, events.PortChosen, seat=step.seat),
    "set_out": lambda step, effect: event(step, events.PointChosen, seat=step.seat),
    "course": sailed,
    "fuel": lambda step, effect: event(step, events.Sailed, fuel_used=effect.amount),
    "shown": lambda step, effect: event(step, events.TileRevealed, seat=step.seat),
    "looked": lambda step, effect: event(step, events.Observed, seat=step.seat),
    "catch": track_changed,
    "damage": track_changed,
    "treasure_lost": lambda step, effect: event(step, events.TreasureLost, seat=step.seat),
    "treasure": lambda step, effect: event(step, events.TreasureTaken, seat=step.seat),
    "sunk": lambda step, effect: event(step, events.BoatSunk, seat=step.seat),
    "port": entered_port,
    "cannonball": lambda step, effect: event(step, events.BoatHit, seat=step.seat),
    "victory": lambda step, effect: event(step, GameOver, winners=[step.seat]),
    "jumped": jumped,
    "swapped": lambda step, effect: event(step, events.TilesSwapped, seat=step.seat),
    "fired": lambda step, effect: event(step, events.BallFired, seat=step.seat),
    "ball_spent": lambda step, effect: event(step, events.BallFired, cannonballs=effect.left),
    "hit": hit,
    "stolen": lambda step, effect: event(step, events.TreasureStolen, seat=step.seat),
    "repelled": lambda step, effect: event(step, events.AttackFailed, seat=step.seat),
    "bought": bought,
    "price": lambda step, effect: event(step, events.Bought, cost=effect.amount),
    "turn_ends": lambda step, effect: event(step, events.TurnEnded, seat=step.seat),
}
