"""What happens in a game of Kim-Bac."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engines.kernel.records import Event, GameOver, Record
from engines.kimbac.parts import (
    Bridge,
    CardCount,
    Crossroad,
    Gate,
    Monument,
    Options,
    Ordinary,
    Pawn,
    Pay,
    Place,
    Seat,
    Special,
    Total,
    Treasure,
)

RoundNumber = Annotated[int, Meta(ge=1, le=8, description="The round, from 1.")]
HuntTurn = Annotated[int, Meta(ge=0, le=500, description="Steps that the Kim-Bac had made.")]


class Throw(Record):
    """What one seat threw to see who starts."""

    seat: Seat
    value: Ordinary


class GameStarted(Event):
    """A game begins."""

    seats: Annotated[int, Meta(ge=2, le=4, description="How many seats play.")]
    options: Annotated[Options, Meta(description="The options of the game.")]


class RoundStarted(Event):
    """The cards are shuffled and the pawns wait to be placed."""

    round: RoundNumber
    start_seat: Annotated[Seat, Meta(description="The seat that places the first pawn.")]


class PawnPlaced(Event):
    """A pawn takes its gate."""

    seat: Seat
    pawn: Pawn
    gate: Gate


class FirstRoll(Event):
    """The seats roll to see who starts; tied highest seats roll again."""

    throws: Annotated[list[Throw], Meta(description="Who threw what, in seat order.")]
    again: Annotated[bool, Meta(description="True when the highest throws are tied.")]
    first_seat: Annotated[Seat | None, Meta(description="Who starts; null when the tied seats roll again.")]


class TurnStarted(Event):
    """A seat begins its search turn."""

    seat: Seat
    search_turn: Annotated[int, Meta(ge=1, le=2000, description="Search turns begun in this round, this one included.")]


class CardDrawn(Event):
    """A seat takes the top card of the pile; only that seat sees its number."""

    seat: Seat
    pile_left: Annotated[int, Meta(ge=0, le=35, description="Cards left in the pile.")]
    number: Annotated[Monument | None, Meta(description="The card; null for all other seats.")]


class NoCardLeft(Event):
    """The pile is empty and a seat holds a live pair: the turn goes on without a card."""

    seat: Seat


class HandsReshuffled(Event):
    """The pile is empty, and nobody holds a live pair or claims one: all hands become a new pile."""

    cards: Annotated[int, Meta(ge=1, le=36, description="How many cards were shuffled.")]
    laps: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        Meta(description="After how many laps without a card or a claim; null = nobody held a live pair."),
    ] = None


class PawnMoved(Event):
    """A pawn steps to an adjacent crossroad."""

    seat: Seat
    pawn: Pawn
    from_: Place
    to: Crossroad
    bridge: Annotated[Bridge | None, Meta(description="The bridge that it crossed, if any.")]


class PawnBlocked(Event):
    """A pawn has no free crossroad beside it and is skipped."""

    seat: Seat
    pawn: Pawn
    at: Place


class KimbacStayed(Event):
    """The Kim-Bac stays where he is."""

    seat: Seat
    pawn: Pawn
    at: Place


class TurnEnded(Event):
    """A seat has ended its search turn."""

    seat: Seat


class ChestTaken(Event):
    """A seat shows the pair of a monument and takes the chest."""

    seat: Seat
    pawn: Pawn
    monument: Monument


class ChestShaken(Event):
    """The chest is shaken; only the finder sees the dice, unless the throw is void."""

    seat: Seat
    void: Annotated[bool, Meta(description="True when the treasure would be nil, so that the chest is shaken again.")]
    ordinary: Annotated[Ordinary | None, Meta(description="The ordinary die; null for all but the finder.")]
    special: Annotated[Special | None, Meta(description="The special die; null for all but the finder.")]
    cache: Annotated[Monument | None, Meta(description="The sum of the dice; null for all but the finder.")]
    treasure: Annotated[
        Annotated[int, Meta(ge=0, le=17000)] | None,
        Meta(description="The worth of the treasure in taels; null for all but the finder."),
    ]


class ChestRenounced(Event):
    """The finder gives up the treasure and puts the chest back."""

    seat: Seat


class KimbacAppeared(Event):
    """A pawn becomes the Kim-Bac; its owner's other pawns leave the game."""

    seat: Seat
    pawn: Pawn
    at: Crossroad
    removed: Annotated[list[Pawn], Meta(description="The pawns that leave the game.")]


class KimbacCaptured(Event):
    """The Kim-Bac cannot step and is captured."""

    seat: Seat
    at: Crossroad
    hunt_turn: HuntTurn


class TreasureReached(Event):
    """The Kim-Bac arrives at the monument that hides the treasure."""

    seat: Seat
    at: Crossroad
    hunt_turn: HuntTurn


class TreasureLost(Event):
    """The hunt has lasted too long: nobody gets the treasure."""

    seat: Seat
    at: Crossroad
    hunt_turn: HuntTurn


class TreasureRevealed(Event):
    """The chest is opened before everybody."""

    ordinary: Ordinary
    special: Special
    cache: Monument
    secret: Monument
    treasure: Treasure


class TreasureShared(Event):
    """What each seat gets: its bonus for cards of the cache, and its share of the rest."""

    held: Annotated[list[CardCount], Meta(description="By seat: cards of the cache number owned.")]
    bonus: Annotated[
        list[Annotated[int, Meta(ge=0, le=4000, description="Taels of bonus.")]],
        Meta(description="By seat: taels for cards of the cache."),
    ]
    share: Annotated[list[Pay], Meta(description="By seat: taels of what the bonuses left.")]
    paid: Annotated[list[Pay], Meta(description="By seat: bonus and share together.")]
    leftover: Annotated[int, Meta(ge=0, le=2, description="Taels that could not be shared equally.")]


class RoundVoid(Event):
    """The search has lasted too long: the round counts for nobody."""

    round: RoundNumber


class RoundEnded(Event):
    """A round is over and its taels are added to the totals."""

    round: RoundNumber
    scores: Annotated[list[Total], Meta(description="By seat: taels of all rounds so far.")]


EVENT_TYPES: tuple[type[Event], ...] = (
    GameStarted,
    RoundStarted,
    PawnPlaced,
    FirstRoll,
    TurnStarted,
    CardDrawn,
    NoCardLeft,
    HandsReshuffled,
    PawnMoved,
    PawnBlocked,
    TurnEnded,
    ChestTaken,
    ChestShaken,
    ChestRenounced,
    KimbacAppeared,
    KimbacStayed,
    KimbacCaptured,
    TreasureReached,
    TreasureLost,
    TreasureRevealed,
    TreasureShared,
    RoundVoid,
    RoundEnded,
    GameOver,
)
