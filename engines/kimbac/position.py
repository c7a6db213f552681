"""A game of Kim-Bac as plain data: the whole truth, and what a reader may see of it."""

from __future__ import annotations

from itertools import chain
from typing import Annotated, Literal

from msgspec import UNSET, Meta, structs

from engines.kernel.records import Position, Record, Result
from engines.kimbac.parts import (
    MOST_PAWNS,
    MOST_ROUNDS,
    MOST_SEATS,
    Chest,
    DryTurns,
    Kimbac,
    Location,
    Monument,
    Options,
    Ordinary,
    Pawn,
    Phase,
    Resume,
    RoundResult,
    Seat,
    Special,
    Total,
    Treasure,
)
from engines.kimbac.pieces import DECK, FEET, MONUMENT_AT


class KimbacPosition(Position, kw_only=True):
    """The whole truth: always a decision point, or over."""

    game: Literal["kimbac"] = "kimbac"
    schema: Literal[1] = 1
    options: Options
    round: Annotated[int, Meta(ge=1, le=8, description="The round, from 1.")] = 1
    phase: Annotated[Phase, Meta(description="What has to be decided now.")]
    active_seat: Annotated[Seat | None, Meta(description="Whose turn it is, the seat to act; null when over.")]
    first_seat: Annotated[Seat | None, Meta(description="Who won the first roll; null while pawns are placed.")] = None
    next_pawn: Annotated[
        Pawn | None,
        Meta(description="The number to move next, or the lowest to place; null at the chest and after the last pawn."),
    ] = None
    arrived: Annotated[
        list[Pawn],
        Meta(max_length=MOST_PAWNS, description="Pawns of the active seat that stepped in this search turn."),
    ] = []
    pawns: Annotated[
        list[Annotated[list[Location | None], Meta(max_length=MOST_PAWNS)]],
        Meta(max_length=MOST_SEATS, description="By seat, by number: where the pawn is; null = not placed yet."),
    ]
    pile: Annotated[list[Monument], Meta(max_length=len(DECK), description="The face-down cards, top first.")]
    hands: Annotated[
        list[Annotated[list[Monument], Meta(max_length=len(DECK))]],
        Meta(max_length=MOST_SEATS, description="By seat: the cards in hand, sorted."),
    ]
    face_up: Annotated[
        list[Annotated[list[Monument], Meta(max_length=len(DECK))]],
        Meta(max_length=MOST_SEATS, description="By seat: monuments whose pair lies face up there."),
    ]
    search_turn: Annotated[
        int, Meta(ge=0, le=2000, description="Search turns begun in this round, all seats together.")
    ] = 0
    dry_turns: DryTurns = UNSET
    renounced_by: Annotated[Seat | None, Meta(description="The seat that renounced in this round.")] = None
    chest: Annotated[Chest | None, Meta(description="The chest while a seat holds it.")] = None
    kimbac: Annotated[Kimbac | None, Meta(description="The Kim-Bac in the hunt.")] = None
    hunt_turn: Annotated[int, Meta(ge=0, le=500, description="Turns that the Kim-Bac has had.")] = 0
    scores: Annotated[list[Total], Meta(max_length=MOST_SEATS, description="By seat: taels of the finished rounds.")]
    round_results: Annotated[
        list[RoundResult], Meta(max_length=MOST_ROUNDS, description="How each finished round ended.")
    ] = []
    result: Annotated[Result | None, Meta(description="The result once the game is over.")] = None

    def occupied(self) -> set[str | None]:
        """Where pawns stand; the rest of the city is free (KIM-11)."""
        return set(chain.from_iterable(self.pawns))

    def place_of(self, seat: int, pawn: int) -> str:
        """Where a pawn stands that is on the board."""
        return self.pawns[seat][pawn - 1]  # type: ignore[return-value]

    @property
    def due(self) -> int:
        """The pawn to place or to move next, where there is one."""
        return self.next_pawn  # type: ignore[return-value]

    def held(self, number: int) -> list[int]:
        """How many cards of a number each seat owns, face-up pairs included (KIM-77)."""
        return [
            hand.count(number) + 2 * shown.count(number) for hand, shown in zip(self.hands, self.face_up, strict=True)
        ]

    def faces_up(self, number: int) -> bool:
        """Does the pair of this number lie on the table?"""
        return any(number in shown for shown in self.face_up)

    def question_is_open(self, seat: int) -> bool:
        """To the public eye, might this seat take the chest at the end of its turn (KIM-34)?"""
        own = self.pawns[seat]
        if len(self.hands[seat]) < 2 or FEET.isdisjoint(own):
            return False
        return any(place in FEET and not self.faces_up(MONUMENT_AT[place]) for place in own if place)

    def copy(self) -> KimbacPosition:
        """The lists that play changes are new; everything else is replaced, never changed, and may be shared."""
        return structs.replace(
            self,
            arrived=self.arrived.copy(),
            pawns=[own.copy() for own in self.pawns],
            pile=self.pile.copy(),
            hands=[hand.copy() for hand in self.hands],
            face_up=[shown.copy() for shown in self.face_up],
            scores=self.scores.copy(),
            round_results=self.round_results.copy(),
        )


class ChestView(Record):
    """The chest as a reader may see it."""

    finder: Annotated[Seat, Meta(description="The seat that took the chest.")]
    pawn: Annotated[Pawn, Meta(description="The pawn that stood at the monument.")]
    secret: Annotated[Monument, Meta(description="The monument of the pair that gave the right to the chest.")]
    ordinary: Annotated[Ordinary | None, Meta(description="The ordinary die; null for all but the finder.")]
    special: Annotated[Special | None, Meta(description="The special die; null for all but the finder.")]
    shakes: Annotated[int, Meta(ge=1, description="How often the chest was shaken, void throws included.")]
    resume: Annotated[Resume | None, Meta(description="Where a renunciation leads back to; null in the hunt.")]


class KimbacView(Record):
    """What one reader may see: every key of the position, hidden parts counted or null."""

    game: Literal["kimbac"]
    schema: Literal[1]
    options: Options
    round: Annotated[int, Meta(ge=1, le=8, description="The round, from 1.")]
    phase: Annotated[Phase, Meta(description="What has to be decided now.")]
    active_seat: Annotated[Seat | None, Meta(description="Whose turn it is, the seat to act; null when over.")]
    first_seat: Annotated[Seat | None, Meta(description="Who won the first roll; null while pawns are placed.")]
    next_pawn: Annotated[
        Pawn | None,
        Meta(description="The number to move next, or the lowest to place; null at the chest and after the last pawn."),
    ]
    arrived: Annotated[list[Pawn], Meta(description="Pawns of the active seat that stepped in this search turn.")]
    pawns: Annotated[
        list[list[Location | None]], Meta(description="By seat, by number: where the pawn is; null = not placed yet.")
    ]
    pile: Annotated[int, Meta(ge=0, le=36, description="How many cards are left in the face-down pile.")]
    hands: Annotated[
        list[list[Monument] | None], Meta(description="By seat: the reader's own cards, sorted; null for the others.")
    ]
    hand_sizes: Annotated[
        list[Annotated[int, Meta(ge=0, le=36, description="Number of cards.")]],
        Meta(description="By seat: how many cards it holds."),
    ]
    face_up: Annotated[list[list[Monument]], Meta(description="By seat: monuments whose pair lies face up there.")]
    search_turn: Annotated[
        int, Meta(ge=0, le=2000, description="Search turns begun in this round, all seats together.")
    ]
    renounced_by: Annotated[Seat | None, Meta(description="The seat that renounced in this round.")]
    chest: Annotated[ChestView | None, Meta(description="The chest while a seat holds it.")]
    cache: Annotated[
        Monument | None, Meta(description="Where the treasure lies; only the finder knows until the round ends.")
    ]
    treasure: Annotated[
        Treasure | None, Meta(description="What it is worth; only the finder knows until the round ends.")
    ]
    kimbac: Annotated[Kimbac | None, Meta(description="The Kim-Bac in the hunt.")]
    hunt_turn: Annotated[int, Meta(ge=0, le=500, description="Turns that the Kim-Bac has had.")]
    scores: Annotated[list[Total], Meta(description="By seat: taels of the finished rounds.")]
    round_results: Annotated[list[RoundResult], Meta(description="How each finished round ended.")]
    result: Annotated[Result | None, Meta(description="The result once the game is over.")]
    dry_turns: DryTurns = UNSET
