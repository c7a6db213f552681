"""The table: a position, the Bestiary it is played with, the dice, and the simple facts that every rule asks for."""

from __future__ import annotations

from bisect import insort
from typing import TypeVar

from msgspec import Struct

from engines.bailouke.events import CardIncoming
from engines.bailouke.parts import Cause, Incoming, Player
from engines.bailouke.pieces import Bestiary
from engines.bailouke.position import Position
from engines.kernel.dice import Dice
from engines.kernel.records import Event

T = TypeVar("T")

CLOCKWISE = {
    seats: tuple(tuple((first + place) % seats for place in range(seats)) for first in range(seats))
    for seats in range(1, 5)
}
"""Turn order by number of seats and first seat (BAI-22)."""


def place_of(zone: list[int], card: int) -> int:
    """How people call a card that lies face down: its place in the row, counted from the left (BAI-9)."""
    return zone.index(card) + 1


class Table(Struct, eq=False):
    """What the rules work on. A struct, since every question to the rules makes one."""

    game: Position
    beasts: Bestiary
    dice: Dice

    @property
    def active(self) -> Player:
        return self.game.players[self.game.active_seat]

    def clockwise(self, first: int) -> tuple[int, ...]:
        """Every seat once, in turn order from the first."""
        return CLOCKWISE[len(self.game.players)][first]

    def opponents(self) -> tuple[int, ...]:
        """The seats that are not active, in turn order."""
        return self.clockwise(self.game.active_seat)[1:]

    def owner(self, card: int) -> int | None:
        """Whose zone the card lies in."""
        for seat, player in enumerate(self.game.players):
            if card in player.zone:
                return seat
        return None

    def remember(self, seat: int, card: int) -> None:
        """The seat has lawfully seen the card's present value (BAI-117)."""
        seen = self.game.players[seat].seen
        if card not in seen:
            insort(seen, card)

    def show_all(self, card: int) -> None:
        """The card is shown to everybody."""
        for seat in range(len(self.game.players)):
            self.remember(seat, card)

    def forget(self, card: int) -> None:
        """The card lies open, is out of the round, or may be another one: nobody's memory of it is of use."""
        for player in self.game.players:
            if card in player.seen:
                player.seen.remove(card)

    def send(self, card: int, seat: int, cause: Cause) -> Event:
        """A card is added to a zone as soon as its owner has chosen a side (BAI-33)."""
        game = self.game
        game.incoming, game.phase = Incoming(card, seat, cause), "place_added"
        return CardIncoming(seat=seat, card=card, cause=cause, from_seat=self.giver(cause), pile_count=len(game.pile))

    def giver(self, cause: Cause) -> int | None:
        """Only the active seat gives cards away."""
        return self.game.active_seat if cause == "give_card" else None

    def top_value(self) -> int:
        """The value of the last card laid on the graveyard."""
        return self.game.cards[self.game.graveyard[-1]]


def there(thing: T | None) -> T:
    """What the phase says is there."""
    return thing  # type: ignore[return-value]
