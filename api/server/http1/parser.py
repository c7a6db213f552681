"""Requests from the bytes of one connection, within bounds on their bytes and lines.

httptools calls back with what it has read. It keeps the value of a header that has not ended, and says nothing of the
framing of chunks: so the bytes that lead to no call are counted here, too.
"""

from __future__ import annotations

from collections import deque
from typing import Literal

from httptools import HttpParserError, HttpParserInvalidMethodError, HttpParserUpgrade, HttpRequestParser
from msgspec import Struct

HEAD_BYTES = 65536
"""Of the request line and all headers; also of trailers."""
HEADER_LINES = 100
CHUNK_BYTES = 16
"""Of framing that one chunk may have beside its data."""
LINE_BYTES = 16
"""Of a request line beside its target, and of the empty line behind the headers."""
Stage = Literal["idle", "head", "body"]


class Malformed(Struct):
    """Bytes that are no request, or one beyond the bounds: it is refused, and the connection closed."""

    status: int
    detail: str


class ReceivedRequest:
    """A request that has arrived; its body may be cut off, and then ``refusal`` names the problem."""

    __slots__ = ("body", "headers", "keep_alive", "method", "refusal", "url", "version")

    def __init__(self, method: str, url: bytes, version: str, headers: list[tuple[bytes, bytes]]) -> None:
        self.method = method
        self.url = url
        self.version = version
        self.headers = headers
        self.body = b""
        self.keep_alive = False
        self.refusal: Literal["too-large", "too-slow"] | None = None


class _Stop(Exception):
    """Nothing behind this is read."""


class RequestParser:
    """Reads the requests of one connection, in order."""

    def __init__(self, body_bytes: int) -> None:
        self.requests: deque[ReceivedRequest | Malformed] = deque()
        """Those that have arrived and nobody has taken."""
        self.stage: Stage = "idle"
        self.ended = False
        """Whatever follows is not read: the last request has come, or something that is none."""
        self.begun = 0
        """Requests of which at least a byte has come."""
        self.expects_continue = False
        self._body_bytes = body_bytes
        self._parser = HttpRequestParser(self)
        self._url = b""
        self._headers: list[tuple[bytes, bytes]] = []
        self._pieces: list[bytes] = []
        self._size = self._head = self._unseen = self._chunks = self._framing = self._trailers = self._in_feed = 0
        self._seen = 0
        """Bytes of what has come last that led to calls, about."""
        self._progress = False

    def feed(self, data: bytes) -> None:
        """Read what has come."""
        if self.ended:
            return
        self._progress, self._in_feed, self._seen = False, 0, 0
        try:
            self._parser.feed_data(data)
        except HttpParserUpgrade:  # to nothing that is spoken here: the request is answered as it is, as the last one
            self.ended = True
            if self.requests and isinstance(last := self.requests[-1], ReceivedRequest):
                last.keep_alive = False
        except HttpParserInvalidMethodError:
            self._refuse(501, "This method is not known here.")
        except HttpParserError as error:
            if not self.ended:
                self._refuse(400, f"This is not HTTP/1.1: {error}")
        else:
            self._measure(len(data))

    def cut_off(self) -> None:
        """The rest of the present request did not come in time."""
        self.ended = True
        if self.stage == "body":
            self._complete("too-slow")

    def _refuse(self, status: int, detail: str) -> None:
        self.ended = True
        self.requests.append(Malformed(status, detail))

    def _stop(self, status: int, detail: str) -> None:
        """Refuse from within a call of the parser, which must not go on."""
        self._refuse(status, detail)
        raise _Stop

    def _measure(self, size: int) -> None:
        """Bound what the parser holds or skips without a call."""
        if self.stage == "head":
            self._unseen = max(0, size - self._seen) + (0 if self._progress else self._unseen)
            if self._unseen > HEAD_BYTES:
                self._refuse(431, TOO_LONG)
        elif self.stage == "body" and not self._progress:
            self._framing += size - self._in_feed
            if self._framing > HEAD_BYTES + CHUNK_BYTES * self._chunks:
                self._refuse(431, f"Trailers and extensions of chunks have at most {HEAD_BYTES} bytes.")

    # --- calls of httptools --------------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        self.begun += 1
        self.stage = "head"
        self.expects_continue, self._progress = False, True
        self._seen += LINE_BYTES
        self._url, self._headers, self._pieces = b"", [], []
        self._size = self._head = self._unseen = self._chunks = self._framing = self._trailers = 0

    def on_url(self, url: bytes) -> None:
        self._progress = True
        self._seen += len(url)
        self._url += url
        if len(self._url) > HEAD_BYTES:
            self._stop(431, TOO_LONG)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._progress = True
        self._seen += len(name) + len(value) + 4
        if self.stage == "body":
            self._trailers += 1  # it is dropped
            if self._trailers > HEADER_LINES:
                self._stop(431, f"A request has at most {HEADER_LINES} trailers.")
            return
        self._head += len(name) + len(value) + 4
        if self._head + len(self._url) > HEAD_BYTES:
            self._stop(431, TOO_LONG)
        self._headers.append((name, value))
        if len(self._headers) > HEADER_LINES:
            self._stop(431, f"A request has at most {HEADER_LINES} headers.")

    def on_headers_complete(self) -> None:
        self.stage, self._progress = "body", True
        hosts, length = 0, 0
        for name, value in self._headers:
            size = len(name)
            if size == 4 and name.lower() == b"host":
                hosts += 1
            elif size == 14 and name.lower() == b"content-length":
                length = int(value)
            elif size == 17 and name.lower() == b"transfer-encoding" and value.strip().lower() != b"chunked":
                self._stop(501, "The only Transfer-Encoding that is understood here is `chunked`.")
            elif size == 6 and name.lower() == b"expect":
                self.expects_continue = value.lower() == b"100-continue"
        if hosts > 1 or (not hosts and self._parser.get_http_version() == "1.1"):
            self._stop(400, "A request has exactly one Host header.")
        if length > self._body_bytes:
            self._complete("too-large")
            raise _Stop

    def on_chunk_header(self) -> None:
        self._chunks += 1
        self._seen += CHUNK_BYTES

    def on_body(self, body: bytes) -> None:
        self.expects_continue = False
        self._size += len(body)
        self._in_feed += len(body)
        self._seen += len(body)
        self._pieces.append(body)
        if self._size > self._body_bytes:
            self._complete("too-large")
            raise _Stop

    def on_message_complete(self) -> None:
        self._progress = True
        self._complete()
        if self.ended:
            raise _Stop

    def _complete(self, refusal: Literal["too-large", "too-slow"] | None = None) -> None:
        parser = self._parser
        request = ReceivedRequest(
            parser.get_method().decode("ascii"), self._url, parser.get_http_version(), self._headers
        )
        self.stage = "idle"
        self.expects_continue = False
        if refusal is None:
            request.body = self._pieces[0] if len(self._pieces) == 1 else b"".join(self._pieces)
            request.keep_alive = request.version == "1.1" and parser.should_keep_alive()
        request.refusal = refusal
        self._pieces = []
        self.ended = self.ended or not request.keep_alive
        self.requests.append(request)


TOO_LONG = f"The head of a request has at most {HEAD_BYTES} bytes."
