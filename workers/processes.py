"""What each kind of worker process does: turns, analyses, sweeping, calls to remote bots."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from rq import Queue, SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from store.jobs.lanes import QUICK_QUEUES, THINKING_QUEUES
from store.jobs.queue import BATCH
from store.process.logs import job_named
from store.redis.sentinel import queue_client
from store.settings import Settings
from workers import sweeper
from workers.remote import dispatcher
from workers.services import worker_services

Duty = Callable[[Settings], None]
SEARCH_NICENESS, ANALYSIS_NICENESS = 5, 10


class LaneQueue(Queue):
    """Serves groups of queues: one group before the next, and the queues of a group in turn."""

    groups: ClassVar[tuple[list[str], ...]] = ()
    """Names of queues, in the order in which they are served now."""

    @classmethod
    def dequeue_any(cls, queues: Iterable[Queue], *args: Any, **kwargs: Any) -> tuple[Job, Queue] | None:
        """Take the next job; its queue is the last of its group from then on."""
        order = [name for group in cls.groups for name in group]
        found = super().dequeue_any(sorted(queues, key=lambda queue: order.index(queue.name)), *args, **kwargs)
        if found is not None:
            cls.groups = tuple(_after(group, found[1].name) for group in cls.groups)
        return found


def _after(group: list[str], name: str) -> list[str]:
    """The group, beginning with the queue that follows the named one."""
    place = group.index(name) + 1 if name in group else 0
    return group[place:] + group[:place]


class JobWorker(SimpleWorker):
    """Runs jobs one after the other in its own process, and names each in the log."""

    max_connection_wait_time = 2.0

    def execute_job(self, job: Job, queue: Queue) -> None:
        with job_named(job.id):
            super().execute_job(job, queue)


def work_on_turns(settings: Settings) -> None:
    """Play bot turns that take milliseconds, expired clocks and actions that answer later."""
    _work(settings, QUICK_QUEUES)


def work_on_searches(settings: Settings) -> None:
    """Play turns of the searching bot, after everything that takes milliseconds."""
    os.nice(SEARCH_NICENESS)
    _work(settings, THINKING_QUEUES)


def work_on_analyses(settings: Settings) -> None:
    """Do parts of odds and simulations, at a low priority of the processor."""
    os.nice(ANALYSIS_NICENESS)
    _work(settings, ([BATCH],))


def _work(settings: Settings, groups: tuple[list[str], ...]) -> None:
    LaneQueue.groups = groups
    worker = JobWorker(
        [name for group in groups for name in group],
        connection=queue_client(settings.queue),
        queue_class=LaneQueue,
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
    """Enqueue again what a crash left behind."""
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    sweeper.run(worker_services(), stop)


def dispatch(_: Settings) -> None:
    """Call remote bots."""
    dispatcher.run(worker_services())
