"""What happens in a game. All of it is public but the cards of a programme that was just laid."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engines.kernel.records import Event, Seat
from engines.mekong.parts import Card, Colour, Island, Options, Place, Plank, Program, Round, Statuette, Step, Support

Supports = Annotated[tuple[Support, Support], Meta(description="The two supports, islands before villages.")]

Missing = Annotated[
    Literal["no_stone", "no_island", "no_plank", "nothing_to_remove"], Meta(description="What is missing.")
]


class Moment(Event):
    """When something happened."""

    round: Round
    step: Step


class GameStarted(Moment):
    """The game begins, or goes on from an imported position."""

    seats: Annotated[int, Meta(ge=2, le=6, description="How many seats there are.")]
    options: Annotated[Options, Meta(description="All options.")]
    colours: Annotated[list[Colour], Meta(min_length=2, max_length=6, description="The colours by seat.")]
    statuette: Statuette


class ProgramCommitted(Moment):
    """A seat has laid its five cards; only that seat sees which."""

    seat: Seat
    cards: Annotated[Program | None, Meta(description="The five cards; null for the other seats.")]


class StepRevealed(Moment):
    """The next cards of all seats are turned over together."""

    cards: Annotated[list[Card], Meta(min_length=2, max_length=6, description="The cards by seat.")]


class DragonPlayed(Moment):
    """A seat shows a dragon."""

    seat: Seat
    target: Annotated[int, Meta(ge=0, le=5, description="The seat whose card the dragon is meant for.")]
    effective: Annotated[bool, Meta(description="False when the target shows a dragon itself.")]


class CardCancelled(Moment):
    """A card is skipped because of one or more dragons."""

    seat: Seat
    card: Card
    by: Annotated[list[Seat], Meta(min_length=1, max_length=5, description="The seats that show the dragons.")]


class CardVoid(Moment):
    """A card, or the rest of it, cannot be carried out."""

    seat: Seat
    card: Card
    reason: Missing
    unused: Annotated[int, Meta(ge=1, le=2, description="How many pieces were not placed or removed.")]


class StonePlaced(Moment):
    """A stone is put on an island."""

    seat: Seat
    island: Island


class StoneRemoved(Moment):
    """A stone goes back to the common reserve."""

    seat: Seat
    island: Island


class PlankChosen(Moment):
    """A seat has chosen the plank that it will place."""

    seat: Seat
    plank: Plank


class PlankPlaced(Moment):
    """A plank is laid."""

    seat: Seat
    plank: Plank
    supports: Supports


class PlankRemoved(Moment):
    """A plank goes from the board to a seat's reserve."""

    seat: Seat
    plank: Plank
    supports: Supports


class PlankLost(Moment):
    """A plank leaves the game for good."""

    seat: Seat
    plank: Plank
    reason: Annotated[
        Literal["no_place", "misfit"], Meta(description="No place on the whole board, or a misjudged attempt.")
    ]
    supports: Annotated[Supports | None, Meta(description="The place of a misjudged attempt, else null.")]


class PawnMoved(Moment):
    """A pawn walks."""

    seat: Seat
    from_: Place
    path: Annotated[list[Place], Meta(min_length=1, max_length=2, description="The places in order.")]


class PawnJumped(Moment):
    """A pawn jumps over another one."""

    seat: Seat
    from_: Place
    over: Annotated[Plank, Meta(description="The plank of the pawn that is jumped over.")]
    over_seat: Annotated[int, Meta(ge=0, le=5, description="Whose pawn is jumped over.")]
    to: Place


class PawnFell(Moment):
    """A pawn that could not go falls into the water and returns to its start village."""

    seat: Seat
    card: Card
    from_: Place
    to: Place


class RoundEnded(Moment):
    """All five steps are done; the statuette goes on."""

    statuette: Annotated[int, Meta(ge=0, le=5, description="The seat that begins the next round.")]
