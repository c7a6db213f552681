"""Which partitions are ready: work is owed there, and no worker has it yet.

A partition is noted once for each kind of work, however many turns are owed in it; noting it again changes nothing. A
drain of a worker takes partitions from here until none is left. A worker is called only while no drain looks for
work and no call for one is under way, so that many turns cost one job of RQ.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from msgspec import Struct
from rq import Queue

from store.model.turns import Side, WorkPartition
from store.process.clock import now_ms
from store.redis.client import RedisClient, Script

_SCRIPTS = files("store") / "redis" / "scripts" / "jobs"
MARK, TAKE = (Script((_SCRIPTS / name).read_text("utf-8")) for name in ("ready_mark.lua", "ready_take.lua"))
CALL_MS = 500
"""How long a call for a worker counts, until its drain has begun or the call was lost."""
LOOKING_MS = 250
"""How long a drain counts as looking for work after it last did."""
LATELY, LONGEST_PAUSE = 0.1, 0.02
"""Seconds for which a game or partition counts as busy after it had work; and the longest pause."""
FIRST = 4
"""The position of the first list of ready partitions among the keys of the scripts."""


class Taken(Struct):
    """What a drain got."""

    partitions: list[WorkPartition]
    left: int
    """How many partitions are still ready."""
    job_waits: bool
    """A single job waits: the drain should end."""
    drain_waits: bool
    """Another drain waits for a worker."""


class Pace:
    """How long to collect work before the next trip to the queue: the longer, the more had some lately.

    So a single game is never kept waiting, and on a busy server each trip serves several.
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
        """Seconds."""
        since = now - LATELY
        self._lately = {name: at for name, at in self._lately.items() if at > since}
        return min(LONGEST_PAUSE, self._alone + self._step * max(0, len(self._lately) - 1))


class ReadyPartitions:
    def __init__(self, redis: RedisClient) -> None:
        self.redis = redis

    def mark(self, side: Side, partitions: Iterable[WorkPartition], ended: str = "") -> WorkPartition | None:
        """Note what is ready, when a drain ends too; not None when a worker must be called, to begin there."""
        found = self.redis.run(MARK, _keys(side), [now_ms(), ended, CALL_MS, *_pairs(side, partitions)])
        return WorkPartition(side.works[found[0] - FIRST], found[1].decode()) if found else None

    def take(self, side: Side, drain: str, most: int, again: Iterable[WorkPartition], looking: bool) -> Taken:
        """Take partitions, and note some again; ``looking``: the drain will be back in a moment."""
        now = now_ms()
        arguments = [now, drain, now + LOOKING_MS if looking else 0, most, *_pairs(side, again)]
        others, left, called, *found = self.redis.run(TAKE, [*_keys(side), _list(side.before)], arguments)
        pairs = zip(found[::2], found[1::2], strict=True)
        partitions = [WorkPartition(side.works[number - FIRST], name.decode()) for number, name in pairs]
        return Taken(partitions, left, others > 0, called > 0)

    def first(self, side: Side) -> WorkPartition | None:
        """The first work that is ready."""
        replies = self.redis.read(*[("ZRANGE", _ready(work), 0, 0) for work in side.works])
        return next(
            (WorkPartition(work, found[0].decode()) for work, found in zip(side.works, replies, strict=True) if found),
            None,
        )


def _ready(work: str) -> str:
    return f"turns:ready:{work}"


def _list(queue: str) -> str:
    return Queue.redis_queue_namespace_prefix + queue


@cache
def _keys(side: Side) -> list[str]:
    """The keys of the scripts; they are sent with every turn."""
    names = [f"turns:looking:{side.name}", f"turns:called:{side.name}", _list(side.queue)]
    return [*names, *map(_ready, side.works)]


def _pairs(side: Side, partitions: Iterable[WorkPartition]) -> list[object]:
    return [part for partition in partitions for part in (FIRST + side.works.index(partition.work), partition.number)]
