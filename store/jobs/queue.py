"""The queue that wakes the workers. It only names partitions: a turn stays in the outbox until it is played."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress

from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from store.jobs import names
from store.jobs.batch import WaitingParts
from store.jobs.ready import Pace, ReadyPartitions
from store.model.job import Job as StoredJob
from store.model.turns import QUICK, SIDES, THINKING, OutboxEntry, Side, WorkPartition, partition_of, side_of
from store.redis.client import OutcomeUnknown, StoreUnavailable
from store.redis.sentinel import QueueConnection, queue_client

log = logging.getLogger("ludotheque")
BATCH = "batch"
"""Parts of long jobs, for workers of their own: bot turns never wait behind them."""
COUNTABLE = 5000
QUICK_QUEUES, THINKING_QUEUES = ([side.before, side.queue] for side in (QUICK, THINKING))
TURN_QUEUES = [*QUICK_QUEUES, *THINKING_QUEUES]
_LISTS = tuple(Queue.redis_queue_namespace_prefix + name for name in TURN_QUEUES)
JOB_SECONDS = 60
PART_SECONDS = 900
"""A part of a long job is meant to take a second or two; one that takes so long will never end."""
DRAIN_KEPT_SECONDS = 60
"""RQ keeps the job of a drain for so long after its end: the same job may have been enqueued again meanwhile."""
AWAY = (StoreUnavailable, OutcomeUnknown, RedisError, OSError)
"""What a queue that is away raises; the sweeper brings again what was to be enqueued."""
MOST_BUFFERED = 10_000
"""Changes whose turns wait to be enqueued."""
NOTE_PAUSE = 0.001
"""Seconds from one note of turns to the next, for each game after the first that had some lately."""
REMOTE = "remote"
"""The list of tasks for the dispatcher: turns of remote bots, notices, challenges and tests."""


def drain_job(partition: WorkPartition) -> str:
    """The id of the job that begins with the work of a partition; the same each time it is enqueued."""
    return f"turns-{partition.work}-{partition.number}"


def clock_job(turn: str) -> str:
    return "clock-" + turn.replace("/", "-")


def act_job(identifier: str) -> str:
    return "act-" + identifier


def part_job(identifier: str, part: int) -> str:
    """The id of the job that does one part of a long job."""
    return f"part-{identifier}-{part}"


class TurnQueue:
    """Wakes workers for bot turns and jobs. The sweeper finds what is lost: it reads the lists in the store."""

    def __init__(self, url: str) -> None:
        self.redis = queue_client(url, retry=Retry(NoBackoff(), 0), socket_timeout=5)
        self.connection = QueueConnection(url)
        self.ready_partitions = ReadyPartitions(self.connection)
        self.waiting_parts = WaitingParts(self.connection)
        self.queues = {
            name: Queue(name, connection=self.redis, serializer=JSONSerializer) for name in (*TURN_QUEUES, BATCH)
        }

    # --- what is owed --------------------------------------------------------------------------------------------

    def enqueue(self, owed: Iterable[OutboxEntry]) -> None:
        """Let bots play their turns."""
        partitions, tasks = set[WorkPartition](), list[str]()
        for text, kind in owed:
            if kind == "task":
                tasks.append(text)
            else:
                partitions.add(partition_of(text, kind))
        if tasks:
            self.enqueue_tasks(*tasks)
        if partitions:
            self.mark(partitions)

    def mark(self, partitions: Iterable[WorkPartition]) -> None:
        """Let workers do what is owed in these partitions."""
        found = list(partitions)
        for side in SIDES:
            if mine := [partition for partition in found if partition.work in side.works]:
                self.call(side, mine)

    def call(self, side: Side, partitions: Iterable[WorkPartition] = (), ended: str = "") -> None:
        """Note what is ready for one side, when a drain of it ends too, and call a worker if none is at it."""
        with suppress(*AWAY):
            first = self.ready_partitions.mark(side, partitions, ended)
            if first is not None:
                self.enqueue_drain(first)

    def enqueue_another(self, side: Side) -> None:
        """Enqueue one more drain for one side, since those at work cannot keep up."""
        with suppress(*AWAY):
            first = self.ready_partitions.first(side)
            if first is not None:
                self.enqueue_drain(first)

    def enqueue_drain(self, first: WorkPartition) -> None:
        """Let a worker play what is owed, beginning with a partition."""
        self._enqueue(names.DRAIN, list(first), drain_job(first), side_of(first.work).queue, DRAIN_KEPT_SECONDS)

    def enqueue_tasks(self, *tasks: str) -> None:
        """Let the dispatcher call remote bots."""
        with suppress(*AWAY):
            self.connection.write(("RPUSH", REMOTE, *tasks))

    # --- single jobs ---------------------------------------------------------------------------------------------

    def enqueue_clock(self, turn: str) -> None:
        """Let a worker that thinks decide for a seat whose time is up, unless one is about to."""
        with suppress(*AWAY):
            if clock_job(turn) in self.queues[THINKING.before].get_job_ids():
                return
        self._enqueue(names.CLOCK, [turn], clock_job(turn), THINKING.before)

    def enqueue_job(self, identifier: str) -> None:
        """Let a worker do what the job says."""
        self._enqueue(names.ACT, [identifier], act_job(identifier), QUICK.before)

    def enqueue_parts(self, job: StoredJob, parts: list[int], soon: bool = False) -> None:
        """Let workers do parts of a long job. A job of RQ calls a worker, which takes the part whose turn it is.

        ``soon``: before other parts of this client.
        """
        with suppress(*AWAY):
            texts = [f"{job.id}/{part}" for part in parts]
            self.waiting_parts.add(job.order.get("client", ""), texts, soon or job.kind == "odds")
            for part in parts:
                self._enqueue(names.PART, [], part_job(job.id, part), BATCH)

    # --- looking -------------------------------------------------------------------------------------------------

    def ready(self) -> None:
        """Raise StoreUnavailable unless the queue answers; a connection that has grown stale counts once."""
        try:
            self.redis.ping()
        except (RedisError, OSError):
            try:
                self.redis.ping()
            except (RedisError, OSError) as error:
                raise StoreUnavailable(f"the queue is away: {error}") from error

    def depth(self) -> int:
        """How many jobs and tasks wait."""
        pipe = self.redis.pipeline(transaction=False)
        for name in (*_LISTS, REMOTE):
            pipe.llen(name)
        return sum(pipe.execute())

    def waiting(self) -> set[str] | None:
        """The ids of all jobs that wait in the queue, or None while there are too many to look for lost ones."""
        if self.depth() > COUNTABLE:
            return None
        pipe = self.redis.pipeline(transaction=False)
        for name in (*_LISTS, REMOTE):
            pipe.lrange(name, 0, -1)
        return {str(entry, "ascii") for entries in pipe.execute() for entry in entries}

    def parts_waiting(self) -> set[str]:
        """The ids of all parts of long jobs that wait for a worker; there are at most a few of each job."""
        return set(self.queues[BATCH].get_job_ids())

    def close(self) -> None:
        """Hang up."""
        self.connection.close()
        self.redis.close()

    def _enqueue(self, function: str, arguments: list[str], job_id: str, queue: str, kept: int = 0) -> None:
        """Put a job into the queue, or leave it to the sweeper when the queue is away."""
        try:
            job = Job.create(
                function,
                args=arguments,
                id=job_id,
                connection=self.redis,
                serializer=JSONSerializer,
                timeout=PART_SECONDS if queue == BATCH else JOB_SECONDS,
                result_ttl=kept,
                failure_ttl=3600,
                ttl=300,
            )
            with self.redis.pipeline() as pipe:
                self.queues[queue].enqueue_job(job, pipeline=pipe)
                pipe.execute()
        except AWAY:
            return


class BackgroundNotifier:
    """Enqueues turns on a thread of its own, so that a commit need not wait for the queue.

    The first turn is noted at once; on a busy server those of the next moments share a trip.
    The sweeper finds in the store what is not enqueued when the process dies, and what exceeds the bound.
    """

    def __init__(self, queue: TurnQueue, most: int = MOST_BUFFERED) -> None:
        self._queue = queue
        self._most = most
        self._buffer: deque[list[OutboxEntry]] = deque()
        self._filled = threading.Event()
        self._thread: threading.Thread | None = None
        self._pace = Pace(NOTE_PAUSE)

    def enqueue(self, owed: list[OutboxEntry]) -> None:
        """Let bots play their turns, soon."""
        if len(self._buffer) < self._most:
            self._buffer.append(owed)
        if not self._filled.is_set():
            self._filled.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="notifier", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while self._filled.wait():
            self._filled.clear()  # before the buffer is emptied: what comes meanwhile sets it again
            owed = [entry for _ in range(len(self._buffer)) for entry in self._buffer.popleft()]
            if not owed:
                continue
            try:
                self._queue.enqueue(owed)
            except Exception:
                log.exception("turns were not enqueued")
            now = time.monotonic()
            self._pace.saw((entry.text.split("/", 2)[1] for entry in owed), now)
            time.sleep(self._pace.pause(now))
