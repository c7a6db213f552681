"""What fits into a backpack of 20 cells in four pockets (BAK-49), and one way to draw it (BAK-109)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from engines.bakong.parts import Player
from engines.bakong.pieces import BIG_SHAPE_OF, CELLS, ORDER, POCKETABLE, POCKETS, SHAPE_OF
from engines.bakong.position import Placed

WIDTH, HEIGHT = POCKETS["central"]
SMALL_POCKETS = ("top", "left", "right", "central")
"""Where small pieces go, in this order."""
NO_PACKING = -1

Piece = tuple[str, int, int]
"""Name, width, height."""


@cache
def room(big: int | None, objects: tuple[str, ...]) -> int:
    """Cells left for small emeralds beside this load; NO_PACKING when the load itself does not fit (BAK-53)."""
    if pack(big, objects) is None:
        return NO_PACKING
    taken = sum(width * height for _, width, height in central_pieces(big, objects))
    return CELLS - taken - len(POCKETABLE.intersection(objects))


def fits(big: int | None, objects: list[str], small: int) -> bool:
    """Is there a packing for this load with so many small emerald tokens? (BAK-52)"""
    return small <= room(big, tuple(objects))


def could_stow(player: Player, name: str) -> bool:
    """Would the object fit if everything that may be thrown away were gone? (BAK-55, BAK-58)"""
    return room(player.big, (name,)) != NO_PACKING


def add_object(objects: list[str], name: str) -> list[str]:
    return sorted([*objects, name], key=ORDER.__getitem__)


def central_pieces(big: int | None, objects: tuple[str, ...]) -> list[Piece]:
    """What only the central pocket takes: the big emerald, then the objects by falling area (BAK-51)."""
    emerald = [] if big is None else [("big", *BIG_SHAPE_OF[big])]
    others = [(name, *SHAPE_OF[name]) for name in objects if name not in POCKETABLE]
    return emerald + sorted(others, key=lambda piece: (-piece[1] * piece[2], ORDER[piece[0]]))


@cache
def pack(big: int | None, objects: tuple[str, ...]) -> tuple[Placed, ...] | None:
    """The first way to lay the central pieces on 4 x 3 cells without overlap, or None (BAK-48, BAK-51)."""
    pieces = central_pieces(big, objects)
    if sum(width * height for _, width, height in pieces) > WIDTH * HEIGHT:
        return None
    return _search(pieces, frozenset())


def _search(pieces: list[Piece], taken: frozenset[tuple[int, int]]) -> tuple[Placed, ...] | None:
    if not pieces:
        return ()
    for placed in _places(pieces[0]):
        cells = _cells(placed)
        if not cells & taken and (rest := _search(pieces[1:], taken | cells)) is not None:
            return (placed, *rest)
    return None


def _places(piece: Piece) -> Iterator[Placed]:
    """Every place for a piece: cells row by row from the top left, unrotated before rotated."""
    name, width, height = piece
    for y in range(HEIGHT):
        for x in range(WIDTH):
            for w, h in dict.fromkeys([(width, height), (height, width)]):
                if x + w <= WIDTH and y + h <= HEIGHT:
                    yield Placed(name, "central", x, y, w, h)


def _cells(placed: Placed) -> frozenset[tuple[int, int]]:
    return frozenset((x, y) for x in range(placed.x, placed.x + placed.w) for y in range(placed.y, placed.y + placed.h))


@lru_cache(maxsize=4096)
def layout(big: int | None, objects: tuple[str, ...], x3: int, x1: int) -> tuple[Placed, ...]:
    """One packing of a whole load: central pieces, then compass, x3 and x1 into the cells left (BAK-50)."""
    central = pack(big, objects) or ()
    taken = frozenset[tuple[int, int]]().union(*[_cells(placed) for placed in central])
    free = (
        (pocket, x, y)
        for pocket in SMALL_POCKETS
        for y in range(POCKETS[pocket][1])
        for x in range(POCKETS[pocket][0])
        if pocket != "central" or (x, y) not in taken
    )
    small = [name for name in objects if name in POCKETABLE] + ["x3"] * x3 + ["x1"] * x1
    return central + tuple(
        Placed(piece, pocket, x, y, 1, 1) for piece, (pocket, x, y) in zip(small, free, strict=False)
    )
