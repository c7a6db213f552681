"""The figures of the bench of Clusters are read right."""

from __future__ import annotations

import pytest

from bench.cluster import ONE, report
from bench.support.load import Slice


def slices(cpu: float) -> list[Slice]:
    return [Slice(1.0, [0.001] * 100, 0.1, cpu)] * 3


@pytest.mark.parametrize(("masters", "replicated", "short"), [(0.54, 0.62, 0), (0.56, 0.62, 1), (0.56, 0.63, 2)])
def test_what_costs_more_than_it_may_is_named(masters: float, replicated: float, short: int) -> None:
    found = {ONE: slices(0.5), "3 masters": slices(masters), "replicated": slices(replicated)}
    assert len(report(found)) == short
