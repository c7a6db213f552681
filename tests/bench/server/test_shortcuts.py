"""The shortcuts are compared with ways that give the same: each comparison asserts it before it is measured."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from bench.server.shortcuts import Ways, decoding, sentences
from engines.kernel.registry import slugs


def calls(way: Callable[[Any], Any], items: list[Any]) -> int:
    """How many functions the way calls: unlike its CPU the same in every run."""
    count, before = 0, sys.getprofile()

    def note(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        for item in items:
            way(item)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("comparison", [decoding, sentences])
@pytest.mark.parametrize("slug", slugs())
def test_a_shortcut_does_less_for_the_same(slug: str, comparison: Callable[[str], Ways]) -> None:
    ways = comparison(slug)
    assert calls(ways.plain, ways.items) > calls(ways.shortcut, ways.items) > 0
    assert min(ways.measure(1)) > 0


def test_ways_to_different_results_are_not_compared() -> None:
    with pytest.raises(AssertionError):
        Ways(str, repr, ["a sentence"]).checked()
