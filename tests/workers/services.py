"""A worker in the test's own process."""

from __future__ import annotations

from typing import Any

from rq import SimpleWorker
from rq.serializers import JSONSerializer

from store.jobs.queue import BATCH, TURN_QUEUES
from store.model.game import StoredGame
from store.model.turns import Work, pool_of
from tests.store.services import StoreHarness
from workers import services
from workers.jobs.drain import OutboxDrain
from workers.services import WorkerServices


class LocalWorker:
    """One worker, in this process."""

    def __init__(self, harness: StoreHarness) -> None:
        self.harness = harness
        self.at = WorkerServices(harness.settings)

    def close(self) -> None:
        self.at.store.redis._drop()
        self.at.queue.close()

    def burst(self, *queues: str) -> int:
        """Do everything that is in the queue, as a worker process would; how many jobs there were."""
        before = self.at.queue.depth()
        worker = SimpleWorker(list(queues) or TURN_QUEUES, connection=self.at.queue.redis, serializer=JSONSerializer)
        worker.log.setLevel("CRITICAL")
        worker.work(burst=True, logging_level="CRITICAL")
        return before

    def play(self, turn: str, work: Work = "interactive") -> None:
        """Play one turn, as a drain does that has taken it."""
        OutboxDrain(self.at, pool_of(work)).play_one(work, turn)

    def run_parts(self) -> None:
        """Do every part of long jobs that is in the queue, and those that follow."""
        self.burst(BATCH)

    def owed(self, table: StoredGame) -> list[str]:
        from store.redis import keys

        entries = self.harness.redis.zrange(keys.outbox(keys.tag_of(table.id)), 0, -1)
        return [entry.decode() for entry in entries if table.id.encode() in entry]


def use_services(monkeypatch: Any, at: WorkerServices) -> None:
    """Let jobs of this process use these services."""
    from workers.jobs import act, analysis, clock, drain

    for module in (services, act, clock, analysis, drain):
        monkeypatch.setattr(module, "worker_services", lambda: at)
