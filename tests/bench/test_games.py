"""Games of bots a second: the figures of a table, with their spread."""

from __future__ import annotations

from bench.games import Result, line


def test_a_row_has_medians_and_the_least_and_most() -> None:
    found = [Result(20, 1000, 10.0, 4.0), Result(30, 1500, 10.0, 6.0), Result(10, 500, 10.0, 2.5)]
    assert line(found) == "| 2.0 (1.0-3.0) | 100 (50-150) | 200 (200-250) | 0.40 (0.25-0.60) |"
