"""Sample the hidden part of a position: full positions that agree with what a seat knows."""

from __future__ import annotations

from collections import Counter
from copy import copy

from msgspec import UNSET

from engines.babord.parts import Tile, Treasure
from engines.babord.pieces import ORDINARY_FACES, TREASURE, TREASURE_FACE
from engines.babord.position import BabordPosition, BabordView, TileView, copied_current
from engines.babord.rules.seeing import lying_open, shown
from engines.kernel.dice import Dice
from engines.kernel.records import GAME_OVER


def determinize(known: BabordView, seat: int | None, dice: Dice) -> BabordPosition:
    """Deal the faces that the reader does not know at random over the tiles that hide them."""
    hidden = [name for name, tile in known.tiles.items() if tile.kind is None]
    faces = dict(zip(hidden, sampled_faces(known, len(hidden), dice), strict=True))
    tiles = {}
    for name, tile in known.tiles.items():
        if tile.kind is None or tile.fish is None:
            tiles[name] = Tile(*faces[name], lookers(tile))
        else:
            tiles[name] = remembered(known, seat, name, tile.kind, tile.fish)
    return BabordPosition(
        options=known.options,
        first_seat=known.first_seat,
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
    """A face that the reader knows: seen by all as far as a spectator knows, else by that seat at least.

    The end of the game opens every face, which adds nobody to those that had seen it.
    """
    if known.phase == GAME_OVER:
        return Tile(kind, fish, lookers(known.tiles[name]))
    if seat is None or name in lying_open(known):
        return shown(Tile(kind, fish), len(known.players))
    return Tile(kind, fish, tuple(sorted({seat, *lookers(known.tiles[name])})))


def lookers(tile: TileView) -> tuple[int, ...]:
    """The seats that are known to have seen the face."""
    return () if tile.seen_by is UNSET else tile.seen_by


def sampled_faces(known: BabordView, count: int, dice: Dice) -> list[tuple[str, int]]:
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
