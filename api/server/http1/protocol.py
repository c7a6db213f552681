"""One HTTP/1.1 connection: requests are answered one after the other, in the order in which they came.

Everything that arrives is bounded in bytes and lines (``parser.py``) and in time (``deadline.py``). What is no request
is answered by an error only after the requests before it; so is a client that has closed its sending side.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from typing import TYPE_CHECKING

from httptools import HttpParserError

from api.http.outcomes import Reply, StreamFrom, WaitUntil
from api.http.request import ApiRequest, Environ, client_of
from api.server.environ import common_environ
from api.server.http1.deadline import ReadDeadline
from api.server.http1.encoding import encode_problem, encode_reply, http1_environ
from api.server.http1.exchange import Exchange
from api.server.http1.parser import Malformed, ReceivedRequest, RequestParser
from api.server.http1.writer import ResponseWriter
from api.server.runner import LAST, OpenStream
from store.process.logs import log
from store.redis.greenlets import in_greenlet

if TYPE_CHECKING:
    from api.server.http1.server import HttpServer

UNSENT_BYTES = 16384
"""Bytes that may wait for a client before its connection counts as blocked."""
RESET = struct.pack("ii", 1, 0)
PIPELINED = 32
"""Requests that may wait for those before them; then the connection is read no further."""


class HttpProtocol(asyncio.Protocol):
    transport: asyncio.Transport
    writer: ResponseWriter

    def __init__(self, server: HttpServer) -> None:
        self.server = server
        self.loop = server.loop
        self.parser = RequestParser(server.settings.body_bytes)
        self.peer = self.client = ""
        """The address that the connection comes from, and the client that sends its present request."""
        self._common: Environ = {}
        self._active: Exchange | None = None
        self._advancing = False
        self._half_closed = False
        """The client sends no more; it still reads."""
        self._reads = True
        self.deadline = ReadDeadline(self.loop, server.settings.body_seconds, self._expired)

    # --- the connection ------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        transport.set_write_buffer_limits(high=UNSENT_BYTES)
        self.writer = ResponseWriter(self.loop, transport, self.abort)
        peer, name = transport.get_extra_info("peername"), transport.get_extra_info("sockname")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        self.peer = self.client = client_of(address)
        self._common = common_environ(name[:2] if isinstance(name, tuple) else None, address)
        refusal = self.server.admit(self)
        if refusal is None:
            self.deadline.update(self.parser, answering=False)
        else:  # closed at once: what is refused must not be held either
            transport.write(encode_problem(refusal, self.server.common_headers))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.server.forget(self)
        self.deadline.cancel()
        self.parser.requests.clear()
        self.parser.ended = True
        active = self._active
        if active is not None and active.task is not None and (active.streams or active.safe):
            active.task.cancel()
        self.writer.lost()

    def data_received(self, data: bytes) -> None:
        if self.writer.lingering:
            self.writer.drop(data)
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
        return not self.writer.lingering and (active is not None or bool(self.parser.requests))

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

    def pause_writing(self) -> None:
        self.writer.pause()
        self.server.unsent.add(self)

    def resume_writing(self) -> None:
        self.server.unsent.discard(self)
        self.writer.resume()
        self._advance()

    def unsent_bytes(self) -> int:
        return self.transport.get_write_buffer_size()

    def abort(self) -> None:
        """Close without sending what waits: the kernel would go on holding it for a client that does not read."""
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self.transport.abort()

    def _expired(self) -> None:
        """The client has sent nothing for too long."""
        if self.parser.stage == "body" or self._active is not None:
            self.deadline.suspend()
            self.parser.cut_off()
            self._advance()
        elif self.parser.stage == "head":
            self.transport.abort()
        else:
            self.transport.close()

    # --- requests ------------------------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Answer the requests that have arrived, as far as that goes now."""
        if self._advancing:
            return
        requests, transport, writer = self.parser.requests, self.transport, self.writer
        self._advancing = True
        try:
            while requests and self._active is None and not writer.blocked:
                if transport.is_closing():
                    return
                self._start(requests.popleft())
        finally:
            self._advancing = False
        if transport.is_closing() or writer.lingering:
            return
        if self._active is None and not requests:
            if self._half_closed or self.parser.ended:
                transport.close()
                return
            if self.parser.expects_continue:
                self.parser.expects_continue = False
                transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        self._read_on(len(requests) < PIPELINED)
        self.deadline.update(self.parser, self._active is not None)

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
        asked = self.server.runner.request(environ)
        if self.server.settings.trusted_proxies:
            self.client = asked.client
        self._active = exchange = Exchange(asked, request.keep_alive)
        if self.server.runner.in_place:
            self.server.runner.greenlets.run(self._answer, exchange, asked, request.refusal)
        else:
            exchange.task = self.server.start(self._answer_on_thread(exchange, asked, request.refusal))

    def _answer(self, exchange: Exchange, request: ApiRequest, refusal: str | None) -> None:
        """In a greenlet: when this goes on after a trip to Redis, the connection may be gone."""
        try:
            outcome = self.server.runner.answer(request, refusal)
            if not isinstance(outcome, Reply):
                exchange.task = self.server.start(self._settle(exchange, outcome))
                return
            self._send(exchange, outcome)
        except Exception:
            self._fail()
        self._finish(exchange)

    async def _answer_on_thread(self, exchange: Exchange, request: ApiRequest, refusal: str | None) -> None:
        try:
            outcome = await self.server.runner.call(request, refusal)
            if not isinstance(outcome, Reply):
                await self._settle(exchange, outcome)
                return
            self._send(exchange, outcome)
        except Exception:
            self._fail()
        self._finish(exchange)

    async def _settle(self, exchange: Exchange, outcome: WaitUntil | StreamFrom) -> None:
        """Wait for a change, or stream."""
        request = exchange.request
        assert request is not None  # noqa: S101 - it does not stream yet
        try:
            if isinstance(outcome, WaitUntil):
                exchange.hurry = asyncio.Event()
            answer = await self.server.runner.settle(request, outcome, exchange.hurry)
            if isinstance(answer, OpenStream):
                exchange.streams = True
                chunked = request.environ["SERVER_PROTOCOL"] == "HTTP/1.1"
                exchange.request = None
                del outcome, request
                with self.server.runner.limiter.reserve(answer.client):
                    await self.writer.stream(answer, self.server.common_headers, chunked, exchange.keep_alive)
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

    def _send(self, exchange: Exchange, reply: Reply) -> None:
        if self.transport.is_closing():
            return
        keep = exchange.keep_alive and reply.status not in LAST
        self.transport.writelines(encode_reply(reply, self.server.common_headers, keep))
        if not keep:
            self._close(clean=reply.status not in LAST)

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
        self._read_on(True)
        self.writer.linger()
        self.deadline.expire()
