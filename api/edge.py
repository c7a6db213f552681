"""The edge: one port for plain requests, waiting reads and streams.

Plain requests go to the Flask application, in place: an act takes less than a millisecond, so that handing it to a
thread would cost more than it saves. Where a commit waits for a disk or for replicas (durability above `fast`), or one
node of a Cluster may be away while others answer, requests run on threads.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from typing import Any

from granian.rsgi import ProtocolClosed

from api.app import create_app
from api.clients import client_of, true_address
from api.crowd import Crowd
from api.live import Live, Watching
from api.waiting import EDGE, REFUSED, RESUMED, STREAM, WAIT
from store.settings import Settings

Headers = list[tuple[str, str]]
Answer = tuple[int, Headers, bytes]
UNREADABLE = "\xff"
"""Stands for a header that came with other than ASCII characters, so that it is refused rather than overlooked."""
SERVER = ("Server", "ludotheque")
"""Takes the place of the server's own banner, which tells more."""
DISCARDED = 16_000_000
"""Bytes beyond the limit that are read and dropped: a client that is still sending would not hear the answer."""
NAMES = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}
COMMON: dict[str, Any] = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    EDGE: True,
}
WITH_BODY = ("POST", "PUT", "PATCH", "DELETE")


class Edge:
    """An RSGI application around the WSGI one."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = create_app(settings)
        house = self.app.extensions["house"]
        self.live = Live(house.store, house.history)
        self.crowd = Crowd(settings)
        in_place = settings.durability == "fast" and not settings.clustered
        self._threads = None if in_place else ThreadPoolExecutor(settings.api_threads)

    async def __rsgi__(self, scope: Any, proto: Any) -> None:
        if scope.proto != "http":
            return
        try:
            body = await read_body(scope, proto, self.settings)
        except TimeoutError:
            body, environ = b"", environ_of(scope, b"") | {REFUSED: "too-slow"}
        else:
            environ = environ_of(scope, body)
        status, headers, answer = await self._call(environ)
        waiting, watching = environ.get(WAIT), environ.get(STREAM)
        if waiting is not None or watching is not None:
            client = self._client(environ)
            full = self.crowd.full(client) if scope.method == "GET" else None  # what was ordered is waited for
            if full is not None:
                status, headers, answer = await self._call(environ_of(scope, body) | {REFUSED: full})
            elif waiting is not None:
                with self.crowd.place(client):
                    await self.live.wait(waiting)
                status, headers, answer = await self._call(environ_of(scope, body) | {RESUMED: waiting})
            else:
                del environ, answer  # a stream is long, and its request need not stay in memory
                with self.crowd.place(client):
                    await self._stream(proto, status, headers, watching)
                return
        headers.append(SERVER)
        proto.response_bytes(status, headers, answer)

    def _client(self, environ: dict[str, Any]) -> str:
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "")
        return client_of(true_address(environ["REMOTE_ADDR"], forwarded, self.settings.trusted_proxies))

    async def _call(self, environ: dict[str, Any]) -> Answer:
        if self._threads is None:
            return call(self.app.wsgi_app, environ)
        return await asyncio.get_running_loop().run_in_executor(self._threads, call, self.app.wsgi_app, environ)

    async def _stream(self, proto: Any, status: int, headers: Headers, watching: Any) -> None:
        """Send frames until the stream ends or the reader is gone, which the next frame or heartbeat finds out."""
        kept = [pair for pair in headers if pair[0].lower() != "content-length"]
        transport = proto.response_stream(status, [*kept, SERVER])
        frames = self.live.stream(watching) if isinstance(watching, Watching) else watching.frames(self.live)
        with suppress(ProtocolClosed):
            async for data in frames:
                await transport.send_bytes(data)
        await frames.aclose()


async def read_body(scope: Any, proto: Any, settings: Settings) -> bytes:
    """The body, or just more than the limit of it: the application then answers 413. Raises TimeoutError."""
    declared = scope.headers.get("content-length")
    if scope.method not in WITH_BODY or declared == "0":
        return b""
    async with asyncio.timeout(settings.body_seconds):
        return await _read(proto, declared, settings.body_bytes)


async def _read(proto: Any, declared: str | None, limit: int) -> bytes:
    if declared is not None and declared.isdigit() and int(declared) <= limit:
        return bytes(await proto())
    chunks, size = [], 0
    async for chunk in proto:
        if size <= limit:
            chunks.append(bytes(chunk))
        size += len(chunk)
        if size > limit + DISCARDED:
            break
    return b"".join(chunks)


def environ_of(scope: Any, body: bytes) -> dict[str, Any]:
    """The WSGI environ of a request."""
    server, _, port = scope.server.rpartition(":")
    environ: dict[str, Any] = {
        **COMMON,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0],
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
    }
    headers = scope.headers
    for name, value in headers.items():
        key = variable(name)
        environ[key] = f"{environ[key]},{value}" if key in environ and key != "CONTENT_LENGTH" else value
    for name in headers.keys():  # noqa: SIM118 - the server leaves out values that are not ASCII
        if (key := variable(name)) not in environ:
            environ[key] = UNREADABLE
    environ["CONTENT_LENGTH"] = str(len(body))
    environ.pop("HTTP_TRANSFER_ENCODING", None)  # the pieces are put together: werkzeug would take them for nothing
    return environ


@lru_cache(maxsize=512)
def variable(name: str) -> str:
    """The name of a header in the environ."""
    return NAMES.get(name) or "HTTP_" + name.upper().replace("-", "_")


def call(app: Callable[..., Any], environ: dict[str, Any]) -> Answer:
    """Run the WSGI application to the end of its answer."""
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


def __getattr__(name: str) -> Awaitable[Any]:
    """``api.edge:app`` is made when the server asks for it."""
    if name == "app":
        edge: Any = Edge(Settings.from_environment())
        globals()["app"] = edge
        return edge  # type: ignore[no-any-return]
    raise AttributeError(name)
