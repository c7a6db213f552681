"""The connections of one process: their number, common headers and shutdown."""

from __future__ import annotations

import asyncio
import resource
import socket
import time
from collections import defaultdict
from collections.abc import Coroutine
from email.utils import formatdate
from typing import Any

from api.server.http1.parser import Malformed
from api.server.http1.protocol import HttpProtocol
from api.server.http1.unsent import UnsentBytes
from api.server.runner import RequestRunner

DESCRIPTORS = 65536
"""File descriptors that a process may use, if the system permits."""
RESERVED = 64
"""Descriptors reserved for Redis, logs and modules."""
KERNEL_BYTES = 131_072
"""Unsent bytes that the kernel holds for one connection; the others are counted (``unsent.py``)."""
STOP_SECONDS = 2
"""Seconds after which a stopping server cuts connections; only a stuck reader takes that long."""


class HttpServer:
    """Started by ``start``; ``stop`` answers received requests and closes all connections."""

    def __init__(self, runner: RequestRunner, connections: int | None = None) -> None:
        self.runner = runner
        self.settings = runner.settings
        self.loop = asyncio.get_running_loop()
        self.most = connections or raise_descriptor_limit() - RESERVED
        self.most_of_client = self.most if self.settings.trusted_proxies else self.settings.client_connections
        """The connections of all clients come from the proxies, which must bound them."""
        self.connections: set[HttpProtocol] = set()
        self._of_client: defaultdict[str, set[HttpProtocol]] = defaultdict(set)
        """By the address from which they came."""
        self.unsent = UnsentBytes(self.settings)
        self.common_headers = b""
        """The headers of every response, renewed once a second."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._listeners: list[asyncio.Server] = []
        self._clock: asyncio.TimerHandle | None = None

    async def listen(self, bound: socket.socket) -> None:
        if self._clock is None:
            self._tick()
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, KERNEL_BYTES)
        self._listeners.append(await self.loop.create_server(lambda: HttpProtocol(self), sock=bound, backlog=1024))

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine of a connection, and keep it from being garbage-collected."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def admit(self, connection: HttpProtocol) -> Malformed | None:
        """Register a new connection, or refuse it. Beyond a limit, an idle one is closed for it."""
        held = self._of_client[connection.peer]
        if len(held) >= self.most_of_client and not self._close_idle(held):
            return Malformed(429, f"One client holds at most {self.most_of_client} connections to a process.")
        if len(self.connections) >= self.most and not self._close_idle(self.connections):
            return Malformed(503, "This process holds as many connections as it can.")
        self.connections.add(connection)
        self._of_client[connection.peer].add(connection)
        return None

    def forget(self, connection: HttpProtocol) -> None:
        self.connections.discard(connection)
        self.unsent.discard(connection)
        held = self._of_client[connection.peer]
        held.discard(connection)
        if not held:
            del self._of_client[connection.peer]

    def _close_idle(self, connections: set[HttpProtocol]) -> bool:
        """Close the connection that has been idle longest, of the client with the most connections."""
        idle = [connection for connection in connections if connection.idle]
        if not idle:
            return False
        oldest = max(idle, key=lambda found: (len(self._of_client[found.peer]), -found.deadline.since))
        self.forget(oldest)
        oldest.abort()
        return True

    def _tick(self) -> None:
        date = formatdate(time.time(), usegmt=True)
        self.common_headers = f"Date: {date}\r\nServer: ludotheque\r\n".encode()
        self._clock = self.loop.call_later(1, self._tick)

    async def stop(self) -> None:
        """Stop accepting, and let running requests finish; the caller has ended waits and streams."""
        for listener in self._listeners:
            listener.close()
        for connection in list(self.connections):
            connection.shut_down()
        limit = self.loop.time() + STOP_SECONDS
        while (self.connections or self._tasks) and self.loop.time() < limit:
            await asyncio.sleep(0.02)
        for connection in list(self.connections):
            connection.abort()
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
