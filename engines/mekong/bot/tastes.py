"""Between equals a bot decides as red would in its place, so that no colour is favoured.

The board has six symmetries, the orders of the coordinates (q, r, -q-r); each village has one that turns it to red's.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from msgspec.structs import astuple

from engines.kernel.records import Action
from engines.mekong.actions import PlacePlank
from engines.mekong.pieces import COLOUR, COLOURS, HOME, ORDER, PLANKS, SIZE, SUPPORTS
from engines.mekong.rules import spans

Cube = tuple[int, int, int]

MOST = 20
"""Less than this, in hundredths of a step, a taste adds to the price of a pair."""


@lru_cache(maxsize=64)
def tastes(colour: str, round_number: int) -> tuple[int, ...]:
    """What a colour adds to the price of each pair: little, and something else in each round."""
    factor = 1009 * round_number + 1
    return tuple((pair + 7) * factor % 7919 % MOST for pair in TURNED[colour])


def as_seen_by(colour: str, action: Action) -> tuple[int, ...]:
    """A rank of an action: that of the action which red would see in its place."""
    rank = RANK[colour]
    names = [name for field in astuple(action) for name in ([field] if isinstance(field, str) else field)]
    ranks = [rank[name] for name in names]
    return tuple(sorted(ranks) if isinstance(action, PlacePlank) else ranks)


def turned(colour: str) -> dict[str, str]:
    """Island by island, village by village, plank by plank: what is for red as this one is for the colour."""
    home, first = cube(HOME[colour]), cube(HOME["red"])
    a, b, c = next(order for order in permutations(range(3)) if [home[axis] for axis in order] == [*first])
    points = {name: cube(name) for name in SUPPORTS}
    image = {name: BY_CUBE[point[a], point[b], point[c]] for name, point in points.items()}
    owner = {village: other for other, village in HOME.items()}
    return image | {plank: f"{owner[image[HOME[COLOUR[plank]]]]}_{SIZE[plank]}" for plank in PLANKS}


def turned_pairs(image: dict[str, str]) -> tuple[int, ...]:
    return tuple(spans.NUMBER[spans.ordered(image[one], image[other])] for one, other in spans.PAIRS)


def cube(name: str) -> Cube:
    q, r = spans.POINT[name]
    return q, r, -q - r


BY_CUBE = {cube(name): name for name in SUPPORTS}
IMAGE = {colour: turned(colour) for colour in COLOURS}
RANK = {colour: {name: ORDER[other] for name, other in image.items()} for colour, image in IMAGE.items()}
TURNED = {colour: turned_pairs(image) for colour, image in IMAGE.items()}
"""By colour, pair by pair: the pair that lies for red as this one does for the colour."""
TURNED_BACK = {colour: dict(zip(pairs, range(len(pairs)), strict=True)) for colour, pairs in TURNED.items()}
