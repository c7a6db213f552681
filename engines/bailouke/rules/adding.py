"""Effects that add, remove or give cards (BAI-33, BAI-34, BAI-36, BAI-49, BAI-55)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.bailouke.actions import Give, Target
from engines.bailouke.events import PileRemoved
from engines.bailouke.pieces import Bestiary, Step
from engines.bailouke.position import View
from engines.bailouke.rules.steps import require_addable, require_opponent, require_own, unprotected
from engines.bailouke.rules.table import Table
from engines.bailouke.rules.tokens import free_token
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Action, Event


def targets(table: Table, seat: int) -> list[Action]:
    """The unprotected opponents, while there is a card to add (BAI-33, BAI-36)."""
    return [Target(other) for other in unprotected(table)] if table.game.pile else []


def add_to_opponent(table: Table, seat: int, action: Target, step: Step) -> Iterator[Event]:
    """The top card of the pile comes to an unprotected opponent, who chooses the side (BAI-33, BAI-49)."""
    require_opponent(table, action.seat)
    require_addable(table, action.seat)
    yield add_from_pile(table, action.seat)


def target_effects(beasts: Bestiary, view: View, seat: int, action: Target) -> Iterator[ActionEffect]:
    """The other seat gets a card of the pile (BAI-49)."""
    yield effect("place", "given", ["pile", f"seat-{action.seat}"], what="card", amount=1, seat=action.seat)


def can_add_to_self(table: Table, step: Step) -> bool:
    """Is there a card, and no protection against it (BAI-36, BAI-55)?"""
    return bool(table.game.pile) and not table.active.peboude


def add_to_self(table: Table, step: Step) -> Iterator[Event]:
    """The top card of the pile comes to the active seat (BAI-55)."""
    yield add_from_pile(table, table.game.active_seat)


def add_from_pile(table: Table, seat: int) -> Event:
    return table.send(table.game.pile.pop(0), seat, "add_from_pile")


def remove_from_pile(table: Table, step: Step) -> Iterator[Event]:
    """The top cards leave the round unseen, as many as there are (BAI-34, BAI-49)."""
    game = table.game
    cards = game.pile[: step.count]
    del game.pile[: step.count]
    game.removed += cards
    for card in cards:
        table.forget(card)
    yield PileRemoved(cards=cards, pile_count=len(game.pile))


def gifts(table: Table, seat: int) -> list[Action]:
    """Any own card for any unprotected opponent (BAI-36, BAI-55)."""
    return [Give(card, other) for card in table.game.players[seat].zone for other in unprotected(table)]


def give_card(table: Table, seat: int, action: Give, step: Step) -> Iterator[Event]:
    """An own card comes to an unprotected opponent, as an added card (BAI-36, BAI-55)."""
    require_own(table, seat, action.card)
    require_opponent(table, action.seat)
    require_addable(table, action.seat)
    return give(table, seat, action.card, action.seat)


def give(table: Table, seat: int, card: int, receiver: int) -> Iterator[Event]:
    table.game.players[seat].zone.remove(card)
    yield table.send(card, receiver, "give_card")
    yield from free_token(table, seat, card)


def give_effects(beasts: Bestiary, view: View, seat: int, action: Give) -> Iterator[ActionEffect]:
    """One card less; the other seat has one more (BAI-55)."""
    left, pieces = len(view.players[seat].zone) - 1, [f"card-{action.card}", f"seat-{action.seat}"]
    yield effect("lose", "given", pieces, what="card", amount=1, left=left, seat=action.seat)
