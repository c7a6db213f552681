"""Who may see what. Nothing else reads hidden faces on a player's behalf."""

from __future__ import annotations

from collections import Counter
from copy import copy

from msgspec import UNSET

from engines.babord.events import TileSeen
from engines.babord.pieces import ORDINARY_FACES, TREASURE, TREASURE_FACE
from engines.babord.position import BabordPosition, BabordView, Tile, TileView, Treasure, TreasureView, copied_current
from engines.babord.rules.seeing import shown
from engines.kernel.dice import Dice
from engines.kernel.records import GAME_OVER, Event

HIDDEN = TileView(None, None)
"""A face that a reader does not know. A view is only looked at, so that all its hidden tiles can be this one."""


def view(game: BabordPosition, seat: int | None) -> BabordView:
    """What lies open; with `memory_aid` also what this reader has seen (BAB-128)."""
    return seen(game, seat, remember=game.options.memory_aid)


def knowledge(game: BabordPosition, seat: int | None) -> BabordView:
    """What lies open, and all that this reader has lawfully seen."""
    return seen(game, seat, remember=True)


def tell(event: Event, seat: int | None) -> Event | None:
    """Everything is public but what somebody saw alone (BAB-39)."""
    return None if isinstance(event, TileSeen) and event.seat != seat else event


def seen(game: BabordPosition, seat: int | None, remember: bool) -> BabordView:
    carried = game.treasure.carrier is not None
    over = game.phase == GAME_OVER
    return BabordView(
        game="babord",
        schema=1,
        options=game.options,
        round=game.round,
        active_seat=game.active_seat,
        phase=game.phase,
        current=copied_current(game.current),
        grid=[row[:] for row in game.grid],
        tiles=seen_tiles(game, seat, remember),
        treasure=TreasureView(
            tile=game.treasure.tile if carried or over else None,
            carrier=game.treasure.carrier,
            hole=game.treasure.hole,
        ),
        players=[player.__copy__() for player in game.players],  # type: ignore[attr-defined]
        balls=[ball.__copy__() for ball in game.balls],  # type: ignore[attr-defined]
        result=game.result,
    )


def seen_tiles(game: BabordPosition, seat: int | None, remember: bool) -> dict[str, TileView]:
    """The open faces; the others as null. `known` is there only for a reader whose memory is aided."""
    if remember or game.phase == GAME_OVER:
        return _remembered_tiles(game, seat, remember)
    tiles = dict.fromkeys(sorted(game.tiles), HIDDEN)
    for name in lying_open(game):
        if name in tiles:
            tiles[name] = TileView(game.tiles[name].kind, game.tiles[name].fish)
    return tiles


def _remembered_tiles(game: BabordPosition, seat: int | None, remember: bool) -> dict[str, TileView]:
    """What lies open, and what the reader has seen; everything once the game is over."""
    bare = lying_open(game)
    over = game.phase == GAME_OVER
    tiles = {}
    for name in sorted(game.tiles):
        tile = game.tiles[name]
        known = over or (tile.revealed if seat is None else seat in tile.seen_by)
        mark = known if remember else UNSET
        if over or name in bare or mark is True:
            tiles[name] = TileView(tile.kind, tile.fish, mark)
        else:
            tiles[name] = TileView(None, None, mark)
    return tiles


def lying_open(game: BabordPosition | BabordView) -> set[str | None]:
    """The tile being resolved, and a treasure that is carried."""
    face_up = game.current.face_up
    carried = game.treasure.tile if game.treasure.carrier is not None else None
    return {carried, None if face_up is None else game.grid[face_up[0]][face_up[1]]}


def imagine(known: BabordView, seat: int | None, dice: Dice) -> BabordPosition:
    """Deal the faces that the reader does not know at random over the tiles that hide them."""
    hidden = [name for name, tile in known.tiles.items() if tile.kind is None]
    faces = dict(zip(hidden, imagined_faces(known, len(hidden), dice), strict=True))
    tiles = {}
    for name, tile in known.tiles.items():
        if tile.kind is None or tile.fish is None:
            tiles[name] = Tile(*faces[name])
        else:
            tiles[name] = remembered(known, seat, name, tile.kind, tile.fish)
    return BabordPosition(
        options=known.options,
        round=known.round,
        active_seat=known.active_seat,
        phase=known.phase,
        current=copied_current(known.current),
        grid=[row[:] for row in known.grid],
        tiles=tiles,
        treasure=Treasure(
            tile=next(name for name, tile in tiles.items() if tile.kind == TREASURE),
            carrier=known.treasure.carrier,
            hole=known.treasure.hole,
        ),
        players=[copy(player) for player in known.players],
        balls=[copy(ball) for ball in known.balls],
        result=known.result,
    )


def remembered(known: BabordView, seat: int | None, name: str, kind: str, fish: int) -> Tile:
    """A face that the reader knows: seen by all as far as a spectator can tell, else by that seat at least."""
    if seat is None or name in lying_open(known):
        return shown(Tile(kind, fish), len(known.players))
    return Tile(kind, fish, (seat,))


def imagined_faces(known: BabordView, count: int, dice: Dice) -> list[tuple[str, int]]:
    """Faces for the hidden tiles: from the box, without those that are known; the treasure is always in (BAB-4)."""
    known_faces = Counter((tile.kind, tile.fish) for tile in known.tiles.values() if tile.kind is not None)
    box = []
    for face in ORDINARY_FACES:
        if known_faces[face]:
            known_faces[face] -= 1
        else:
            box.append(face)
    dice.shuffle(box)
    if known_faces[TREASURE_FACE]:
        return box[:count]
    faces = [*box[: count - 1], TREASURE_FACE]
    dice.shuffle(faces)
    return faces
