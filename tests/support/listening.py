"""Wake-ups of games, jobs and bots for tests on threads: a listener on an event loop of its own."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from store.redis.client import RedisClient
from store.redis.pubsub import PubSubListener
from tests.support.waiting import PATIENCE


class Listening:
    """Listens for changes until it is closed."""

    def __init__(self, redis: RedisClient) -> None:
        self._events: dict[str, set[threading.Event]] = defaultdict(set)
        self._listener = PubSubListener(redis, self._wake)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="listening", daemon=True)
        self._thread.start()

    @contextmanager
    def changes(self, identifier: str) -> Iterator[threading.Event]:
        """An event that is set whenever the game, job or bot changes; no change is missed from now on."""
        changed = threading.Event()
        self._events[identifier].add(changed)
        asyncio.run_coroutine_threadsafe(self._listener.subscribe(identifier), self._loop).result(PATIENCE)
        try:
            yield changed
        finally:
            self._events[identifier].discard(changed)
            self._loop.call_soon_threadsafe(self._listener.unsubscribe, identifier)

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _close(self) -> None:
        await self._listener.close()
        await self._loop.shutdown_default_executor()

    def _wake(self, identifier: str) -> None:
        for changed in self._events.get(identifier, ()):
            changed.set()
