"""The RQ queues that wake workers. They carry partitions and ids; turns stay in the outbox until they are played."""

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
from store.model.turns import POOLS, QUICK, THINKING, OutboxEntry, WorkerPool, WorkPartition, partition_of, pool_of
from store.redis.client import OutcomeUnknown, StoreUnavailable
from store.redis.sentinel import QueueConnection, queue_client

log = logging.getLogger("ludotheque")
BATCH = "batch"
"""Parts of long jobs, for workers of their own: bot turns never wait behind them."""
COUNTABLE = 5000
"""With more jobs than this in the queues, nobody looks for lost ones."""
QUICK_QUEUES = [QUICK.urgent_queue, "interactive", QUICK.name, "turns"]
THINKING_QUEUES = [THINKING.urgent_queue, THINKING.name, "searches"]
"""What workers listen to; `interactive`, `turns` and `searches` hold jobs that processes of 0.2 enqueue."""
TURN_QUEUES = [*QUICK_QUEUES, *THINKING_QUEUES]
_LISTS = tuple(Queue.redis_queue_namespace_prefix + name for name in TURN_QUEUES)
JOB_SECONDS = 60
PART_SECONDS = 900
"""A part of a long job takes a second or two; one that takes this long never ends."""
DRAIN_KEPT_SECONDS = 60
"""How long RQ keeps an ended drain: a job with the same id may have been enqueued meanwhile."""
QUEUE_ERRORS = (StoreUnavailable, OutcomeUnknown, RedisError, OSError)
"""Errors of an unreachable queue; the sweeper re-enqueues."""
MOST_BUFFERED = 10_000
"""Commits whose turns wait to be enqueued."""
NOTE_PAUSE = 0.001
"""Seconds between two trips to the queue, for each recently active game after the first."""
REMOTE = "remote"
"""The list of tasks for the dispatcher: turns of remote bots, notices, challenges and tests."""


def drain_job(partition: WorkPartition) -> str:
    """The id of a drain that starts with this partition; always the same, so that RQ stores it once."""
    return f"turns-{partition.work}-{partition.number}"


def clock_job(turn: str) -> str:
    return "clock-" + turn.replace("/", "-")


def act_job(identifier: str) -> str:
    return "act-" + identifier


def part_job(identifier: str, part: int) -> str:
    """The id of the RQ job for one part of a long job."""
    return f"part-{identifier}-{part}"


class TurnQueue:
    """Wakes workers for bot turns and jobs. The sweeper re-enqueues lost entries from the lists in the store."""

    def __init__(self, url: str) -> None:
        self.redis = queue_client(url, retry=Retry(NoBackoff(), 0), socket_timeout=5)
        self.connection = QueueConnection(url)
        self.ready_partitions = ReadyPartitions(self.connection)
        self.waiting_parts = WaitingParts(self.connection)
        self.queues = {
            name: Queue(name, connection=self.redis, serializer=JSONSerializer) for name in (*TURN_QUEUES, BATCH)
        }

    # --- turns ---------------------------------------------------------------------------------------------------

    def enqueue(self, owed: Iterable[OutboxEntry]) -> None:
        """Wake workers and the dispatcher for new outbox entries."""
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
        """Mark partitions as ready, and wake a worker of each pool concerned."""
        found = list(partitions)
        for pool in POOLS:
            if mine := [partition for partition in found if partition.work in pool.kinds]:
                self.call(pool, mine)

    def call(self, pool: WorkerPool, partitions: Iterable[WorkPartition] = (), ended: str = "") -> None:
        """Mark partitions of one pool as ready, and enqueue a drain if none is running or queued.

        ``ended``: the drain that ends with this call.
        """
        with suppress(*QUEUE_ERRORS):
            first = self.ready_partitions.mark(pool, partitions, ended)
            if first is not None:
                self.enqueue_drain(first)

    def enqueue_another(self, pool: WorkerPool) -> None:
        """Enqueue one more drain: the running ones cannot keep up."""
        with suppress(*QUEUE_ERRORS):
            first = self.ready_partitions.first(pool)
            if first is not None:
                self.enqueue_drain(first)

    def enqueue_drain(self, first: WorkPartition) -> None:
        """Enqueue a drain that starts with this partition."""
        self._enqueue(names.DRAIN, list(first), drain_job(first), pool_of(first.work).name, DRAIN_KEPT_SECONDS)

    def enqueue_tasks(self, *tasks: str) -> None:
        """Pass tasks to the dispatcher."""
        with suppress(*QUEUE_ERRORS):
            self.connection.write(("RPUSH", REMOTE, *tasks))

    # --- single jobs ---------------------------------------------------------------------------------------------

    def enqueue_clock(self, turn: str) -> None:
        """Let a search worker decide for a seat whose time is up, unless that is already queued."""
        with suppress(*QUEUE_ERRORS):
            if clock_job(turn) in self.queues[THINKING.urgent_queue].get_job_ids():
                return
        self._enqueue(names.CLOCK, [turn], clock_job(turn), THINKING.urgent_queue)

    def enqueue_job(self, identifier: str) -> None:
        """Let a worker play a deferred action."""
        self._enqueue(names.ACT, [identifier], act_job(identifier), QUICK.urgent_queue)

    def enqueue_parts(self, job: StoredJob, parts: list[int], soon: bool = False) -> None:
        """Enqueue parts of a long job. An RQ job only wakes a worker, which then takes the part whose turn it is.

        ``soon``: before the other parts of this client.
        """
        with suppress(*QUEUE_ERRORS):
            texts = [f"{job.id}/{part}" for part in parts]
            self.waiting_parts.add(job.order.get("client", ""), texts, soon or job.kind == "odds")
            for part in parts:
                self._enqueue(names.PART, [], part_job(job.id, part), BATCH)

    # --- reading -------------------------------------------------------------------------------------------------

    def ready(self) -> None:
        """Raise StoreUnavailable unless the queue answers. A stale connection is replaced once."""
        try:
            self.redis.ping()
        except (RedisError, OSError):
            try:
                self.redis.ping()
            except (RedisError, OSError) as error:
                raise StoreUnavailable(f"the queue is unavailable: {error}") from error

    def depth(self) -> int:
        """The number of waiting jobs and tasks."""
        pipe = self.redis.pipeline(transaction=False)
        for name in (*_LISTS, REMOTE):
            pipe.llen(name)
        return sum(pipe.execute())

    def waiting(self) -> set[str] | None:
        """The ids of all waiting jobs, or None if there are too many to look for lost ones."""
        if self.depth() > COUNTABLE:
            return None
        pipe = self.redis.pipeline(transaction=False)
        for name in (*_LISTS, REMOTE):
            pipe.lrange(name, 0, -1)
        return {str(entry, "ascii") for entries in pipe.execute() for entry in entries}

    def parts_waiting(self) -> set[str]:
        """The ids of all waiting parts of long jobs; each job has only a few."""
        return set(self.queues[BATCH].get_job_ids())

    def close(self) -> None:
        """Close the connections."""
        self.connection.close()
        self.redis.close()

    def _enqueue(self, function: str, arguments: list[str], job_id: str, queue: str, kept: int = 0) -> None:
        """Enqueue a job; if the queue is unreachable, the sweeper does it later."""
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
        except QUEUE_ERRORS:
            return


class BackgroundNotifier:
    """Enqueues turns on its own thread, so that commits do not wait for the queue.

    The first turn is enqueued at once; on a busy server, those that follow share a trip to the queue.
    The sweeper re-enqueues what is lost when the process dies or the buffer is full.
    """

    def __init__(self, queue: TurnQueue, most: int = MOST_BUFFERED) -> None:
        self._queue = queue
        self._most = most
        self._buffer: deque[list[OutboxEntry]] = deque()
        self._filled = threading.Event()
        self._thread: threading.Thread | None = None
        self._pace = Pace(NOTE_PAUSE)

    def enqueue(self, owed: list[OutboxEntry]) -> None:
        """Buffer outbox entries for the thread."""
        if len(self._buffer) < self._most:
            self._buffer.append(owed)
        if not self._filled.is_set():
            self._filled.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="notifier", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while self._filled.wait():
            self._filled.clear()  # first, so that an entry added meanwhile sets it again
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
