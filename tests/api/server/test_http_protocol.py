"""Connections: what is no request, what comes too slowly or is too long, and who does not fetch what was sent."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import cast

import httpx
import orjson
import pytest

from api.http.outcomes import Reply
from api.http.request import ApiRequest, Environ
from api.server.http1.deadline import HEAD_SECONDS, KEEP_ALIVE_SECONDS
from api.server.http1.parser import HEAD_BYTES
from api.server.http1.server import HttpServer
from api.server.runner import RequestRunner
from bench.support.stack import children, request
from store.redis.greenlets import GreenletPool
from store.settings import Settings
from tests.api.problems import first_action, two_humans
from tests.support.client import GameClient, Json
from tests.support.clock import run_idle
from tests.support.processes import alive
from tests.support.stack import Stack
from tests.support.waiting import PATIENCE, wait_until


@pytest.fixture
def line(stack: Stack) -> Iterator[socket.socket]:
    with dial(stack) as made:
        yield made


def dial(stack: Stack) -> socket.socket:
    return socket.create_connection(("127.0.0.1", stack.port), PATIENCE)


def rest(line: socket.socket) -> bytes:
    """All that still comes until the server hangs up."""
    return b"".join(iter(lambda: line.recv(65536), b""))


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", 501),
        (b"GET /v1/games HTTP/9\r\n\r\n", 400),
        (b"GET /v1/games HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400),
        (b"GET /v1/games HTTP/1.1\r\nBad Name: x\r\n\r\n", 400),
        (b"POST /v1/bakong/games HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (b"GET /caf\xe9 HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * (HEAD_BYTES + 1), 431),
    ],
)
def test_what_is_no_request_gets_a_problem_and_no_more(line: socket.socket, sent: bytes, status: int) -> None:
    line.sendall(sent)
    head, _, body = rest(line).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), head
    assert b"Content-Type: application/problem+json" in head
    assert orjson.loads(body)["status"] == status


def test_a_head_that_does_not_end_is_not_waited_for() -> None:
    async def begun() -> float:
        async with serving() as (reader, writer):
            writer.write(b"GET /v1/games HTTP/1.1\r\nX-Slow: ")
            return await closed(reader)

    assert run_idle(begun()) == pytest.approx(HEAD_SECONDS, abs=0.1)


def test_several_requests_at_once_are_answered_in_order(line: socket.socket) -> None:
    ask = b"GET /v1/%s HTTP/1.1\r\nHost: x\r\nConnection: %s\r\n\r\n"
    line.sendall(ask % (b"bakong/rules/BAK-1", b"keep-alive") + ask % (b"nothing", b"keep-alive"))
    line.sendall(ask % (b"bakong/rules/BAK-2", b"close"))
    answers = rest(line).split(b"HTTP/1.1 ")[1:]
    assert [answer[:3] for answer in answers] == [b"200", b"404", b"200"]
    assert b"BAK-1" in answers[0]
    assert b"BAK-2" in answers[2]


def test_requests_that_wait_for_the_store_are_answered_in_order(stack: Stack, line: socket.socket) -> None:
    """Acts, reads, a read that waits, and one that needs no store, all in one piece on one connection."""
    with httpx.Client(base_url=stack.url, verify=False) as http:
        made, ana, _ = two_humans(http)
        action = first_action(ana)
    head, path = f"Host: x\r\nAuthorization: Bearer {ana.token}\r\n", ana.path
    body = orjson.dumps(action).decode()
    lines = f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    wait = f'{head}If-None-Match: "2-0"\r\nPrefer: wait=1\r\n'
    asked = [
        f"GET {path} HTTP/1.1\r\n{head}\r\n",
        f"POST {path}/actions HTTP/1.1\r\n{lines}\r\n{body}",
        f"GET {path} HTTP/1.1\r\n{wait}\r\n",
        f"GET /v1/bakong/rules/BAK-1 HTTP/1.1\r\n{head}\r\n",
        f"GET {path}/events HTTP/1.1\r\n{head}Connection: close\r\n\r\n",
    ]
    line.sendall("".join(asked).encode())
    answers = rest(line).split(b"HTTP/1.1 ")[1:]
    assert [answer[:3] for answer in answers] == [b"200", b"200", b"304", b"200", b"200"]
    bodies = [answer.partition(b"\r\n\r\n")[2] for answer in answers]
    assert orjson.loads(bodies[0])["version"] == made["version"] == 1
    assert orjson.loads(bodies[1])["version"] == 2
    assert orjson.loads(bodies[3])["id"] == "BAK-1"
    assert orjson.loads(bodies[4])["events"][-1]["version"] == 2


def test_nothing_is_played_behind_a_request_that_was_the_last(stack: Stack, line: socket.socket) -> None:
    with httpx.Client(base_url=stack.url, verify=False) as http:
        _, ana, _ = two_humans(http)
        act = request("POST", f"{ana.path}/actions", ana.token, orjson.dumps(first_action(ana)))
        line.sendall(b"GET /v1/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" + act)
        assert rest(line).count(b"HTTP/1.1 ") == 1
        assert ana.view()["version"] == 1


@contextmanager
def hung(stack: Stack) -> Iterator[None]:
    """The store answers nobody meanwhile."""
    stack.wire.hold()
    try:
        yield
    finally:
        stack.wire.release()


def sent(stack: Stack, line: socket.socket, table: GameClient, action: Json) -> None:
    """Send an act, and wait until the server waits for the store."""
    line.sendall(request("POST", f"{table.path}/actions", table.token, orjson.dumps(action)))
    wait_until(lambda: stack.wire.holds(table.id))


@pytest.fixture
def services() -> Iterator[tuple[Stack, GameClient, Json]]:
    """A server whose store may hang, with a seat whose turn it is and what it may do."""
    with (
        Stack(workers=0, wired=True, LUDOTHEQUE_API_PROCESSES="1") as stack,
        httpx.Client(base_url=stack.url, timeout=PATIENCE, verify=False) as http,
    ):
        _, ana, _ = two_humans(http)
        yield stack, ana, first_action(ana)


def test_who_waits_for_the_store_holds_up_nobody_else(services: tuple[Stack, GameClient, Json]) -> None:
    stack, ana, action = services
    with dial(stack) as line:
        with hung(stack):
            sent(stack, line, ana, action)
            assert ana.http.get("/healthz").status_code == 200  # the store still hangs
            assert ana.http.get("/v1/bakong/rules/BAK-1").status_code == 200
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
    assert ana.view()["version"] == 2


def test_an_act_is_played_whose_sender_did_not_wait(services: tuple[Stack, GameClient, Json]) -> None:
    stack, ana, action = services
    with hung(stack), dial(stack) as line:
        sent(stack, line, ana, action)
    assert ana.wait_for(lambda view: view["version"] == 2)
    assert "cannot answer a request" not in stack.log("api")


def test_who_waits_for_the_store_is_answered_before_the_server_stops(services: tuple[Stack, GameClient, Json]) -> None:
    stack, ana, action = services
    with dial(stack) as line:
        with hung(stack):
            sent(stack, line, ana, action)
            stack.processes["api"].terminate()
            wait_until(lambda: not stack.listens)
        answer = rest(line)
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"\r\nConnection: close\r\n" in answer
    assert stack.processes["api"].wait(PATIENCE) == 0


def test_an_upgrade_is_not_offered(line: socket.socket) -> None:
    line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n")
    assert rest(line).startswith(b"HTTP/1.1 200")


def test_a_body_that_is_announced_is_asked_for(line: socket.socket) -> None:
    line.sendall(b"POST /v1/bakong/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n")
    line.sendall(b"Content-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
    assert line.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
    line.sendall(b"{}")
    assert rest(line).startswith(b"HTTP/1.1 201")


class Brief:
    """Answers everything with hello."""

    in_place = True
    settings = Settings()
    greenlets = GreenletPool()

    def request(self, environ: Environ) -> ApiRequest:
        return ApiRequest(environ, self.settings, waits=True)

    def answer(self, request: ApiRequest, refusal: str | None = None) -> Reply:
        return Reply(200, [("Content-Length", "5")], b"hello")


@asynccontextmanager
async def serving() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to the protocol, both in this loop."""
    server = HttpServer(cast(RequestRunner, Brief()), connections=10)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        await server.listen(listener)
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        try:
            yield reader, writer
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
            await server.stop()


async def closed(reader: asyncio.StreamReader) -> float:
    """After how many seconds the server closes the connection."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    with suppress(ConnectionResetError):
        assert await reader.read() == b""
    return loop.time() - began


async def visits(pauses: list[float]) -> float:
    """Ask after each pause; how long the connection stays open after the last answer."""
    async with serving() as (reader, writer):
        for pause in pauses:
            await asyncio.sleep(pause)
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await reader.readuntil(b"hello")).startswith(b"HTTP/1.1 200")
        return await closed(reader)


@pytest.mark.parametrize("pauses", [[0], [0, 60, 70, 74]])
def test_a_connection_without_a_request_is_closed_after_a_while(pauses: list[float]) -> None:
    assert run_idle(visits(pauses)) == pytest.approx(KEEP_ALIVE_SECONDS, abs=0.1)


def test_a_process_that_dies_is_replaced() -> None:
    with (
        Stack(workers=0, LUDOTHEQUE_API_PROCESSES="2") as stack,
        httpx.Client(base_url=stack.url, verify=False) as http,
    ):
        _, ana, _ = two_humans(http)
        parent = stack.processes["api"].pid
        first = children(parent)
        assert len(first) == 2
        for pid in first:
            os.kill(pid, signal.SIGKILL)
        stack.wait_until_ready()
        with httpx.Client(base_url=stack.url, verify=False) as again:
            assert GameClient(again, "bakong", ana.id, ana.token).view()["version"] == 1
        wait_until(lambda: len(children(parent)) == 2)
        assert not set(children(parent)) & set(first)


def test_connections_wait_while_all_processes_are_replaced() -> None:
    """None is refused, however soon it comes once the last one is gone."""
    with Stack(workers=0, LUDOTHEQUE_API_PROCESSES="2") as stack:
        parent = stack.processes["api"].pid
        for _ in range(3):
            wait_until(lambda: len(children(parent)) == 2)
            killed = children(parent)
            for pid in killed:
                os.kill(pid, signal.SIGKILL)
            wait_until(lambda killed=killed: not set(killed) & set(children(parent)))  # type: ignore[misc]
            assert httpx.get(f"{stack.url}/healthz", timeout=40, verify=False).status_code == 200


def test_processes_end_with_their_parent() -> None:
    with Stack(workers=0, LUDOTHEQUE_API_PROCESSES="2") as stack:
        left = children(stack.processes["api"].pid)
        stack.stop("api", signal.SIGKILL)
        wait_until(lambda: not any(alive(pid) for pid in left))
        stack.start("api", "-m", "api.cli", "api")
        stack.wait_until_ready()


def test_a_port_that_is_taken_is_not_shared() -> None:
    with Stack(workers=0) as stack:
        stack.start("second", "-m", "api.cli", "api")
        assert stack.processes["second"].wait(PATIENCE) == 1
        assert "is in use" in stack.log("second")
