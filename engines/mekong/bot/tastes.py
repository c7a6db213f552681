"""Tastes decide between ways of equal cost: the same as seen from every village, so that no colour is favoured.

The board has six symmetries, the orders of the coordinates (q, r, -q-r); each village has one that turns it to red's.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from engines.mekong.pieces import COLOURS, HOME, SUPPORTS
from engines.mekong.rules import spans

Cube = tuple[int, int, int]

MOST = 20
"""Less than this, in hundredths of a step, a taste adds to the price of a pair."""


@lru_cache(maxsize=64)
def tastes(colour: str, round_number: int) -> tuple[int, ...]:
    """What a colour adds to the price of each pair: little, and something else in each round."""
    factor = 1009 * round_number + 1
    return tuple((pair + 7) * factor % 7919 % MOST for pair in TURNED[colour])


def turned_pairs(colour: str) -> tuple[int, ...]:
    """Pair by pair, the one that lies for red as this one lies for the colour."""
    home, first = cube(HOME[colour]), cube(HOME["red"])
    a, b, c = next(order for order in permutations(range(3)) if [home[axis] for axis in order] == [*first])
    points = {name: cube(name) for name in SUPPORTS}
    image = {name: BY_CUBE[point[a], point[b], point[c]] for name, point in points.items()}
    return tuple(spans.NUMBER[spans.ordered(image[one], image[other])] for one, other in spans.PAIRS)


def cube(name: str) -> Cube:
    q, r = spans.POINT[name]
    return q, r, -q - r


BY_CUBE = {cube(name): name for name in SUPPORTS}
TURNED = {colour: turned_pairs(colour) for colour in COLOURS}
