"""Ready partitions: work is due there, and no worker has taken it yet.

A partition is marked once for each kind of work, however many turns it has; marking it again changes nothing. Drains
take partitions from here until none is left. A drain is enqueued only if none is looking for work and none is queued,
so that many turns cost one RQ job.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from msgspec import Struct
from rq import Queue

from store.model.turns import WorkerPool, WorkPartition
from store.process.clock import now_ms
from store.redis.client import RedisClient, Script

_SCRIPTS = files("store") / "redis" / "scripts" / "jobs"
MARK, TAKE = (Script((_SCRIPTS / name).read_text("utf-8")) for name in ("ready_mark.lua", "ready_take.lua"))
CALL_MS = 500
"""How long an enqueued drain may take to start before it counts as lost."""
LOOKING_MS = 250
"""How long a drain counts as looking after it last looked."""
LATELY, LONGEST_PAUSE = 0.1, 0.02
"""Seconds for which a game or partition counts as active; the longest pause."""
FIRST = 4
"""The position of the first list of ready partitions among the keys of the scripts."""


class Taken(Struct):
    """The result of one look for work."""

    partitions: list[WorkPartition]
    left: int
    """Number of partitions that are still ready."""
    job_waits: bool
    """A single job waits: the drain should end."""
    drain_waits: bool
    """Another drain waits for a worker."""


class Pace:
    """How long to collect work before the next trip to the queue: it grows with the number of active games.

    A single game never waits; on a busy server, several games share a trip.
    """

    def __init__(self, step: float, alone: float = 0.0) -> None:
        self._step = step
        """Seconds for each game or partition after the first."""
        self._alone = alone
        """Seconds for a single one."""
        self._lately: dict[str, float] = {}
        """By game or partition: when there was last work."""

    def saw(self, names: Iterable[str], now: float) -> None:
        self._lately.update(dict.fromkeys(names, now))

    def pause(self, now: float) -> float:
        """Seconds to wait from now."""
        since = now - LATELY
        self._lately = {name: at for name, at in self._lately.items() if at > since}
        return min(LONGEST_PAUSE, self._alone + self._step * max(0, len(self._lately) - 1))


class ReadyPartitions:
    def __init__(self, redis: RedisClient) -> None:
        self.redis = redis

    def mark(self, pool: WorkerPool, partitions: Iterable[WorkPartition], ended: str = "") -> WorkPartition | None:
        """Mark partitions as ready. Returns where a new drain should start, or None if no drain is needed.

        ``ended``: the drain that ends with this call.
        """
        found = self.redis.run(MARK, _keys(pool), [now_ms(), ended, CALL_MS, *_pairs(pool, partitions)])
        return WorkPartition(pool.kinds[found[0] - FIRST], found[1].decode()) if found else None

    def take(self, pool: WorkerPool, drain: str, most: int, again: Iterable[WorkPartition], looking: bool) -> Taken:
        """Take ready partitions, and mark some as ready again; ``looking``: the drain will look again soon."""
        now = now_ms()
        arguments = [now, drain, now + LOOKING_MS if looking else 0, most, *_pairs(pool, again)]
        others, left, called, *found = self.redis.run(TAKE, [*_keys(pool), _list(pool.urgent_queue)], arguments)
        pairs = zip(found[::2], found[1::2], strict=True)
        partitions = [WorkPartition(pool.kinds[number - FIRST], name.decode()) for number, name in pairs]
        return Taken(partitions, left, others > 0, called > 0)

    def first(self, pool: WorkerPool) -> WorkPartition | None:
        """The most urgent ready partition."""
        replies = self.redis.read(*[("ZRANGE", _ready(work), 0, 0) for work in pool.kinds])
        return next(
            (WorkPartition(work, found[0].decode()) for work, found in zip(pool.kinds, replies, strict=True) if found),
            None,
        )


def _ready(work: str) -> str:
    return f"turns:ready:{work}"


def _list(queue: str) -> str:
    return Queue.redis_queue_namespace_prefix + queue


@cache
def _keys(pool: WorkerPool) -> list[str]:
    """The keys of the scripts; they are sent with every turn."""
    names = [f"turns:looking:{pool.name}", f"turns:called:{pool.name}", _list(pool.name)]
    return [*names, *map(_ready, pool.kinds)]


def _pairs(pool: WorkerPool, partitions: Iterable[WorkPartition]) -> list[object]:
    return [part for partition in partitions for part in (FIRST + pool.kinds.index(partition.work), partition.number)]
