"""Wake-ups for threads: one subscription per process wakes those that wait for a game or job."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from store.redis.client import RedisClient, listening
from store.redis.keys import WAKE

PAUSE = 0.2
"""Seconds between a lost connection and the next try."""


class TooManyWaiters(Exception):
    """This process holds as many waiting reads as it may."""


class Wakeups:
    def __init__(self, redis: RedisClient, limit: int) -> None:
        self._redis = redis
        self._limit = limit
        self._lock = threading.Lock()
        self._waiters: dict[str, set[threading.Event]] = defaultdict(set)
        self._waiting = 0
        self._listening = False

    @contextmanager
    def changes(self, identifier: str) -> Iterator[threading.Event]:
        """An event that is set when the game or job changes. Read what you wait for after you have it."""
        changed = threading.Event()
        with self._lock:
            if self._waiting >= self._limit:
                raise TooManyWaiters
            self._waiting += 1
            self._waiters[identifier].add(changed)
            if not self._listening:
                self._listening = True
                threading.Thread(target=self._listen, name="wakeups", daemon=True).start()
        try:
            yield changed
        finally:
            with self._lock:
                self._waiting -= 1
                self._waiters[identifier].discard(changed)
                if not self._waiters[identifier]:
                    del self._waiters[identifier]

    def _listen(self) -> None:
        """Listen as long as the process lives; a lost connection is made anew."""
        while True:
            with suppress(RedisError, OSError):
                self._listen_once()
            self._wake_all()
            time.sleep(PAUSE)

    def _listen_once(self) -> None:
        url = self._redis.listening_url()
        client = Redis.from_url(url, retry=Retry(NoBackoff(), 0), **listening(url))
        with client, client.pubsub() as reader:  # type: ignore[no-untyped-call]
            reader.psubscribe(WAKE + "*")
            for message in reader.listen():
                if message["type"] == "pmessage":
                    self._wake(message["channel"].decode()[len(WAKE) :])
                else:  # subscribed: what changed before counts as a change
                    self._wake_all()

    def _wake(self, identifier: str) -> None:
        with self._lock:
            for changed in self._waiters.get(identifier, ()):
                changed.set()

    def _wake_all(self) -> None:
        with self._lock:
            for waiters in self._waiters.values():
                for changed in waiters:
                    changed.set()
