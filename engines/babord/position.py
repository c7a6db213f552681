"""What a game of Babord is made of: the whole truth, and what a reader may see of it."""

from __future__ import annotations

from copy import copy
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from engines.babord.parts import (
    MOST_BOATS,
    MOST_LINES,
    PLACE_OF,
    Ball,
    Cell,
    Current,
    FishNumber,
    Kind,
    Options,
    Phase,
    Place,
    Player,
    Seat,
    Tile,
    TileId,
    Treasure,
)
from engines.babord.pieces import BALLS_IN_FLIGHT, TILE_IDS, Board, board
from engines.kernel.records import Position, Record, Result, named


class BabordPosition(Position, kw_only=True):
    """The whole truth."""

    game: Literal["babord"] = "babord"
    schema: Literal[1] = 1
    options: Options
    first_seat: Annotated[Seat | UnsetType, Meta(description="Who began; absent = seat 0.")] = UNSET
    round: Annotated[int, Meta(ge=1, le=1000, description="Round in play; after the end the number of rounds.")] = 1
    active_seat: Annotated[Seat | None, Meta(description="Whose turn it is; null when the game is over.")]
    phase: Annotated[Phase, Meta(description="What is to be decided."), named("Phase")]
    current: Current = field(default_factory=Current)
    grid: Annotated[
        list[Annotated[list[Cell], Meta(max_length=MOST_LINES)]],
        Meta(max_length=MOST_LINES, description="Rows of tile ids and ports; null = the hole."),
    ]
    tiles: Annotated[
        dict[str, Tile],
        Meta(max_length=len(TILE_IDS), description="All tiles in play by id, a carried treasure included."),
    ]
    treasure: Treasure
    players: Annotated[list[Player], Meta(max_length=MOST_BOATS, description="Boats and dashboards by seat.")]
    balls: Annotated[
        list[Ball], Meta(max_length=MOST_BOATS * BALLS_IN_FLIGHT, description="Cannonballs in flight, in firing order.")
    ] = []
    result: Annotated[Result | None, Meta(description="The result once the game is over.")] = None

    def copy(self) -> BabordPosition:
        """A copy that shares only what never changes: options, tiles, results."""
        return BabordPosition(
            options=self.options,
            first_seat=self.first_seat,
            round=self.round,
            active_seat=self.active_seat,
            phase=self.phase,
            current=copied_current(self.current),
            grid=[row[:] for row in self.grid],
            tiles=self.tiles.copy(),
            treasure=copy(self.treasure),
            players=[copy(player) for player in self.players],
            balls=[copy(ball) for ball in self.balls],
            result=self.result,
        )


class TileView(Record):
    """A tile as its reader may see it."""

    kind: Annotated[Kind | None, Meta(description="Null = hidden.")]
    fish: Annotated[FishNumber | None, Meta(description="Null = hidden.")]
    known: Annotated[
        bool | UnsetType, Meta(description="The reader has seen this face; absent without `memory_aid`.")
    ] = UNSET
    seen_by: Annotated[
        Annotated[tuple[Seat, ...], Meta(max_length=MOST_BOATS)] | UnsetType,
        Meta(description="Sorted seats that have seen the face; absent without `memory_aid`."),
    ] = UNSET


class TreasureView(Record):
    """The treasure as everybody may see it."""

    tile: Annotated[TileId | None, Meta(description="Its tile while it is carried; else null.")]
    carrier: Annotated[Seat | None, Meta(description="Seat that has it aboard.")]
    hole: Annotated[Place | None, Meta(description="Place that it was taken from, while it is carried.")]


class BabordView(Record):
    """What a seat may see."""

    game: Literal["babord"]
    schema: Literal[1]
    options: Options
    round: Annotated[int, Meta(ge=1, le=1000, description="Round in play; after the end the number of rounds.")]
    active_seat: Annotated[Seat | None, Meta(description="Whose turn it is; null when the game is over.")]
    phase: Annotated[Phase, Meta(description="What is to be decided."), named("Phase")]
    current: Current
    grid: Annotated[list[list[Cell]], Meta(description="Rows of tile ids and ports; null = the hole.")]
    tiles: Annotated[dict[str, TileView], Meta(description="All tiles in play, in the order of their ids.")]
    treasure: TreasureView
    players: Annotated[list[Player], Meta(description="Boats and dashboards by seat.")]
    balls: Annotated[list[Ball], Meta(description="Cannonballs in flight, in firing order.")]
    result: Annotated[Result | None, Meta(description="The result once the game is over.")]
    first_seat: Annotated[Seat | UnsetType, Meta(description="Who began; absent = seat 0.")] = UNSET


PositionOrView = BabordPosition | BabordView
"""What lies on the table for all to see is the same in a position and in a view."""


def first_seat(game: PositionOrView) -> int:
    return 0 if game.first_seat is UNSET else game.first_seat


def board_of(game: PositionOrView) -> Board:
    return board(game.options.rows, game.options.cols)


def boat(game: PositionOrView, seat: int) -> tuple[int, int]:
    """The point of a boat that is on the board."""
    return game.players[seat].boat  # type: ignore[return-value]


def whereabouts(game: PositionOrView, seat: int) -> tuple[int, int]:
    """The place of a boat that is on the board."""
    return PLACE_OF[game.players[seat].boat]  # type: ignore[index]


def lies_in_port(game: PositionOrView, seat: int) -> bool:
    """On one of the jetty points of any port (BAB-40)."""
    return whereabouts(game, seat) in board_of(game).port_at


def drawn_tile(view: BabordView, place: tuple[int, int]) -> str:
    """The element of the picture that shows what lies on a place."""
    name = view.grid[place[0]][place[1]]
    return "hole" if name is None else f"tile-{name}"


def drawn_point(point: tuple[int, int]) -> str:
    """The element of the picture that shows a point."""
    return f"point-{point[0]}-{point[1]}"


def tile_at(game: BabordPosition, place: tuple[int, int]) -> Tile:
    """The tile on a place that is neither port nor hole."""
    return game.tiles[game.grid[place[0]][place[1]]]  # type: ignore[index]


def copied_current(current: Current) -> Current:
    return Current(
        current.attacked, current.wind, current.jumped[:], current.peeks_left, current.peeked[:], current.face_up
    )
