"""The same requests, spoiled ones included, through plain Flask under gunicorn and through the accelerated server.

Both use one Redis. What differs by nature is masked: ids and tokens of two games that are played alike, and times.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import httpx
import orjson
import pytest

from api.accel import SWITCH, accelerated
from tests.support.client import Json
from tests.support.stack import UNLIMITED, Stack, free_port
from tests.support.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(not accelerated(), reason="there is only one way to compare")
BY_NATURE = {"date", "server", "connection", "ratelimit", "transfer-encoding"}
SEED = "5a" * 32
TIMES = re.compile(rb'"(created_at|expires_at|at|deadline)":"[^"]*"')
VALUES: tuple[Any, ...] = (None, True, -1, 0, 1.5, 2**70, "", "x" * 300, "é\u0000", [], {}, [1], {"type": "x"})


class Side:
    """One of the two servers, with a game of its own."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self.words: dict[str, str] = {}
        body = {"seats": [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Ben"}], "seed": SEED}
        made = http.post("/v1/bakong/games", json=body).json()
        self.words = {made["id"]: "GAME", made["host_token"]: "HOST", made["commitment"]: "COMMITMENT"}
        self.words |= {seat["token"]: f"SEAT{number}" for number, seat in enumerate(made["seats"])}
        self.token, self.id = made["seats"][0]["token"], made["id"]

    def ask(self, method: str, path: str, headers: dict[str, str], body: bytes | None) -> tuple[int, Json, bytes]:
        """Status, headers and body, as far as they can be compared."""
        given = {name: text.replace("SEAT0", self.token) for name, text in headers.items()} | {"X-Request-Id": "same"}
        answer = self.http.request(method, path.replace("GAME", self.id), headers=given, content=body)
        kept = {name: self.masked(text) for name, text in answer.headers.items() if name not in BY_NATURE}
        if "content-encoding" in kept:  # the ids of the two games are compressed, too
            del kept["content-length"]
        if "allow" in kept:  # a set, in the order of the process
            kept["allow"] = ", ".join(sorted(kept["allow"].split(", ")))
        return answer.status_code, kept, TIMES.sub(rb'"\1":""', self.masked(answer.text).encode())

    def masked(self, text: str) -> str:
        for found, word in self.words.items():
            text = text.replace(found, word)
        return text


@pytest.fixture(scope="module")
def sides() -> Iterator[tuple[Side, Side]]:
    with Stack(workers=0, LUDOTHEQUE_API_PROCESSES="1", **UNLIMITED) as stack:
        fast, port = httpx.Client(base_url=stack.url, timeout=PATIENCE, verify=False), free_port()
        stack.given[SWITCH] = "0"
        options = ["--threads", "4", "--log-level", "error", "--bind", f"127.0.0.1:{port}"]
        stack.start("stock", "-m", "gunicorn", *options, "api.wsgi:app")
        stock = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, verify=False)
        with fast, stock:
            wait_until(lambda: alive(stock))
            yield Side(fast), Side(stock)


def alive(http: httpx.Client) -> bool:
    try:
        return http.get("/healthz").status_code == 200
    except httpx.HTTPError:
        return False


def same(sides: tuple[Side, Side], method: str, path: str, body: Any = None, **headers: str) -> int:
    """Ask both; the status that both answer."""
    given = {name.replace("_", "-"): text for name, text in headers.items()}
    data = body if body is None or isinstance(body, bytes) else orjson.dumps(body)
    if data is not None:
        given.setdefault("Content-Type", "application/json")
    fast, stock = (side.ask(method, path, given, data) for side in sides)
    assert fast == stock, (method, path, body, headers)
    return fast[0]


PATHS = [
    "/", "/healthz", "/readyz", "/nowhere", "/v1", "/v1/games?status=aborted", "/v1/bakong", "/v1/bakong/rules",
    "/v1/bakong/rules/BAK-1", "/v1/bakong/rules/NO-1", "/v1/bakong/games/GAME", "/v1/bakong/games/GAME/", "//v1",
    "/v1/bakong/games/GAMEx",
    "/v1/kimbac/games/GAME", "/v1/bakong/games/GAME/actions", "/v1/bakong/games/GAME/events", "/v1/bakong/games/²",
    "/v1/bakong/games/GAME/board.svg", "/v1/bakong/games/GAME/board.txt", "/v1/bakong/games/GAME/position",
    "/v1/bakong/games/GAME/replay", "/v1/bakong/games/GAME/seats/0", "/v1/bakong/games/GAME/seats/x", "/v1/jobs/GAME",
    "/v1/bots/GAME", "/v1/bakong/games?limit=0", "/v1/bakong/games?limit=x", "/v1/bakong/games?lim=1", "/openapi.json",
    "/v1/bakong/games/GAME?seat=1", "/v1/bakong/games/GAME?x", "/problems/invalid", "/problems/x", "/docs/start.js",
]  # fmt: skip
BEARERS = ({}, {"Authorization": "Bearer SEAT0"}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic eA=="})


@pytest.mark.parametrize("path", PATHS)
def test_every_method_of_every_path_is_answered_alike(sides: tuple[Side, Side], path: str) -> None:
    for method in ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH"):
        for bearer in BEARERS if path.startswith("/v1/bakong/games/GAME") else BEARERS[:1]:
            same(sides, method, path, **bearer)


def test_headers_that_mean_something_are_read_alike(sides: tuple[Side, Side]) -> None:
    game, mine = "/v1/bakong/games/GAME", {"Authorization": "Bearer SEAT0"}
    for headers in (
        {"If_None_Match": '"1-0"'}, {"If_None_Match": "*"}, {"If_None_Match": '"1-0"', "Prefer": "wait=1"},
        {"Accept_Language": "fr"}, {"Accept_Language": "fr;q=0.1, en"}, {"Origin": "https://x.example"},
    ):  # fmt: skip
        for path in (game, "/v1/bakong", "/v1", "/v1/bakong/rules", f"{game}/events"):
            assert same(sides, "GET", path, **headers, **mine) in (200, 304)
    assert same(sides, "GET", f"{game}/events", Accept="text/event-stream", Last_Event_ID="x", **mine) == 400
    preflight = {"Origin": "https://x.example", "Access_Control_Request_Method": "POST"}
    assert same(sides, "OPTIONS", game, **preflight) == 204


def test_bodies_are_read_alike_whatever_was_done_to_them(sides: tuple[Side, Side]) -> None:
    game, mine = "/v1/bakong/games/GAME", {"Authorization": "Bearer SEAT0"}
    rng = random.Random(4)
    honest: list[tuple[str, str, Json]] = [
        ("POST", f"{game}/actions", {"type": "take_object", "object": "torch"}),
        ("POST", "/v1/bakong/games", {"seats": 7, "options": {}, "visibility": "public", "clock": None}),
        ("POST", f"{game}/seats", {"name": "Eve", "seat": 1, "nonce": "x"}),
        ("POST", f"{game}/odds", {"rollouts": 10**9}),
        ("PUT", f"{game}/seats/1", {"kind": "bot", "bot": "x"}),
    ]
    for method, path, body in honest:
        for key in body:
            for value in VALUES:
                spoiled = {**body, key: value}
                if path.endswith(("/games", "/seats/1")) and value in (None, True, [], {}):
                    continue  # some of these make games or change seats, with new ids
                try:
                    same(sides, method, path, orjson.dumps(spoiled, option=0), **mine)
                except TypeError:
                    same(sides, method, path, str(spoiled).encode(), **mine)
        data = orjson.dumps(body)
        for _ in range(10):
            place = rng.randrange(len(data))
            same(sides, method, path, data[:place] + bytes([rng.randrange(256)]) + data[place:], **mine)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-8", ""):
            same(sides, method, f"{game}/odds", b"[]", Content_Type=kind, **mine)


def test_acts_are_played_and_repeated_alike(sides: tuple[Side, Side]) -> None:
    game, mine = "/v1/bakong/games/GAME", {"Authorization": "Bearer SEAT0"}
    act = {"type": "take_object", "object": "rope"}
    assert same(sides, "POST", f"{game}/actions", act, If_Match='"9-0"', **mine) == 412
    assert same(sides, "POST", f"{game}/actions", act, Idempotency_Key="k" * 256, **mine) == 400
    for _ in range(2):
        assert same(sides, "POST", f"{game}/actions", act, Idempotency_Key="k", **mine) == 200
    assert same(sides, "POST", f"{game}/actions", {**act, "object": "map"}, Idempotency_Key="k", **mine) == 422
    assert same(sides, "POST", f"{game}/actions", act, **mine) == 409
    for tail in ("", "/actions", "/events", "/board.svg", "/board.txt"):
        assert same(sides, "GET", game + tail, **mine) == 200
