"""HTTP calls to remote bots: one POST, one reply of bounded size in bounded time.

Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import ssl
from typing import NamedTuple

import httptools

from store.bots.faults import BotFault
from store.model.documents.events import Faults
from workers.remote.addresses import Policy, Refused, Target

MOST_BYTES = 65536
MOST_HEADER_BYTES = 16384
MOST_INFORMATIONAL = 8
"""Interim replies, such as `100 Continue`, before the real one."""
CONNECT_SECONDS = 5.0
UNREACHABLE = "no connection could be made, it was lost, or the address is not allowed"
"""One text for all failures, so that it reveals nothing about what listens where."""


class CallFailed(Exception):
    """A call without a usable reply."""

    def __init__(
        self,
        fault: Faults,
        detail: str,
        status: int | None = None,
        *,
        rule: str | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(detail)
        self.fault: Faults = fault
        self.detail = detail
        self.status = status
        self.rule = rule
        """The rule that an illegal action breaks."""
        self.field = field
        """JSON pointer to the error in the reply's body."""

    @property
    def described(self) -> BotFault:
        return BotFault(self.fault, self.detail, self.rule, self.field)


class Reply(NamedTuple):
    """The reply to a call."""

    status: int
    body: bytes


class Client:
    """The HTTP client of one process."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._context: ssl.SSLContext | None = None

    @property
    def context(self) -> ssl.SSLContext:
        """Created once: it loads all certificates, which takes 20 ms and more."""
        if self._context is None:
            self._context = ssl.create_default_context()
        return self._context

    async def post(self, url: str, headers: dict[str, str], body: bytes, seconds: float, local: bool = False) -> Reply:
        """POST the body and read the reply, all within this many seconds; raises CallFailed.

        ``local``: see `Policy.check`.
        """
        try:
            target = self.policy.target(url)
        except Refused as error:
            raise CallFailed("unreachable", f"the URL {error}") from error
        try:
            async with asyncio.timeout(seconds):
                addresses = await self.policy.addresses(target, local)
                protocol = await self._connect(target, addresses, seconds)
                try:
                    protocol.send(_request(target, headers, body))
                    return await protocol.reply
                finally:
                    protocol.abort()
        except TimeoutError as error:
            raise CallFailed("timeout", "no answer in time") from error
        except (Refused, OSError) as error:
            raise CallFailed("unreachable", UNREACHABLE) from error

    async def _connect(self, target: Target, addresses: list[str], seconds: float) -> ReplyProtocol:
        """Connect to one of the checked addresses, under the name of the host."""
        loop = asyncio.get_running_loop()
        context = self.context if target.secure else None
        failure: OSError = OSError("no address")
        for address in addresses:
            try:
                async with asyncio.timeout(min(CONNECT_SECONDS, seconds / 2)):
                    _, protocol = await loop.create_connection(
                        ReplyProtocol,
                        address,
                        target.port,
                        ssl=context,
                        server_hostname=target.host if target.secure else None,
                    )
                    return protocol
            except TimeoutError:
                failure = OSError("no connection in time")
            except OSError as error:
                failure = error
        raise failure


class ReplyProtocol(asyncio.Protocol):
    """Reads one reply with httptools; ``reply`` fails with CallFailed as soon as it cannot become valid."""

    def __init__(self) -> None:
        self.reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.reply.add_done_callback(_seen)
        self._parser = httptools.HttpResponseParser(self)
        self._transport: asyncio.Transport | None = None
        self._status = 0
        self._body = bytearray()
        self._received = self._informational = 0
        self._in_body = self._has_end = False

    def send(self, request: bytes) -> None:
        if self._transport is not None:
            self._transport.write(request)

    def abort(self) -> None:
        """Drop the connection."""
        if self._transport is not None:
            self._transport.abort()

    # --- asyncio -------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        if self.reply.done():
            return
        self._received += len(data)
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._fail("status", f"it answered {self._status}")
        except (httptools.HttpParserError, httptools.HttpParserCallbackError):
            self._fail("nonsense", "the answer is not HTTP")
        if not self._in_body and self._received > MOST_HEADER_BYTES:
            self._fail("nonsense", f"the answer has more than {MOST_HEADER_BYTES} bytes of headers")
        elif self._received > MOST_HEADER_BYTES + MOST_BYTES:
            self._fail("too_large", f"the answer has more than {MOST_BYTES} bytes")

    def connection_lost(self, exc: Exception | None) -> None:
        if self.reply.done():
            return
        if exc is None and self._in_body and not self._has_end:
            self.reply.set_result(Reply(self._status, bytes(self._body)))  # delimited by the end of the connection
        else:
            self._fail("unreachable", UNREACHABLE)

    # --- httptools -----------------------------------------------------------------------------------------------

    def on_header(self, name: bytes, value: bytes) -> None:
        name = name.lower()
        if name == b"content-length":
            self._has_end = True
            if len(value) > 9 or (value.isdigit() and int(value) > MOST_BYTES):
                self._status = self._parser.get_status_code()
                self._fail("too_large", f"the answer has more than {MOST_BYTES} bytes")
        elif name == b"transfer-encoding":
            self._has_end = True

    def on_headers_complete(self) -> None:
        self._status = self._parser.get_status_code()
        if self._status < 200:
            self._informational += 1
            if self._informational > MOST_INFORMATIONAL:
                self._fail("nonsense", "there is no end to its 1xx answers")
        else:
            self._in_body = True

    def on_body(self, body: bytes) -> None:
        self._body += body
        if len(self._body) > MOST_BYTES:
            self._fail("too_large", f"the answer has more than {MOST_BYTES} bytes")

    def on_message_complete(self) -> None:
        if self._status >= 200 and not self.reply.done():
            self.reply.set_result(Reply(self._status, bytes(self._body)))

    def _fail(self, fault: Faults, detail: str) -> None:
        if not self.reply.done():
            self.reply.set_exception(CallFailed(fault, detail, self._status or None))
            self.abort()


def _seen(reply: asyncio.Future[Reply]) -> None:
    """Mark an exception as seen: the caller may have given up before it was set."""
    if not reply.cancelled():
        reply.exception()


def _request(target: Target, headers: dict[str, str], body: bytes) -> bytes:
    lines = [
        f"POST {target.path} HTTP/1.1",
        f"Host: {target.host_header}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Accept: application/json",
        "User-Agent: ludotheque",
        "Connection: close",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join(lines).encode("ascii") + b"\r\n\r\n" + body
