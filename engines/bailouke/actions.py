"""Everything that a seat can do. Cards are named by their id of the round (BAI-12)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engines.bailouke.parts import CardId, SeatNumber
from engines.kernel.records import Action, named

Own = Annotated[CardId, Meta(description="One of your own cards.")]
Side = Annotated[Literal["left", "right"], named("Side")]


class AssignToken(Action, frozen=True):
    """Put one of your free Louk Louké on one of your cards, at any moment (BAI-14, BAI-17)."""

    card: Own


class Ready(Action, frozen=True):
    """You have placed the tokens you want to place (BAI-13)."""


class Play(Action, frozen=True):
    """Play the drawn card: its effect applies (BAI-25)."""


class Replace(Action, frozen=True):
    """Put the drawn card in the place of one of yours, which is played instead (BAI-26)."""

    card: Own


class ChooseEffect(Action, frozen=True):
    """Choose one of the effects of the played beast (BAI-31)."""

    index: Annotated[int, Meta(ge=0, le=1, description="Number of the effect, from 0.")]


class Peek(Action, frozen=True):
    """Look at a card (BAI-44, BAI-45, BAI-51)."""

    card: CardId


class Exchange(Action, frozen=True):
    """Exchange one of your cards with a card of an opponent, unseen (BAI-46)."""

    own_card: Own
    other_card: Annotated[CardId, Meta(description="A card of an opponent who is not protected.")]


class ExchangeWithPile(Action, frozen=True):
    """Exchange the top card of the pile with one of your cards (BAI-47)."""

    card: Own


class ShuffleZone(Action, frozen=True):
    """Shuffle the hunting zone of an opponent (BAI-48)."""

    seat: SeatNumber


class Target(Action, frozen=True):
    """Choose the opponent who adds the top card of the pile to their zone (BAI-49)."""

    seat: SeatNumber


class MoveToken(Action, frozen=True):
    """Move one of your assigned Louk Louké to another of your cards (BAI-50)."""

    from_card: Annotated[CardId, Meta(description="Your card that bears the token.")]
    to_card: Annotated[CardId, Meta(description="Your card that gets it.")]


class ExchangeSeen(Action, frozen=True):
    """Exchange the two cards that you have just looked at (BAI-51)."""


class Reveal(Action, frozen=True):
    """Choose, in secret, the card that you will reveal (BAI-52)."""

    card: Own


class HandOver(Action, frozen=True):
    """Choose, in secret, the card that you will hand to your left neighbour (BAI-53)."""

    card: Own


class StealToken(Action, frozen=True):
    """Take a Louk Louké of an opponent (BAI-54)."""

    seat: SeatNumber
    card: Annotated[CardId | None, Meta(description="The card it lies on; null = an unassigned token.")]


class Give(Action, frozen=True):
    """Give one of your cards to an opponent (BAI-55)."""

    card: Own
    seat: SeatNumber


class Skip(Action, frozen=True):
    """Decline an optional effect (BAI-29)."""


class PlaceAdded(Action, frozen=True):
    """Choose the end of your row where the new card goes (BAI-33)."""

    side: Annotated[Side, Meta(description="The end of your row.")]


class Discard(Action, frozen=True):
    """Try to discard one of your cards; a wrong value costs a card (BAI-62, BAI-67)."""

    card: Own


class Pass(Action, frozen=True):
    """Discard nothing more in this phase (BAI-64)."""


class Announce(Action, frozen=True):
    """Announce Baïlouké: the round ends when your turn comes again (BAI-73)."""


class EndTurn(Action, frozen=True):
    """End your turn without an announcement (BAI-74)."""
