"""The connections of one process: their number, common headers and shutdown."""

from __future__ import annotations

import asyncio
import resource
import socket
import time
from collections import Counter
from collections.abc import Coroutine
from email.utils import formatdate
from typing import Any

from api.server.http1.protocol import HttpProtocol
from api.server.runner import RequestRunner

DESCRIPTORS = 65536
"""File descriptors that a process may use, if the system permits."""
RESERVED = 64
"""Descriptors reserved for Redis, logs and modules."""
STOP_SECONDS = 2
"""Seconds after which a stopping server cuts connections; only a stuck reader takes that long."""


class HttpServer:
    """Started by ``start``; ``stop`` answers received requests and closes all connections."""

    def __init__(self, runner: RequestRunner, connections: int | None = None) -> None:
        self.runner = runner
        self.settings = runner.settings
        self.loop = asyncio.get_running_loop()
        self.most = connections or raise_descriptor_limit() - RESERVED
        self.connections: set[HttpProtocol] = set()
        self.common_headers = b""
        """The headers of every response, renewed once a second."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._listener: asyncio.Server | None = None
        self._clock: asyncio.TimerHandle | None = None

    async def listen(self, bound: socket.socket) -> None:
        self._tick()
        self._listener = await self.loop.create_server(lambda: HttpProtocol(self), sock=bound, backlog=1024)

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine of a connection, and keep it from being garbage-collected."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def admit(self, connection: HttpProtocol) -> bool:
        """Register a new connection; beyond the limit, an idle one is closed for it."""
        if len(self.connections) >= self.most and not self._make_room():
            return False
        self.connections.add(connection)
        return True

    def forget(self, connection: HttpProtocol) -> None:
        self.connections.discard(connection)

    def _make_room(self) -> bool:
        """Close the connection that has been idle longest, of the client with the most connections."""
        idle = [connection for connection in self.connections if connection.idle]
        if not idle:
            return False
        held = Counter(connection.client for connection in self.connections)
        oldest = max(idle, key=lambda connection: (held[connection.client], -connection.deadline.since))
        self.connections.discard(oldest)
        oldest.transport.abort()
        return True

    def _tick(self) -> None:
        date = formatdate(time.time(), usegmt=True)
        self.common_headers = f"Date: {date}\r\nServer: ludotheque\r\n".encode()
        self._clock = self.loop.call_later(1, self._tick)

    async def stop(self) -> None:
        """Stop accepting, and let running requests finish; the caller has ended waits and streams."""
        if self._listener is not None:
            self._listener.close()
        for connection in list(self.connections):
            connection.shut_down()
        limit = self.loop.time() + STOP_SECONDS
        while (self.connections or self._tasks) and self.loop.time() < limit:
            await asyncio.sleep(0.02)
        for connection in list(self.connections):
            connection.transport.abort()
        for task in list(self._tasks):
            task.cancel()
        if self._clock is not None:
            self._clock.cancel()


def raise_descriptor_limit() -> int:
    """Raise the descriptor limit of this process as far as permitted; returns the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return wanted if soft == resource.RLIM_INFINITY else soft
