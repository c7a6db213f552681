"""What happens in a game; everything is public."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from engines.bakong.parts import Options, ScoreLine
from engines.bakong.pieces import (
    OBJECTS,
    TOKENS,
    AnyFace,
    BigValue,
    Dice2,
    Die,
    Face,
    JungleSlot,
    Object,
    Slot,
    Steps,
    TileId,
)
from engines.kernel.records import Event, Seat, named, one_of

Item = Annotated[str, one_of([*OBJECTS, "x1", "x3"], "An object or a small emerald token.", "Token")]


Source = Literal["jungle_emerald", "cave"]
Store = Annotated[Literal["supply", "temple"], named("Place")]


class GameStarted(Event):
    """The track is laid and the game begins."""

    seats: Annotated[int, Meta(ge=2, le=6, description="How many seats play.")]
    faces: Annotated[list[Face], Meta(description="The visible faces of slots 1 to 24.")]
    big_emeralds: Annotated[list[BigValue], Meta(description="The big emeralds at the temple.")]
    options: Annotated[Options, Meta(description="The options in force.")]


class FirstSeatDrawn(Event):
    """Chance says who begins."""

    seat: Seat


class ObjectTaken(Event):
    """A seat takes an object."""

    seat: Seat
    object: Object
    from_: Annotated[Store, Meta(description="Where it lay.")]
    left_by: Annotated[Seat | None, Meta(description="Who had left it at the temple; null = from the supply.")]


class TurnStarted(Event):
    """A seat's turn begins."""

    seat: Seat
    turn: Annotated[int, Meta(ge=1, description="The number of the turn.")]


class DiceRolled(Event):
    """Both dice are rolled."""

    seat: Seat
    dice: Dice2


class DiceRerolled(Event):
    """Both dice are rolled again with the journal."""

    seat: Seat
    dice: Dice2


class TileTurned(Event):
    """A jungle tile is turned over."""

    seat: Seat
    slot: JungleSlot
    from_: Annotated[Face, Meta(description="The face that it showed.")]
    to: Annotated[Face, Meta(description="The face that it shows now.")]
    tile: TileId
    by: Annotated[Literal["die", "map"], Meta(description="What turned it.")]
    first_time: Annotated[bool, Meta(description="True when nobody had turned this tile before.")]


class TurnVoid(Event):
    """The die chosen reaches an end of the track: nothing is turned."""

    seat: Seat
    die: Die


class MapUnused(Event):
    """A seat could turn a second tile with the map, and does not."""

    seat: Seat


class MoveDeclared(Event):
    """A pawn sets out."""

    seat: Seat
    die: Annotated[Die, Meta(description="The die used for the move.")]
    steps: Steps


class SlotEntered(Event):
    """A pawn enters a slot."""

    seat: Seat
    slot: Slot
    face: AnyFace


class Halted(Event):
    """A slot cuts a move short."""

    seat: Seat
    slot: Slot
    face: AnyFace
    steps_lost: Annotated[int, Meta(ge=1, le=6, description="Steps that are lost.")]


class HazardIgnored(Event):
    """An object takes a pawn safely through."""

    seat: Seat
    slot: JungleSlot
    face: Face
    object: Object


class OuchReceived(Event):
    """A ditch hurts."""

    seat: Seat
    slot: JungleSlot
    ouch: Annotated[int, Meta(ge=1, le=TOKENS["ouch"], description="Ouch tokens that the seat has now.")]


class OuchSupplyEmpty(Event):
    """A ditch would hurt, but no ouch token is left."""

    seat: Seat
    slot: JungleSlot


class ObjectLost(Event):
    """A seat gives an object up to quicksand."""

    seat: Seat
    slot: Annotated[Slot, Meta(description="Where the pawn stands.")]
    object: Object


class ObjectReturned(Event):
    """An object that quicksand took joins the supply."""

    object: Object


class CaveRolled(Event):
    """The dice are thrown in a cave."""

    seat: Seat
    dice: Dice2
    lower: Annotated[Die, Meta(description="The lower die: so many emeralds.")]


class EmeraldsTaken(Event):
    """A seat takes small emeralds from the supply."""

    seat: Seat
    x3: Annotated[int, Meta(ge=0, le=2, description="x3 tokens taken.")]
    x1: Annotated[int, Meta(ge=0, le=7, description="x1 tokens taken, the torch's included.")]
    source: Annotated[Source, Meta(description="Where they come from.")]
    torch: Annotated[bool, Meta(description="True when one x1 is thanks to the torch.")]


class EmeraldsMissed(Event):
    """A seat goes without small emeralds that it was due."""

    seat: Seat
    count: Annotated[int, Meta(ge=1, le=7, description="How many emeralds.")]
    reason: Annotated[Literal["supply", "room"], Meta(description="What was short.")]


class OuchReturned(Event):
    """A waterfall takes an ouch token away."""

    seat: Seat
    ouch: Annotated[int, Meta(ge=0, le=TOKENS["ouch"] - 1, description="Ouch tokens that the seat has left.")]


class WaterfallCursed(Event):
    """The cursed emerald spoils a waterfall."""

    seat: Seat


class TempleReached(Event):
    """A pawn arrives at the temple."""

    seat: Seat


class BigEmeraldTaken(Event):
    """A seat takes a big emerald."""

    seat: Seat
    value: BigValue


class ItemDiscarded(Event):
    """A seat throws something out to make room."""

    seat: Seat
    item: Item
    to: Annotated[Store, Meta(description="Where it goes.")]


class ItemDeclined(Event):
    """A seat leaves behind what does not fit."""

    seat: Seat
    items: Annotated[list[Item], Meta(description="What goes back.")]
    to: Annotated[Store | UnsetType, Meta(description="Where it goes.")] = UNSET


class FirstHome(Event):
    """A pawn is back at the start camp."""

    seat: Seat


class FinalScores(Event):
    """The points are counted."""

    lines: Annotated[list[ScoreLine], Meta(description="By seat.")]
    tie_break: Annotated[bool, Meta(description="True when the bigger emerald decided the first place.")]
