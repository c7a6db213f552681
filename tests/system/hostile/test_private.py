"""Nobody without a token can tell a private game from none, whatever is sent: over the real socket."""

from __future__ import annotations

import random
from typing import Any

import httpx
import orjson
import pytest

from tests.support.stack import Stack
from tests.system.hostile.bytes import harmed
from tests.system.hostile.conftest import BODY_BYTES
from tests.system.hostile.test_bytes import JSON, rounds
from tests.system.hostile.test_connections import asked, head

NONE = "bakong/games/00" + "a" * 26
REQUESTS: list[tuple[str, str, Any]] = [
    ("GET", "", None),
    ("GET", "?at=1", None),
    ("GET", "/actions", None),
    ("GET", "/events", None),
    ("GET", "/board.svg", None),
    ("GET", "/board.txt", None),
    ("GET", "/position", None),
    ("GET", "/replay", None),
    ("GET", "/hooks/x", None),
    ("POST", "/actions", {"type": "advance", "x": 1}),
    ("POST", "/seats", {"name": "Eve", "seat": 1}),
    ("PUT", "/seats/0", {"kind": "bot"}),
    ("POST", "/odds", {"rollouts": 10}),
    ("POST", "/rematch", {}),
    ("POST", "/hooks", {"url": "https://example.org/"}),
    ("DELETE", "", None),
]
HEADERS: list[dict[str, str]] = [
    {},
    {"Content-Type": "text/plain"},
    {"Authorization": "Bearer seat_" + "x" * 32},
    {"Authorization": "Basic eA=="},
    {"Idempotency-Key": "k" * 300},
    {"If-Match": '"1"'},
    {"If-None-Match": "*"},
    {"Accept": "text/event-stream", "Last-Event-ID": "9"},
    {"Prefer": "wait=0"},
]


@pytest.fixture(scope="module")
def private_game(socket_client: httpx.Client) -> str:
    body = {"visibility": "private", "seats": [{"kind": "human"}, {"kind": "open"}]}
    made = socket_client.post("/v1/bakong/games", json=body)
    assert made.status_code == 201, made.text
    return f"bakong/games/{made.json()['id']}"


def told(client: httpx.Client, game: str, method: str, tail: str, body: bytes | None, headers: dict[str, str]) -> Any:
    """The answer, without what differs between any two requests."""
    given = {"Content-Type": JSON} | headers if body is not None else headers
    answer = client.request(method, f"/v1/{game}{tail}", content=body, headers=given)
    words = {} if not answer.content or method == "HEAD" else orjson.loads(answer.content)
    kept = {name: text for name, text in words.items() if name not in ("request_id", "instance")}
    names = sorted(name for name in answer.headers if name.lower() not in ("date", "content-length"))
    return answer.status_code, kept, names


@pytest.mark.parametrize(("method", "tail", "body"), REQUESTS, ids=[f"{method} {tail}" for method, tail, _ in REQUESTS])
def test_a_private_game_answers_as_one_that_is_not_there(
    socket_client: httpx.Client, private_game: str, method: str, tail: str, body: Any
) -> None:
    packed = None if body is None else orjson.dumps(body)
    for headers in HEADERS:
        private, none = (told(socket_client, game, method, tail, packed, headers) for game in (private_game, NONE))
        assert private == none
        assert private[0] >= 400


def test_nor_do_harmed_bodies_tell_them_apart(socket_client: httpx.Client, private_game: str) -> None:
    for rng in rounds(0.02, "private"):
        for method, tail, honest in REQUESTS:
            if honest is None:
                continue
            body, headers = harmed(orjson.dumps(honest), rng), rng.choice(HEADERS)
            private, none = (told(socket_client, game, method, tail, body, headers) for game in (private_game, NONE))
            assert private == none, body[:200]


@pytest.mark.parametrize("tail", ["/seats", "/actions", "/odds", "/rematch", "/hooks"])
def test_nor_does_a_body_over_the_limit(api_process: Stack, private_game: str, tail: str) -> None:
    """413 is answered before a game is looked for, or not at all."""
    length = BODY_BYTES + random.Random(tail).randint(1, 10**6)
    answers = [
        asked(api_process, head("POST", f"/v1/{game}{tail}", f"Content-Type: {JSON}\r\nContent-Length: {length}\r\n"))
        for game in (private_game, NONE)
    ]
    private, none = (answer.split(b"\r\n", 1)[0] for answer in answers)
    assert private == none
    assert b" 413 " in private
