"""The queue that wakes the workers. It only holds ids: a turn stays in the outbox of its game until it is played."""

from __future__ import annotations

import logging
import threading
from contextlib import suppress
from queue import Full
from queue import Queue as Buffer

from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from store.jobs import names
from store.jobs.lanes import INTERACTIVE, TURN_QUEUES, TurnClass, lane_of
from store.redis.client import StoreUnavailable
from store.redis.sentinel import queue_client

log = logging.getLogger("ludotheque")
BATCH = "batch"
"""Parts of long jobs, for workers of their own: bot turns never wait behind them."""
COUNTABLE = 5000
_LISTS = tuple(Queue.redis_queue_namespace_prefix + name for name in TURN_QUEUES)
TURN_SECONDS = 60
PART_SECONDS = 900
"""A part of a long job is meant to take a second or two; one that takes so long will never end."""
MOST_BUFFERED = 10_000
"""Changes whose turns wait to be enqueued."""
REMOTE = "remote"
"""The list of tasks for the dispatcher: turns of remote bots, notices, challenges and tests."""


def turn_job(turn: str) -> str:
    """The id of the job that plays a bot's turn; the same each time it is enqueued."""
    if for_dispatcher(turn):
        return turn
    return "turn-" + turn.replace("/", "-")


def for_dispatcher(turn: str) -> bool:
    """Does this turn (or notice) concern a remote bot?"""
    return turn.count("/") > 3


def lane_job(turn: str) -> str:
    """The id of the job of a turn that was moved from the first queue to a lane."""
    return "lane-" + turn.replace("/", "-")


def clock_job(turn: str) -> str:
    return "clock-" + turn.replace("/", "-")


def act_job(identifier: str) -> str:
    return "act-" + identifier


def part_job(identifier: str, part: int) -> str:
    """The id of the job that does one part of a long job."""
    return f"part-{identifier}-{part}"


class TurnQueue:
    """Enqueues bot turns and jobs. One that is lost is found by the sweeper, which reads the outboxes in the store."""

    def __init__(self, url: str) -> None:
        self.redis = queue_client(url, retry=Retry(NoBackoff(), 0), socket_timeout=5)
        self.interactive = Queue(INTERACTIVE, connection=self.redis, serializer=JSONSerializer)
        self.batch = Queue(BATCH, connection=self.redis, serializer=JSONSerializer)

    def enqueue(self, turns: list[str], client: str = "") -> None:
        """Let bots play their turns, in games that this client has created."""
        queue = self._lane("interactive", client) if client else None
        for turn in turns:
            if for_dispatcher(turn):
                self.enqueue_task(turn)
            else:
                self._enqueue(names.TURN, turn, turn_job(turn), queue)

    def move(self, turn: str, kind: TurnClass, client: str) -> None:
        """Let a bot's turn wait in the lane of its client."""
        self._enqueue(names.TURN, [turn, kind], lane_job(turn), self._lane(kind, client))

    def _lane(self, kind: TurnClass, client: str) -> Queue:
        return Queue(lane_of(kind, client), connection=self.redis, serializer=JSONSerializer)

    def enqueue_task(self, task: str) -> None:
        """Let the dispatcher call a remote bot."""
        with suppress(RedisError, OSError):
            self.redis.rpush(REMOTE, task)

    def enqueue_clock(self, turn: str) -> None:
        """Let a worker decide for a seat whose time is up."""
        self._enqueue(names.CLOCK, turn, clock_job(turn))

    def enqueue_job(self, identifier: str) -> None:
        """Let a worker do what the job says."""
        self._enqueue(names.ACT, identifier, act_job(identifier))

    def enqueue_parts(self, identifier: str, parts: list[int], soon: bool = False) -> None:
        """Let workers do parts of a long job; ``soon``: before those of others, since a request waits for it."""
        for part in parts:
            argument = f"{identifier}/{part}"
            self._enqueue(names.PART, argument, part_job(identifier, part), self.batch, soon)

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
        return set(self.batch.get_job_ids())

    def _enqueue(
        self, function: str, argument: str | list[str], job_id: str, queue: Queue | None = None, soon: bool = False
    ) -> None:
        """Put a job into the queue, or leave it to the sweeper when the queue is away."""
        try:
            job = Job.create(
                function,
                args=[argument] if isinstance(argument, str) else argument,
                id=job_id,
                connection=self.redis,
                serializer=JSONSerializer,
                timeout=PART_SECONDS if queue is self.batch else TURN_SECONDS,
                result_ttl=0,
                failure_ttl=3600,
                ttl=300,
            )
            (queue or self.interactive).enqueue_job(job, at_front=soon)
        except (RedisError, OSError):
            return


class BackgroundNotifier:
    """Enqueues turns on a thread of its own, so that a commit need not wait for the queue.

    The sweeper finds in the store what is not enqueued when the process dies, and what exceeds the bound.
    """

    def __init__(self, queue: TurnQueue, most: int = MOST_BUFFERED) -> None:
        self._queue = queue
        self._buffer: Buffer[tuple[list[str], str]] = Buffer(most)
        self._thread: threading.Thread | None = None

    def enqueue(self, turns: list[str], client: str = "") -> None:
        """Let bots play their turns, soon."""
        with suppress(Full):
            self._buffer.put_nowait((turns, client))
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="notifier", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            turns, client = self._buffer.get()
            try:
                self._queue.enqueue(turns, client)
            except Exception:
                log.exception("turns were not enqueued")
