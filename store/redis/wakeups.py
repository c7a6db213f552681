"""Wake-ups for threads: they wait while a listener on an event loop of its own receives the changes."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from store.redis.client import RedisClient
from store.redis.pubsub import PubSubListener


class TooManyWaiters(Exception):
    """This process has its maximum number of waiting reads."""


class Wakeups:
    """The wake-ups of one process."""

    def __init__(self, redis: RedisClient, limit: int) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._waiters: dict[str, set[threading.Event]] = defaultdict(set)
        self._waiting = 0
        self._listener = PubSubListener(redis, self._wake)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    @contextmanager
    def changes(self, identifier: str) -> Iterator[threading.Event]:
        """An event that is set once no change can be missed any more, and whenever the game or job changes."""
        changed = threading.Event()
        with self._lock:
            if self._waiting >= self._limit:
                raise TooManyWaiters
            self._waiting += 1
            self._waiters[identifier].add(changed)
            loop = self._running_loop()
        subscribed = asyncio.run_coroutine_threadsafe(self._listener.subscribe(identifier), loop)
        subscribed.add_done_callback(lambda _: changed.set())
        try:
            yield changed
        finally:
            with self._lock:
                self._waiting -= 1
                self._waiters[identifier].discard(changed)
                if not self._waiters[identifier]:
                    del self._waiters[identifier]
                    loop.call_soon_threadsafe(self._listener.unsubscribe, identifier)

    def close(self) -> None:
        """Stop listening, once nobody waits any more: for a process that outlives its store."""
        with self._lock:
            loop, thread, self._loop, self._thread = self._loop, self._thread, None, None
        if loop is not None and thread is not None:
            asyncio.run_coroutine_threadsafe(self._listener.close(), loop).result()
            loop.call_soon_threadsafe(loop.stop)
            thread.join()

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._run, args=[self._loop], name="wakeups", daemon=True)
            self._thread.start()
        return self._loop

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        """Listen until ``close``, else as long as the process lives."""
        loop.run_forever()
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()

    def _wake(self, identifier: str) -> None:
        with self._lock:
            for changed in self._waiters.get(identifier, ()):
                changed.set()
