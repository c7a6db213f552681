"""What a hunter makes of its knowledge: expected values and totals, and what effects are worth.

All figures are tenths of a point, so that everything stays whole.
"""

from __future__ import annotations

from engines.bailouke.pieces import Beast, Bestiary, Step
from engines.bailouke.position import View
from engines.bailouke.rules.table import there

POINT = 10
FEWER_CARDS = 3 * POINT
"""What a zone with one card fewer is worth, beyond the value of that card."""
UNKNOWN_EFFECT = POINT
FOREIGN_CARD = 5 * POINT
"""What an unknown card of an opponent is taken for: they keep their low ones."""

WORTH: dict[tuple[str, str | None], int] = {
    ("gain_token", None): 30,
    ("protect", None): 10,
    ("peek_own", None): 12,
    ("peek_opponent", None): 5,
    ("exchange_seen", None): 3,
    ("peek_pile", None): 5,
    ("exchange_with_pile", None): 10,
    ("shuffle_zone", None): 10,
    ("add_from_pile", "opponent"): 15,
    ("add_from_pile", "self"): -60,
    ("give_card", None): 70,
    ("remove_from_pile", None): 1,
    ("reveal_contest", None): 8,
    ("steal_token", None): 30,
}
"""Worth of the steps of an effect to the seat that plays it; those not named are worth nothing."""


def worth_of_step(step: Step) -> int:
    return WORTH.get((step.op, step.target), 0)


def worth_of_beast(beast: Beast) -> int:
    steps = [worth_of_step(step) for step in beast.on_play]
    return max(steps) if beast.mode == "choose_one" else sum(steps)


class Hunter:
    """What one seat makes of its knowledge."""

    def __init__(self, beasts: Bestiary, worth: dict[int, int], known: View, seat: int) -> None:
        self.beasts, self.worth, self.known, self.seat = beasts, worth, known, seat
        self.zone = {card.card: card.value for card in known.players[seat].zone}
        self.value = {card.card: card.value for player in known.players for card in player.zone}
        self.owner = {card.card: of for of, player in enumerate(known.players) for card in player.zone}
        seen = [card.value for card in known.graveyard] + [v for v in self.value.values() if v is not None]
        unseen = len(beasts.deck) - len(seen)
        self.mean = POINT * (sum(beasts.deck) - sum(v for v in seen if v is not None)) // max(1, unseen)

    def expect(self, card: int) -> int:
        """The value of a card as far as this seat knows."""
        value = self.value[card]
        if value is not None:
            return POINT * value
        return self.mean if card in self.zone else FOREIGN_CARD

    def total(self, seat: int) -> int:
        """The expected total of a seat."""
        player = self.known.players[seat]
        return max(0, sum(self.expect(card.card) for card in player.zone) - POINT * sum(player.fer))

    def rivals(self) -> list[int]:
        return [seat for seat in range(len(self.known.players)) if seat != self.seat]

    def ease(self, seat: int) -> int:
        """How much an opponent deserves an attack: the lowest total first."""
        return -self.total(seat)

    def matches(self, value: int | None, without: int | None = None) -> int:
        """What known own cards of that value are worth once discarded."""
        if value is None:
            return 0
        equal = [card for card, own in self.zone.items() if own == value and card != without]
        return len(equal) * (POINT * value + FEWER_CARDS)

    @property
    def drawn(self) -> int:
        return there(there(self.known.drawn).value)

    @property
    def top(self) -> int | None:
        return self.known.graveyard[-1].value

    @property
    def last_chance(self) -> bool:
        """After an announcement the round is nearly over: only the total counts."""
        return self.known.announced_by is not None
