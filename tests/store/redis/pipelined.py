"""A client asked as the API asks it: from greenlets of an event loop, which share one connection."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import uvloop
from greenlet import greenlet

from store.redis.client import RedisClient
from store.redis.cluster.client import RedisClusterClient
from tests.support.waiting import PATIENCE


class PipelinedClient:
    """Has the ways of a client. Each call runs on the loop's thread in a greenlet of its own."""

    def __init__(self, client: RedisClient, confirmed: bool = False) -> None:
        self.redis = client
        self.loop = uvloop.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.loop.call_soon_threadsafe(client.share_connection, self.loop, confirmed)

    def read(self, *commands: Any) -> list[Any]:
        [outcome] = self.together(lambda: self.redis.read(*commands))
        return list(outcome.result(PATIENCE))

    def write(self, *commands: Any) -> list[Any]:
        [outcome] = self.together(lambda: self.redis.write(*commands))
        return list(outcome.result(PATIENCE))

    def run(self, *asked: Any) -> Any:
        [outcome] = self.together(lambda: self.redis.run(*asked))
        return outcome.result(PATIENCE)

    def together(self, *calls: Callable[[], Any]) -> list[Future[Any]]:
        """Start all of them at the same moment."""
        outcomes: list[Future[Any]] = [Future() for _ in calls]

        def start() -> None:
            for call, outcome in zip(calls, outcomes, strict=True):
                greenlet(_told).switch(call, outcome)

        self.loop.call_soon_threadsafe(start)
        return outcomes

    def close(self) -> None:
        def hang_up() -> None:
            nodes = self.redis.nodes.clients.values() if isinstance(self.redis, RedisClusterClient) else ()
            for client in (self.redis, *nodes):
                for pipeliner in filter(None, {client._pipeliner, client._writer}):
                    pipeliner._fail(ConnectionError("the test is over"))
            self.loop.stop()

        self.loop.call_soon_threadsafe(hang_up)
        self.thread.join()
        self.loop.close()
        self.redis.close()


def _told(call: Callable[[], Any], outcome: Future[Any]) -> None:
    try:
        outcome.set_result(call())
    except Exception as error:
        outcome.set_exception(error)
