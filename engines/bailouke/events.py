"""Everything that can happen. All of it is public but ``card_seen``, which only its seat sees."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engines.bailouke import parts
from engines.bailouke.actions import Side
from engines.kernel.records import Event


class SeatEvent(Event):
    """Something that one seat does, or that happens to it."""

    seat: parts.SeatNumber


class GameStarted(Event):
    """The players sit down."""

    seats: Annotated[int, Meta(ge=2, le=4, description="Number of seats.")]
    options: parts.Options
    first_seat: Annotated[parts.SeatNumber, Meta(description="Who starts.")]


class RoundStarted(Event):
    """The cards are shuffled and dealt."""

    round: parts.RoundNumber
    first_seat: Annotated[parts.SeatNumber, Meta(description="Who starts this round.")]
    dealt: Annotated[list[parts.Dealt], Meta(description="Cards dealt, by seat.")]
    pile_count: parts.PileCount


class SeatReady(SeatEvent):
    """A seat has placed its tokens."""


class TokenAssigned(SeatEvent):
    """A Louk Louké is put on a card."""

    card: parts.CardId
    place: parts.Place = None


class TokenFreed(SeatEvent):
    """A Louk Louké lies on no card any more; its owner keeps it."""

    card: parts.CardId


class TokenMoved(SeatEvent):
    """A Louk Louké lies on another card of its owner."""

    from_card: parts.CardId
    to_card: parts.CardId
    place: parts.NewPlace = None


class CardSeen(SeatEvent):
    """A seat sees the value of a card; no other seat learns of it."""

    card: parts.CardId
    value: parts.Value
    reason: Annotated[Literal["draw", "token", "peek", "pile"], Meta(description="What let the seat look.")]


class TurnStarted(SeatEvent):
    """A turn begins."""

    turn: Annotated[int, Meta(ge=1, le=47, description="Number of the turn in this round.")]


class PeboudeChanged(SeatEvent):
    """A Péboudé token is taken, turned, or returned (side 0)."""

    side: parts.Face


class CardDrawn(SeatEvent):
    """The active seat draws the top card of the pile."""

    card: parts.CardId
    pile_count: parts.PileCount


class CardPlayed(SeatEvent):
    """A beast is played: drawn, or replaced by the drawn card."""

    card: parts.CardId
    value: parts.Value
    from_: Annotated[Literal["draw", "zone"], Meta(description="Where the played card came from.")]
    in_card: Annotated[parts.CardId | None, Meta(description="The card that took its place in the zone, or null.")]
    place: parts.PlayedPlace = None


class EffectChosen(SeatEvent):
    """One of several effects is chosen."""

    value: parts.Value
    index: Annotated[int, Meta(ge=0, le=9, description="Number of the effect, from 0.")]


class StepSkipped(SeatEvent):
    """A step of an effect does not happen."""

    op: Annotated[str, Meta(description="The step.")]
    reason: Annotated[Literal["impossible", "declined"], Meta(description="Why not.")]


class TokenGained(SeatEvent):
    """A seat takes Louk Louké from the supply."""

    count: parts.TokenCount


class TokenStolen(SeatEvent):
    """A seat takes a Louk Louké of another."""

    from_seat: Annotated[parts.SeatNumber, Meta(description="Who loses it.")]
    card: Annotated[parts.CardId | None, Meta(description="The card it lay on; null = it was unassigned.")]
    place: parts.Place = None


class TokenReturned(SeatEvent):
    """A seat puts Louk Louké back into the supply."""

    count: parts.TokenCount


class CardPeeked(SeatEvent):
    """The active seat looks at a card; its value is shown to that seat alone."""

    card: Annotated[parts.CardId | None, Meta(description="The zone card; null = the top card of the pile.")]
    owner: Annotated[
        parts.SeatNumber | None, Meta(description="Whose card it is; null for an own one or the pile.")
    ] = None
    place: parts.Place = None


class CardsExchanged(SeatEvent):
    """Two cards take each other's place."""

    own_card: Annotated[parts.CardId, Meta(description="The card that the active seat gives.")]
    other_seat: Annotated[parts.SeatNumber | None, Meta(description="With whom; null = with the pile.")]
    other_card: Annotated[parts.CardId, Meta(description="The card that the active seat gets.")]
    own_place: parts.Place = None
    other_place: parts.OtherPlace = None


class ZoneShuffled(SeatEvent):
    """The cards of a zone are shuffled."""

    target_seat: Annotated[parts.SeatNumber, Meta(description="Whose zone.")]


class ChoiceCommitted(SeatEvent):
    """A seat has chosen in secret."""

    op: Annotated[Literal["reveal_contest", "pass_left"], Meta(description="The step that asks for the choice.")]


class CardsRevealed(Event):
    """All chosen cards are revealed at once, then returned."""

    entries: Annotated[list[parts.RevealedCard], Meta(description="By seat.")]


class DiscountGained(SeatEvent):
    """A seat takes a Fer enn lizaz boss token."""

    points: parts.Fer


class CardsPassed(Event):
    """All chosen cards change hands at once."""

    entries: Annotated[list[parts.PassedCard], Meta(description="Clockwise from the active seat.")]


class CardIncoming(Event):
    """A card is on its way to a zone; its receiver chooses the side next."""

    seat: Annotated[parts.SeatNumber, Meta(description="The receiver.")]
    card: parts.CardId
    cause: Annotated[parts.Cause, Meta(description="Why the card comes in.")]
    from_seat: Annotated[parts.SeatNumber | None, Meta(description="Who gives it, or null.")]
    pile_count: parts.PileCount


class CardAdded(SeatEvent):
    """A new card joins a zone, unseen."""

    card: parts.CardId
    side: Annotated[Side, Meta(description="The end of the row.")]
    cause: Annotated[parts.Cause, Meta(description="Why the card comes in.")]
    from_seat: Annotated[parts.SeatNumber | None, Meta(description="Who gave it, or null.")]


class PileRemoved(Event):
    """Cards of the pile leave the round, unseen."""

    cards: list[parts.CardId]
    pile_count: parts.PileCount


class CardDiscarded(SeatEvent):
    """A right discard: the zone has one card fewer."""

    card: parts.CardId
    value: parts.Value
    place: parts.Place = None


class DiscardFailed(SeatEvent):
    """A wrong discard: the card is shown to everybody and returns to its place."""

    card: parts.CardId
    value: parts.Value
    place: parts.Place = None


class DiscardPassed(SeatEvent):
    """A seat closes its window."""


class BailoukeAnnounced(SeatEvent):
    """A seat announces Baïlouké."""


class RoundEnded(Event):
    """All zones are revealed and counted; Péboudé and Fer enn lizaz boss go back to the supply."""

    ending: Annotated[parts.Ending, Meta(description="What ended the round.")]
    zones: Annotated[list[list[parts.Value]], Meta(description="Values by seat, left to right.")]
    reductions: Annotated[list[parts.Reduction], Meta(description="Points taken off, by seat.")]
    totals: Annotated[list[parts.Total], Meta(description="Totals by seat.")]
    winner: Annotated[parts.SeatNumber | None, Meta(description="Who won the round; null = nobody.")]
    next_deal: Annotated[
        list[parts.Dealt] | None,
        Meta(description="Cards dealt to each seat in the next round; null when there is none."),
    ]


class KouronnGained(SeatEvent):
    """The winner of a round takes a Kouronn."""

    total: parts.Kouronn
