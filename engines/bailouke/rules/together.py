"""Effects in which all choose at once and in secret: Baidoume and Loulou (BAI-52, BAI-53, BAI-60)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from typing import Literal

from engines.bailouke.actions import HandOver, Reveal
from engines.bailouke.events import (
    CardsPassed,
    CardsRevealed,
    ChoiceCommitted,
    DiscountGained,
)
from engines.bailouke.parts import PassedCard, RevealedCard
from engines.bailouke.pieces import CARDS, Bestiary, Step
from engines.bailouke.position import View
from engines.bailouke.rules.steps import effect_of, require_own, unprotected
from engines.bailouke.rules.table import Table, there
from engines.bailouke.rules.tokens import change_card
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Action, Event

REVEAL = [Reveal(card) for card in CARDS]
HAND_OVER = [HandOver(card) for card in CARDS]


def commit(table: Table, seat: int, card: int, op: Literal["reveal_contest", "pass_left"]) -> Event:
    """A choice is final and stays hidden until all are in."""
    there(effect_of(table).choices)[seat] = card
    return ChoiceCommitted(seat=seat, op=op)


def all_in(table: Table, seats: tuple[int, ...]) -> dict[int, int] | None:
    """The choices by seat once the last one is in; they are secret no longer."""
    effect = effect_of(table)
    choices = there(effect.choices)
    made = {seat: card for seat in seats if (card := choices[seat]) is not None}
    if len(made) < len(seats):
        return None
    effect.choices = None
    return made


def with_cards(table: Table) -> tuple[int, ...]:
    """Every seat, the active one first (BAI-52)."""
    order = table.clockwise(table.game.active_seat)
    players = table.game.players
    return tuple([seat for seat in order if players[seat].zone])


def reveals(table: Table, seat: int) -> list[Action]:
    """Any own card (BAI-52)."""
    return [REVEAL[card] for card in table.game.players[seat].zone]


def reveal_contest(table: Table, seat: int, action: Reveal, step: Step) -> Iterator[Event]:
    """Every seat reveals a card, all at once; the cards return to their places (BAI-52, BAI-113)."""
    require_own(table, seat, action.card)
    yield commit(table, seat, action.card, "reveal_contest")
    revealed = all_in(table, with_cards(table))
    if revealed is None:
        return
    values = {seat: table.game.cards[card] for seat, card in revealed.items()}
    for card in revealed.values():
        table.show_all(card)
    yield CardsRevealed(
        entries=[RevealedCard(seat, revealed[seat], values[seat]) for seat in sorted(revealed)],
    )
    yield from discounts(table, values, step)


def reveal_effects(beasts: Bestiary, view: View, seat: int, action: Reveal) -> Iterator[ActionEffect]:
    """Everybody will see the card (BAI-52)."""
    yield effect("reveal", "shown_to_all", [f"card-{action.card}"], what="card", amount=1)


def discounts(table: Table, values: dict[int, int], step: Step) -> Iterator[Event]:
    """-2 for a lone lowest card (BAI-57), -1 for each of several (BAI-58), clockwise while tokens last (BAI-59)."""
    players = table.game.players
    lowest = [seat for seat, value in values.items() if value == min(values.values())]
    points = step.best if len(lowest) == 1 else step.tie
    left = table.beasts.fer - sum(len(player.fer) for player in players)
    for seat in lowest[:left]:
        insort(players[seat].fer, points)
        yield DiscountGained(seat=seat, points=points)


def ring(table: Table) -> tuple[int, ...]:
    """The active seat and every unprotected opponent, clockwise (BAI-53)."""
    return (table.game.active_seat, *unprotected(table))


def hand_overs(table: Table, seat: int) -> list[Action]:
    """Any own card, for those in the ring, if it has two seats (BAI-53)."""
    seats = ring(table)
    if seat not in seats or len(seats) == 1:
        return []
    return [HAND_OVER[card] for card in table.game.players[seat].zone]


def pass_left(table: Table, seat: int, action: HandOver, step: Step) -> Iterator[Event]:
    """Each of the ring hands a card to the left; it takes the place of the card handed on (BAI-53)."""
    require_own(table, seat, action.card)
    yield commit(table, seat, action.card, "pass_left")
    seats = ring(table)
    handed = all_in(table, seats)
    if handed is None:
        return
    passes = [
        PassedCard(giver, receiver, handed[giver]) for giver, receiver in zip(seats, seats[1:] + seats[:1], strict=True)
    ]
    yield CardsPassed(entries=passes)
    for passed in passes:
        zone = table.game.players[passed.to_seat].zone
        zone[zone.index(handed[passed.to_seat])] = passed.card
    for passed in passes:
        yield from change_card(table, passed.to_seat, handed[passed.to_seat], passed.card)


def hand_over_effects(beasts: Bestiary, view: View, seat: int, action: HandOver) -> Iterator[ActionEffect]:
    """The card goes to the left; another comes from the right (BAI-53)."""
    yield effect("lose", "handed_over", [f"card-{action.card}"], what="card", amount=1)
