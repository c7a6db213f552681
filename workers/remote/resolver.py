"""Host names, resolved on threads: a hanging name server delays only its own names."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading

from workers.remote.keyed_limit import KeyedLimit

LOOKUPS = 128
"""Simultaneous lookups, each on a thread."""
PER_SITE = 4
"""Simultaneous lookups of names under one domain."""


class Resolver:
    """The resolver of one process. The same name is resolved once at a time."""

    def __init__(self) -> None:
        self._lookups = asyncio.Semaphore(LOOKUPS)
        self._sites = KeyedLimit(PER_SITE)
        self._running: dict[tuple[str, int], asyncio.Task[list[str]]] = {}

    async def lookup(self, host: str, port: int) -> list[str]:
        """The addresses of a host; raises OSError if there are none."""
        numeric = _numeric(host, port)
        if numeric is not None:
            return numeric
        task = self._running.get((host, port))
        if task is None:
            task = self._running[host, port] = asyncio.create_task(self._lookup(host, port))
            task.add_done_callback(lambda done: self._ended((host, port), done))
        return await asyncio.shield(task)

    def _ended(self, name: tuple[str, int], task: asyncio.Task[list[str]]) -> None:
        self._running.pop(name, None)
        if not task.cancelled():
            task.exception()  # mark it as seen: every caller may have given up

    async def _lookup(self, host: str, port: int) -> list[str]:
        async with self._sites.hold(site_of(host)), self._lookups:
            return await _on_a_thread(host, port)


def site_of(host: str) -> str:
    """The last two labels of a name."""
    return ".".join(host.lower().rstrip(".").split(".")[-2:])


def _numeric(host: str, port: int) -> list[str] | None:
    """The literal address in any notation; no name server is asked."""
    try:
        return _addresses(host, port, socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        return None


def _addresses(host: str, port: int, flags: int = 0) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=flags)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


async def _on_a_thread(host: str, port: int) -> list[str]:
    """Resolve on a daemon thread, so that a hanging lookup does not keep the process from ending."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()

    def settle(found: list[str] | None, error: Exception | None) -> None:
        if answer.done():
            return
        if error is None:
            answer.set_result(found or [])
        else:
            answer.set_exception(OSError("the name is not known"))

    def work() -> None:
        found, failure = None, None
        try:
            found = _addresses(host, port)
        except (OSError, UnicodeError) as error:
            failure = error
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, found, failure)

    threading.Thread(target=work, name="resolver", daemon=True).start()
    return await answer
