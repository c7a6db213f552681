"""Effects that look at cards (BAI-44, BAI-45, BAI-47, BAI-51)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.bailouke.actions import Peek
from engines.bailouke.events import CardPeeked
from engines.bailouke.pieces import CARDS, Step
from engines.bailouke.rules.steps import effect_of, require_foreign, require_own
from engines.bailouke.rules.table import Table
from engines.bailouke.rules.tokens import look
from engines.kernel.records import Action, Event

PEEK = [Peek(card) for card in CARDS]


def own_cards(table: Table, seat: int) -> list[Action]:
    return [PEEK[card] for card in table.game.players[seat].zone]


def cards_of_opponents(table: Table, seat: int) -> list[Action]:
    players = table.game.players
    return [PEEK[card] for other in table.opponents() for card in players[other].zone]


def peek_own(table: Table, seat: int, action: Peek, step: Step) -> Iterator[Event]:
    """Look at one own card (BAI-44)."""
    require_own(table, seat, action.card)
    return peek(table, seat, action.card)


def peek_opponent(table: Table, seat: int, action: Peek, step: Step) -> Iterator[Event]:
    """Look at one card of an opponent, protected or not (BAI-41, BAI-45)."""
    require_foreign(table, seat, action.card)
    return peek(table, seat, action.card)


def peek(table: Table, seat: int, card: int) -> Iterator[Event]:
    effect_of(table).looked.append(card)
    yield CardPeeked(seat=seat, card=card)
    yield look(table, seat, card, "peek")


def peek_pile(table: Table, step: Step) -> Iterator[Event]:
    """Look at the top card of the pile (BAI-47)."""
    game = table.game
    effect_of(table).looked.append(game.pile[0])
    yield CardPeeked(seat=game.active_seat, card=None)
    yield look(table, game.active_seat, game.pile[0], "pile")
