"""One HTTP/1.1 connection: requests are answered one after the other, in the order in which they came.

Everything that arrives is bounded in bytes, lines and time (``http_parser.py``). What is no request is answered by an
error only after the requests before it have their answers; so is a client that has closed its sending side.
"""

from __future__ import annotations

import asyncio
from functools import partial
from math import inf
from typing import TYPE_CHECKING

from httptools import HttpParserError

from api.http.request import Environ
from api.http.waiting import Pending, WaitUntil
from api.server.environ import common_environ
from api.server.http1.encoding import SAFE, encode_answer, encode_problem, encode_stream_head, http1_environ
from api.server.http1.parser import Malformed, ReceivedRequest, RequestParser
from api.server.runner import LAST, Answer, Make, OpenStream, refuse
from store.process.logs import log
from store.redis.greenlets import in_greenlet

if TYPE_CHECKING:
    from api.server.http1.server import HttpServer

HEAD_SECONDS = 10
"""Within which the head of a request must have arrived, or the connection is closed."""
KEEP_ALIVE_SECONDS = 75
"""Silence after which a connection without a request is closed."""
STUCK_SECONDS = 30
"""After which a connection is cut whose reader fetches nothing of what is waiting for it."""
LINGER_SECONDS, LINGER_BYTES = 5, 16_000_000
"""How long, and how much, is still read and dropped behind the last answer: a client that is still sending would
otherwise get a reset instead of the answer."""
PIPELINED = 32
"""Requests that may wait for those before them; then the connection is read no further."""


class Exchange:
    """A request that is being answered."""

    __slots__ = ("environ", "hurry", "keep_alive", "streams", "task")

    def __init__(self, environ: Environ, keep_alive: bool) -> None:
        self.environ = environ
        self.keep_alive = keep_alive
        self.streams = False
        self.hurry: asyncio.Event | None = None
        """Ends its waiting early."""
        self.task: asyncio.Task[None] | None = None

    @property
    def safe(self) -> bool:
        return self.environ["REQUEST_METHOD"] in SAFE


class HttpProtocol(asyncio.Protocol):
    transport: asyncio.Transport

    def __init__(self, server: HttpServer) -> None:
        self.server = server
        self.loop = server.loop
        self.parser = RequestParser(server.settings.body_bytes)
        self.client = ""
        self.since = 0.0
        """Since when it has been in its present state, by the clock of the loop."""
        self._common: Environ = {}
        self._active: Exchange | None = None
        self._advancing = False
        self._half_closed = False
        """The client sends no more; it still reads."""
        self._linger: int | None = None
        """Bytes that are still read and dropped, once the last answer is sent."""
        self._reads = True
        self._drained: asyncio.Event | None = None
        """Set when the client has fetched what waits; None while it keeps up."""
        self._due = inf
        """Until when the client must have said more."""
        self._state = (0, "")
        self._watch: asyncio.TimerHandle | None = None
        self._watch_at = inf
        self._stuck: asyncio.TimerHandle | None = None

    # --- the connection ------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        peer, name = transport.get_extra_info("peername"), transport.get_extra_info("sockname")
        self.client = str(peer[0]) if isinstance(peer, tuple) else ""
        self._common = common_environ(name[:2] if isinstance(name, tuple) else None, self.client)
        if self.server.admit(self):
            self._set_deadline()
        else:
            self._send_problem(Malformed(503, "This process holds as many connections as it can."))

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.server.forget(self)
        for timer in (self._watch, self._stuck):
            if timer is not None:
                timer.cancel()
        self.parser.requests.clear()
        self.parser.ended = True
        active = self._active
        if active is not None and active.task is not None and (active.streams or active.safe):
            active.task.cancel()
        if self._drained is not None:
            self._drained.set()

    def data_received(self, data: bytes) -> None:
        if self._linger is not None:
            self._linger -= len(data)
            if self._linger < 0:
                self.transport.abort()
            return
        self.parser.feed(data)
        self._advance()

    def eof_received(self) -> bool:
        """Keep the connection while there are answers to send; a stream or waiting read ends, since most clients that
        send this are gone."""
        self._half_closed = True
        active = self._active
        if active is not None and active.streams and active.task is not None:
            active.task.cancel()
            return False
        if active is not None and active.safe and active.hurry is not None:
            active.hurry.set()
        return self._linger is None and (active is not None or bool(self.parser.requests))

    def shut_down(self) -> None:
        """The process ends: close the connection, or let its present answer be the last."""
        if self._active is None:
            self.transport.close()
        else:
            self._active.keep_alive = False

    @property
    def idle(self) -> bool:
        """May it be closed to make room for another?"""
        return self._active is None

    # --- time ----------------------------------------------------------------------------------------------------

    def _set_deadline(self) -> None:
        """Say until when the client must have said more. One timer that looks again when the client was due costs far
        less than one for every head and every pause."""
        parser, now = self.parser, self.loop.time()
        state = (parser.begun, parser.stage)
        if parser.stage == "idle":
            self._due = now + KEEP_ALIVE_SECONDS if self._active is None else inf
        elif state != self._state:
            self._due = now + (HEAD_SECONDS if parser.stage == "head" else self.server.settings.body_seconds)
        if state != self._state or self._active is None:
            self._state, self.since = state, now
        if self._due < self._watch_at:
            self._look()

    def _look(self) -> None:
        """Close a connection that has said nothing for too long, or look again when that may be."""
        if self._watch is not None:
            self._watch.cancel()
        now = self.loop.time()
        if now < self._due:
            self._watch_at = min(self._due, now + KEEP_ALIVE_SECONDS)
            self._watch = self.loop.call_at(self._watch_at, self._look)
            return
        self._watch, self._watch_at = None, inf
        if self.parser.stage == "body" or self._active is not None:
            self._due = inf
            self.parser.cut_off()
            self._advance()
        elif self.parser.stage == "head":
            self.transport.abort()
        else:
            self.transport.close()

    def pause_writing(self) -> None:
        self._drained = asyncio.Event()
        self._stuck = self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
        if self._drained is not None:
            self._drained.set()
            self._drained = None
        self._advance()

    # --- requests ------------------------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Answer the requests that have arrived, as far as that goes now."""
        if self._advancing:
            return
        requests, transport, self._advancing = self.parser.requests, self.transport, True
        try:
            while requests and self._active is None and self._drained is None and self._linger is None:
                if transport.is_closing():
                    return
                self._start(requests.popleft())
        finally:
            self._advancing = False
        if transport.is_closing() or self._linger is not None:
            return
        if self._active is None and not requests:
            if self._half_closed or self.parser.ended:
                transport.close()
                return
            if self.parser.expects_continue:
                self.parser.expects_continue = False
                transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        self._read_on(len(requests) < PIPELINED)
        self._set_deadline()

    def _read_on(self, wanted: bool) -> None:
        if wanted != self._reads:
            self._reads = wanted
            (self.transport.resume_reading if wanted else self.transport.pause_reading)()

    def _start(self, request: ReceivedRequest | Malformed) -> None:
        if isinstance(request, Malformed):
            self._send_problem(request)
            return
        try:
            environ = http1_environ(self._common, request)
        except (HttpParserError, UnicodeDecodeError):
            self._send_problem(Malformed(400, "The target of the request is no address."))
            return
        self._active = exchange = Exchange(environ, request.keep_alive)
        make = None if request.refusal is None else partial(refuse, request.refusal)
        if self.server.runner.in_place:
            self.server.runner.greenlets.run(self._answer, exchange, make)
        else:
            exchange.task = self.server.start(self._answer_on_thread(exchange, make))

    def _answer(self, exchange: Exchange, make: Make | None) -> None:
        """In a greenlet: when this goes on after a trip to Redis, the connection may be gone."""
        try:
            answer = self.server.runner.answer(exchange.environ, make)
            if isinstance(answer, Pending):
                exchange.task = self.server.start(self._settle(exchange, answer))
                return
            self._send(exchange, answer)
        except Exception:
            self._fail()
        self._finish(exchange)

    async def _answer_on_thread(self, exchange: Exchange, make: Make | None) -> None:
        try:
            answer = await self.server.runner.call(exchange.environ, make)
            if isinstance(answer, Pending):
                await self._settle(exchange, answer)
                return
            self._send(exchange, answer)
        except Exception:
            self._fail()
        self._finish(exchange)

    async def _settle(self, exchange: Exchange, pending: Pending) -> None:
        """Wait for a change, or stream."""
        try:
            if isinstance(pending.outcome, WaitUntil):
                exchange.hurry = asyncio.Event()
            answer = await self.server.runner.settle(exchange.environ, pending, exchange.hurry)
            if isinstance(answer, OpenStream):
                del pending  # a stream is long, and its request need not stay in memory
                exchange.streams = True
                with self.server.runner.limiter.place(answer.client):
                    await self._stream(exchange, answer)
            else:
                self._send(exchange, answer)
        except Exception:
            self._fail()
        self._finish(exchange)

    def _finish(self, exchange: Exchange) -> None:
        if self._active is exchange:
            self._active = None
            if self.parser.requests and in_greenlet():  # a greenlet that is used again starts no other
                self.loop.call_soon(self._advance)
            else:
                self._advance()

    def _fail(self) -> None:
        log.exception("cannot answer a request")
        self._send_problem(Malformed(500, ""))

    # --- answers -------------------------------------------------------------------------------------------------

    def _send(self, exchange: Exchange, answer: Answer) -> None:
        if self.transport.is_closing():
            return
        keep = exchange.keep_alive and answer[0] not in LAST
        self.transport.write(encode_answer(answer, self.server.common_headers, keep))
        if not keep:
            self._close(clean=answer[0] not in LAST)

    def _send_problem(self, problem: Malformed) -> None:
        """What is not even a request gets a problem document, too, and no other answer behind it."""
        if self.transport.is_closing():
            return
        self.transport.write(encode_problem(problem, self.server.common_headers))
        self._close(clean=False)

    def _close(self, clean: bool) -> None:
        """Close behind what was written; unless all that came was read, first read and drop what still comes."""
        self.parser.requests.clear()
        if clean or self._half_closed or not self.transport.can_write_eof():
            self.transport.close()
            return
        self._linger = LINGER_BYTES
        self._read_on(True)
        self.transport.write_eof()
        self._due = self.loop.time()
        self._stuck = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    async def _stream(self, exchange: Exchange, stream: OpenStream) -> None:
        """Send frames until the stream ends or its reader is gone, which ends this task."""
        chunked = exchange.environ["SERVER_PROTOCOL"] == "HTTP/1.1"
        exchange.environ = {"REQUEST_METHOD": "GET"}
        try:
            if self.transport.is_closing():
                return
            head = encode_stream_head(stream.headers, self.server.common_headers, chunked, exchange.keep_alive)
            self.transport.write(head)
            async for data in stream.frames:
                if self.transport.is_closing():
                    return
                self.transport.write(b"%x\r\n%s\r\n" % (len(data), data) if chunked else data)
                if self._drained is not None:
                    await self._drained.wait()
            if not self.transport.is_closing():
                if chunked:
                    self.transport.write(b"0\r\n\r\n")
                if not chunked or not exchange.keep_alive:
                    self.transport.close()
        finally:
            await stream.frames.aclose()
