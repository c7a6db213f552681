"""What requests came to, by operation: noted in passing, added up when somebody asks or much has come together."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterator
from itertools import accumulate
from threading import Lock

from prometheus_client import REGISTRY
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
LABELS = [*map(str, BOUNDS), "+Inf"]
MUCH = 1024


class Tally(Collector):
    """Adding to it is one append, which needs no lock; the counters of the metrics library cost five times that."""

    def __init__(self) -> None:
        self._fresh: deque[tuple[str, int, float]] = deque()
        self._lock = Lock()
        self._answers: Counter[tuple[str, int]] = Counter()
        self._seconds: dict[str, float] = {}
        self._times: dict[str, list[int]] = {}

    def add(self, operation: str, status: int, seconds: float) -> None:
        self._fresh.append((operation, status, seconds))
        if len(self._fresh) >= MUCH:
            self._fold()

    def _fold(self) -> None:
        with self._lock:
            for _ in range(len(self._fresh)):  # only those who hold the lock take away
                operation, status, seconds = self._fresh.popleft()
                self._answers[operation, status] += 1
                self._seconds[operation] = self._seconds.get(operation, 0.0) + seconds
                times = self._times.setdefault(operation, [0] * len(LABELS))
                times[bisect_left(BOUNDS, seconds)] += 1

    def collect(self) -> Iterator[Metric]:
        self._fold()
        with self._lock:
            answers = CounterMetricFamily("ludotheque_requests", "Requests answered.", labels=["operation", "status"])
            for (operation, status), count in self._answers.items():
                answers.add_metric([operation, str(status)], count)
            times = HistogramMetricFamily("ludotheque_request_seconds", "Time to answer.", labels=["operation"])
            for operation, counts in self._times.items():
                buckets = list(zip(LABELS, accumulate(counts), strict=True))
                times.add_metric([operation], buckets, self._seconds[operation])  # type: ignore[arg-type]
        yield answers
        yield times


TALLY = Tally()
REGISTRY.register(TALLY)
