"""The whole truth of a game (position) and what everybody may see of it (view)."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from engines.bakong.parts import (
    ActiveSeat,
    Current,
    CurrentPhase,
    Options,
    Player,
    ScoreSheet,
    Supply,
    Temple,
    TrackTile,
    TurnNumber,
)
from engines.bakong.pieces import CELLS, END_FACES, JUNGLE_SLOTS, OBJECTS, POCKETS, Colour, Face, JungleSlot, TileId
from engines.kernel.records import MOST_SEATS, Position, Record, Result, one_of


class BakongPosition(Position, kw_only=True, dict=True):
    """The whole truth."""

    phase: CurrentPhase
    game: Literal["bakong"]
    schema: Literal[1]
    options: Options = field(default_factory=Options)
    turn: TurnNumber = 0
    active_seat: ActiveSeat = None
    track: Annotated[
        list[TrackTile], Meta(max_length=len(JUNGLE_SLOTS), description="The jungle tiles of slots 1 to 24.")
    ]
    players: Annotated[list[Player], Meta(max_length=MOST_SEATS, description="By seat.")]
    supply: Supply
    temple: Temple
    current: Annotated[Current | None, Meta(description="The running turn; null before the first and at the end.")] = (
        None
    )
    score_sheet: Annotated[ScoreSheet | None, Meta(description="The final count, once the game is over.")] = None
    result: Annotated[Result | None, Meta(description="How the game ended; null while it runs.")] = None

    @cached_property
    def last_shown(self) -> dict[bool, tuple[list[TrackTile], list[TileView]]]:
        """The tiles as the last view found and showed them, with and without memory; no part of the position."""
        return {}

    @property
    def running(self) -> Current:
        """The running turn, in the phases that have one."""
        return self.current  # type: ignore[return-value]

    def copy(self) -> BakongPosition:
        return BakongPosition(
            phase=self.phase,
            game=self.game,
            schema=self.schema,
            options=self.options,
            turn=self.turn,
            active_seat=self.active_seat,
            track=self.track[:],
            players=[player.copy() for player in self.players],
            supply=self.supply.copy(),
            temple=self.temple.copy(),
            current=self.current and self.current.copy(),
            score_sheet=self.score_sheet,  # set once, when all is over
            result=self.result,
        )

    def face(self, slot: int) -> str:
        """What a slot shows."""
        return self.track[slot - 1].face if slot in JUNGLE_SLOTS else END_FACES[slot]

    def ahead(self, seat: int, distance: int) -> int:
        """The slot so far ahead of the pawn in its direction of travel; it may lie beyond the track.

        On the way back, and on the temple, ahead is towards the start camp (BAK-65, BAK-86).
        """
        player = self.players[seat]
        return player.slot + distance if player.direction == "outward" else player.slot - distance


class TileView(Struct, frozen=True):
    """A jungle tile as everybody sees it."""

    slot: JungleSlot
    face: Face
    colour: Colour
    seen: Annotated[
        bool, Meta(description="True when the tile was turned at least once; false where players must remember that.")
    ]
    tile: Annotated[TileId | None, Meta(description="The tile's id where its back is known; else null.")]
    back: Annotated[Face | None, Meta(description="The face below where it is known; else null.")]


class Placed(Record):
    """A piece in its place in the backpack."""

    piece: Annotated[str, one_of(["big", *OBJECTS, "x3", "x1"], "What lies there.", "Treasure")]
    pocket: Annotated[str, one_of(POCKETS, "In which pocket.")]
    x: Annotated[int, Meta(ge=0, le=3, description="Column of its left edge.")]
    y: Annotated[int, Meta(ge=0, le=2, description="Row of its upper edge.")]
    w: Annotated[int, Meta(ge=1, le=3, description="Width in cells.")]
    h: Annotated[int, Meta(ge=1, le=3, description="Height in cells.")]


class PlayerView(Player):
    """A seat as everybody sees it."""

    layout: Annotated[
        tuple[Placed, ...], Meta(max_length=CELLS, description="One way to pack the backpack; others may be drawn.")
    ] = ()


class BakongView(Record, kw_only=True):
    """What everybody may see."""

    game: Literal["bakong"]
    schema: Literal[1]
    options: Options
    phase: CurrentPhase
    turn: TurnNumber
    active_seat: ActiveSeat
    track: Annotated[list[TileView], Meta(description="The jungle tiles of slots 1 to 24.")]
    unseen_tiles: Annotated[
        list[TileId], Meta(description="Ids of the tiles never turned yet; empty without the memory aid.")
    ]
    players: Annotated[list[PlayerView], Meta(description="By seat.")]
    supply: Supply
    temple: Temple
    current: Annotated[Current | None, Meta(description="The running turn; null before the first and at the end.")]
    score_sheet: Annotated[ScoreSheet | None, Meta(description="The final count, once the game is over.")]
    result: Annotated[Result | None, Meta(description="How the game ended; null while it runs.")]

    @property
    def running(self) -> Current:
        """The running turn, in the phases that have one."""
        return self.current  # type: ignore[return-value]

    def face(self, slot: int) -> str:
        """What a slot shows."""
        return self.track[slot - 1].face if slot in JUNGLE_SLOTS else END_FACES[slot]

    def ahead(self, seat: int, distance: int) -> int:
        """The slot so far ahead of the pawn in its direction of travel; it may lie beyond the track."""
        player = self.players[seat]
        return player.slot + distance if player.direction == "outward" else player.slot - distance

    def items(self, seat: int, name: str) -> list[str]:
        """The elements of the picture that show such pieces in a backpack."""
        layout = self.players[seat].layout
        return [f"item-{seat}-{number}" for number, placed in enumerate(layout) if placed.piece == name]
