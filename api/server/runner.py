"""Runs the requests of one process in the Flask application, and waits on behalf of their views.

An act takes less than a millisecond, so a thread would cost more than it saves: requests run on the event loop's
thread, each in a greenlet, so that others run while it waits for Redis, for replicas, or for a node of a Cluster.
Over TLS, where each round trip blocks the loop, requests that may take long run on threads.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from msgspec import Struct

from api.app import Ludotheque, create_app
from api.http.outcomes import Headers, Outcome, Reply, StreamFrom, WaitUntil
from api.http.problems import Problem, too_large
from api.http.request import ApiRequest, Environ
from api.server.connection_limiter import ConnectionLimiter
from api.server.streams import StreamHub
from store.jobs.queue import BackgroundNotifier
from store.redis.greenlets import GreenletPool
from store.settings import Settings

T = TypeVar("T")
LOG_SECONDS = 0.05
"""How long log lines are collected: one write per request took a tenth of the time over one connection."""
LAST = (408, 413)
"""Statuses after which the connection is closed: the rest of the body is not read."""


class OpenStream(Struct):
    """An admitted event stream; it counts for ``client`` while it is open."""

    headers: Headers
    client: str
    frames: AsyncGenerator[bytes, None]


class RequestRunner:
    def __init__(self, settings: Settings, threads: bool | None = None, app: Ludotheque | None = None) -> None:
        self.settings = settings
        self.app = app or create_app(settings)
        services = self.app.extensions["services"]
        self.hub = StreamHub(services.store, services.history, self.read)
        self.limiter = ConnectionLimiter(settings)
        may_take_long = settings.durability == "replicated" or settings.clustered
        needs_threads = may_take_long and settings.redis_url.startswith("rediss")
        self.in_place = not (needs_threads if threads is None else threads)
        self.greenlets = GreenletPool()
        self._threads = None if self.in_place else ThreadPoolExecutor(settings.api_threads)

    def share_connection(self) -> None:
        """Called on the event loop: requests in greenlets share round trips to Redis and do not wait for the queue."""
        loop, services = asyncio.get_running_loop(), self.app.extensions["services"]
        self.app.pipeline.request_log.later = partial(loop.call_later, LOG_SECONDS)
        services.store.redis.share_connection(loop, self.settings.durability == "replicated")
        services.games.notifier = BackgroundNotifier(services.queue)

    def write_log(self) -> None:
        """Write the collected log lines before the process ends."""
        self.app.pipeline.request_log.write_pending()

    def request(self, environ: Environ) -> ApiRequest:
        return ApiRequest(environ, self.settings, waits=True)

    def answer(self, request: ApiRequest, refusal: str | None = None) -> Outcome:
        """Run a request. ``refusal``: the kind of problem for which it is not even looked at."""
        if refusal is None:
            return self.app.respond(request)
        problem = too_large(self.settings.body_bytes) if refusal == "too-large" else Problem(refusal)
        return self.app.respond(request, problem)

    async def call(self, request: ApiRequest, refusal: str | None = None) -> Outcome:
        """The same from a coroutine."""
        return await self.read(partial(self.answer, request, refusal))

    async def read(self, function: Callable[[], T]) -> T:
        """Call a function that waits for the store, while the event loop runs on."""
        loop = asyncio.get_running_loop()
        if self._threads is not None:
            return await loop.run_in_executor(self._threads, function)
        found: asyncio.Future[T] = loop.create_future()

        def run_in_greenlet() -> None:
            try:
                result = function()
            except Exception as error:
                if not found.done():  # cancelled: nobody waits for it any more
                    found.set_exception(error)
            else:
                if not found.done():
                    found.set_result(result)

        self.greenlets.run(run_in_greenlet)
        return await found

    async def settle(
        self, request: ApiRequest, outcome: WaitUntil | StreamFrom, hurry: asyncio.Event | None = None
    ) -> Reply | OpenStream:
        """Wait on behalf of a view, at most until ``hurry`` is set, and get its reply; or admit its stream."""
        pipeline, client = self.app.pipeline, request.client
        settled: Outcome = outcome
        while not isinstance(settled, Reply):
            if (full := self.limiter.full(client)) is not None:
                problem = Problem(full, headers={"Retry-After": "5"})
                settled = await self.read(partial(pipeline.turn_away, request, settled, problem))
            elif isinstance(settled, StreamFrom):
                return OpenStream(pipeline.open(request, settled), client, settled.source.frames(self.hub))
            else:
                with self.limiter.reserve(client):
                    await self.hub.wait(settled.id, settled.seconds, settled.ready, hurry)
                settled = await self.read(partial(pipeline.resume, request, settled))
        return settled
