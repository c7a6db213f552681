"""The treasure, the hole that it leaves, and how it is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast

from engines.babord.events import TreasureLost, TreasureTaken
from engines.babord.pieces import Pair
from engines.babord.position import BabordPosition, board_of
from engines.kernel.records import Event


def take(game: BabordPosition, seat: int, place: Pair) -> Iterator[Event]:
    """The finder takes the tile aboard; its place becomes the hole, the boat stays (BAB-46, BAB-47, BAB-48, BAB-49)."""
    lay(game, place, None)
    game.treasure.carrier, game.treasure.hole = seat, place
    game.players[seat].arrived_tile = None  # whatever is laid there later is new (BAB-110)
    yield TreasureTaken(seat=seat, place=place)


def robbed_by_pirates(game: BabordPosition, seat: int) -> Iterator[Event]:
    """The treasure goes back into the hole (BAB-50)."""
    if game.treasure.carrier == seat:
        yield put_back(game, seat, "pirates")


def left_behind(game: BabordPosition, seat: int, place: Pair, reason: Literal["cannonball", "sunk"]) -> Iterator[Event]:
    """The treasure stays where the boat was, and the tile that lay there fills the hole (BAB-51).

    A sinking boat leaves it in the same way (BAB-124).
    """
    hole = game.treasure.hole
    if game.treasure.carrier != seat or hole is None:
        return
    if place == hole or place in board_of(game).port_at:  # ports never move (BAB-52, BAB-133)
        yield put_back(game, seat, reason)
        return
    lay(game, hole, game.grid[place[0]][place[1]])
    lay(game, place, game.treasure.tile)
    game.treasure.carrier = game.treasure.hole = None
    yield TreasureLost(seat=seat, reason=reason, treasure_place=place, moved_tile_from=place, moved_tile_to=hole)


def put_back(game: BabordPosition, seat: int, reason: Literal["pirates", "cannonball", "sunk"]) -> TreasureLost:
    """The treasure fills the hole that it left (BAB-50, BAB-52)."""
    hole = cast(Pair, game.treasure.hole)
    lay(game, hole, game.treasure.tile)
    game.treasure.carrier = game.treasure.hole = None
    return TreasureLost(seat=seat, reason=reason, treasure_place=hole, moved_tile_from=None, moved_tile_to=None)


def lay(game: BabordPosition, place: Pair, tile: str | None) -> None:
    game.grid[place[0]][place[1]] = tile
