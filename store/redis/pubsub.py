"""Wake-ups: a process subscribes to the games, jobs and bots that requests wait for, at their server.

A change is published where it is stored, by sharded publish: in a Cluster the other nodes do not receive it. So there
is one connection for each node that has something that is waited for; on a plain server there is one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Any

from redis.asyncio import ConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import RedisError
from redis.retry import Retry

from store.redis import keys
from store.redis.client import RedisClient
from store.redis.urls import listening

log = logging.getLogger("ludotheque")
LINGER_SECONDS = 5.0
"""How long a subscription outlives its last reader: a client that polls is soon back."""
PAUSE = 0.2
"""Seconds between a lost connection and the next attempt."""


class PubSubListener:
    """Subscribes to what is waited for, and calls back when it changes; for one event loop."""

    def __init__(self, redis: RedisClient, on_change: Callable[[str], None]) -> None:
        self.redis = redis
        self.on_change = on_change
        """Called with the id of what has changed, or may have."""
        self._confirmed: dict[str, asyncio.Event] = {}
        """By id: set once its server has confirmed the subscription."""
        self._left: dict[str, float] = {}
        """By id: when its last reader left."""
        self._servers: dict[str, ServerSubscription] = {}
        """By URL."""
        self._swept = 0.0

    async def subscribe(self, identifier: str) -> None:
        """Return once the subscription is confirmed, or if Redis is unavailable; the next read then fails."""
        self._left.pop(identifier, None)
        confirmed = self._confirmed.get(identifier)
        if confirmed is None:
            confirmed = self._confirmed[identifier] = asyncio.Event()
            await self._subscribe_at_servers([identifier])
        if not confirmed.is_set():
            await confirmed.wait()

    def unsubscribe(self, identifier: str) -> None:
        """The last reader has gone; the subscription stays for ``LINGER_SECONDS``."""
        self._left[identifier] = time.monotonic()

    def confirm(self, identifier: str) -> None:
        """Its server has subscribed this process."""
        confirmed = self._confirmed.get(identifier)
        if confirmed is None:
            return
        if confirmed.is_set():  # subscribed before, then lost: something may have happened in between
            self.on_change(identifier)
        confirmed.set()

    async def resubscribe(self, identifiers: Collection[str]) -> None:
        """A connection was lost, or a slot moved: everything may have changed, and another server may have it now."""
        for identifier in identifiers:
            if confirmed := self._confirmed.get(identifier):
                confirmed.set()
                self.on_change(identifier)
        await asyncio.sleep(PAUSE)
        await asyncio.to_thread(self.redis.renew_map)
        self.drop_unused()
        await self._subscribe_at_servers([identifier for identifier in identifiers if identifier in self._confirmed])

    def drop_unused(self) -> None:
        """Drop subscriptions that have had no reader for some time."""
        now = time.monotonic()
        if not self._left or now - self._swept < 1:
            return
        self._swept = now
        gone = [identifier for identifier, at in self._left.items() if now - at > LINGER_SECONDS]
        for identifier in gone:  # before anything is awaited: a reader that comes now must not rely on it
            del self._left[identifier]
            self._confirmed.pop(identifier, None)
        for server in self._servers.values():
            server.drop(gone)

    async def close(self) -> None:
        """Close the connections and drop all subscriptions."""
        servers, self._servers = self._servers, {}
        self._confirmed.clear()
        self._left.clear()
        await asyncio.gather(*(server.close() for server in servers.values()))

    async def _subscribe_at_servers(self, identifiers: Iterable[str]) -> None:
        """Subscribe at the servers that publish these."""
        by_url = defaultdict[str, list[str]](list)
        for identifier in identifiers:
            by_url[self.redis.listening_url(keys.wake(identifier))].append(identifier)
        for url, mine in by_url.items():
            await self._servers.setdefault(url, ServerSubscription(url, self)).add(mine)


class ServerSubscription:
    """What one server publishes for this process."""

    def __init__(self, url: str, listener: PubSubListener) -> None:
        self.url = url
        self.listener = listener
        self._ids: set[str] = set()
        self._dropped: set[str] = set()
        """Ids whose SUNSUBSCRIBE has not been sent yet."""
        self._ending: set[str] = set()
        """Ids whose SUNSUBSCRIBE the server has not confirmed yet."""
        self._connection: Any = None
        self._task: asyncio.Task[None] | None = None

    async def add(self, identifiers: Collection[str]) -> None:
        self._ids.update(identifiers)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._listen())
        elif self._connection is not None:
            await self._subscribe(identifiers)

    def drop(self, identifiers: Iterable[str]) -> None:
        """These are not waited for any more; SUNSUBSCRIBE is sent after the next message of the server."""
        gone = self._ids.intersection(identifiers)
        self._ids -= gone
        self._dropped |= gone

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _listen(self) -> None:
        """Listen while there are subscriptions."""
        while self._ids:
            try:
                await self._listen_once()
            except (RedisError, OSError) as error:
                log.warning("the reader of wake-ups lost the store", extra={"fields": {"error": str(error)}})
            lost, self._ids, self._dropped, self._ending = self._ids, set(), set(), set()
            await self.listener.resubscribe(lost)

    async def _listen_once(self) -> None:
        pool = ConnectionPool.from_url(self.url, retry=Retry(NoBackoff(), 0), protocol=2, **listening(self.url))
        connection: Any = pool.make_connection()  # type: ignore[no-untyped-call]
        try:
            await connection.connect()
            self._connection = connection
            await self._subscribe(list(self._ids))
            while True:
                kind, channel, _ = await connection.read_response()
                self._received(kind, channel.decode())
                self.listener.drop_unused()
                await self._unsubscribe()
        finally:
            self._connection = None
            await connection.disconnect(nowait=True)

    def _received(self, kind: bytes, channel: str) -> None:
        identifier = keys.woken(channel)
        if kind == b"smessage":
            for each in [identifier] if identifier else self._in_partition(channel):
                self.listener.on_change(each)
        elif kind == b"ssubscribe":
            self.listener.confirm(identifier)
        elif identifier in self._ending:
            self._ending.discard(identifier)
        else:  # the server has ended it by itself: another serves the slot now
            raise LostConnection("the slot has moved")

    def _in_partition(self, channel: str) -> list[str]:
        return [identifier for identifier in self._ids if keys.wake(identifier).startswith(channel)]

    async def _subscribe(self, identifiers: Collection[str]) -> None:
        """A command for each partition, as a Cluster requires, and the channel of the whole partition with it."""
        by_tag = defaultdict[str, list[str]](list)
        for identifier in identifiers:
            by_tag[keys.tag_of(identifier)].append(keys.wake(identifier))
        for tag, channels in by_tag.items():
            await self._send("SSUBSCRIBE", [keys.wake_all(tag), *channels])

    async def _unsubscribe(self) -> None:
        while self._dropped:
            identifier = self._dropped.pop()
            if identifier not in self._ids:  # it may be waited for again
                self._ending.add(identifier)
                await self._send("SUNSUBSCRIBE", [keys.wake(identifier)])

    async def _send(self, command: str, channels: list[str]) -> None:
        with suppress(RedisError, OSError):  # the listener finds out by itself
            await self._connection.send_command(command, *channels)
