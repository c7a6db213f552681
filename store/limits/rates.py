"""Rates: how often each client has used each class of operations in the current minute.

Every process counts for itself, so a request needs no extra round trip. A thread exchanges the counts with Redis once
a second, so that all processes share one limit to within that second. While Redis is down, each process applies the
limit by itself.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from typing import Any, NamedTuple

from store.process.clock import now_ms
from store.redis import keys
from store.redis.client import OutcomeUnknown, RedisClient, StoreUnavailable

MINUTE_MS = 60_000
INTERVAL = 1.0
MOST_COUNTS = 50_000
"""Maximum number of counts in one process; beyond it, the oldest of the minute is dropped."""
BATCH = 500


class Taken(NamedTuple):
    """The state of a quota after a request."""

    left: int
    """How many more requests may follow in this minute; negative if this was one too many."""
    seconds: int
    """Seconds until the minute is over, 1 to 60."""


class Count:
    """The count of one client and one class of operations."""

    __slots__ = ("client", "here", "listed", "name", "others", "sent")

    def __init__(self, name: str, client: str) -> None:
        self.name = name
        self.client = client
        self.here = 0
        """Counted by this process. Only requests write it."""
        self.others = 0
        """Counted by other processes, as of the last exchange. Only the exchange writes it."""
        self.sent = 0
        """How much of ours is in Redis."""
        self.listed = False
        """Listed for the next exchange."""


class Minute:
    """The counts of one minute of the clock."""

    __slots__ = ("changed", "counts", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.counts: dict[tuple[str, str], Count] = {}
        self.changed: list[Count] = []


class Rates:
    """The counts of one process."""

    def __init__(self, redis: RedisClient) -> None:
        self.redis = redis
        self._minute = Minute(-1)
        self._sender: int | None = None

    def take(self, name: str, client: str, quota: int, cost: int = 1) -> Taken:
        """Count a request unless the quota is used up; with cost 0, only report."""
        number, within = divmod(now_ms(), MINUTE_MS)
        minute = self._minute
        if number != minute.number:
            minute = self._minute = Minute(number)
        count = minute.counts.get((name, client)) or self._first(minute, name, client)
        left, seconds = quota - count.here - count.others - cost, 60 - within // 1000
        if left >= 0:
            count.here += cost
            if not count.listed:
                count.listed = True
                minute.changed.append(count)
        return Taken(left, seconds)

    def _first(self, minute: Minute, name: str, client: str) -> Count:
        if len(minute.counts) >= MOST_COUNTS:
            minute.counts.pop(next(iter(minute.counts)), None)
        count = minute.counts[name, client] = Count(name, client)
        if self._sender != os.getpid():  # a forked child counts for itself
            self._sender = os.getpid()
            try:
                threading.Thread(target=self._report_later, name="rates", daemon=True).start()
            except RuntimeError:  # no thread available: try again with the next client
                self._sender = None
        return count

    def exchange(self) -> None:
        """Add the counts of this process to those in Redis, and read the counts of the others."""
        minute = self._minute
        listed, minute.changed = minute.changed, []
        changed = list(dict.fromkeys(listed))  # a count may be listed twice after Redis was down
        for start in range(0, len(changed), BATCH):
            self._exchange(minute, changed[start : start + BATCH])

    def _exchange(self, minute: Minute, counts: list[Count]) -> None:
        for count in counts:
            count.listed = False  # before reading it: later requests list it again
        fresh = [count.here - count.sent for count in counts]
        commands: list[Sequence[Any]] = []
        for count, number in zip(counts, fresh, strict=True):
            name = keys.rate(count.name, minute.number, count.client)
            commands += (("INCRBY", name, number), ("EXPIRE", name, 2 * MINUTE_MS // 1000))
        try:
            sums = self.redis.write(*commands)[::2]
        except StoreUnavailable:
            minute.changed += counts  # retry with the next exchange
            return
        except OutcomeUnknown:
            sums = []  # rather a few too few than counted twice
        for place, (count, number) in enumerate(zip(counts, fresh, strict=True)):
            count.sent += number
            if sums:
                count.others = int(sums[place]) - count.sent

    def _report_later(self) -> None:
        pause = threading.Event()
        while not pause.wait(INTERVAL):
            self.exchange()
