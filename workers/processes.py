"""The main functions of the worker processes: turns, analyses, sweeping, calls to remote bots."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable

from rq import Queue, SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from store.jobs.queue import BATCH, QUICK_QUEUES, THINKING_QUEUES
from store.process.logs import job_named
from store.process.stopping import StopSignal
from store.redis.sentinel import queue_client
from store.settings import Settings
from workers import sweeper
from workers.jobs import drain
from workers.remote import dispatcher
from workers.services import worker_services

Duty = Callable[[Settings], None]
SEARCH_NICENESS, ANALYSIS_NICENESS = 5, 10


class JobWorker(SimpleWorker):
    """Runs jobs one after the other in its own process, and names each in the log."""

    max_connection_wait_time = 2.0

    def execute_job(self, job: Job, queue: Queue) -> None:
        with job_named(job.id):
            super().execute_job(job, queue)

    def handle_warm_shutdown_request(self) -> None:
        """Let a drain end after the current turn."""
        super().handle_warm_shutdown_request()  # type: ignore[no-untyped-call]
        drain.stopping.set()


def work_on_turns(settings: Settings) -> None:
    """Play quick bot turns, expired clocks and deferred actions."""
    _work(settings, QUICK_QUEUES)


def work_on_searches(settings: Settings) -> None:
    """Play turns of the bot `search`."""
    os.nice(SEARCH_NICENESS)
    _work(settings, THINKING_QUEUES)


def work_on_analyses(settings: Settings) -> None:
    """Compute parts of odds and simulations, at low CPU priority."""
    os.nice(ANALYSIS_NICENESS)
    _work(settings, [BATCH])


def _work(settings: Settings, queues: list[str]) -> None:
    worker = JobWorker(
        queues,
        connection=queue_client(settings.queue),
        serializer=JSONSerializer,
        worker_ttl=30,
        maintenance_interval=60,
        log_job_description=False,
    )
    worker.log.setLevel(logging.ERROR)
    try:
        worker.work(logging_level="ERROR")
    finally:
        worker_services().store.counters.write()


def sweep(_: Settings) -> None:
    """Run the sweeper."""
    sweeper.run(worker_services(), StopSignal(signal.SIGTERM))


def dispatch(_: Settings) -> None:
    """Call remote bots."""
    dispatcher.run(worker_services())
