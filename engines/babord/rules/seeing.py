"""Looking at tiles: alone (observe, spyglass) or with everybody (arrival, fishing) (BAB-26, BAB-38, BAB-39)."""

from __future__ import annotations

from typing import Literal

from engines.babord.events import Observed, TileRevealed, TileSeen
from engines.babord.parts import PLACE_OF, Tile
from engines.babord.pieces import Pair
from engines.babord.position import BabordPosition, BabordView, board_of, tile_at
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said


def observable(game: BabordPosition, seat: int) -> list[Pair]:
    """The places of face-down tiles without another boat (BAB-38)."""
    closed = out_of_sight(game, seat)
    return [place for place in board_of(game).seas if place not in closed]


def out_of_sight(game: BabordPosition, seat: int) -> tuple[Pair | None, ...]:
    """The places that nobody at this boat can look at: the hole, or under another boat (BAB-38)."""
    boats = [PLACE_OF[other.boat] for other in game.players if other.boat is not None and other.seat != seat]
    return (game.treasure.hole, *boats)


def refuse_look(game: BabordPosition, seat: int, place: Pair) -> None:
    """A seat may look at any face-down tile but those under other boats (BAB-38)."""
    if place not in board_of(game).open_sea or place == game.treasure.hole:
        raise Illegal("BAB-38", said("there is no face-down tile on {place}", place=list(place)))
    for other in game.players:
        if other.boat is not None and other.seat != seat and PLACE_OF[other.boat] == place:
            raise Illegal("BAB-38", said("another boat lies on the tile on {place}", place=list(place)))


def look(game: BabordPosition, seat: int, place: Pair, reason: Literal["observe", "spyglass"]) -> list[Event]:
    """The look is public, what was seen is not (BAB-39)."""
    name = name_at(game, place)
    tile = game.tiles[name]
    if seat not in tile.seen_by:
        game.tiles[name] = Tile(tile.kind, tile.fish, tuple(sorted((*tile.seen_by, seat))), tile.revealed)
    seen = TileSeen(seat=seat, place=place, tile=name, kind=tile.kind, fish=tile.fish)
    return [Observed(seat=seat, place=place, reason=reason), seen]


def reveal(game: BabordPosition, seat: int, place: Pair, reason: Literal["arrival", "fishing"]) -> TileRevealed:
    """The tile is shown to everybody (BAB-26, BAB-125)."""
    name, tile = name_at(game, place), tile_at(game, place)
    game.tiles[name] = shown(tile, len(game.players))
    return TileRevealed(seat=seat, place=place, tile=name, kind=tile.kind, fish=tile.fish, reason=reason)


def shown(tile: Tile, seats: int) -> Tile:
    """The tile once everybody has seen it."""
    return tile if tile.revealed else Tile(tile.kind, tile.fish, tuple(range(seats)), True)


def name_at(game: BabordPosition, place: Pair) -> str:
    return game.grid[place[0]][place[1]]  # type: ignore[return-value]


def lying_open(game: BabordPosition | BabordView) -> set[str | None]:
    """The tile being resolved, and a treasure that is carried."""
    face_up = game.current.face_up
    carried = game.treasure.tile if game.treasure.carrier is not None else None
    return {carried, None if face_up is None else game.grid[face_up[0]][face_up[1]]}
