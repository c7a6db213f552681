"""Statistics: intervals, quartiles, histograms."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from store.jobs.analysis import Bin, Distribution

Z = 1.959964
"""95 % of the normal distribution lie within this many standard deviations."""
BINS = 12


def wilson(wins: float, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a rate; conservative if wins count in fractions, which vary less than whole ones."""
    if trials == 0:
        return 0.0, 1.0
    rate, square = wins / trials, Z * Z / trials
    centre = (rate + square / 2) / (1 + square)
    half = sqrt(max(0.0, rate * (1 - rate)) * square + square * square / 4) / (1 + square)
    return round(max(0.0, centre - half), 4), round(min(1.0, centre + half), 4)


def distribution(values: Sequence[int]) -> Distribution:
    """The distribution of values (at least one)."""
    ranked = sorted(values)
    q1, median, q3 = (_quantile(ranked, part / 4) for part in (1, 2, 3))
    mean = round(sum(ranked) / len(ranked), 3)
    return Distribution(mean, ranked[0], q1, median, q3, ranked[-1], _histogram(ranked))


def _quantile(ranked: Sequence[int], part: float) -> float:
    """Linear interpolation between two values."""
    place = part * (len(ranked) - 1)
    below = int(place)
    above = min(below + 1, len(ranked) - 1)
    return round(ranked[below] + (ranked[above] - ranked[below]) * (place - below), 3)


def _histogram(ranked: Sequence[int]) -> list[Bin]:
    low, span = ranked[0], ranked[-1] - ranked[0] + 1
    width = -(-span // BINS)
    counts = [0] * -(-span // width)
    for value in ranked:
        counts[(value - low) // width] += 1
    return [Bin(low + place * width, low + (place + 1) * width - 1, count) for place, count in enumerate(counts)]
