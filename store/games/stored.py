"""Stored bytes: what the games and answers of each client take in the store, by the hour until which they are kept.

Every process adds up for itself. A thread exchanges the sums with Redis once a second, so that a commit needs no extra
round trip, and a client may exceed its quota by what it writes in that second.
"""

from __future__ import annotations

import os
import threading
from collections import Counter, deque

from store.games.quotas import QuotaExceeded
from store.process.clock import now_ms
from store.redis import keys
from store.redis.client import OutcomeUnknown, RedisClient, StoreUnavailable

INTERVAL = 1.0
MEGABYTE = 1_000_000
HOUR, DAY = 3600, 86_400
AGAIN = 60
"""Exchanges after which a client that is over its quota is looked at again."""


class StoredBytes:
    """The sums of one process; ``most_mb`` 0 is no quota."""

    def __init__(self, redis: RedisClient, most_mb: int) -> None:
        self.redis = redis
        self.most_mb = most_mb
        self._fresh: deque[tuple[str, int, int]] = deque()
        """Client, hour and bytes: adding one is an append, which needs no lock."""
        self._full: frozenset[str] = frozenset()
        self._writer: int | None = None
        self._exchanges = 0

    def add(self, client: str, size: int, seconds: int) -> None:
        """Count bytes that are kept for so long; a game without a client counts for nobody."""
        if not self.most_mb or not client or not size:
            return
        self._fresh.append((client, _hour_after(seconds), size))
        if self._writer != os.getpid():
            self._start()

    def check(self, client: str) -> None:
        """Raise QuotaExceeded while the client is over its quota."""
        if client in self._full:
            raise QuotaExceeded("stored", self.most_mb)

    def exchange(self) -> None:
        """Add the sums of this process to those in Redis, and find out who is over the quota."""
        sums: Counter[tuple[str, int]] = Counter()
        for _ in range(len(self._fresh)):
            client, hour, size = self._fresh.popleft()
            sums[client, hour] += size
        self._exchanges += 1
        looked_at = {client for client, _ in sums} | (self._full if self._exchanges % AGAIN == 0 else frozenset())
        try:
            for (client, hour), size in sums.items():
                name = keys.quotas("stored", client)
                left = hour * HOUR - now_ms() // 1000
                expiry = ("EXPIRE", name, left, "NX"), ("EXPIRE", name, left, "GT")
                self.redis.write(("HINCRBY", name, hour, size), *expiry)
            over = {client for client in looked_at if self._total(client) > self.most_mb * MEGABYTE}
        except (StoreUnavailable, OutcomeUnknown):
            return  # rather a few too few than counted twice
        self._full = (self._full - looked_at) | over

    def _total(self, client: str) -> int:
        """The bytes that are still kept; the others are forgotten."""
        name, now = keys.quotas("stored", client), now_ms() // 1000 // HOUR
        [flat] = self.redis.read(("HGETALL", name))
        hours = {int(hour): int(size) for hour, size in zip(flat[::2], flat[1::2], strict=True)}
        if gone := [hour for hour in hours if hour <= now]:
            self.redis.write(("HDEL", name, *gone))
        return sum(size for hour, size in hours.items() if hour > now)

    def _start(self) -> None:
        self._writer = os.getpid()  # a forked child counts for itself
        try:
            threading.Thread(target=self._exchange_on, name="stored", daemon=True).start()
        except RuntimeError:  # no thread available: try again with the next change
            self._writer = None

    def _exchange_on(self) -> None:
        pause = threading.Event()
        while not pause.wait(INTERVAL):
            if self._fresh or self._full:
                self.exchange()


def _hour_after(seconds: int) -> int:
    """The hour at whose beginning something kept for so long is gone; of a day or more, rounded up to a whole day."""
    unit = DAY if seconds >= DAY else HOUR
    return (now_ms() // 1000 + seconds) // unit * (unit // HOUR) + unit // HOUR
