"""The sending side of one connection: responses, streams, slow readers, and the end behind the last response."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from api.server.http1.encoding import encode_stream_head
from api.server.runner import OpenStream

STUCK_SECONDS = 30
"""After which a connection is cut whose reader fetches nothing of what is waiting for it."""
LINGER_SECONDS, LINGER_BYTES = 5, 16_000_000
"""How long, and how much, is still read and dropped behind the last answer: a client that is still sending would
otherwise get a reset instead of the answer."""


class ResponseWriter:
    def __init__(
        self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport, abort: Callable[[], None]
    ) -> None:
        self.loop = loop
        self.transport = transport
        self._abort = abort
        self.drained: asyncio.Event | None = None
        """Set when the client has fetched what waits; None while it keeps up."""
        self.lingering = False
        """The last answer is sent; what still comes is dropped."""
        self._droppable = LINGER_BYTES
        self._stuck: asyncio.TimerHandle | None = None
        self._linger: asyncio.TimerHandle | None = None

    @property
    def blocked(self) -> bool:
        """Must the next response wait, or is there none any more?"""
        return self.drained is not None or self.lingering

    def pause(self) -> None:
        """The client reads more slowly than it is sent to."""
        self.drained = asyncio.Event()
        self._stuck = self.loop.call_later(STUCK_SECONDS, self._abort)

    def resume(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
        if self.drained is not None:
            self.drained.set()
            self.drained = None

    def linger(self) -> None:
        """End the sending side, and drop what still comes for a while."""
        self.lingering = True
        self.transport.write_eof()
        self._linger = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def drop(self, data: bytes) -> None:
        """Count what came behind the last request."""
        self._droppable -= len(data)
        if self._droppable < 0:
            self.transport.abort()

    def lost(self) -> None:
        """The connection is gone."""
        self.resume()
        if self._linger is not None:
            self._linger.cancel()

    async def stream(self, stream: OpenStream, common_headers: bytes, chunked: bool, keep_alive: bool) -> None:
        """Send frames until the stream ends or its reader is gone, which ends this task."""
        transport = self.transport
        try:
            if transport.is_closing():
                return
            transport.write(encode_stream_head(stream.headers, common_headers, chunked, keep_alive))
            async for data in stream.frames:
                if transport.is_closing():
                    return
                transport.write(b"%x\r\n%s\r\n" % (len(data), data) if chunked else data)
                if self.drained is not None:
                    await self.drained.wait()
            if not transport.is_closing():
                if chunked:
                    transport.write(b"0\r\n\r\n")
                if not chunked or not keep_alive:
                    transport.close()
        finally:
            await stream.frames.aclose()
