"""Wake-ups: one reader per process hears every change and wakes whoever waits for that game or job."""

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
        self._bells: dict[str, set[threading.Event]] = defaultdict(set)
        self._waiting = 0
        self._listening = False

    @contextmanager
    def bell(self, identifier: str) -> Iterator[threading.Event]:
        """An event that is set when the game or job changes. Read what you wait for after you have the bell."""
        bell = threading.Event()
        with self._lock:
            if self._waiting >= self._limit:
                raise TooManyWaiters
            self._waiting += 1
            self._bells[identifier].add(bell)
            if not self._listening:
                self._listening = True
                threading.Thread(target=self._listen, name="wakeups", daemon=True).start()
        try:
            yield bell
        finally:
            with self._lock:
                self._waiting -= 1
                self._bells[identifier].discard(bell)
                if not self._bells[identifier]:
                    del self._bells[identifier]

    def _listen(self) -> None:
        """Hear as long as the process lives; a lost connection is made anew, for those who go on waiting."""
        while True:
            with suppress(RedisError, OSError):
                self._hear()
            self._ring_all()
            time.sleep(PAUSE)

    def _hear(self) -> None:
        url = self._redis.listening_url()
        client = Redis.from_url(url, retry=Retry(NoBackoff(), 0), **listening(url))
        with client, client.pubsub() as reader:  # type: ignore[no-untyped-call]
            reader.psubscribe(WAKE + "*")
            for message in reader.listen():
                if message["type"] == "pmessage":
                    self._ring(message["channel"].decode()[len(WAKE) :])
                else:  # from now on the server tells; what changed before counts as a change
                    self._ring_all()

    def _ring(self, identifier: str) -> None:
        with self._lock:
            for bell in self._bells.get(identifier, ()):
                bell.set()

    def _ring_all(self) -> None:
        with self._lock:
            for bells in self._bells.values():
                for bell in bells:
                    bell.set()
