"""The time, read in one place so that recordings can fix it."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from functools import lru_cache


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def iso(milliseconds: int) -> str:
    """An absolute time in the format of the API."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{_second(seconds)}.{rest:03d}Z"


@lru_cache(maxsize=256)
def _second(seconds: int) -> str:
    """Cached: every response within a second has the same times."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").removesuffix("+00:00")
