"""What a game of Baïlouké consists of at any moment: the whole truth, and what a seat may see of it."""

from __future__ import annotations

from copy import copy
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engines.bailouke.pieces import CARDS
from engines.kernel import records
from engines.kernel.records import Record

Phase = Literal["place_tokens", "play", "effect", "place_added", "discard", "announce", "game_over"]
Ending = Literal["empty_zone", "pile", "announcement"]
Cause = Literal["failed_discard", "add_from_pile", "give_card"]

MOST_SEATS = 4
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1, description="Seat number, counted clockwise from 0.")]
CardId = Annotated[int, Meta(ge=0, le=49, description="Id of a card in this round; says nothing about its value.")]
Value = Annotated[int, Meta(ge=0, le=24, description="Value of a beast, which identifies it.")]
Fer = Annotated[int, Meta(ge=1, le=2, description="Points that a Fer enn lizaz boss token takes off the total.")]
Tokens = Annotated[int, Meta(ge=0, le=20, description="Louk Louké tokens owned in all.")]
Face = Annotated[int, Meta(ge=0, le=2, description="Face of the Péboudé token: 2, 1, or 0 = none.")]
Kouronn = Annotated[int, Meta(ge=0, le=3, description="Rounds won.")]
RoundNumber = Annotated[int, Meta(ge=1, le=99, description="Number of the round, from 1.")]
TurnNumber = Annotated[int, Meta(ge=0, le=47, description="Turns begun in this round; 0 while tokens are placed.")]
StepIndex = Annotated[int, Meta(ge=0, le=9, description="Index of a step in the effect of the beast.")]
Announcer = Annotated[SeatNumber | None, Meta(description="The seat that announced Baïlouké this round, or null.")]


class Options(Record):
    """The options of a game of Baïlouké."""

    first_seat: Annotated[SeatNumber | None, Meta(description="Who starts the game; null = drawn.")] = None
    wins_needed: Annotated[int, Meta(ge=1, le=3, description="Rounds to win.")] = 3
    tizeanne_deal: Annotated[
        Literal["fewer", "more"], Meta(description="What the holder of a Tizeanne is dealt in the next round.")
    ] = "fewer"
    token_on_replace: Annotated[
        Literal["freed", "stays"], Meta(description="What becomes of a token whose card is replaced or exchanged.")
    ] = "freed"  # noqa: S105
    empty_zone_timing: Annotated[
        Literal["end_of_phase", "immediate"], Meta(description="When an empty zone ends the round.")
    ] = "end_of_phase"
    memory_aid: Annotated[bool, Meta(description="Views also show what their reader has lawfully seen.")] = False
    max_rounds: Annotated[int, Meta(ge=3, le=99, description="The game stops after so many rounds.")] = 25


class Player(Record):
    """One seat's cards and tokens."""

    zone: Annotated[
        list[CardId], Meta(max_length=len(CARDS), description="The hunting zone, left to right as its owner sees it.")
    ]
    tokens: Tokens = 0
    assigned: Annotated[
        list[CardId], Meta(max_length=len(CARDS), description="Own cards that bear a Louk Louké, ascending.")
    ] = []
    peboude: Face = 0
    fer: Annotated[
        list[Fer], Meta(max_length=6, description="Fer enn lizaz boss tokens of this round, ascending.")
    ] = []
    kouronn: Kouronn = 0
    seen: Annotated[
        list[CardId],
        Meta(
            max_length=len(CARDS),
            description="Cards whose present value this seat has lawfully seen this round, ascending.",
        ),
    ] = []
    ready: Annotated[bool, Meta(description="Has placed its tokens; true after place_tokens.")] = True

    @property
    def free_tokens(self) -> int:
        """Louk Louké owned but not assigned (BAI-17)."""
        return self.tokens - len(self.assigned)


class Incoming(Record):
    """A card that waits for its receiver to choose a side."""

    card: CardId
    seat: Annotated[SeatNumber, Meta(description="The receiver.")]
    cause: Annotated[Cause, Meta(description="Why the card comes in.")]


class Effect(Record):
    """The played beast whose effect is being carried out."""

    value: Value
    option: Annotated[StepIndex | None, Meta(description="The chosen effect, or null.")] = None
    step: StepIndex = 0
    previous_done: Annotated[bool, Meta(description="The step before was carried out.")] = False
    looked: Annotated[
        list[CardId],
        Meta(max_length=len(CARDS), description="Cards that this effect showed to the active seat, in order."),
    ] = []
    choices: Annotated[
        Annotated[list[CardId | None], Meta(max_length=MOST_SEATS)] | None,
        Meta(
            description="Secret choices by seat (null = none yet, or not taking part); null outside such a step.",
        ),
    ] = None


class Window(Record):
    """The discard phase."""

    seat: Annotated[SeatNumber, Meta(description="Whose window is open.")]


class LastRound(Record):
    """Public summary of the round before."""

    round: RoundNumber
    ending: Annotated[Ending, Meta(description="What ended the round.")]
    announced_by: Announcer
    zones: Annotated[
        list[Annotated[list[Value], Meta(max_length=len(CARDS))]],
        Meta(max_length=MOST_SEATS, description="Values by seat, left to right."),
    ]
    reductions: Annotated[
        list[Annotated[int, Meta(ge=0, le=12)]],
        Meta(max_length=MOST_SEATS, description="Points of the Fer enn lizaz boss tokens, by seat."),
    ]
    totals: Annotated[
        list[Annotated[int, Meta(ge=0, le=324)]], Meta(max_length=MOST_SEATS, description="Totals by seat.")
    ]
    winner: Annotated[SeatNumber | None, Meta(description="Who won the round; null = nobody.")]
    next_deal: Annotated[
        Annotated[list[Annotated[int, Meta(ge=1, le=47)]], Meta(max_length=MOST_SEATS)] | None,
        Meta(description="Cards dealt to each seat in the next round; null when there is none."),
    ]


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
