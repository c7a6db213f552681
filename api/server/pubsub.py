"""The subscription of one process: one Redis connection, on which changes of games, jobs and bots are published."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from redis.asyncio import ConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from store.process.logs import log
from store.redis.client import listening
from store.redis.keys import WAKE

LINGER_SECONDS = 5.0
"""How long a subscription outlives its last reader: a client that polls is soon back."""
PAUSE = 0.2
"""Seconds between a lost connection and the next try."""


class PubSubListener:
    """Subscribes to what is waited for, and calls back when it changes."""

    def __init__(self, where: Callable[[], str], on_change: Callable[[str], None]) -> None:
        self.where = where
        """The URL of the server to subscribe at; perhaps another one after a failure."""
        self.on_change = on_change
        """Called with the id of what has changed, or may have."""
        self._subscribed: dict[str, asyncio.Event] = {}
        """By id: set once Redis has confirmed the subscription."""
        self._left: dict[str, float] = {}
        """By id: when its last reader went away."""
        self._connection: Any = None
        self._task: asyncio.Task[None] | None = None
        self._swept = 0.0

    async def subscribe(self, identifier: str) -> None:
        """Return when no later change of it can be missed; or when Redis is away, which the next read will find."""
        self._left.pop(identifier, None)
        confirmed = self._subscribed.get(identifier)
        if confirmed is None:
            confirmed = self._subscribed[identifier] = asyncio.Event()
            if self._task is None or self._task.done():
                self._task = asyncio.create_task(self._listen())
            elif self._connection is not None:
                await self._send("SUBSCRIBE", [identifier])
        if not confirmed.is_set():
            await confirmed.wait()

    def unsubscribe(self, identifier: str) -> None:
        """The last reader has gone; the subscription stays for ``LINGER_SECONDS``."""
        self._left[identifier] = time.monotonic()

    async def _listen(self) -> None:
        """Listen while there are subscriptions; after a lost connection everything may have changed."""
        while self._subscribed:
            try:
                await self._listen_once()
            except (RedisError, OSError) as error:
                log.warning("the reader of wake-ups lost the store", extra={"fields": {"error": str(error)}})
            for identifier, confirmed in list(self._subscribed.items()):
                confirmed.set()
                self.on_change(identifier)
            await asyncio.sleep(PAUSE)
            self._drop_unused()

    async def _listen_once(self) -> None:
        url = await asyncio.to_thread(self.where)  # it may have to ask a Cluster
        pool = ConnectionPool.from_url(url, retry=Retry(NoBackoff(), 0), protocol=2, **listening(url))
        connection: Any = pool.make_connection()  # type: ignore[no-untyped-call]
        try:
            await connection.connect()
            self._connection = connection
            await self._send("SUBSCRIBE", list(self._subscribed))
            while True:
                kind, channel, _ = await connection.read_response()
                identifier = channel[len(WAKE) :].decode()
                if kind == b"message":
                    self.on_change(identifier)
                elif kind == b"subscribe":
                    self._confirm(identifier)
                if gone := self._drop_unused():
                    await self._send("UNSUBSCRIBE", gone)
        finally:
            self._connection = None
            await connection.disconnect(nowait=True)

    def _confirm(self, identifier: str) -> None:
        confirmed = self._subscribed.get(identifier)
        if confirmed is None:
            return
        if confirmed.is_set():  # subscribed before, then lost: something may have happened in between
            self.on_change(identifier)
        confirmed.set()

    def _drop_unused(self) -> list[str]:
        """Forget subscriptions without a reader for a while; their ids."""
        now = time.monotonic()
        if not self._left or now - self._swept < 1:
            return []
        self._swept = now
        gone = [identifier for identifier, at in self._left.items() if now - at > LINGER_SECONDS]
        for identifier in gone:  # before anything is awaited: a reader that comes now must not rely on it
            del self._left[identifier]
            self._subscribed.pop(identifier, None)
        return gone

    async def _send(self, command: str, identifiers: list[str]) -> None:
        with suppress(RedisError, OSError):  # the listener finds out by itself
            await self._connection.send_command(command, *[WAKE + identifier for identifier in identifiers])
