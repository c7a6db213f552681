"""What requests came to, by operation: noted in passing, added up once a second for the sums of all processes."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Mapping
from threading import Lock

from store.counters import Counters

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
LABELS = [*map(str, BOUNDS), "+Inf"]
MUCH = 1024
ANSWERS, TIMES, MICROS = "answers", "times", "micros"
"""Sums are kept by names of these kinds: ``answers/act/200``, ``times/act/3`` (the fourth bucket), ``micros/act``."""


class Tally:
    """Adding to it is one append, which needs no lock; the counters of the metrics library cost five times that."""

    def __init__(self, counters: Counters) -> None:
        self._fresh: deque[tuple[str, int, float]] = deque()
        self._lock = Lock()
        self._sums: Counter[str] = Counter()
        self._keep_writing = counters.keep_writing
        counters.drains.append(self.drain)

    def add(self, operation: str, status: int, seconds: float) -> None:
        fresh = self._fresh
        if not fresh:
            self._keep_writing()
        fresh.append((operation, status, seconds))
        if len(fresh) >= MUCH:
            self._fold()

    def drain(self) -> Mapping[str, int]:
        """What has come together since the last time."""
        self._fold()
        with self._lock:
            sums, self._sums = self._sums, Counter()
        return sums

    def _fold(self) -> None:
        with self._lock:
            for _ in range(len(self._fresh)):  # only those who hold the lock take away
                operation, status, seconds = self._fresh.popleft()
                self._sums[f"{ANSWERS}/{operation}/{status}"] += 1
                self._sums[f"{TIMES}/{operation}/{bisect_left(BOUNDS, seconds)}"] += 1
                self._sums[f"{MICROS}/{operation}"] += round(seconds * 1e6)
