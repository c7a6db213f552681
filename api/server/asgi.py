"""The API as an ASGI application, for any ASGI server: ``uvicorn --factory api.server.asgi:create_asgi_app``.

Requests run on threads; waiting reads and event streams wait on the event loop. The server of this project
(``process.py``) does the same without ASGI.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any

from api.http.outcomes import Headers, Reply
from api.http.request import Environ
from api.server.environ import common_environ, request_environ
from api.server.runner import LAST, OpenStream, RequestRunner
from store.settings import Settings

Message = MutableMapping[str, Any]
Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
WITH_BODY = ("POST", "PUT", "PATCH", "DELETE")


class AsgiAdapter:
    """An ASGI application around the WSGI one."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.runner = RequestRunner(settings, threads=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        if scope["type"] != "http":
            return
        refusal, body = None, b""
        try:
            body = await read_body(scope, receive, self.settings)
            if len(body) > self.settings.body_bytes:
                refusal, body = "too-large", b""
        except ConnectionError:
            return
        except TimeoutError:
            refusal = "too-slow"
        request = self.runner.request(environ_of(scope, body))
        outcome = await self.runner.call(request, refusal)
        settled = outcome if isinstance(outcome, Reply) else await self.runner.settle(request, outcome)
        if isinstance(settled, OpenStream):
            with self.runner.limiter.reserve(settled.client):
                await self._stream(receive, send, settled)
            return
        status, headers, content = settled
        if status in LAST:
            headers.append(("Connection", "close"))
        await send({"type": "http.response.start", "status": status, "headers": encoded(headers)})
        await send({"type": "http.response.body", "body": content})

    async def _live(self, receive: Receive, send: Send) -> None:
        """Handle the lifespan events."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                self.runner.hub.stop()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    async def _stream(self, receive: Receive, send: Send, stream: OpenStream) -> None:
        """Send frames until the stream ends or its reader is gone."""
        await send({"type": "http.response.start", "status": 200, "headers": encoded(stream.headers)})
        sending = asyncio.ensure_future(self._send_frames(send, stream))
        gone = asyncio.ensure_future(disconnected(receive))
        try:
            await asyncio.wait((sending, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, gone):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await stream.frames.aclose()

    @staticmethod
    async def _send_frames(send: Send, stream: OpenStream) -> None:
        async for data in stream.frames:
            await send({"type": "http.response.body", "body": data, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


def create_asgi_app() -> AsgiAdapter:
    return AsgiAdapter(Settings.from_environment())


async def disconnected(receive: Receive) -> None:
    """Wait until the reader is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def read_body(scope: Scope, receive: Receive, settings: Settings) -> bytes:
    """The body, or just over the limit of it. Raises TimeoutError, and ConnectionError if the client is gone."""
    if scope["method"] not in WITH_BODY:
        return b""
    chunks, size, more = [], 0, True
    async with asyncio.timeout(settings.body_seconds):
        while more and size <= settings.body_bytes:
            message = await receive()
            if message["type"] != "http.request":
                raise ConnectionError
            chunks.append(message.get("body", b""))
            size += len(chunks[-1])
            more = message.get("more_body", False)
    return b"".join(chunks)


def encoded(headers: Headers) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]


def environ_of(scope: Scope, body: bytes) -> Environ:
    """The WSGI environ of a request."""
    client = scope.get("client")
    return request_environ(
        common_environ(scope.get("server"), client[0] if client else "", scope["scheme"]),
        scope["method"],
        scope["path"],
        scope["query_string"],
        scope["http_version"],
        scope["headers"],
        body,
    )
