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
from typing import Any, TypeVar

from flask import Response
from msgspec import Struct

from api.app import create_app
from api.http.problems import Problem, too_large
from api.http.request import Environ, client_of, true_address
from api.http.waiting import Pending, StreamFrom, WaitUntil, as_response
from api.server.connection_limiter import ConnectionLimiter
from api.server.streams import StreamHub
from store.jobs.queue import BackgroundNotifier
from store.redis.greenlets import GreenletPool
from store.settings import Settings

Headers = list[tuple[str, str]]
Answer = tuple[int, Headers, bytes]
Make = Callable[[], Response]
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
    def __init__(self, settings: Settings, threads: bool | None = None) -> None:
        self.settings = settings
        self.app = create_app(settings)
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
        self.app.hooks.request_log.later = partial(loop.call_later, LOG_SECONDS)
        services.store.redis.share_connection(loop, self.settings.durability == "replicated")
        services.games.notifier = BackgroundNotifier(services.queue)

    def write_log(self) -> None:
        """Write the collected log lines before the process ends."""
        self.app.hooks.request_log.write_pending()

    def answer(self, environ: Environ, make: Make | None = None, cost: int = 1) -> Answer | Pending:
        """The application's response or wait. ``make``: builds the response of a request without a view;
        ``cost``: its weight for the rate limit."""
        response = self.app.respond(environ, make, cost)
        if isinstance(response, Pending):
            return response
        whole = getattr(response, "whole", None)  # the accelerator's responses are complete
        return run(response, environ) if whole is None else whole(environ)

    async def call(self, environ: Environ, make: Make | None = None, cost: int = 1) -> Answer | Pending:
        """The same from a coroutine."""
        return await self.read(partial(self.answer, environ, make, cost))

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
        self, environ: Environ, pending: Pending, hurry: asyncio.Event | None = None
    ) -> Answer | OpenStream:
        """Wait on behalf of a view, at most until ``hurry`` is set, and get its response; or admit its stream."""
        answer: Answer | Pending = pending
        while isinstance(answer, Pending):
            outcome, client = answer.outcome, self.client(environ)
            if (full := self.limiter.full(client)) is not None:
                make: Make = partial(_refused, outcome, full)
            elif isinstance(outcome, StreamFrom):
                return OpenStream(list(answer.headers), client, outcome.source.frames(self.hub))
            else:
                with self.limiter.reserve(client):
                    await self.hub.wait(outcome.id, outcome.seconds, outcome.ready, hurry)
                make = partial(_resumed, outcome)
            answer = await self.call(environ, make, cost=0)
        return answer

    def client(self, environ: Environ) -> str:
        """The client that sends a request, for limits."""
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "")
        return client_of(true_address(environ["REMOTE_ADDR"], forwarded, self.settings.trusted_proxies))


def refuse(kind: str, headers: dict[str, str] | None = None) -> Response:
    """Raise a problem where a response is built."""
    raise too_large() if kind == "too-large" else Problem(kind, headers=headers)


def _resumed(outcome: WaitUntil) -> Response:
    return as_response(outcome.resume())


def _refused(outcome: WaitUntil | StreamFrom, full: str) -> Response:
    if isinstance(outcome, WaitUntil) and outcome.refused is not None:
        return outcome.refused()
    return refuse(full, {"Retry-After": "5"})


def run(app: Callable[..., Any], environ: Environ) -> Answer:
    """Run a WSGI application to the end of its response."""
    started: list[tuple[int, Headers]] = []

    def start_response(status: str, headers: Headers, *_: Any) -> None:
        started.append((int(status[:3]), headers))

    answer = app(environ, start_response)
    try:
        body = b"".join(answer)
    finally:
        if hasattr(answer, "close"):
            answer.close()
    status, headers = started[-1]
    return status, headers, body
