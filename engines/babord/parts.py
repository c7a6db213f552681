"""The parts of a game of Babord: places and points, options, wind, tiles, treasure, boats and cannonballs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from engines.babord.pieces import DIRECTIONS, KINDS, MOST_FISH_ON_A_TILE, PORT_TILES, PORTS, PUSHES, TILE_IDS, place_of
from engines.kernel.records import Record, named, one_of

Phase = Literal[
    "choose_port",
    "before_action",
    "set_out",
    "sail",
    "jump",
    "swap_tiles",
    "peek",
    "after_action",
    "game_over",
]
WINDOWS = ("before_action", "after_action")

MOST_BOATS, MOST_LINES = 4, 6
MOST_PLACES = MOST_LINES**2
PLACE_OF = {(y, x): place_of((y, x)) for y in range(2 * MOST_LINES) for x in range(2 * MOST_LINES)}
"""``place_of`` as a table: boats are asked for their place in every step."""

Seat = Annotated[
    int, Meta(ge=0, le=MOST_BOATS - 1, description="Seat number, counted clockwise from 0."), named("Seat")
]
PlaceNumber = Annotated[
    int, Meta(ge=0, le=MOST_LINES - 1, description="Row or column of a tile."), named("TileCoordinate")
]
PointNumber = Annotated[int, Meta(ge=0, le=11, description="Line or column of a point."), named("PointCoordinate")]
Place = Annotated[
    tuple[PlaceNumber, PlaceNumber], Meta(description="Place of a tile: row and column; [0, 0] is the north-west.")
]
Point = Annotated[
    tuple[PointNumber, PointNumber],
    Meta(description="Point of a boat: y and x on the lattice; it lies on the place [y // 2, x // 2]."),
]
Kind = Annotated[str, one_of(KINDS, "Kind of a tile.", "TileKind")]
FishNumber = Annotated[int, Meta(ge=0, le=MOST_FISH_ON_A_TILE, description="Number of fish on a tile.")]
TileId = Annotated[str, one_of(TILE_IDS, "Id of a tile; it says nothing about the kind.", "TileId")]
Laid = Annotated[str, one_of((*TILE_IDS, *PORT_TILES), "Id of a tile or of a port.")]
Cell = Annotated[Laid | None, named("Cell")]
PortId = Annotated[str, one_of(PORTS, "Id of a port.", "Port")]
Direction = Annotated[str, one_of(DIRECTIONS, "One of eight directions.", "Direction")]
WindId = Annotated[str, one_of(PUSHES, "A wind, named after the side that it comes from.", "WindDirection")]
Face = Annotated[int, Meta(ge=1, le=6, description="Face of the wind die.")]
Fish = Annotated[int, Meta(ge=0, le=20, description="Fish aboard.")]
Balls = Annotated[int, Meta(ge=0, le=5, description="Cannonballs in stock.")]


class Options(Record):
    """The options of a game of Babord; fixed once it has begun."""

    first_seat: Annotated[Seat | UnsetType | None, Meta(description="Who begins; null = drawn; absent = seat 0.")] = (
        UNSET
    )
    rows: Annotated[int, Meta(ge=3, le=MOST_LINES, description="Rows of tiles.")] = 6
    cols: Annotated[int, Meta(ge=3, le=MOST_LINES, description="Columns of tiles.")] = 6
    wind_die: Annotated[
        Literal["six_free", "four_winds"],
        Meta(description="The wind die: with two faces of free choice, or the four winds only."),
    ] = "six_free"
    wind_mode: Annotated[
        Literal["each_step", "once"], Meta(description="The wind pushes at every step, or once at the end.")
    ] = "each_step"
    blocked_push: Annotated[
        Literal["cancelled", "forbidden"],
        Meta(description="A push against edge, land or hole is cancelled, or makes the step illegal."),
    ] = "cancelled"
    arrival_fish: Annotated[bool, Meta(description="Fish tiles pay on arrival, not only by fishing.")] = True
    restart_fish: Annotated[int, Meta(ge=0, le=5, description="Fish of a boat that a cannonball sent home.")] = 0
    memory_aid: Annotated[bool, Meta(description="The view also shows what its reader has seen.")] = False
    spare_owner: Annotated[
        bool | UnsetType, Meta(description="A cannonball never hits the boat that fired it; absent = it does.")
    ] = UNSET
    balls_fly: Annotated[
        Literal["own_turn", "every_turn"] | UnsetType,
        Meta(description="Cannonballs fly on in their owner's turns, or in every turn; absent = own_turn."),
    ] = UNSET
    bermuda_effect: Annotated[
        bool | UnsetType, Meta(description="The tile where a boat reappears is shown and acts; absent = it does.")
    ] = UNSET
    bermuda_point: Annotated[
        Literal["now", "later"] | UnsetType,
        Meta(description="The point of that tile is chosen at once, or when the boat sets out again; absent = now."),
    ] = UNSET
    last_afloat_wins: Annotated[bool, Meta(description="The last boat afloat of several wins at once.")] = False
    max_rounds: Annotated[int, Meta(ge=1, le=1000, description="The game ends after so many rounds.")] = 200

    def __post_init__(self) -> None:
        """Leave newer options out at their default: the hashes of games recorded before they existed stay true."""
        if self.spare_owner is False:
            self.spare_owner = UNSET
        if self.balls_fly == "own_turn":
            self.balls_fly = UNSET
        if self.bermuda_effect is True:
            self.bermuda_effect = UNSET
        if self.bermuda_point == "now":
            self.bermuda_point = UNSET


class Wind(Record):
    """The wind of a move."""

    face: Face
    winds: Annotated[
        tuple[WindId, ...], Meta(max_length=len(PUSHES), description="The winds to choose from; one = forced.")
    ]


class Current(Record):
    """How far the turn has come."""

    attacked: Annotated[bool, Meta(description="An attack was made in this window.")] = False
    wind: Annotated[Wind | None, Meta(description="The wind, in phase `sail`; else null.")] = None
    jumped: Annotated[
        list[Place], Meta(max_length=MOST_PLACES, description="Places whose Bermuda Triangle was used this turn.")
    ] = []
    peeks_left: Annotated[int, Meta(ge=0, le=2, description="Looks still owed to the spyglass.")] = 0
    peeked: Annotated[
        list[Place], Meta(max_length=MOST_PLACES, description="Places seen through the spyglass this turn.")
    ] = []
    face_up: Annotated[
        Place | None, Meta(description="Place of the tile being resolved, visible to all; else null.")
    ] = None


class Tile(Record):
    """A tile in play. Copies of a position share it: it is replaced, never changed."""

    kind: Kind
    fish: FishNumber
    seen_by: Annotated[
        tuple[Seat, ...], Meta(max_length=MOST_BOATS, description="Sorted seats that have seen the face.")
    ] = ()
    revealed: Annotated[bool, Meta(description="The face was once shown to all.")] = False


class Treasure(Record):
    """Where the treasure is."""

    tile: TileId
    carrier: Annotated[Seat | None, Meta(description="Seat that has it aboard; null = it lies in the grid.")] = None
    hole: Annotated[Place | None, Meta(description="Place that it was taken from, while it is carried.")] = None


class Player(Record):
    """A boat and its dashboard; all of it is public."""

    seat: Seat
    home_port: Annotated[PortId | None, Meta(description="Home port; null before it is chosen.")] = None
    start_point: Annotated[Point | None, Meta(description="Jetty point chosen at the start.")] = None
    boat: Annotated[Point | None, Meta(description="Point of the boat; null before the start and when sunk.")] = None
    arrived_tile: Annotated[
        Laid | None, Meta(description="Tile or port that the boat last arrived on; null = whatever lies there is new.")
    ] = None
    hull: Annotated[int, Meta(ge=0, le=10, description="State of the boat; it sinks at 0.")] = 10
    fuel: Annotated[int, Meta(ge=0, le=10, description="Units of fuel.")] = 10
    xp: Annotated[int, Meta(ge=0, le=10, description="Combat experience.")] = 0
    cannonballs: Balls = 0
    knife: Annotated[int, Meta(ge=0, le=1, description="1 with a knife aboard.")] = 0
    fish: Fish = 5
    sunk: Annotated[bool, Meta(description="The boat has sunk.")] = False
    anywhere: Annotated[
        bool | UnsetType, Meta(description="True: its next move sets out from any point of its tile; else absent.")
    ] = UNSET


class Ball(Record):
    """A cannonball in flight."""

    owner: Seat
    place: Place
    direction: Direction
