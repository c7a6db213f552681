"""The door: one connection, that must say what it wants soon and briefly, and fetch what it is sent.

uvicorn reads and writes HTTP; here are the limits that it does not have, and a short way for most requests: one that
has arrived whole is answered at once, in a greenlet that is laid aside while it waits for the store. What comes in
pieces, waits or streams goes uvicorn's way.
"""

from __future__ import annotations

from asyncio import Event, TimerHandle, Transport
from functools import lru_cache, partial
from http import HTTPStatus
from math import inf
from typing import Any
from urllib.parse import unquote

import orjson
from greenlet import greenlet
from httptools import HttpParserError, HttpParserInvalidMethodError, HttpParserUpgrade, parse_url
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from api.http.request import Environ
from api.http.responses import BODILESS
from api.http.waiting import Pending
from api.server.asgi import LAST, Answer, AsgiAdapter, common_environ, request_environ
from store.logs import log

HEAD_SECONDS = 10
"""Within which the head of a request must have arrived, or the connection is closed."""
HEAD_BYTES = 65536
STUCK_SECONDS = 30
"""After which a connection is cut whose reader fetches nothing of what is waiting for it."""


class Answering:
    """What uvicorn must know of a request that is answered here."""

    __slots__ = ("disconnected", "keep_alive", "response_complete")
    message_event = Event()
    """Nobody waits for it."""

    def __init__(self, keep_alive: bool) -> None:
        self.keep_alive = keep_alive
        self.disconnected = self.response_complete = False


class HttpProtocol(HttpToolsProtocol):
    """Counts and times the heads of requests, and the answers that wait to be fetched."""

    app: AsgiAdapter

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head: int | None = 0
        """Bytes of a head that has not ended yet; None between the end of one and the beginning of the next."""
        self._due = inf
        """Until when the client must have said more, by the clock of the loop."""
        self._watch: TimerHandle | None = None
        self._stuck: TimerHandle | None = None
        self._pieces: list[bytes] | None = None
        """The body, so far, of a request that may still arrive whole."""
        self._common: Environ = {}

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._common = common_environ(self.server, self.client, self.scheme or "http")
        self._due = self.loop.time() + HEAD_SECONDS
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        for timer in (self._watch, self._stuck):
            if timer is not None:
                timer.cancel()

    def data_received(self, data: bytes) -> None:
        try:
            self.parser.feed_data(data)
        except HttpParserUpgrade:
            pass  # to nothing that is spoken here: the request is answered as it is
        except HttpParserInvalidMethodError:
            self._refuse(501, "This method is not known here.")
        except HttpParserError as error:
            self._refuse(400, f"This is not HTTP/1.1: {error}")
        else:
            if self._head is not None:
                self._measure(len(data))
            if self._pieces is not None:
                self._go_on_in_pieces()

    def _look(self) -> None:
        """Close a connection that has said nothing for too long, or look again when that may be.

        Most moments at which a client is due pass unnoticed, since the next request moves them: one timer that looks
        again costs far less than one for every head and every pause.
        """
        now = self.loop.time()
        if self._watch is not None:
            self._watch.cancel()
        if now < self._due:
            self._watch = self.loop.call_later(min(self._due - now, self.timeout_keep_alive), self._look)
        elif self._head is None:
            self.transport.close()
        else:
            self.transport.abort()

    def on_response_complete(self) -> None:
        """What uvicorn does, but for the timer."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        if self._head is None:  # otherwise the next request has begun, and its head is waited for
            self._due = self.loop.time() + self.timeout_keep_alive
        self.flow.resume_reading()
        if self.pipeline:
            self._due = inf
            self._start_asgi_task(*self.pipeline.pop())

    # --- heads ---------------------------------------------------------------------------------------------------

    def _measure(self, size: int) -> None:
        """The head has not ended yet."""
        self._head = (self._head or 0) + size
        if self._head > HEAD_BYTES:
            self._refuse(431, f"The head of a request has at most {HEAD_BYTES} bytes.")
        else:
            self._look()

    def on_message_begin(self) -> None:
        self.url, self.headers, self.expect_100_continue = b"", [], False
        self._head = 0
        self._due = self.loop.time() + HEAD_SECONDS

    def on_headers_complete(self) -> None:
        self._head = None
        self._due = inf
        idle = self.cycle is None or self.cycle.response_complete
        if idle and self.app.in_place and not self.flow.write_paused:
            self._pieces = []
        else:
            self._go_on_in_pieces()

    def _refuse(self, status: int, detail: str) -> None:
        """What is not even a request gets a problem document, too."""
        title = HTTPStatus(status).phrase
        body = orjson.dumps({"type": "about:blank", "title": title, "status": status, "detail": detail})
        headers = [("Content-Type", "application/problem+json"), ("Content-Length", str(len(body)))]
        self._send((status, headers, body), keep=False)

    # --- whole requests ------------------------------------------------------------------------------------------

    def on_body(self, body: bytes) -> None:
        if self._pieces is None:
            super().on_body(body)
        else:
            self._pieces.append(body)

    def on_message_complete(self) -> None:
        if self._pieces is None:
            super().on_message_complete()
            return
        body, self._pieces = b"".join(self._pieces), None
        if self.transport.is_closing():  # the answer before this was the last
            return
        environ = self._environ(body)
        keep = environ["SERVER_PROTOCOL"] == "HTTP/1.1" and self.parser.should_keep_alive()
        self.cycle = asked = Answering(keep)  # type: ignore[assignment]
        greenlet(self._answer).switch(asked, environ)

    def _environ(self, body: bytes) -> Environ:
        """What the request is about; raises for an address that is none."""
        parser, url = self.parser, self.url
        if url[:1] == b"/" and b"#" not in url:
            path, _, query = url.partition(b"?")
        else:
            parsed = parse_url(url)
            path, query = parsed.path, parsed.query or b""
        text = path.decode("ascii")
        version, method = parser.get_http_version(), parser.get_method().decode("ascii")
        return request_environ(
            self._common, method, unquote(text) if "%" in text else text, query, version, self.headers, body
        )

    def _answer(self, asked: Answering, environ: Environ) -> None:
        """From here on the connection may have gone on to its next request, or be gone."""
        try:
            answer = self.app.answer(environ)
            if isinstance(answer, Pending):
                self._go_on(asked, environ, partial(self.app.go_on, environ, answer))
                return
            if not self.transport.is_closing():
                self._send(answer, asked.keep_alive and answer[0] not in LAST)
        except Exception:
            log.exception("a request could not be answered")
            self._refuse(500, "")
        asked.response_complete = True
        self.on_response_complete()

    def _go_on(self, asked: Answering, environ: Environ, app: Any) -> None:
        """Let uvicorn answer a request that has arrived whole."""
        cycle = RequestResponseCycle(
            scope={"type": "http", "method": environ["REQUEST_METHOD"]},  # type: ignore[typeddict-item]
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=False,
            default_headers=self.server_state.default_headers,
            message_event=Event(),
            expect_100_continue=False,
            keep_alive=asked.keep_alive,
            on_response=self.on_response_complete,
        )
        cycle.more_body = False
        cycle.disconnected = asked.disconnected
        if self.cycle is asked:  # type: ignore[comparison-overlap]
            self.cycle = cycle
        self._start_asgi_task(cycle, app)

    def _send(self, answer: Answer, keep: bool) -> None:
        status, headers, body = answer
        lines = "".join([f"{name}: {value}\r\n" for name, value in headers])
        if lines.count("\n") != len(headers):
            raise ValueError("a header with a line break")
        if "Content-Length: " not in lines and status not in BODILESS:
            lines += f"Content-Length: {len(body)}\r\n"
        if not keep:
            lines += "Connection: close\r\n"
        common = said(*self.server_state.default_headers)
        self.transport.write(b"%s%s%s\r\n%s" % (STATUS_LINE[status], common, lines.encode("latin-1"), body))
        if not keep:
            self.transport.close()

    def _go_on_in_pieces(self) -> None:
        """Uvicorn's way, from the end of the head on: the rest of the body is still to come, or others are before."""
        pieces, self._pieces = self._pieces or [], None
        url, headers, expects = self.url, self.headers, self.expect_100_continue
        super().on_message_begin()
        self.url, self.expect_100_continue = url, expects
        self.headers += headers
        super().on_headers_complete()
        for piece in pieces:
            super().on_body(piece)

    # --- answers that wait to be fetched -------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None


@lru_cache(maxsize=4)
def said(*headers: tuple[bytes, bytes]) -> bytes:
    """Headers as they go over the wire; those that every answer has change once a second."""
    return b"".join([b"%s: %s\r\n" % pair for pair in headers])
