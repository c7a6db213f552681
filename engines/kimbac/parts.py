"""The parts of a game of Kim-Bac: places, pawns and cards, the options, the chest, the Kim-Bac, a round's result."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from engines.kernel.records import Record, named, one_of
from engines.kimbac.pieces import BRIDGES, CROSSROADS, GATES, PAWNS_PER_SEAT, REMOVED, SpecialFace
from engines.kimbac.pieces import treasure as treasure_of

Phase = Annotated[
    Literal["place", "search_move", "search_end", "chest", "hunt_kimbac", "hunt_pursuit", "game_over"], named("Phase")
]
SearchPhase = Literal["search_move", "search_end"]
Outcome = Literal["reached", "captured", "lost", "void"]

MOST_SEATS, MOST_PAWNS, MOST_ROUNDS = max(PAWNS_PER_SEAT), max(PAWNS_PER_SEAT.values()), 8

Seat = Annotated[
    int, Meta(ge=0, le=MOST_SEATS - 1, description="Seat number, counted clockwise from 0."), named("Seat")
]
Pawn = Annotated[int, Meta(ge=1, le=MOST_PAWNS, description="The number on a pawn."), named("PawnNumber")]
Monument = Annotated[
    int, Meta(ge=1, le=18, description="The number of a monument, and of its two cards."), named("MonumentNumber")
]
Ordinary = Annotated[int, Meta(ge=1, le=6, description="What the ordinary die shows.")]
Special = Annotated[SpecialFace, Meta(description="What the special die shows."), named("Special")]
Gate = Annotated[str, one_of(GATES, "A gate of the city.", "Gate")]
Crossroad = Annotated[str, one_of(CROSSROADS, "A crossroad of the city.", "Crossroads")]
Bridge = Annotated[str, one_of(sorted(set(BRIDGES.values())), "A bridge over the river.")]
Place = Annotated[str, one_of((*GATES, *CROSSROADS), "A gate or a crossroad of the city.", "Node")]
Location = Annotated[
    str, one_of((*GATES, *CROSSROADS, REMOVED), "Where a pawn is: a gate, a crossroad, or removed.", "PawnPlace")
]
CardCount = Annotated[
    int, Meta(ge=0, le=2, description="How many cards of the cache number."), named("RoundResultHeldEntry")
]
Pay = Annotated[int, Meta(ge=-3000, le=17000, description="Taels of one round."), named("RoundResultPaidEntry")]
Total = Annotated[int, Meta(ge=-24000, le=136000, description="Taels of all rounds."), named("PositionScoresEntry")]
DryTurns = Annotated[
    Annotated[int, Meta(ge=1, le=2000)] | UnsetType,
    Meta(description="Search turns in a row without a card or a claim to the chest. Absent = none."),
]
Treasure = Annotated[int, Meta(ge=1000, le=17000, description="The worth of the treasure in taels.")]


class Options(Record):
    """The agreements before a game of Kim-Bac."""

    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS, description="How many rounds the game has (KIM-90).")] = 1
    reached_bonus: Annotated[
        Literal["per_card", "per_player"],
        Meta(description="What a Kim-Bac who reached the cache owes the holders of its cards (KIM-72)."),
    ] = "per_card"
    shortfall: Annotated[
        Literal["capped", "debt"], Meta(description="What happens when the bonuses exceed the treasure (KIM-78).")
    ] = "capped"
    claim_while_standing: Annotated[
        bool, Meta(description="May a pawn that did not step this turn give the right to the chest (KIM-33)?")
    ] = True
    max_search_turns: Annotated[
        int, Meta(ge=20, le=500, description="Search turns of each seat after which a round is void (KIM-29).")
    ] = 60
    max_hunt_turns: Annotated[
        int, Meta(ge=20, le=500, description="Turns of the Kim-Bac after which the hunt ends (KIM-62).")
    ] = 60
    hunt_cap_result: Annotated[
        Literal["lost", "captured"], Meta(description="How a hunt ends that lasts too long (KIM-62).")
    ] = "lost"
    kimbac_may_stay: Annotated[
        bool | UnsetType, Meta(description="May the Kim-Bac stay where he is (KIM-113)? Absent = no.")
    ] = UNSET
    empty_pile: Annotated[
        Literal["keep", "reshuffle"] | UnsetType,
        Meta(description="What becomes of an empty pile while nobody claims the chest (KIM-126). Absent = keep."),
    ] = UNSET

    def __post_init__(self) -> None:
        """Leave out what games played before there was the option: the hashes of those recorded then stay true."""
        if self.kimbac_may_stay is False:
            self.kimbac_may_stay = UNSET
        if self.empty_pile == "keep":
            self.empty_pile = UNSET


class Resume(Record):
    """Where the turn goes on when the finder renounces."""

    phase: Annotated[SearchPhase, Meta(description="The phase in which the chest was taken.")]
    next_pawn: Annotated[Pawn | None, Meta(description="The pawn whose move was due; null after the last one.")] = None


class Chest(Record):
    """The chest in a finder's hands, with its dice as they lie. Replaced, never changed."""

    finder: Annotated[Seat, Meta(description="The seat that took the chest.")]
    pawn: Annotated[Pawn, Meta(description="The pawn that stood at the monument.")]
    secret: Annotated[Monument, Meta(description="The monument of the pair that gave the right to the chest.")]
    ordinary: Ordinary
    special: Special
    shakes: Annotated[int, Meta(ge=1, description="How often the chest was shaken, void throws included.")] = 1
    resume: Annotated[Resume | None, Meta(description="Where a renunciation leads back to; null in the hunt.")] = None

    @property
    def cache(self) -> int:
        """The monument that hides the treasure (KIM-36)."""
        return self.ordinary + self.special

    @property
    def treasure(self) -> int:
        return treasure_of(self.secret, self.cache)


class Kimbac(Record):
    """The one pawn that knows where the treasure lies."""

    seat: Annotated[Seat, Meta(description="Whose pawn it is.")]
    pawn: Annotated[Pawn, Meta(description="Its number.")]


class RoundResult(Record):
    """How a finished round ended."""

    round: Annotated[int, Meta(ge=1, le=8, description="The round, from 1.")]
    outcome: Annotated[Outcome, Meta(description="How it ended.")]
    kimbac: Annotated[Seat | None, Meta(description="The Kim-Bac's seat; null in a void round.")]
    secret: Annotated[Monument | None, Meta(description="The monument of the pair; null in a void round.")]
    cache: Annotated[Monument | None, Meta(description="Where the treasure lay; null in a void round.")]
    treasure: Annotated[Treasure | None, Meta(description="What it was worth; null in a void round.")]
    held: Annotated[
        Annotated[list[CardCount], Meta(max_length=MOST_SEATS)] | None,
        Meta(description="By seat: cards of the cache number owned; null in a void round."),
    ]
    paid: Annotated[list[Pay], Meta(max_length=MOST_SEATS, description="By seat: taels of this round.")]
    leftover: Annotated[int, Meta(ge=0, le=2, description="Taels that could not be shared equally.")] = 0
