"""Caps: what one client, one process and one game may hold; slow clients hold up nobody."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count

import httpx
import pytest

from tests.api.problems import problem, two_humans
from tests.support.client import GameClient, create
from tests.support.stack import Stack
from tests.support.waiting import wait_until

CAPS = {
    "LUDOTHEQUE_CLIENT_GAMES": "3",
    "LUDOTHEQUE_CLIENT_BOTS": "2",
    "LUDOTHEQUE_LADDER_ENTRIES": "2",
    "LUDOTHEQUE_CLIENT_ENTRIES": "1",
    "LUDOTHEQUE_MATCH_GAMES": "3",
    "LUDOTHEQUE_CLIENT_STREAMS": "2",
    "LUDOTHEQUE_STREAMS": "3",
    "LUDOTHEQUE_GAME_EVENTS": "100",
    "LUDOTHEQUE_BODY_SECONDS": "2",
    "LUDOTHEQUE_TRUSTED_PROXIES": "1",
}


NUMBERS = count(1)


@pytest.fixture(scope="module")
def tight() -> Iterator[Stack]:
    with Stack(workers=1, LUDOTHEQUE_API_PROCESSES="1", **CAPS) as stack:  # streams are capped in each process
        yield stack


@pytest.fixture
def asking(tight: Stack) -> Iterator[httpx.Client]:
    """A client of its own for every test, as a proxy would name it."""
    with httpx.Client(base_url=tight.url, timeout=40, verify=False) as client:
        client.headers["X-Forwarded-For"] = f"203.0.113.{next(NUMBERS)}"
        yield client


def test_unfinished_games_of_a_client(asking: httpx.Client) -> None:
    kept = [two_humans(asking)[0] for _ in range(3)]
    refused = asking.post("/v1/bakong/games", json={})
    document = problem(refused, 429, "too-much-held")
    assert "3 unfinished games" in document["detail"]
    assert refused.headers["Retry-After"] == "60"
    assert '"create";' in refused.headers["RateLimit"]
    elsewhere = asking.post("/v1/bakong/games", json={}, headers={"X-Forwarded-For": "198.51.100.9"})
    assert elsewhere.status_code == 201
    host = GameClient(asking, "bakong", kept[1]["id"], kept[1]["host_token"])
    assert asking.delete(host.path, headers=host.headers()).status_code == 200
    assert asking.post("/v1/kimbac/games", json={}).status_code == 201, "a game that is over is held no more"
    problem(host.post("/rematch"), 429, "too-much-held")


def test_remote_bots_of_a_client(asking: httpx.Client) -> None:
    first, _ = (asking.post("/v1/bots", json={"name": "Croc"}).json() for _ in range(2))
    assert "2 remote bots" in problem(asking.post("/v1/bots", json={"name": "Croc"}), 429, "too-much-held")["detail"]
    owner = {"Authorization": f"Bearer {first['token']}"}
    assert asking.delete(f"/v1/bots/{first['id']}", headers=owner).status_code == 204
    assert asking.post("/v1/bots", json={"name": "Croc"}).status_code == 201


def test_entries_of_a_ladder(asking: httpx.Client) -> None:
    first, second = (asking.post("/v1/bots", json={"name": "Croc"}).json() for _ in range(2))
    others = [
        asking.post("/v1/bots", json={"name": "Croc"}, headers={"X-Forwarded-For": f"198.51.100.{20 + number}"}).json()
        for number in range(2)
    ]

    def entry(method: str, bot: dict[str, str]) -> httpx.Response:
        path, owner = "/v1/ladders/babord/entries", {"Authorization": f"Bearer {bot['token']}"}
        if method == "DELETE":
            return asking.delete(f"{path}/{bot['id']}", headers=owner)
        return asking.post(path, json={"bot": bot["id"]}, headers=owner)

    assert entry("POST", first).status_code == 201
    assert "1 bots in this ladder" in problem(entry("POST", second), 429, "too-much-held")["detail"]
    assert entry("POST", others[0]).status_code == 201
    assert "2 entries" in problem(entry("POST", others[1]), 409, "conflict", reason="seat")["detail"]
    assert entry("POST", first).status_code == 200, "it is in already"
    assert entry("DELETE", first).status_code == 204
    assert entry("POST", second).status_code == 201
    for bot in (second, others[0]):
        assert entry("DELETE", bot).status_code == 204


def test_games_of_a_match(asking: httpx.Client) -> None:
    order = {"entries": [{"bot": "greedy"}, {"bot": "random"}], "games": 4}
    refused = problem(asking.post("/v1/mekong/matches", json=order), 422, "invalid")
    assert refused["errors"] == [{"pointer": "/games", "detail": "Must be at most 3."}]


def test_streams_and_waiting_reads_of_a_client_and_of_all(asking: httpx.Client) -> None:
    _, ana, _ = two_humans(asking)
    live, tag = ana.headers(Accept="text/event-stream"), ana.get().headers["ETag"]
    with ExitStack() as open_streams:

        def watch(**headers: str) -> httpx.Response:
            named = {name.replace("_", "-"): text for name, text in headers.items()}
            opening = asking.stream("GET", ana.path + "/events", headers={**live, **named})
            return open_streams.enter_context(opening)

        read = [watch().iter_bytes() for _ in range(2)]  # one that is dropped hangs up
        assert all(next(frames) for frames in read)
        refused = watch()
        refused.read()
        problem(refused, 429, "too-much-held")
        assert refused.headers["Retry-After"] == "5"
        problem(ana.get("", If_None_Match=tag, Prefer="wait=20"), 429, "too-much-held")
        assert ana.get("", If_None_Match=tag).status_code == 304, "without waiting it is answered"
        read.append(watch(X_Forwarded_For="198.51.100.1").iter_bytes())
        assert next(read[-1])
        for_all = watch(X_Forwarded_For="198.51.100.2")
        for_all.read()
        problem(for_all, 503, "busy")
        ordered = ana.act({"type": "take_object", "object": "rope"}, Prefer="respond-async, wait=10")
        assert ordered.status_code == 202, "it is played, but not waited for"
        ana.wait_for(lambda view: view["version"] == 2)

    def given_back() -> bool:
        """Readers that are gone give their places back."""
        again = ana.get("", If_None_Match='"1-0"', Prefer="wait=1")
        if again.status_code == 200:
            return True
        assert again.status_code in (429, 503)
        frame = ana.act({"type": "pass"})  # by which the server finds out
        assert frame.status_code in (200, 409, 422)
        return False

    wait_until(given_back)


def test_a_game_that_does_not_end_is_called_off(asking: httpx.Client) -> None:
    made, [ana, _] = create(asking, "kimbac", {"seats": [{"kind": "human"}, {"kind": "open"}]})
    host = ana.as_(made["host_token"])
    for _ in range(101):
        for kind in ("bot", "open"):
            changed = host.put("/seats/1", {"kind": kind})
            if changed.status_code == 409:
                break
    assert changed.status_code == 409
    view = ana.view()
    assert view["status"] == "aborted"
    events = ana.get("/events?limit=500").json()["events"]
    assert len(events) == 101
    assert (events[-1]["type"], events[-1]["reason"]) == ("game_aborted", "length")
    assert problem(ana.act({"type": "x"}), 422)


def half(stack: Stack, sent: bytes, timeout: float = 60) -> socket.socket:
    """A connection on which a request was begun."""
    line = socket.create_connection(("127.0.0.1", stack.port), timeout=timeout)
    line.sendall(sent)
    return line


def test_slow_clients_do_not_hold_up_others(tight: Stack, asking: httpx.Client) -> None:
    head = b"GET /v1/games HTTP/1.1\r\nHost: x\r\nX-Slow: "
    body = (
        b"POST /v1/bakong/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"
    )
    pieces = b'POST /v1/bakong/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"se'
    lines: list[socket.socket] = []
    try:
        for number in range(1500):
            lines.append(half(tight, (head, body, pieces)[number % 3]))
        for _ in range(5):  # one after the other, the slow ones would take an hour
            assert asking.get("/v1/games").status_code == 200
        for line in (lines[1], lines[2], lines[-1]):
            answer = b"".join(iter(lambda line=line: line.recv(65536), b""))
            assert answer.startswith(b"HTTP/1.1 408"), answer
            assert b"/problems/too-slow" in answer
        assert asking.get("/readyz").status_code == 200
    finally:
        for line in lines:
            line.close()
