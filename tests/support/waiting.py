"""Waiting for conditions: the only module of the tests that sleeps (``tests/test_habits.py`` checks it)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds within which everything must happen, on a busy machine."""
SHORTEST, LONGEST = 0.01, 0.05
"""Seconds between two checks, growing with the time."""


def wait_until(condition: Callable[[], T], seconds: float = PATIENCE, what: Callable[[], Any] | str = "") -> T:
    """The first true value of the condition. ``what`` is shown on a timeout."""
    limit, pause = time.monotonic() + seconds, SHORTEST
    while not (value := condition()):
        if time.monotonic() > limit:
            raise AssertionError(f"waited {seconds:.0f} s: {what() if callable(what) else what or condition}")
        time.sleep(pause)
        pause = min(LONGEST, pause * 1.3)
    return value


def spend(seconds: float) -> None:
    """Let time pass where its length is the input of a test: how long a fault lasts, how slow a bot is."""
    time.sleep(seconds)
