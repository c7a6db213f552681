"""The door: one connection, that must say what it wants soon and briefly, and fetch what it is sent.

uvicorn reads and writes HTTP; here are the limits that it does not have.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from http import HTTPStatus
from typing import Any

import orjson
from httptools import HttpParserError, HttpParserInvalidMethodError, HttpParserUpgrade
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10
"""Within which the head of a request must have arrived, or the connection is closed."""
HEAD_BYTES = 65536
STUCK_SECONDS = 30
"""After which a connection is cut whose reader fetches nothing of what is waiting for it."""


class Door(HttpToolsProtocol):
    """Counts and times the heads of requests, and the answers that wait to be fetched."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head: int | None = 0
        """Bytes of a head that has not ended yet; None between the end of one and the beginning of the next."""
        self._late: TimerHandle | None = None
        self._stuck: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._late = self.loop.call_later(HEAD_SECONDS, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        for timer in (self._late, self._stuck):
            if timer is not None:
                timer.cancel()

    # --- heads ---------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(data)
        except HttpParserUpgrade:
            pass  # to nothing that is spoken here: the request is answered as it is
        except HttpParserInvalidMethodError:
            self._refuse(501, "This method is not known here.")
        except HttpParserError as error:
            self._refuse(400, f"This is not HTTP/1.1: {error}")
        else:
            self._measure(len(data))

    def _measure(self, size: int) -> None:
        if self._head is not None:
            self._head += size
            if self._head > HEAD_BYTES:
                self._refuse(431, f"The head of a request has at most {HEAD_BYTES} bytes.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0
        if self._late is None:
            self._late = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def on_headers_complete(self) -> None:
        self._head = None
        if self._late is not None:
            self._late.cancel()
            self._late = None
        super().on_headers_complete()

    def _refuse(self, status: int, detail: str) -> None:
        """What is not even a request gets a problem document, too."""
        reason = HTTPStatus(status).phrase
        body = orjson.dumps({"type": "about:blank", "title": reason, "status": status, "detail": detail})
        head = (
            f"HTTP/1.1 {status} {reason}\r\nServer: ludotheque\r\nContent-Type: application/problem+json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()

    # --- answers -------------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
