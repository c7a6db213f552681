"""Exact geometry on the triangular lattice: points are axial coordinates (q, r), everything is an integer."""

from __future__ import annotations

Point = tuple[int, int]


def dist2(a: Point, b: Point) -> int:
    """The square of the distance."""
    q, r = b[0] - a[0], b[1] - a[1]
    return q * q + q * r + r * r


def cross(o: Point, a: Point, b: Point) -> int:
    """Positive, zero or negative: b lies on one side of the line from o to a, on it, or on the other side."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def dot2(o: Point, a: Point, b: Point) -> int:
    """Twice the dot product of o-a and o-b."""
    q1, r1 = a[0] - o[0], a[1] - o[1]
    q2, r2 = b[0] - o[0], b[1] - o[1]
    return 2 * q1 * q2 + 2 * r1 * r2 + q1 * r2 + r1 * q2


def cross_each_other(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Does the stretch a-b cross the stretch c-d (MEK-46)? A common end is no crossing, a common ray is."""
    if len({a, b, c, d}) < 4:
        return _share_a_ray(a, b, c, d)
    sides = cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)
    if not any(sides):
        return _overlap(a, b, c, d)
    return _opposed(sides[0], sides[1]) and _opposed(sides[2], sides[3])


def _opposed(one: int, other: int) -> bool:
    return (one <= 0 or other <= 0) and (one >= 0 or other >= 0)


def _share_a_ray(a: Point, b: Point, c: Point, d: Point) -> bool:
    """With one common end they cross only when the other ends lie on one ray from it."""
    common = a if a in (c, d) else b
    end, other = (b if common == a else a), (d if common == c else c)
    return cross(common, end, other) == 0 and dot2(common, end, other) > 0


def _overlap(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Four points on one line: do the stretches a-b and c-d have a point in common?"""
    return max(min(a, b), min(c, d)) <= min(max(a, b), max(c, d))


def under(a: Point, b: Point, p: Point) -> bool:
    """Does p lie under the plank a-b: between its ends and nearer than one unit (MEK-38, MEK-48)?"""
    length = dist2(a, b)
    return 0 < dot2(a, b, p) < 2 * length and 3 * cross(a, b, p) ** 2 < 4 * length
