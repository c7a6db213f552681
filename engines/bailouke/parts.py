"""The parts of a game of Baïlouké: cards and tokens, the options, a seat's zone, effects, the round before."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engines.bailouke.pieces import CARDS
from engines.kernel.records import Record, named

Phase = Annotated[
    Literal["place_tokens", "play", "effect", "place_added", "discard", "announce", "game_over"], named("Phase")
]
Ending = Annotated[Literal["empty_zone", "pile", "announcement"], named("Ending")]
Cause = Annotated[Literal["failed_discard", "add_from_pile", "give_card"], named("Cause")]

MOST_SEATS = 4
SeatNumber = Annotated[
    int, Meta(ge=0, le=MOST_SEATS - 1, description="Seat number, counted clockwise from 0."), named("Seat")
]
CardId = Annotated[
    int, Meta(ge=0, le=49, description="Id of a card in this round; says nothing about its value."), named("CardId")
]
CardOrNothing = Annotated[CardId | None, named("CardIdOrNull")]
Value = Annotated[int, Meta(ge=0, le=24, description="Value of a beast, which identifies it."), named("Beast")]
Fer = Annotated[
    int,
    Meta(ge=1, le=2, description="Points that a Fer enn lizaz boss token takes off the total."),
    named("PlayerFerEntry"),
]
Tokens = Annotated[int, Meta(ge=0, le=20, description="Louk Louké tokens owned in all.")]
Face = Annotated[int, Meta(ge=0, le=2, description="Face of the Péboudé token: 2, 1, or 0 = none.")]
Kouronn = Annotated[int, Meta(ge=0, le=3, description="Rounds won.")]
RoundNumber = Annotated[int, Meta(ge=1, le=99, description="Number of the round, from 1.")]
TurnNumber = Annotated[int, Meta(ge=0, le=47, description="Turns begun in this round; 0 while tokens are placed.")]
StepIndex = Annotated[int, Meta(ge=0, le=9, description="Index of a step in the effect of the beast.")]
PlaceNumber = Annotated[int, Meta(ge=1, le=47)]
Place = Annotated[
    PlaceNumber | None,
    Meta(description="The place of the card in its row, counted from the left; null in games from before 0.2."),
]
NewPlace = Annotated[
    PlaceNumber | None, Meta(description="The place of the new card in its row, counted from the left.")
]
PlayedPlace = Annotated[
    PlaceNumber | None, Meta(description="That place, counted from the left; null for a drawn card.")
]
OtherPlace = Annotated[PlaceNumber | None, Meta(description="The same for the other card; null = it lay on the pile.")]
TokenCount = Annotated[int, Meta(ge=1, le=20, description="How many.")]
Dealt = Annotated[int, Meta(ge=1, le=47), named("LastRoundNextDealEntry")]
Reduction = Annotated[int, Meta(ge=0, le=12), named("LastRoundReductionsEntry")]
Total = Annotated[int, Meta(ge=0, le=324), named("LastRoundTotalsEntry")]
PileCount = Annotated[int, Meta(ge=0, le=47, description="Cards left in the pile.")]
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
        Annotated[list[CardOrNothing], Meta(max_length=MOST_SEATS)] | None,
        Meta(
            description="Secret choices by seat (null = none yet, or not taking part); null outside such a step.",
        ),
    ] = None


class Window(Record):
    """The discard phase."""

    seat: Annotated[SeatNumber, Meta(description="Whose window is open.")]


class RevealedCard(Record):
    """One revealed card."""

    seat: SeatNumber
    card: CardId
    value: Value


class PassedCard(Record):
    """One card handed to a neighbour."""

    from_seat: SeatNumber
    to_seat: SeatNumber
    card: CardId


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
        list[Reduction],
        Meta(max_length=MOST_SEATS, description="Points of the Fer enn lizaz boss tokens, by seat."),
    ]
    totals: Annotated[list[Total], Meta(max_length=MOST_SEATS, description="Totals by seat.")]
    winner: Annotated[SeatNumber | None, Meta(description="Who won the round; null = nobody.")]
    next_deal: Annotated[
        Annotated[list[Dealt], Meta(max_length=MOST_SEATS)] | None,
        Meta(description="Cards dealt to each seat in the next round; null when there is none."),
    ]
