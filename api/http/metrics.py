"""The content of `/metrics`: requests, games, bots and queue of all processes, whichever one answers."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import accumulate

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from api.http.request_log import ANSWERS, LABELS, MICROS, TIMES
from api.services import ApiServices
from store.games.outbox import Outbox
from store.process.counters import COUNTED
from store.redis.checks import state_of
from store.redis.client import OutcomeUnknown, StoreUnavailable

MEDIA_TYPE = CONTENT_TYPE_LATEST


class ServiceCollector(Collector):
    """Reads the metrics on demand; an unavailable store is itself a metric."""

    def __init__(self, services: ApiServices) -> None:
        self.services = services

    def collect(self) -> Iterator[Metric]:
        try:
            yield from self._of_the_store()
            up = 1
        except (StoreUnavailable, OutcomeUnknown):
            up = 0
        yield GaugeMetricFamily("ludotheque_store_up", "1 while the store answers.", value=up)
        try:
            depth = self.services.queue.depth()
            yield GaugeMetricFamily("ludotheque_queue_depth", "Jobs that wait for a worker.", value=depth)
            up = 1
        except (RedisError, OSError):
            up = 0
        yield GaugeMetricFamily("ludotheque_queue_up", "1 while the queue answers.", value=up)

    def _of_the_store(self) -> Iterator[Metric]:
        sums = self.services.store.counters.read()
        owed = Outbox(self.services.store.redis).count()
        for name, says in COUNTED.items():
            yield CounterMetricFamily(f"ludotheque_{name}", says, value=sums[name])
        yield from request_metrics(sums)
        streams = self.services.store.counters.open_streams()
        yield GaugeMetricFamily("ludotheque_streams", "Open event streams.", value=streams)
        yield GaugeMetricFamily("ludotheque_owed_turns", "Turns that bots owe now.", value=owed)
        yield GaugeMetricFamily("ludotheque_open_jobs", "Jobs that have not ended.", value=self.services.jobs.count())
        yield from self._of_its_servers()

    def _of_its_servers(self) -> Iterator[Metric]:
        settings = self.services.settings
        needed = settings.replicas if settings.durability == "replicated" else 0
        states = [state_of(read) for read in self.services.store.redis.readers()]
        writable = not any(state.obstacles(needed) for state in states)
        used, most = max((state.memory for state in states), key=lambda memory: memory[0] / (memory[1] or math.inf))
        yield GaugeMetricFamily("ludotheque_store_writable", "1 while the store accepts changes.", value=int(writable))
        yield GaugeMetricFamily("ludotheque_store_memory_bytes", "Memory of the fullest server.", value=used)
        yield GaugeMetricFamily("ludotheque_store_memory_limit_bytes", "The most that it may use; 0 = any.", value=most)


def request_metrics(sums: Mapping[str, int]) -> Iterator[Metric]:
    """The metrics of requests, from the counters of all processes."""
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
        times.add_metric([operation], buckets, sums.get(f"{MICROS}/{operation}", 0) / 1e6)
    yield answers
    yield times


def exposition(services: ApiServices) -> bytes:
    """Everything in the text format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(ServiceCollector(services))
    return generate_latest() + generate_latest(registry)
