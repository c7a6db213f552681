"""What the effects of Baïlouké call certain, as events."""

from __future__ import annotations

from typing import Any

from engines.bailouke import events
from engines.kernel.effects import ActionEffect
from engines.kernel.records import Event
from tests.support.kit.profile import Step


def event(step: Step, kind: type[Event], **fields: Any) -> bool:
    """Is there such an event?"""
    return any(
        isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields.items())
        for event in step.events
    )


def card(effect: ActionEffect) -> int:
    return int(effect.pieces[0].removeprefix("card-"))


def exchanged(step: Step, effect: ActionEffect) -> bool:
    return event(step, events.CardsExchanged, seat=step.seat, own_card=card(effect))


def incoming(step: Step, effect: ActionEffect) -> bool:
    seat = next(int(piece.removeprefix("seat-")) for piece in effect.pieces if piece.startswith("seat-"))
    return event(step, events.CardIncoming, seat=seat)


def committed(step: Step, effect: ActionEffect) -> bool:
    return event(step, events.ChoiceCommitted, seat=step.seat)


FORESEEN = {
    "played": lambda step, effect: event(step, events.CardPlayed, seat=step.seat, from_="draw"),
    "kept": lambda step, effect: event(step, events.CardPlayed, seat=step.seat, from_="zone"),
    "unknown_beast": lambda step, effect: event(step, events.CardPlayed, card=card(effect)),
    "known_beast": lambda step, effect: event(step, events.CardPlayed, value=int(effect.what.removeprefix("value_"))),
    "tokens": lambda step, effect: event(step, events.TokenGained, seat=step.seat, count=effect.amount),
    "protected": lambda step, effect: event(step, events.PeboudeChanged, seat=step.seat, side=effect.amount),
    "pile_seen": lambda step, effect: event(step, events.CardPeeked, seat=step.seat, card=None),
    "pile_shrinks": lambda step, effect: event(step, events.PileRemoved),
    "card_added": incoming,
    "declined": lambda step, effect: event(step, events.StepSkipped, op=effect.what, reason="declined"),
    "added": lambda step, effect: event(step, events.CardAdded, seat=step.seat),
    "token": lambda step, effect: event(step, events.TokenAssigned, card=card(effect)),
    "seen": lambda step, effect: event(step, events.CardSeen, seat=step.seat, card=card(effect)),
    "ready": lambda step, effect: event(step, events.SeatReady, seat=step.seat),
    "announced": lambda step, effect: event(step, events.BailoukeAnnounced, seat=step.seat),
    "turn_ends": lambda step, effect: event(step, events.TurnStarted) or event(step, events.RoundEnded),
    "discarded": lambda step, effect: event(step, events.CardDiscarded, card=card(effect)),
    "wrong": lambda step, effect: event(step, events.DiscardFailed, card=card(effect)),
    "passed": lambda step, effect: event(step, events.DiscardPassed, seat=step.seat),
    "exchanged": exchanged,
    "shuffled": lambda step, effect: event(step, events.ZoneShuffled, seat=step.seat),
    "token_moves": lambda step, effect: event(step, events.TokenMoved, seat=step.seat),
    "stolen": lambda step, effect: event(step, events.TokenStolen, seat=step.seat),
    "given": incoming,
    "shown_to_all": committed,
    "handed_over": committed,
}
