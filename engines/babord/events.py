"""What happens in a game of Babord. Everything is public but `tile_seen`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engines.babord.actions import Good, Quantity
from engines.babord.parts import (
    Balls,
    Direction,
    Face,
    FishNumber,
    Kind,
    Options,
    Place,
    Point,
    PortId,
    Seat,
    TileId,
    WindId,
)
from engines.babord.pieces import MAX_STEPS, MOST_UNITS
from engines.kernel.records import Event

Units = Annotated[int, Meta(ge=0, le=MOST_UNITS, description="Units of a track.")]
Steps = Annotated[int, Meta(ge=0, le=MAX_STEPS, description="Number of steps.")]


class GameStarted(Event):
    """The tiles are laid out."""

    seats: Annotated[int, Meta(ge=1, le=4, description="Number of seats.")]
    options: Options


class FirstSeatDrawn(Event):
    """Chance says who begins."""

    seat: Seat


class PortChosen(Event):
    """A boat lies in its home port."""

    seat: Seat
    port: PortId
    point: Point


class TurnStarted(Event):
    """A seat is to act."""

    seat: Seat
    round: Annotated[int, Meta(ge=1, le=1000, description="Round in play.")]


class BallFired(Event):
    """A cannonball is fired onto the next place."""

    seat: Seat
    direction: Direction
    place: Place
    cannonballs: Balls


class BallMoved(Event):
    """A cannonball flies on."""

    owner: Seat
    from_: Place
    to: Place
    direction: Direction


class BallGone(Event):
    """A cannonball leaves the board."""

    owner: Seat
    from_: Place


class BoatHit(Event):
    """A cannonball hits a boat and sends it home."""

    seat: Seat
    owner: Seat
    place: Place
    by: Annotated[Literal["ball_entered", "boat_entered"], Meta(description="Which of the two came to the other.")]
    to: Point


class WindRolled(Event):
    """The wind die is rolled."""

    seat: Seat
    face: Face
    winds: Annotated[tuple[WindId, ...], Meta(description="The winds to choose from; one = forced.")]


class Sailed(Event):
    """A boat moves."""

    seat: Seat
    from_: Point
    to: Point
    wind: WindId
    steps: Steps
    fuel_used: Steps
    path: Annotated[tuple[Point, ...], Meta(description="Points after each complete step; empty = wind only.")]
    stayed_on_tile: Annotated[bool, Meta(description="The boat did not leave its tile: nothing is shown.")]


class TileRevealed(Event):
    """A tile is shown to everybody and hidden again."""

    seat: Seat
    place: Place
    tile: TileId
    kind: Kind
    fish: FishNumber
    reason: Annotated[Literal["arrival", "fishing"], Meta(description="Why it is shown.")]


class DashboardChanged(Event):
    """A tile, a catch or a cannonball changes a dashboard."""

    seat: Seat
    changes: Annotated[dict[str, tuple[Units, Units]], Meta(description="Old and new value of each changed track.")]
    reason: Annotated[Literal["arrival", "fishing", "cannonball"], Meta(description="What changed it.")]


class Observed(Event):
    """A seat looks at a tile in secret."""

    seat: Seat
    place: Place
    reason: Annotated[Literal["observe", "spyglass"], Meta(description="By which means.")]


class TileSeen(Event):
    """What that seat saw; shown to no other."""

    seat: Seat
    place: Place
    tile: TileId
    kind: Kind
    fish: FishNumber


class TilesSwapped(Event):
    """The tornado swaps two tiles, unseen."""

    seat: Seat
    a: Place
    b: Place


class Jumped(Event):
    """A boat reappears elsewhere."""

    seat: Seat
    from_: Point
    to: Point


class PointChosen(Event):
    """After a jump a boat leaves its tile from a point of its choice."""

    seat: Seat
    from_: Point
    point: Point


class TreasureTaken(Event):
    """A boat finds the treasure and takes it aboard."""

    seat: Seat
    place: Place


class TreasureStolen(Event):
    """An attack succeeds: the treasure changes boats."""

    seat: Seat
    victim: Seat


class AttackFailed(Event):
    """An attack fails."""

    seat: Seat
    target: Seat


class TreasureLost(Event):
    """A boat loses the treasure; its tile lies face down again."""

    seat: Seat
    reason: Annotated[Literal["pirates", "cannonball", "sunk"], Meta(description="How it was lost.")]
    treasure_place: Place
    moved_tile_from: Annotated[Place | None, Meta(description="Place of a tile that made room; null = none.")]
    moved_tile_to: Annotated[Place | None, Meta(description="The hole that this tile filled; null = none.")]


class Bought(Event):
    """A boat buys something in a port."""

    seat: Seat
    item: Good
    quantity: Quantity
    cost: Annotated[int, Meta(ge=1, le=20, description="Fish paid.")]


class BoatSunk(Event):
    """A boat sinks."""

    seat: Seat
    place: Place


class TurnEnded(Event):
    """A turn is over."""

    seat: Seat
