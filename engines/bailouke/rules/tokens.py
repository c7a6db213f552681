"""Louk Louké tokens: looking at one's own cards."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from typing import Literal

from engines.bailouke.actions import AssignToken
from engines.bailouke.events import CardSeen, TokenAssigned, TokenFreed, TokenMoved
from engines.bailouke.pieces import Bestiary
from engines.bailouke.position import View
from engines.bailouke.rules.table import Table, place_of
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said

STAYS = "stays"
"""The option by which a token keeps its place when its card is replaced (BAI-103)."""


def assign_token(table: Table, seat: int, action: AssignToken) -> Iterator[Event]:
    """A free token goes on an own card without one, at any time (BAI-14, BAI-15, BAI-17); it is seen at once (BAI-19).

    The token then stays: only an effect moves it or takes it back (BAI-16). A card never bears two (BAI-104).
    """
    player = table.game.players[seat]
    if action.card not in player.zone:
        raise Illegal("BAI-14", said("card {card} is not in your zone", card=action.card))
    if action.card in player.assigned:
        raise Illegal("BAI-14", said("card {card} bears a token already", card=action.card))
    if not player.free_tokens:
        raise Illegal("BAI-17", "you have no unassigned Louk Louké")
    insort(player.assigned, action.card)
    yield TokenAssigned(seat=seat, card=action.card, place=place_of(player.zone, action.card))
    yield look(table, seat, action.card, "token")


def assign_token_effects(beasts: Bestiary, view: View, seat: int, action: AssignToken) -> Iterator[ActionEffect]:
    """A free token less, and the card is seen (BAI-14, BAI-19)."""
    player, card = view.players[seat], [f"card-{action.card}"]
    left = player.tokens - len(player.assigned) - 1
    yield effect("place", "token", card, what="louk_louke", amount=1, left=left)
    yield effect("reveal", "seen", card, what="card", amount=1)


def look(table: Table, seat: int, card: int, reason: Literal["token", "peek", "pile"]) -> Event:
    """A seat looks at a card, and remembers it."""
    table.remember(seat, card)
    return CardSeen(seat=seat, card=card, value=table.game.cards[card], reason=reason)


def free_token(table: Table, seat: int, card: int) -> Iterator[Event]:
    """The card leaves: a token on it becomes unassigned and stays with its owner (BAI-18)."""
    assigned = table.game.players[seat].assigned
    if card in assigned:
        assigned.remove(card)
        yield TokenFreed(seat=seat, card=card)


def change_card(table: Table, seat: int, card: int, new_card: int) -> Iterator[Event]:
    """Another card takes the place of a card: a token on it is freed, or stays on the place (BAI-18, BAI-103)."""
    assigned = table.game.players[seat].assigned
    if card not in assigned:
        return
    if table.game.options.token_on_replace != STAYS:
        yield from free_token(table, seat, card)
        return
    assigned.remove(card)
    insort(assigned, new_card)
    place = place_of(table.game.players[seat].zone, new_card)
    yield TokenMoved(seat=seat, from_card=card, to_card=new_card, place=place)
    yield look(table, seat, new_card, "token")
