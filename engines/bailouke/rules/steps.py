"""What a step of an effect is to the engine: a deed or a question; and what questions have in common.

A ``Deed`` is carried out at once. A ``Question`` asks the active seat, or several seats at once and in secret, for a
choice; it lists what may be chosen and carries out what was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from engines.bailouke.parts import Effect
from engines.bailouke.pieces import Step
from engines.bailouke.rules.table import Table
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal, said


@dataclass(frozen=True)
class Deed:
    """A step that leaves nothing to choose."""

    possible: Callable[[Table, Step], bool]
    carry_out: Callable[[Table, Step], Iterator[Event]]


@dataclass(frozen=True)
class Question:
    """A step that asks for a choice."""

    asks: type[Action]
    choices: Callable[[Table, int], list[Action]]
    """What a seat may choose; empty for the active seat = the step is impossible (BAI-30)."""
    decide: Callable[[Table, int, Any, Step], Iterator[Event]]
    takes_part: Callable[[Table], tuple[int, ...]] | None = None
    """The seats that choose at once and in secret; None = the active seat alone."""


def effect_of(table: Table) -> Effect:
    return table.game.effect  # type: ignore[return-value]


def rule(table: Table) -> str:
    """The rule of the played beast."""
    return table.beasts[effect_of(table).value].rule


def require_own(table: Table, seat: int, card: int) -> None:
    if card not in table.game.players[seat].zone:
        raise Illegal(rule(table), said("card {card} is not in your zone", card=card))


def require_opponent(table: Table, seat: int) -> None:
    if seat not in table.opponents():
        raise Illegal(rule(table), said("seat {seat} is not an opponent", seat=seat))


def unprotected(table: Table) -> list[int]:
    """Opponents whom a card may be added to, or exchanged with (BAI-36, BAI-37).

    Protection is against others: the protected seat may itself exchange with unprotected ones (BAI-38).
    """
    return [seat for seat in table.opponents() if not table.game.players[seat].peboude]


def require_foreign(table: Table, seat: int, card: int) -> int:
    """The opponent in whose zone the card lies."""
    owner = table.owner(card)
    if owner is None or owner == seat:
        raise Illegal(rule(table), said("card {card} is not in the zone of an opponent", card=card))
    return owner


def require_exchangeable(table: Table, seat: int) -> None:
    """Nobody exchanges with a protected seat (BAI-37)."""
    if table.game.players[seat].peboude:
        raise Illegal("BAI-37", said("seat {seat} is protected: nobody exchanges with it", seat=seat))


def require_addable(table: Table, seat: int) -> None:
    """Nothing adds a card to the zone of a protected seat (BAI-36)."""
    if table.game.players[seat].peboude:
        raise Illegal("BAI-36", said("seat {seat} is protected: nothing adds a card to its zone", seat=seat))


def always(table: Table, step: Step) -> bool:
    return True


def has_pile(table: Table, step: Step) -> bool:
    return bool(table.game.pile)
