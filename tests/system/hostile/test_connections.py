"""Attacks on the server itself, over the real socket: what one client sends costs nobody else anything.

``HOSTILE_SECONDS`` (12) is shared with the other files of this folder; `make hostile` has more.
"""

from __future__ import annotations

import random
import re
import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import httpx
import orjson
import pytest
from redis import Redis

from bench.support.growing import pad
from bench.support.stack import request
from tests.api.problems import first_action, two_humans
from tests.support import processes
from tests.support.client import GameClient
from tests.support.stack import UNLIMITED, Stack
from tests.support.waiting import wait_until
from tests.system.hostile.test_bytes import SECONDS, SEED

STREAM = "Accept: text/event-stream\r\n"
CHUNKED = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
LIMITED = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
sys.argv = ["ludotheque", "api"]
runpy.run_module("api.cli", run_name="__main__")
"""


@pytest.fixture(scope="module")
def attacked() -> Iterator[Stack]:
    """One process, so that every connection reaches the same one; a log that people read."""
    settings = {"LUDOTHEQUE_API_PROCESSES": "1", "LUDOTHEQUE_LOG_FORMAT": "text", "LUDOTHEQUE_STREAMS": "50"}
    with Stack(workers=1, **settings, **UNLIMITED) as stack:
        yield stack


@pytest.fixture
def players(attacked: Stack) -> Iterator[tuple[GameClient, GameClient]]:
    with httpx.Client(base_url=attacked.url, timeout=40, verify=False) as http:
        _, ana, ben = two_humans(http)
        yield ana, ben


def dial(stack: Stack) -> socket.socket:
    return socket.create_connection(("127.0.0.1", stack.port), 40)


def rest(line: socket.socket) -> bytes:
    """All that still comes until the server hangs up."""
    return b"".join(iter(lambda: line.recv(65536), b""))


def asked(stack: Stack, sent: bytes) -> bytes:
    with dial(stack) as line:
        line.sendall(sent)
        return rest(line)


def head(method: str, path: str, *lines: str, host: str = "Host: x\r\n", version: str = "1.1") -> bytes:
    return f"{method} {path} HTTP/{version}\r\n{host}{''.join(lines)}\r\n".encode()


def act_of(seat: GameClient, **headers: str) -> bytes:
    return request("POST", f"{seat.path}/actions", seat.token, orjson.dumps(first_action(seat)), **headers)


def statuses(answers: bytes) -> list[int]:
    return [int(found) for found in re.findall(rb"HTTP/1\.1 (\d{3}) ", answers)]


def open_streams(stack: Stack) -> int:
    text = httpx.get(f"{stack.url}/metrics", verify=False).text
    return int(float(re.search(r"^ludotheque_streams (\S+)$", text, re.M)[1]))  # type: ignore[index]


def open_files(stack: Stack) -> int:
    [process] = processes.children(stack.processes["api"].pid)
    return processes.open_files(process)


def memory(stack: Stack) -> int:
    [process] = processes.children(stack.processes["api"].pid)
    return processes.memory(process)


# --- streams that nobody reads ---------------------------------------------------------------------------------------


def test_streams_end_with_their_connection_whatever_was_pipelined(
    attacked: Stack, players: tuple[GameClient, GameClient]
) -> None:
    """Streams by any method, with requests behind them, of clients that hang up: none stays, none blocks others."""
    ana, _ = players
    rng, until, number = random.Random(SEED), time.monotonic() + SECONDS * 0.2, 0
    bearer = f"Authorization: Bearer {ana.token}\r\n"
    while number < 200 or time.monotonic() < until:
        number += 1
        parts = [
            head(rng.choice(("HEAD", "GET", "GET", "OPTIONS")), f"{ana.path}/events", STREAM, bearer)
            for _ in range(rng.randint(1, 3))
        ]
        with dial(attacked) as line:
            line.sendall(b"".join(parts) + rng.choice((b"", head("GET", "/healthz"), b"nonsense\r\n\r\n")))
            if rng.random() < 0.3:
                line.recv(100)
    wait_until(lambda: open_streams(attacked) == 0)
    with ana.http.stream("GET", f"{ana.path}/events", headers=ana.headers(Accept="text/event-stream")) as response:
        assert response.status_code == 200
        assert next(response.iter_bytes())
    assert "Traceback" not in attacked.log("api")


def test_a_head_of_a_stream_is_answered_and_over(attacked: Stack, players: tuple[GameClient, GameClient]) -> None:
    ana, _ = players
    answer = asked(
        attacked, head("HEAD", f"{ana.path}/events", STREAM) + head("GET", "/healthz", "Connection: close\r\n")
    )
    assert statuses(answer) == [200, 200]
    assert b"Content-Type: text/event-stream" in answer


# --- what arrives is bounded -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("endless", [b"X: " + b"x" * 4096, b"X: x\r\n" * 600], ids=["one value", "many lines"])
def test_trailers_have_a_bound(attacked: Stack, endless: bytes) -> None:
    before = memory(attacked)
    with dial(attacked) as line:
        line.sendall(head("POST", "/v1/bakong/games", CHUNKED) + b"2\r\n{}\r\n0\r\n")
        with suppress(ConnectionError):
            for _ in range(2000):
                line.sendall(endless)
                endless = endless.removeprefix(b"X: ") if b"\r\n" not in endless else endless
        with suppress(ConnectionError):
            assert statuses(rest(line)) == [431]
    assert memory(attacked) - before < 5_000_000


def test_a_chunk_extension_has_a_bound(attacked: Stack) -> None:
    with dial(attacked) as line:
        line.sendall(head("POST", "/v1/bakong/games", CHUNKED) + b"2;")
        with suppress(ConnectionError):
            for _ in range(2000):
                line.sendall(b"x" * 4096)
        with suppress(ConnectionError):
            assert statuses(rest(line))[0] in (400, 431)


def test_trailers_are_no_headers(attacked: Stack, players: tuple[GameClient, GameClient]) -> None:
    ana, _ = players
    body = orjson.dumps(first_action(ana))
    sent = head("POST", f"{ana.path}/actions", CHUNKED, "Trailer: Authorization\r\nConnection: close\r\n")
    chunks = b"%x\r\n%s\r\n0\r\nAuthorization: Bearer %s\r\n\r\n" % (len(body), body, str(ana.token).encode())
    assert statuses(asked(attacked, sent + chunks)) == [401]


def test_names_with_underscores_are_no_headers(attacked: Stack) -> None:
    answer = asked(attacked, head("GET", "/healthz", "X_Request_Id: forged\r\nConnection: close\r\n"))
    assert statuses(answer) == [200]
    assert b"forged" not in answer


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (head("GET", "/healthz", "Connection: close\r\n", *["X: x\r\n"] * 98), 200),
        (head("GET", "/healthz", "Connection: close\r\n", *["X: x\r\n"] * 99), 431),
        (head("GET", "/healthz", host=""), 400),
        (head("GET", "/healthz", host="Host: x\r\nHost: x\r\n"), 400),
        (head("GET", "/healthz", host="", version="1.0"), 200),
        (head("GET", "/healthz", f"X: {'x' * 65536}\r\n"), 431),
        (head("GET", f"/{'x' * 65536}"), 431),
        (head("POST", "/v1/bakong/games", "Content-Length: 999999999999\r\n"), 413),
        (head("POST", "/v1/bakong/games", "Transfer-Encoding: gzip, chunked\r\n") + b"0\r\n\r\n", 501),
        (head("POST", "/v1/bakong/games", "Transfer-Encoding: gzip\r\n", CHUNKED) + b"0\r\n\r\n", 501),
    ],
)
def test_heads_have_bounds(attacked: Stack, sent: bytes, status: int) -> None:
    assert statuses(asked(attacked, sent)) == [status]


@pytest.mark.parametrize("text", ["²", "١٢", "1²", "-1", "1e3", "0x1", "9" * 5000, "\u2460"])
def test_numbers_in_headers_and_queries_are_plain_digits(
    attacked: Stack, players: tuple[GameClient, GameClient], text: str
) -> None:
    ana, _ = players
    raw = text.encode("latin-1" if text.isascii() or "²" in text else "utf-8")  # as WSGI reads headers, ² is a digit
    for name in ("Last-Event-ID", "If-Match", "If-None-Match", "Prefer", "Idempotency-Key", "X-Request-Id"):
        value = raw if name != "Prefer" else b"wait=" + raw
        sent = head("GET", f"{ana.path}/events", STREAM if name == "Last-Event-ID" else "", "Connection: close\r\n")
        [status] = statuses(asked(attacked, sent[:-2] + name.encode() + b": " + value + b"\r\n\r\n"))[:1]
        assert status < 500, name
        assert name != "Last-Event-ID" or status == 400
    for path in (
        f"{ana.path}/events?after=",
        "/v1/bakong/games?limit=",
        "/v1/bakong/games?cursor=",
        f"{ana.path}?seat=",
    ):
        quoted = "".join(f"%{byte:02x}" for byte in raw)
        [status] = statuses(asked(attacked, head("GET", path + quoted, "Connection: close\r\n")))
        assert status in (422, 200, 431), path


# --- pipelining and hanging up ---------------------------------------------------------------------------------------


def test_an_act_is_answered_before_the_garbage_behind_it(
    attacked: Stack, players: tuple[GameClient, GameClient]
) -> None:
    ana, _ = players
    assert statuses(asked(attacked, act_of(ana) + b"nonsense\r\n\r\n")) == [200, 501]
    assert ana.view()["version"] == 2


def test_a_burst_of_whole_requests_is_no_long_head(attacked: Stack) -> None:
    one = head("GET", "/v1/bakong/rules/BAK-1", f"X: {'x' * 100}\r\n")
    with dial(attacked) as line:
        line.sendall(one * 700 + head("GET", "/healthz", "Connection: close\r\n"))
        assert statuses(rest(line)) == [200] * 701


def test_a_client_that_has_closed_its_side_gets_the_answer(
    attacked: Stack, players: tuple[GameClient, GameClient]
) -> None:
    ana, _ = players
    with dial(attacked) as line:
        line.sendall(act_of(ana))
        line.shutdown(socket.SHUT_WR)
        assert statuses(rest(line)) == [200]
    assert ana.view()["version"] == 2


def test_clients_that_hang_up_leave_no_traceback(attacked: Stack, players: tuple[GameClient, GameClient]) -> None:
    ana, _ = players
    before = open_files(attacked)
    wait = request("GET", ana.path, ana.token, If_None_Match=ana.get().headers["ETag"], Prefer="wait=5")
    for sent in (b"GET /healthz HT", wait, wait * 3, head("POST", "/v1/bakong/games", "Content-Length: 9\r\n") + b"{"):
        for reset in (False, True):
            with dial(attacked) as line:
                if reset:
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                line.sendall(sent)
    wait_until(lambda: open_files(attacked) <= before + 2)  # it has found out; one to the store may be new
    assert ana.get().status_code == 200
    assert "Traceback" not in attacked.log("api")


def test_idle_connections_do_not_fill_a_process() -> None:
    with Stack(workers=0, LUDOTHEQUE_API_PROCESSES="1") as stack:
        stack.stop("api")
        stack.start("api", "-c", LIMITED)
        stack.wait_until_ready()
        lines = [dial(stack) for _ in range(400)]
        try:
            for line in lines[::50]:
                with suppress(ConnectionError):  # the oldest are closed already
                    line.sendall(b"GET /healthz HT")
            for _ in range(5):
                assert httpx.get(f"{stack.url}/readyz", timeout=40, verify=False).status_code == 200
            [process] = processes.children(stack.processes["api"].pid)
            assert processes.open_files(process) < 256
            lines[-1].sendall(head("GET", "/healthz", "Connection: close\r\n"))
            assert statuses(rest(lines[-1])) == [200], "the newest are kept"
        finally:
            for line in lines:
                line.close()
        assert "Traceback" not in stack.log("api")


# --- clients that do not read ----------------------------------------------------------------------------------------


def deaf(stack: Stack, sent: bytes) -> socket.socket:
    """A client that asks and reads nothing; its kernel takes next to nothing for it."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(40)
    line.connect(("127.0.0.1", stack.port))
    line.sendall(sent)
    return line


def hung_up(line: socket.socket) -> bool:
    """Has the server closed it? What has come is left unread."""
    poll = select.poll()
    poll.register(line, 0)
    return bool(poll.poll(0))


def test_clients_that_do_not_read_take_no_memory(attacked: Stack) -> None:
    whole = httpx.get(f"{attacked.url}/openapi.json", verify=False).content
    before = memory(attacked)
    with ExitStack() as open_:
        lines = [open_.enter_context(deaf(attacked, head("GET", "/openapi.json"))) for _ in range(600)]
        began = time.monotonic()
        assert httpx.get(f"{attacked.url}/healthz", timeout=40, verify=False).status_code == 200
        assert time.monotonic() - began < 2
        wait_until(lambda: hung_up(lines[0]))
        assert not hung_up(lines[-1])
        assert memory(attacked) - before < 30_000_000
        assert len(whole) * len(lines) > 300_000_000
        lines[-1].sendall(head("GET", "/healthz", "Connection: close\r\n"))
        assert statuses(rest(lines[-1])) == [200, 200], "whoever reads gets everything"


def test_streams_that_nobody_reads_take_no_memory(attacked: Stack, players: tuple[GameClient, GameClient]) -> None:
    """Each asks for the log of a long game, from another event on."""
    ana, _ = players
    with Redis.from_url(attacked.server.url) as redis:
        pad(redis, ana.id, 10_000)
    before = memory(attacked)
    with ExitStack() as open_:
        lines = []
        for number in range(45):
            bearer = f"Authorization: Bearer {ana.token}\r\n"
            sent = head("GET", f"{ana.path}/events?after={number}", STREAM, bearer)
            lines.append(open_.enter_context(deaf(attacked, sent)))
        wait_until(lambda: open_streams(attacked) > 40)
        assert httpx.get(f"{attacked.url}/healthz", timeout=40, verify=False).status_code == 200
        assert memory(attacked) - before < 40_000_000
        told = b""
        while b"id: 9999\n" not in told[-100_000:]:
            told += lines[-1].recv(65536)
    wait_until(lambda: open_streams(attacked) == 0)


def test_one_client_holds_so_many_connections() -> None:
    """Beyond that, its idle ones are closed; a new one is refused while all are busy. Others notice nothing."""
    with (
        Stack(workers=0, LUDOTHEQUE_CLIENT_CONNECTIONS="5", LUDOTHEQUE_HOST="0.0.0.0") as stack,
        httpx.Client(base_url=stack.url, verify=False) as http,
        ExitStack() as open_,
    ):
        _, ana, _ = two_humans(http)
        http.close()
        idle = [open_.enter_context(dial(stack)) for _ in range(6)]
        wait_until(lambda: sum(map(hung_up, idle)) == 1)
        stream = head("GET", f"{ana.path}/events", STREAM, f"Authorization: Bearer {ana.token}\r\n")
        for line in filter(lambda line: not hung_up(line), idle):
            line.sendall(stream)
            assert statuses(line.recv(500)) == [200]
        assert statuses(asked(stack, b"")) == [429]
        with socket.create_connection(("127.0.0.1", stack.port), 40, ("127.0.0.2", 0)) as other:
            other.sendall(head("GET", "/healthz", "Connection: close\r\n"))
            assert statuses(rest(other)) == [200]


# --- the log ---------------------------------------------------------------------------------------------------------


def test_a_path_cannot_forge_fields_of_the_log(attacked: Stack) -> None:
    asked(attacked, head("GET", "/nowhere%20status=200%20request_id=mine", "Connection: close\r\n"))
    asked(attacked, head("GET", "/nowhere%0astatus=200%22%20status=201", "Connection: close\r\n"))
    wait_until(lambda: attacked.log("api").count("/nowhere") == 2)
    for line in attacked.log("api").splitlines():
        if "/nowhere" in line:
            fields = re.sub(r'"(?:[^"\\]|\\.)*"', "text", line)
            assert re.findall(r"\bstatus=(\S+)", fields) == ["404"], line
            assert "mine" not in fields


def test_ids_that_open_something_are_not_logged(attacked: Stack, players: tuple[GameClient, GameClient]) -> None:
    ana, _ = players
    job = ana.act(first_action(ana), Prefer="respond-async").json()["id"]
    assert ana.http.get(f"/v1/jobs/{job}", headers=ana.headers()).status_code == 200
    wait_until(lambda: "/v1/jobs/" in attacked.log("api"))
    assert job not in attacked.log("api")
