"""The shortcuts are compared with ways that give the same: each measurement asserts it before it begins."""

from __future__ import annotations

import pytest

from bench.server.shortcuts import decoding, sentences
from engines.kernel.registry import slugs


@pytest.mark.parametrize("slug", slugs())
def test_both_ways_are_measured(slug: str) -> None:
    for ways in (decoding(slug, 1), sentences(slug, 1)):
        assert ways.plain > ways.shortcut > 0
