"""Clients of the queue's Redis: one server, or the master that Sentinels name at the time of each connection."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.sentinel import Sentinel as AsyncSentinel
from redis.sentinel import Sentinel

from store.redis.client import listening
from store.redis.urls import Several, several

ANSWER_SECONDS = 1.0
"""Sentinels answer at once or are away; then the next one is asked."""


def queue_client(url: str, **options: Any) -> Redis:
    """A client for writing, with the options of ``Redis.from_url``."""
    named = several(url)
    if named is None:
        return Redis.from_url(url, **options)
    watch: Any = Sentinel(list(named.addresses), sentinel_kwargs=_asking(named))  # type: ignore[no-untyped-call]
    master: Redis = watch.master_for(named.name, **_master(named), **options)
    return master


@asynccontextmanager
async def listening_to_queue(url: str) -> AsyncIterator[AsyncRedis]:
    """A client that waits for what comes, for as long as it takes."""
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
