"""Clients of the queue's Redis: one server, or the master that Sentinels name at the time of each connection."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.sentinel import Sentinel as AsyncSentinel
from redis.backoff import NoBackoff
from redis.retry import Retry
from redis.sentinel import Sentinel

from store.redis.client import RedisClient, Script, StoreUnavailable
from store.redis.urls import Several, listening, several

ANSWER_SECONDS = 1.0
"""Sentinels answer at once or are down; then the next one is asked."""


def queue_client(url: str, **options: Any) -> Redis:
    """A client for writing, with the options of ``Redis.from_url``."""
    named = several(url)
    if named is None:
        return Redis.from_url(url, **options)
    watch: Any = Sentinel(list(named.addresses), sentinel_kwargs=_asking(named))  # type: ignore[no-untyped-call]
    master: Redis = watch.master_for(named.name, **_master(named), **options)
    return master


class QueueConnection(RedisClient):
    """A fast client of the queue's Redis for what happens with every turn."""

    def __init__(self, url: str, timeout: float = 5.0) -> None:
        named = several(url)
        super().__init__(url if named is None else named.url_of(named.addresses[0]), timeout)
        options = {"socket_timeout": timeout, "retry": Retry(NoBackoff(), 0), "protocol": 2}
        self._pool = queue_client(url, **options).connection_pool

    def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        """Run a script; drop the connection if the server refuses changes, since it may no longer be the master."""
        try:
            return super().run(script, keys, arguments)
        except StoreUnavailable:
            self.close()
            raise

    def write(self, *commands: Sequence[Any]) -> list[Any]:
        """Run commands, with the same check."""
        try:
            return super().write(*commands)
        except StoreUnavailable:
            self.close()
            raise


@asynccontextmanager
async def listening_to_queue(url: str) -> AsyncIterator[AsyncRedis]:
    """A client for blocking reads without a timeout."""
    named = several(url)
    if named is None:
        async with AsyncRedis.from_url(url, **listening(url)) as client:
            yield client
        return
    watch: Any = AsyncSentinel(list(named.addresses), sentinel_kwargs=_asking(named))  # type: ignore[no-untyped-call]
    try:
        async with watch.master_for(named.name, **_master(named), **listening(url)) as client:
            yield client
    finally:
        for sentinel in watch.sentinels:
            await sentinel.aclose()


def _asking(named: Several) -> dict[str, Any]:
    return {"socket_timeout": ANSWER_SECONDS, **_tls(named)}


def _master(named: Several) -> dict[str, Any]:
    return {"db": named.database, **named.login, **_tls(named)}


def _tls(named: Several) -> dict[str, Any]:
    return {"ssl": True} if named.tls else {}
