"""Every pair of supports that a plank may join, numbered, with its length, crossings and neighbours as bit masks.

Bit ``n`` of a mask stands for pair ``n``; so the places that are open to a plank are a few operations on integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import TypeVar

from engines.mekong.pieces import CONTENT, SIZES, SUPPORTS, VILLAGES
from engines.mekong.rules.geometry import Point, cross_each_other, dist2, under

T = TypeVar("T")
Pair = tuple[str, str]

POINT: dict[str, Point] = {
    item["id"]: (item["q"], item["r"]) for table in ("islands", "villages") for item in CONTENT[table]["items"]
}
REACH_SQ: dict[int, int] = {item["size"]: item["reach_sq"] for item in CONTENT["plank_sizes"]["items"]}
"""How far a plank of each size reaches, squared; size 1 is the shortest (MEK-101)."""
TOO_FAR = max(SIZES) + 1
SNUG = 2  # `plank_fit: snug` takes planks up to two sizes too long (MEK-102)
DIGITS = bytes.maketrans(b"01", b"\0\1")


def smallest_size(a: str, b: str) -> int:
    """The shortest plank that bridges the two supports, or TOO_FAR (MEK-45)."""
    distance = dist2(POINT[a], POINT[b])
    return next((size for size in SIZES if distance <= REACH_SQ[size]), TOO_FAR)


def _pairs() -> tuple[Pair, ...]:
    """Two islands, or an island and a village; never two villages (MEK-41)."""
    return tuple((a, b) for i, a in enumerate(SUPPORTS) for b in SUPPORTS[i + 1 :] if a not in VILLAGES)


RANK = {support: rank for rank, support in enumerate(SUPPORTS)}


def ordered(a: str, b: str) -> Pair:
    """The supports in content order: islands, then villages."""
    return (b, a) if RANK.get(a, 0) > RANK.get(b, 0) else (a, b)


PAIRS = _pairs()
NUMBER: dict[Pair, int] = {pair: number for number, pair in enumerate(PAIRS)}
SMALLEST = tuple(smallest_size(a, b) for a, b in PAIRS)
ENDS = tuple((POINT[a], POINT[b]) for a, b in PAIRS)
BOXES = tuple((min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])) for a, b in ENDS)
"""Pair by pair: the lowest and highest q, the lowest and highest r."""


def mask(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)


def among(mask: int, by_pair: Sequence[T]) -> list[T]:
    """What belongs to the pairs of a mask, in their order."""
    lowest_first = bin(mask)[:1:-1].encode()
    return list(compress(by_pair, lowest_first.translate(DIGITS)))


class Clashes(dict[int, int]):
    """What a plank on a pair closes: itself and all that cross it (MEK-46, MEK-47); nothing if none bridges it.

    Found when it is first asked for: few pairs ever bear a plank, and all of them together take a tenth of a second.
    """

    def __missing__(self, number: int) -> int:
        closed = self[number] = 0 if SMALLEST[number] == TOO_FAR else 1 << number | mask(_crossing(number))
        return closed


def _crossing(number: int) -> list[int]:
    a, b = ENDS[number]
    low_q, high_q, low_r, high_r = BOXES[number]
    return [
        other
        for other, ((c, d), box) in enumerate(zip(ENDS, BOXES, strict=True))
        # Stretches whose boxes lie apart cannot cross; asking that first spares nearly all of the geometry.
        if not (box[0] > high_q or box[1] < low_q or box[2] > high_r or box[3] < low_r)
        and other != number
        and cross_each_other(a, b, c, d)
    ]


def _under(pair: Pair) -> tuple[str, ...]:
    a, b = pair
    return tuple(p for p in SUPPORTS if p not in pair and under(POINT[a], POINT[b], POINT[p]))


CLASHES = Clashes()
UNDER = tuple(_under(pair) for pair in PAIRS)
"""Pair by pair: the islands and villages that a plank on it would pass over."""

TOUCHING = {end: mask([number for number, pair in enumerate(PAIRS) if end in pair]) for end in SUPPORTS}
PASSING = {point: mask([number for number, over in enumerate(UNDER) if point in over]) for point in SUPPORTS}
OPEN_WATER = mask([number for number, over in enumerate(UNDER) if not set(over) & set(VILLAGES)])
"""The pairs that pass over no village."""


def fits(fit: str, size: int, number: int) -> bool:
    """Is a plank of this size right for the pair (MEK-45, MEK-102)?"""
    smallest = SMALLEST[number]
    return smallest <= size and (fit == "long_enough" or size <= smallest + SNUG)


FITTING = {
    (fit, size): mask([number for number in range(len(PAIRS)) if fits(fit, size, number)])
    for fit in ("long_enough", "snug")
    for size in SIZES
}
