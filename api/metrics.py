"""What `/metrics` tells: the requests, games, bots and queue of the whole house, whichever process is asked."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from api.house import House
from api.tally import told
from store.figures import COUNTED
from store.link import OutcomeUnknown, StoreUnavailable
from store.turns import OwedTurns


class HouseCollector(Collector):
    """Reads the figures of the house when they are asked for; a store that is away is itself a figure."""

    def __init__(self, house: House) -> None:
        self.house = house

    def collect(self) -> Iterator[Metric]:
        try:
            yield from self._of_the_store()
            up = 1
        except (StoreUnavailable, OutcomeUnknown):
            up = 0
        yield GaugeMetricFamily("ludotheque_store_up", "1 while the store answers.", value=up)
        try:
            depth = self.house.queue.depth()
            yield GaugeMetricFamily("ludotheque_queue_depth", "Jobs that wait for a worker.", value=depth)
            up = 1
        except (RedisError, OSError):
            up = 0
        yield GaugeMetricFamily("ludotheque_queue_up", "1 while the queue answers.", value=up)

    def _of_the_store(self) -> Iterator[Metric]:
        sums = self.house.store.figures.read()
        owed = OwedTurns(self.house.store.link).count()
        for name, says in COUNTED.items():
            yield CounterMetricFamily(f"ludotheque_{name}", says, value=sums[name])
        yield from told(sums)
        streams = self.house.store.figures.open_streams()
        yield GaugeMetricFamily("ludotheque_streams", "Open event streams.", value=streams)
        yield GaugeMetricFamily("ludotheque_owed_turns", "Turns that bots owe now.", value=owed)
        yield GaugeMetricFamily("ludotheque_open_jobs", "Jobs that have not ended.", value=self.house.jobs.count())


def exposition(house: House) -> bytes:
    """Everything in the text format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(HouseCollector(house))
    return generate_latest() + generate_latest(registry)
