"""The delta: exact geometry, the spans of the board and what lies under them."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from engines.mekong import pieces
from engines.mekong.rules import geometry, spans
from engines.mekong.rules.geometry import cross, cross_each_other, dist2, dot2, under

SPANS = pieces.CONTENT["spans"]
BRIDGED = [number for number, size in enumerate(spans.SMALLEST) if size < spans.TOO_FAR]


def test_distances_and_products_are_integers_on_the_triangular_lattice() -> None:
    assert dist2((0, 0), (1, 0)) == dist2((0, 0), (0, 1)) == dist2((0, 0), (1, -1)) == 1
    assert dist2((0, 0), (1, 1)) == 3
    assert dist2((2, -3), (5, 4)) == 9 + 21 + 49
    assert dot2((0, 0), (1, 0), (1, 0)) == 2
    assert dot2((0, 0), (1, 0), (0, 1)) == 1
    assert dot2((0, 0), (1, 0), (-1, 2)) == 0
    assert dot2((1, 1), (3, 4), (6, 0)) == 2 * 10 + 2 * -3 + 2 * -1 + 3 * 5
    assert cross((0, 0), (1, 0), (0, 1)) == 1
    assert cross((0, 0), (0, 1), (1, 0)) == -1
    assert cross((1, 2), (4, 3), (2, 7)) == 3 * 5 - 1 * 1


@pytest.mark.rule("MEK-46")
@pytest.mark.parametrize(
    ("a", "b", "c", "d", "crossing"),
    [
        ((0, 0), (4, 0), (2, -2), (2, 2), True),  # an X
        ((0, 0), (4, 0), (2, 0), (2, 2), True),  # a T: touching counts
        ((0, 0), (4, 0), (5, -2), (5, 2), False),  # beside the end
        ((0, 0), (4, 0), (2, 1), (2, 3), False),  # stops short
        ((0, 0), (4, 0), (2, 0), (6, 0), True),  # on one line, overlapping
        ((0, 0), (4, 0), (5, 0), (9, 0), False),  # on one line, apart
        ((9, 0), (5, 0), (4, 0), (0, 0), False),
        ((0, 0), (9, 0), (2, 0), (4, 0), True),  # one within the other
        ((0, 0), (4, 0), (0, 0), (2, 2), False),  # a common end
        ((0, 0), (4, 0), (0, 0), (2, 0), True),  # a common end and one ray
        ((0, 0), (4, 0), (-2, 0), (0, 0), False),  # a common end, opposite rays
        ((0, 0), (4, 0), (4, 0), (1, 0), True),
        ((4, 0), (0, 0), (1, 0), (4, 0), True),
        ((4, 0), (0, 0), (4, 0), (6, 1), False),
        ((0, 0), (0, 4), (0, 5), (0, 9), False),
        ((0, 0), (0, 4), (0, 3), (0, 9), True),
        ((0, 0), (4, 0), (4, 1), (0, 5), False),
    ],
)
def test_two_planks_cross(
    a: geometry.Point, b: geometry.Point, c: geometry.Point, d: geometry.Point, crossing: bool
) -> None:
    for one, other in permutations([(a, b), (c, d)]):
        assert cross_each_other(*one, *other) is crossing
        assert cross_each_other(*one[::-1], *other) is crossing


@pytest.mark.rule("MEK-104")
def test_a_point_under_a_plank_is_between_its_ends_and_nearer_than_one_unit() -> None:
    assert under((0, 0), (9, 0), (4, 0))
    assert not under((0, 0), (9, 0), (0, 0))
    assert not under((0, 0), (9, 0), (9, 0))
    assert not under((0, 0), (9, 0), (-1, 0))
    assert not under((0, 0), (9, 0), (10, 0))
    assert under((0, 0), (9, 0), (4, 1))  # sqrt(3)/2 away
    assert not under((0, 0), (9, 0), (4, 2))
    assert not under((0, 0), (7, 7), (3, 5))  # exactly one unit away
    assert under((0, 0), (3, 3), (1, 2))  # half a unit away


def test_all_pairs_are_two_islands_or_an_island_and_a_village() -> None:
    assert len(spans.PAIRS) == len(set(spans.PAIRS)) == 27 * 26 // 2 + 27 * 6 == 513
    assert spans.PAIRS[0] == ("i01", "i02")
    assert spans.PAIRS[-1] == ("i27", "v_yellow")
    assert all(spans.ordered(b, a) == spans.ordered(a, b) == (a, b) for a, b in spans.PAIRS)
    assert spans.ordered("v_black", "v_red") == ("v_red", "v_black")
    assert [spans.NUMBER[pair] for pair in spans.PAIRS] == list(range(513))


@pytest.mark.rule("MEK-101")
def test_plank_n_reaches_2n_plus_3_units() -> None:
    assert {size: (2 * size + 3) ** 2 for size in range(1, 7)} == spans.REACH_SQ
    assert spans.smallest_size("i11", "v_red") == 2  # 49 = 7 * 7: just long enough
    assert spans.smallest_size("i09", "i10") == 6  # 225 = 15 * 15
    assert spans.smallest_size("i01", "i27") == spans.TOO_FAR == 7


@pytest.mark.rule("MEK-100")
def test_the_spans_of_the_board_are_those_of_the_content() -> None:
    table = {(a, b): (distance, size) for a, b, distance, size in SPANS["items"]}
    computed = {
        spans.PAIRS[n]: (dist2(*(spans.POINT[end] for end in spans.PAIRS[n])), spans.SMALLEST[n]) for n in BRIDGED
    }
    assert computed == table
    assert len(table) == SPANS["count"] == 171
    assert [spans.SMALLEST.count(size) for size in range(1, 7)] == SPANS["by_smallest_size"]


def test_the_crossings_of_the_board_are_counted_in_the_content() -> None:
    clashes = [(one, other) for one, other in combinations(BRIDGED, 2) if spans.CLASHES[one] >> other & 1]
    assert len(clashes) == SPANS["crossing_pairs"] == 318
    for one in BRIDGED:
        assert spans.CLASHES[one] >> one & 1
        assert all(spans.CLASHES[other] >> one & 1 for other in BRIDGED if spans.CLASHES[one] >> other & 1)
    assert all(spans.CLASHES[n] == 0 for n in range(513) if n not in BRIDGED)


@pytest.mark.rule("MEK-48", "MEK-38")
def test_no_span_of_the_board_passes_over_a_third_support() -> None:
    assert all(spans.UNDER[number] == () for number in BRIDGED)
    assert SPANS["over_third_support"] == 0
    assert spans.UNDER[spans.NUMBER["i01", "i19"]] == ("i09",)
    over_i09 = spans.PASSING["i09"]
    assert over_i09 >> spans.NUMBER["i01", "i19"] & 1
    assert not over_i09 >> spans.NUMBER["i01", "i02"] & 1
    assert spans.OPEN_WATER == (1 << 513) - 1


@pytest.mark.rule("MEK-100")
def test_every_start_sees_the_same_board() -> None:
    """Each permutation of (q, r, s) keeps the board, and with it every length and every crossing."""

    def carried(order: tuple[int, ...]) -> dict[str, str]:
        at = {point: name for name, point in spans.POINT.items()}
        coordinates = {name: (q, r, -q - r) for name, (q, r) in spans.POINT.items()}
        return {name: at[c[order[0]], c[order[1]]] for name, c in coordinates.items()}

    for order in permutations(range(3)):
        names = carried(order)
        for one in BRIDGED:
            a, b = (names[end] for end in spans.PAIRS[one])
            image = spans.NUMBER[spans.ordered(a, b)]
            assert spans.SMALLEST[image] == spans.SMALLEST[one]
            assert spans.CLASHES[image].bit_count() == spans.CLASHES[one].bit_count()


def test_masks_of_lengths_and_ends() -> None:
    for (fit, size), mask in spans.FITTING.items():
        for number, smallest in enumerate(spans.SMALLEST):
            right = smallest <= size <= (smallest + 2 if fit == "snug" else 6)
            assert bool(mask >> number & 1) == right == spans.fits(fit, size, number)
    for end, mask in spans.TOUCHING.items():
        assert mask == sum(1 << n for n, pair in enumerate(spans.PAIRS) if end in pair)
    assert spans.mask([0, 3]) == 9
