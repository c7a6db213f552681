"""What requests came to, by operation: noted in passing, added up once a second for the sums of the whole house."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping
from itertools import accumulate
from threading import Lock

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric

from store.figures import Figures

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
LABELS = [*map(str, BOUNDS), "+Inf"]
MUCH = 1024
ANSWERS, TIMES, MICROS = "answers", "times", "micros"
"""Sums are kept by names of these kinds: ``answers/act/200``, ``times/act/3`` (the fourth bucket), ``micros/act``."""


class Tally:
    """Adding to it is one append, which needs no lock; the counters of the metrics library cost five times that."""

    def __init__(self, figures: Figures) -> None:
        self._fresh: deque[tuple[str, int, float]] = deque()
        self._lock = Lock()
        self._sums: Counter[str] = Counter()
        self._keep_writing = figures.keep_writing
        figures.drains.append(self.drain)

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


def told(sums: Mapping[str, int]) -> Iterator[Metric]:
    """The metrics of requests, from the sums of the house."""
    answers = CounterMetricFamily("ludotheque_requests", "Requests answered.", labels=["operation", "status"])
    times = HistogramMetricFamily("ludotheque_request_seconds", "Time to answer.", labels=["operation"])
    counts: dict[str, list[int]] = defaultdict(lambda: [0] * len(LABELS))
    for name, number in sums.items():
        kind, _, rest = name.partition("/")
        operation, _, part = rest.partition("/")
        if kind == ANSWERS:
            answers.add_metric([operation, part], number)
        elif kind == TIMES:
            counts[operation][int(part)] = number
    for operation, numbers in counts.items():
        buckets = list(zip(LABELS, accumulate(numbers), strict=True))
        times.add_metric([operation], buckets, sums.get(f"{MICROS}/{operation}", 0) / 1e6)  # type: ignore[arg-type]
    yield answers
    yield times
