"""Calls to bots: what comes back is bounded, and neither a slow name server nor a flood holds up other calls."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from store.settings import Settings
from workers.remote.addresses import Policy
from workers.remote.client import CallFailed, Client, Reply, ReplyProtocol

LARGEST_PIECE = 256 * 1024
"""Bytes that asyncio reads at once, at most."""
Peer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def says(*pieces: bytes) -> Peer:
    """A server that says this, whatever it is asked, and hangs up."""

    async def peer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        for piece in pieces:
            writer.write(piece)
            await asyncio.sleep(0.01)

    return peer


@asynccontextmanager
async def serving(peer: Peer) -> AsyncIterator[int]:
    """The port on which the peer listens; every connection is closed in the end."""
    tasks: set[asyncio.Task[Any]] = set()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            await peer(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass  # the caller has hung up
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]
        await asyncio.wait_for(asyncio.gather(*tasks), 10)


async def ask(peer: Peer, seconds: float = 3) -> Reply:
    async with serving(peer) as port:
        return await Client(Policy(Settings(remote_loopback=1))).post(
            f"http://127.0.0.1:{port}/", {}, b"{}", seconds, local=True
        )


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1;x=y\r\n}\r\n0\r\nTrailer: x\r\n\r\n"


@pytest.mark.parametrize(
    "pieces",
    [
        [OK],
        [OK[:20], OK[20:-1], OK[-1:]],
        [b"HTTP/1.1 100 Continue\r\n\r\n", OK],
        [b"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n" + OK],
        [CHUNKED],
        [b"HTTP/1.1 200 OK\r\n\r\n{", b"}"],
        [b"HTTP/1.0 200 OK\r\n\r\n{}"],
    ],
)
def test_a_reply_is_read_however_it_is_framed(pieces: list[bytes]) -> None:
    assert asyncio.run(ask(says(*pieces))) == Reply(200, b"{}")


def test_a_reply_without_a_body() -> None:
    assert asyncio.run(ask(says(b"HTTP/1.1 204 No Content\r\n\r\n"))) == Reply(204, b"")


BAD: dict[str, tuple[list[bytes], str]] = {
    "no HTTP": ([b"SSH-2.0-OpenSSH\r\n\r\n"], "nonsense"),
    "nothing": ([b""], "unreachable"),
    "half a body": ([OK[:-1]], "unreachable"),
    "half a chunk": ([CHUNKED[:60]], "unreachable"),
    "a length that is none": ([b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}"], "nonsense"),
    "another protocol": ([b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nxx"], "status"),
    "a large length": ([b"HTTP/1.1 200 OK\r\nContent-Length: 65537\r\n\r\n{"], "too_large"),
    "a huge length": ([b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{"], "too_large"),
    "a large body": ([b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 70000], "too_large"),
    "large chunks": ([b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n11171\r\n", b"x" * 70001], "too_large"),
    "large headers": ([b"HTTP/1.1 200 OK\r\nX: " + b"x" * 20000], "nonsense"),
}


@pytest.mark.parametrize("manner", BAD)
def test_a_reply_that_is_none(manner: str) -> None:
    pieces, fault = BAD[manner]
    with pytest.raises(CallFailed) as failed:
        asyncio.run(ask(says(*pieces)))
    assert failed.value.fault == fault, failed.value


def test_a_flood_of_1xx_replies_ends_at_once_and_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read, and so the time that other calls may have to wait, ends with the first pieces of the flood."""
    pieces: list[int] = []
    read = ReplyProtocol.data_received

    def counted(self: ReplyProtocol, data: bytes) -> None:
        pieces.append(len(data))
        read(self, data)

    async def floods(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n" * 2000)
            await writer.drain()

    monkeypatch.setattr(ReplyProtocol, "data_received", counted)
    with pytest.raises(CallFailed) as failed:
        asyncio.run(ask(floods, 20))
    assert failed.value.fault == "nonsense"
    assert sum(pieces) <= 2 * LARGEST_PIECE


def test_one_context_for_all_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads every certificate of the machine: that is for once, not for each call."""
    made: list[Any] = []
    real = ssl.create_default_context

    def create(*args: Any, **kwargs: Any) -> ssl.SSLContext:
        made.append(args)
        return real(*args, **kwargs)

    monkeypatch.setattr(ssl, "create_default_context", create)

    async def run() -> None:
        async with serving(says(b"no TLS")) as port:
            client = Client(Policy(Settings(remote_loopback=1)))
            for _ in range(3):
                with pytest.raises(CallFailed) as failed:
                    await client.post(f"https://127.0.0.1:{port}/", {}, b"{}", 3, local=True)
                assert failed.value.fault == "unreachable"

    asyncio.run(run())
    assert len(made) == 1


@pytest.mark.parametrize("name", ["slow{}.example", "a.slow{}.test", "{}.one-site.example"])
def test_slow_names_hold_up_only_themselves(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Forty names whose server does not answer, and one that is known."""
    answered = threading.Event()
    real = socket.getaddrinfo

    def getaddrinfo(host: str, port: int, flags: int = 0, **_: Any) -> list[Any]:
        if flags & socket.AI_NUMERICHOST:
            return real(host, port, flags=flags, **_)
        if host != "quick.good.example":
            answered.wait(30)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)

    async def run() -> None:
        async with serving(says(OK)) as port:
            client = Client(Policy(Settings(remote_loopback=1)))

            async def call(host: str, seconds: float) -> Reply:
                return await client.post(f"http://{host}:{port}/", {}, b"{}", seconds, local=True)

            slow = [asyncio.create_task(call(name.format(number), 20)) for number in range(40)]
            await asyncio.sleep(0)
            assert (await call("quick.good.example", 3)).status == 200
            assert not any(task.done() for task in slow)
            answered.set()
            assert {reply.status for reply in await asyncio.gather(*slow)} == {200}

    try:
        asyncio.run(run())
    finally:
        answered.set()
