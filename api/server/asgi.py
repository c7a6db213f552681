"""The edge: one port for plain requests, waiting reads and streams.

Plain requests go to the Flask application, in place: an act takes less than a millisecond, so that handing it to a
thread would cost more than it saves. Each runs in a greenlet, so that others go on while it waits for the store. Where
a commit waits for replicas, or one node of a Cluster may be away while others answer, requests run on threads.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import Any

from flask import Response
from greenlet import greenlet

from api.app import create_app
from api.http.client_address import client_of, true_address
from api.http.problems import Problem
from api.http.request import Environ
from api.http.responses import Ready
from api.http.waiting import Pending, StreamFrom, WaitUntil, as_response
from api.server.connection_limiter import ConnectionLimiter
from api.server.streams import StreamHub
from store.jobs.queue import BackgroundNotifier
from store.settings import Settings

Message = MutableMapping[str, Any]
Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[str, str]]
Answer = tuple[int, Headers, bytes]
Make = Callable[[], Response]
DISCARDED = 16_000_000
"""Bytes beyond the limit that are read and dropped: a client that is still sending would not hear the answer."""
NAMES = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}
COMMON: Environ = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
}
WITH_BODY = ("POST", "PUT", "PATCH", "DELETE")
LAST = (408, 413)
"""Answers after which the connection is closed."""


class AsgiAdapter:
    """An ASGI application around the WSGI one."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = create_app(settings)
        services = self.app.extensions["services"]
        self.hub = StreamHub(services.store, services.history)
        self.connections = ConnectionLimiter(settings)
        self.in_place = settings.durability != "replicated" and not settings.clustered
        self._threads = None if self.in_place else ThreadPoolExecutor(settings.api_threads)

    def share_connection(self) -> None:
        """Called on the event loop: requests that are answered in place share their trips, and wait for no queue."""
        loop, services = asyncio.get_running_loop(), self.app.extensions["services"]
        self.app.observer.later = loop.call_soon
        services.store.redis.share_connection(loop)
        services.changes.queue = BackgroundNotifier(services.queue)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            environ = environ_of(scope, await read_body(scope, receive, self.settings))
        except ConnectionError:
            return
        except TimeoutError:
            environ = environ_of(scope, b"")
            first = await self._call(environ, lambda: refuse("too-slow"))
        else:
            first = await self._call(environ)
        await self.go_on(environ, first, scope, receive, send)

    def answer(self, environ: Environ, make: Make | None = None) -> Answer | Pending:
        """What the application answers, or what it waits for."""
        response = self.app.respond(environ, make)
        if isinstance(response, Pending):
            return response
        return response.whole(environ) if isinstance(response, Ready) else run(response, environ)

    async def go_on(
        self, environ: Environ, answer: Answer | Pending, _scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Wait or stream, if that is what the view wants, and send the answer."""
        while isinstance(answer, Pending):
            outcome, client = answer.outcome, self._client(environ)
            if (full := self.connections.full(client)) is not None:
                answer = await self._call(environ, partial(self._refused, outcome, full))
            elif isinstance(outcome, StreamFrom):
                headers = list(answer.headers)
                del environ, answer  # a stream is long, and its request need not stay in memory
                with self.connections.place(client):
                    await self._stream(receive, send, headers, outcome)
                return
            else:
                with self.connections.place(client):
                    await self.hub.wait(outcome.id, outcome.seconds, outcome.ready)
                answer = await self._call(environ, partial(resume, outcome))
        status, headers, body = answer
        if status in LAST:
            headers.append(("Connection", "close"))  # what is still to come of the body is not read
        await send({"type": "http.response.start", "status": status, "headers": encoded(headers)})
        await send({"type": "http.response.body", "body": body})

    @staticmethod
    def _refused(outcome: WaitUntil | StreamFrom, full: str) -> Response:
        if isinstance(outcome, WaitUntil) and outcome.refused is not None:
            return outcome.refused()
        return refuse(full, {"Retry-After": "5"})

    def _client(self, environ: Environ) -> str:
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "")
        return client_of(true_address(environ["REMOTE_ADDR"], forwarded, self.settings.trusted_proxies))

    async def _call(self, environ: Environ, make: Make | None = None) -> Answer | Pending:
        loop = asyncio.get_running_loop()
        if self._threads is not None:
            return await loop.run_in_executor(self._threads, self.answer, environ, make)
        answered: asyncio.Future[Answer | Pending] = loop.create_future()

        def answer() -> None:
            try:
                told = self.answer(environ, make)
            except Exception as error:
                if not answered.done():  # cancelled: the process ends
                    answered.set_exception(error)
            else:
                if not answered.done():
                    answered.set_result(told)

        greenlet(answer).switch()
        return await answered

    async def _stream(self, receive: Receive, send: Send, headers: Headers, outcome: StreamFrom) -> None:
        """Send frames until the stream ends or the reader is gone, which the next frame or heartbeat finds out."""
        await send({"type": "http.response.start", "status": 200, "headers": encoded(headers)})
        frames = outcome.source.frames(self.hub)
        gone = asyncio.create_task(departure(receive))
        try:
            async for data in frames:
                if gone.done():
                    return
                await send({"type": "http.response.body", "body": data, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()
            await frames.aclose()


def resume(outcome: WaitUntil) -> Response:
    return as_response(outcome.resume())


def refuse(kind: str, headers: dict[str, str] | None = None) -> Response:
    raise Problem(kind, headers=headers)


async def departure(receive: Receive) -> None:
    """Returns when the reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def read_body(scope: Scope, receive: Receive, settings: Settings) -> bytes:
    """The body, or just more than the limit of it: the application then answers 413.

    Raises TimeoutError, and ConnectionError when the client is gone.
    """
    if scope["method"] not in WITH_BODY:
        return b""
    async with asyncio.timeout(settings.body_seconds):
        message = await receive()
        if message["type"] == "http.request" and not message["more_body"]:
            whole: bytes = message["body"]
            return whole
        return await _read(message, receive, settings.body_bytes)


async def _read(message: Message, receive: Receive, limit: int) -> bytes:
    chunks, size = [], 0
    while message["type"] == "http.request":
        chunk: bytes = message["body"]
        if size <= limit:
            chunks.append(chunk)
        size += len(chunk)
        if not message["more_body"] or size > limit + DISCARDED:
            return b"".join(chunks)
        message = await receive()
    raise ConnectionError


def encoded(headers: Headers) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]


def environ_of(scope: Scope, body: bytes) -> Environ:
    """The WSGI environ of a request."""
    return request_environ(
        common_environ(scope["server"], scope["client"], scope["scheme"]),
        scope["method"],
        scope["path"],
        scope["query_string"],
        scope["http_version"],
        scope["headers"],
        body,
    )


def common_environ(server: tuple[str, int | None] | None, client: tuple[str, int] | None, scheme: str) -> Environ:
    """What all requests of a connection have in common."""
    name, port = server or ("", None)
    return {
        **COMMON,
        "SERVER_NAME": name,
        "SERVER_PORT": str(port or 80),
        "REMOTE_ADDR": client[0] if client else "",
        "wsgi.url_scheme": scheme,
        "wsgi.errors": sys.stderr,
    }


def request_environ(
    common: Environ,
    method: str,
    path: str,
    query: bytes,
    version: str,
    headers: Iterable[tuple[bytes, bytes]],
    body: bytes,
) -> Environ:
    """What is said by this request alone, and what it has in common with others."""
    environ = common.copy()
    environ["REQUEST_METHOD"] = method
    environ["PATH_INFO"] = path if path.isascii() else path.encode("utf-8", "surrogateescape").decode("latin-1")
    environ["QUERY_STRING"] = query.decode("latin-1")
    environ["SERVER_PROTOCOL"] = f"HTTP/{version}"
    environ["wsgi.input"] = io.BytesIO(body)
    for name, value in headers:
        key, text = variable(name), value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ and key != "CONTENT_LENGTH" else text
    environ["CONTENT_LENGTH"] = str(len(body))
    environ.pop("HTTP_UPGRADE", None)  # it is declined by going on without it
    environ.pop("HTTP_TRANSFER_ENCODING", None)  # the pieces are put together: werkzeug would take them for nothing
    return environ


@lru_cache(maxsize=512)
def variable(name: bytes) -> str:
    """The name of a header in the environ."""
    return NAMES.get(name) or "HTTP_" + name.decode("latin-1").upper().replace("-", "_")


def run(app: Callable[..., Any], environ: Environ) -> Answer:
    """Run a WSGI application to the end of its answer."""
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
