"""What a game of Baïlouké consists of at any moment: the whole truth, and what a seat may see of it."""

from __future__ import annotations

from copy import copy
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engines.bailouke.parts import (
    MOST_SEATS,
    Announcer,
    CardId,
    Effect,
    Face,
    Fer,
    Incoming,
    Kouronn,
    LastRound,
    Options,
    Phase,
    Player,
    RoundNumber,
    SeatNumber,
    StepIndex,
    Tokens,
    TurnNumber,
    Value,
    Window,
)
from engines.bailouke.pieces import CARDS
from engines.kernel import records
from engines.kernel.records import Record


class Position(records.Position):
    """The whole truth of a game of Baïlouké."""

    phase: Annotated[Phase, Meta(description="What the game waits for.")]
    game: Literal["bailouke"]
    schema: Literal[1]
    round: RoundNumber
    turn: TurnNumber
    first_seat: Annotated[SeatNumber, Meta(description="Who started this round.")]
    active_seat: Annotated[SeatNumber, Meta(description="Whose turn it is (in game_over: whose was the last).")]
    cards: Annotated[list[Value], Meta(min_length=50, max_length=50, description="Values by card id.")]
    pile: Annotated[list[CardId], Meta(max_length=len(CARDS), description="The pile, top first.")]
    set_aside: Annotated[list[CardId], Meta(max_length=len(CARDS), description="Cards not used this round.")]
    players: Annotated[list[Player], Meta(min_length=2, max_length=MOST_SEATS, description="The players by seat.")]
    options: Options = msgspec.field(default_factory=Options)
    graveyard: Annotated[
        list[CardId], Meta(max_length=len(CARDS), description="Cards played and discarded; the last is the top.")
    ] = []
    removed: Annotated[list[CardId], Meta(max_length=len(CARDS), description="Cards removed from this round.")] = []
    announced_by: Announcer = None
    drawn: Annotated[CardId | None, Meta(description="The card drawn by the active seat, in play only.")] = None
    incoming: Incoming | None = None
    effect: Effect | None = None
    discard: Window | None = None
    last_round: LastRound | None = None
    winners: Annotated[
        Annotated[list[SeatNumber], Meta(max_length=MOST_SEATS)] | None,
        Meta(description="Winning seats, once the game is over."),
    ] = None

    def copy(self) -> Position:
        """What play changes in place is new; everything else is replaced, never changed, and may be shared."""
        twin = copy(self)
        twin.cards, twin.pile = self.cards.copy(), self.pile.copy()
        twin.graveyard, twin.removed = self.graveyard.copy(), self.removed.copy()
        twin.players = [
            Player(
                player.zone.copy(),
                player.tokens,
                player.assigned.copy(),
                player.peboude,
                player.fer.copy(),
                player.kouronn,
                player.seen.copy(),
                player.ready,
            )
            for player in self.players
        ]
        if self.effect is not None:
            twin.effect = effect = copy(self.effect)
            effect.looked = effect.looked.copy()
            effect.choices = None if effect.choices is None else effect.choices.copy()
        return twin


# --- what a seat sees ------------------------------------------------------------------------------------------------

SeenValue = Annotated[Value | None, Meta(description="Value of the card, or null where it is hidden from the reader.")]


class CardView(Record):
    """A card and what the reader may know of it."""

    card: CardId
    value: SeenValue


class ZoneCardView(Record):
    """A card of a hunting zone."""

    card: CardId
    token: Annotated[bool, Meta(description="A Louk Louké lies on it.")]
    value: SeenValue


class PileView(Record):
    """The pile from outside."""

    count: Annotated[int, Meta(ge=0, le=47, description="Cards left.")]
    top: CardView | None


class PlayerView(Record):
    """One seat's cards and tokens as the reader sees them."""

    zone: Annotated[list[ZoneCardView], Meta(description="The hunting zone, left to right.")]
    tokens: Tokens
    assigned: Annotated[list[CardId], Meta(description="Cards that bear a Louk Louké, ascending.")]
    peboude: Face
    fer: Annotated[list[Fer], Meta(description="Fer enn lizaz boss tokens of this round, ascending.")]
    kouronn: Kouronn
    ready: Annotated[bool, Meta(description="Has placed its tokens; true after place_tokens.")]


class EffectView(Record):
    """The effect being carried out; secret choices stay secret."""

    value: Value
    option: Annotated[StepIndex | None, Meta(description="The chosen effect, or null.")]
    step: StepIndex
    previous_done: Annotated[bool, Meta(description="The step before was carried out.")]
    looked: Annotated[list[CardId], Meta(description="Cards that this effect showed to the active seat, in order.")]
    committed: Annotated[list[SeatNumber], Meta(description="Seats that have chosen in secret, ascending.")]
    own_choice: Annotated[CardId | None, Meta(description="The reader's own secret choice, or null.")]


class View(Record):
    """What one reader may see of a game of Baïlouké."""

    game: Literal["bailouke"]
    schema: Literal[1]
    options: Options
    phase: Annotated[Phase, Meta(description="What the game waits for.")]
    round: RoundNumber
    turn: TurnNumber
    first_seat: Annotated[SeatNumber, Meta(description="Who started this round.")]
    active_seat: Annotated[SeatNumber, Meta(description="Whose turn it is (in game_over: whose was the last).")]
    announced_by: Announcer
    pile: PileView
    graveyard: Annotated[list[CardView], Meta(description="Cards played and discarded; the last is the top.")]
    set_aside: Annotated[int, Meta(ge=0, le=50, description="How many cards are set aside.")]
    removed: Annotated[int, Meta(ge=0, le=50, description="How many cards were removed from this round.")]
    drawn: Annotated[CardView | None, Meta(description="The drawn card, in play only.")]
    incoming: Incoming | None
    players: Annotated[list[PlayerView], Meta(description="The players by seat.")]
    effect: EffectView | None
    discard: Window | None
    last_round: LastRound | None
    winners: Annotated[list[SeatNumber] | None, Meta(description="Winning seats, once the game is over.")]

    def value_of(self, seat: int, card: int) -> int | None:
        """The value of a card in a zone, where the reader is shown it."""
        return next((lying.value for lying in self.players[seat].zone if lying.card == card), None)

    def owner(self, card: int) -> int | None:
        """Whose zone the card lies in."""
        for seat, player in enumerate(self.players):
            if any(lying.card == card for lying in player.zone):
                return seat
        return None
