"""Many readers of event streams: raw sockets in a process of its own, which only keeps what comes and when."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from hashlib import sha256
from multiprocessing.connection import Connection
from typing import Any

from msgspec import Struct

from bench.support.stack import request

OPENING = 64
"""Connections that are made at once."""


class Seen(Struct):
    """What one watcher has received."""

    ids: list[int]
    at: list[float]
    digest: str
    """Of all its frames: watchers of one audience receive the same bytes."""
    frames: list[bytes]


class Watcher(asyncio.Protocol):
    """One open stream."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.received: list[tuple[float, bytes]] = []
        self.answered = asyncio.Event()
        self.ended = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(self.request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.received.append((time.monotonic(), data))
        self.answered.set()

    def connection_lost(self, _: Exception | None) -> None:
        self.ended = True
        self.answered.set()

    def seen(self) -> Seen:
        frames = [(at, frame) for at, frame in frames_of(self.received) if frame.startswith(b"id:")]
        digest = sha256(b"".join(frame for _, frame in frames)).hexdigest()
        ids = [int(frame[3 : frame.index(b"\n")]) for _, frame in frames]
        return Seen(ids, [at for at, _ in frames], digest, [frame for _, frame in frames])


def frames_of(received: list[tuple[float, bytes]]) -> Iterator[tuple[float, bytes]]:
    """Every frame with the moment at which its last byte came; the pieces of the transfer coding are taken apart."""
    raw, text, head = b"", b"", True
    for at, data in received:
        raw += data
        if head:
            before, found, rest = raw.partition(b"\r\n\r\n")
            if not found:
                continue
            assert before.startswith(b"HTTP/1.1 200"), before
            raw, head = rest, False
        while (end := raw.find(b"\r\n")) >= 0:
            size = int(raw[:end], 16)
            if len(raw) < end + size + 4:
                break
            text += raw[end + 2 : end + 2 + size]
            raw = raw[end + size + 4 :]
        *whole, text = text.split(b"\n\n")
        for frame in whole:
            yield at, frame


def watch(port: int, wanted: list[tuple[str, str | None, str]], orders: Connection) -> None:
    """Open a stream for every (path, token, language), report it, and send what was seen when asked."""
    asyncio.run(_watch(port, wanted, orders))


async def _watch(port: int, wanted: list[tuple[str, str | None, str]], orders: Connection) -> None:
    loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(OPENING)

    async def opened(path: str, token: str | None, language: str) -> Watcher:
        sent = request("GET", path, token, Accept="text/event-stream", Accept_Language=language)
        async with gate:
            _, watcher = await loop.create_connection(lambda: Watcher(sent), "127.0.0.1", port)
            await asyncio.wait_for(watcher.answered.wait(), 30)
        return watcher

    watchers = await asyncio.gather(*[opened(*payload) for payload in wanted])
    orders.send("open")
    await loop.run_in_executor(None, orders.recv)
    while watchers and time.monotonic() - max(w.received[-1][0] for w in watchers if w.received) < 1:
        await asyncio.sleep(0.1)  # until nothing has come for a second
    everything: list[Any] = [watcher.seen() for watcher in watchers]
    orders.send((everything, sum(watcher.ended for watcher in watchers)))
