"""Whatever comes in, a problem document goes out: never HTML, never a 5xx, never a redirect."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.registry import game, slugs
from tests.api.problems import first_action, problem, two_humans
from tests.support.client import GameClient, Json

JSON = {"Content-Type": "application/json"}
UNKNOWN = [
    "/v1/", "/v2/games", "/v1/games/", "/v1/bakong/", "/v1/bakong/games/", "/v1//games",
    "/healthz/", "/docs/", "/metrics/", "/problems", "/problems/", "/v1/jobs", "/v1/jobs/", "/favicon.ico",
    "/index.html", "/static/x", "/v1/BAKONG", "/%00", "/%ff%fe", "/v1/bakong/rules/", "/v1/bakong/games/x/y/z",
    "/..%2f..%2fetc", "/v1/bakong/games/x/seats/", "/v1/bakong;x=1",
]  # fmt: skip


@pytest.fixture
def ana(http: httpx.Client) -> GameClient:
    return two_humans(http)[1]


def send(table: GameClient, body: bytes, tail: str = "/actions", **headers: str) -> httpx.Response:
    return table.http.post(table.path + tail, content=body, headers=table.headers(**{**JSON, **headers}))


@pytest.mark.parametrize("path", UNKNOWN)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_unknown_paths(http: httpx.Client, method: str, path: str) -> None:
    response = http.request(method, httpx.URL(http.base_url, raw_path=path.encode()))
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json()["type"] == "/problems/not-found"
    assert "Location" not in response.headers


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("POST", "/v1/games", {"GET", "HEAD", "OPTIONS"}),
        ("DELETE", "/v1/bakong", {"GET", "HEAD", "OPTIONS"}),
        ("PUT", "/v1/bakong/games", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("PATCH", "/v1/bakong/games/x", {"GET", "HEAD", "OPTIONS", "DELETE"}),
        ("GET", "/v1/bakong/games/x/seats", {"POST", "OPTIONS"}),
        ("POST", "/v1/bakong/games/x/seats/0", {"PUT", "OPTIONS"}),
        ("PUT", "/v1/jobs/x", {"GET", "HEAD", "OPTIONS", "DELETE"}),
        ("POST", "/healthz", {"GET", "HEAD", "OPTIONS"}),
        ("POST", "/docs", {"GET", "HEAD", "OPTIONS"}),
        ("PROPFIND", "/v1/games", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_wrong_methods_are_told_the_right_ones(http: httpx.Client, method: str, path: str, allowed: set[str]) -> None:
    response = http.request(method, path)
    problem(response, 405, "method-not-allowed")
    assert {name.strip() for name in response.headers["Allow"].split(",")} == allowed


def test_a_method_that_nobody_knows_is_not_implemented(http: httpx.Client) -> None:
    response = http.request("BREW", "/v1/games")
    assert (response.status_code, response.headers["Content-Type"]) == (501, "application/problem+json")
    assert response.json()["title"] == "Not Implemented"


@pytest.mark.parametrize(
    "body",
    [
        b"{", b"}", b"nonsense", b"{'type': 'pass'}", b'{"type": "pass",}', b'{"type": NaN}', b'{"type": Infinity}',
        b'{"die": 1e999}',
        b'{"die": ' + b"1" * 400 + b"}", b'{"die": 01}', b"\xff\xfe", b'{"type": "\xe9"}', b'{"type": "\\ud800"}',
        b"\xef\xbb\xbf{}",
        b"[" * 100_000, b'{"a":' * 20_000 + b"1" + b"}" * 20_000, b"[" * 101 + b"]" * 101, b"\x00", b" ", b"{}{}",
        b'{"type": "pass"} trailing', b'{"type": "\x01"}', b'"' + b"x" * 1000,
    ],
    ids=lambda body: repr(body[:16]),
)  # fmt: skip
def test_what_is_not_json(ana: GameClient, body: bytes) -> None:
    problem(send(ana, body), 400, "not-json")
    problem(ana.http.post("/v1/bakong/games", content=body, headers=JSON), 400, "not-json")
    assert ana.view()["version"] == 1


@pytest.mark.parametrize(
    "body", [b"null", b"[]", b"1", b"true", b'"pass"', b"[{}]", b'{"type": {"type": {}}}', b'{"type": 1e30}']
)
def test_json_that_is_no_action(ana: GameClient, body: bytes) -> None:
    document = problem(send(ana, body), 422, "invalid")
    assert document["errors"][0]["pointer"] in ("", "/type")


@pytest.mark.parametrize("tail", ["/actions", "/seats", "/resign", "/rematch"])
def test_lists_and_scalars_are_no_objects(ana: GameClient, tail: str) -> None:
    for body in (b"[]", b"7", b"null", b'"x"'):
        problem(send(ana, body, tail), 422, "invalid")


def test_of_keys_that_come_twice_the_last_one_counts(ana: GameClient) -> None:
    twice = b'{"type": "pass", "type": "take_object", "object": "map", "object": "rope"}'
    assert send(ana, twice).json()["events"][0]["object"] == "rope"


def test_errors_are_named_in_the_order_of_the_body(http: httpx.Client) -> None:
    strange = [f"field_{number * 7 % 10}" for number in range(10)]
    body = {strange[0]: 1, "seats": "two", **dict.fromkeys(strange[1:], 1), "options": dict.fromkeys(strange, 1)}
    errors = problem(http.post("/v1/bakong/games", json=body), 422, "invalid")["errors"]
    inner = [f"/options/{name}" for name in strange]
    assert [error["pointer"] for error in errors] == [
        f"/{strange[0]}", "/seats", *(f"/{name}" for name in strange[1:]), *inner,
    ]  # fmt: skip


@pytest.mark.parametrize("number", ["-1", "0", "9223372036854775808", "18446744073709551616", "1" * 40, "1.5", "1e2"])
def test_numbers_out_of_bounds(ana: GameClient, number: str) -> None:
    document = problem(send(ana, b'{"type": "flip", "die": %s}' % number.encode()), 422, "invalid")
    assert document["errors"][0]["pointer"] == "/die"


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json", "json", ""],
)
def test_another_media_type_is_told_about_curl(ana: GameClient, kind: str) -> None:
    document = problem(send(ana, b'{"type": "pass"}', Content_Type=kind), 415, "unsupported-media-type")
    assert "--json" in document["detail"]
    response = ana.http.post("/v1/bakong/games", content=b"seats=2", headers={"Content-Type": kind})
    problem(response, 415, "unsupported-media-type")


class TestLargeBodies:
    MEGABYTE = b'{"type": "pass", "x": "' + b"x" * 1_000_000 + b'"}'

    def test_too_large(self, ana: GameClient) -> None:
        problem(send(ana, self.MEGABYTE), 413, "too-large")
        problem(send(ana, self.MEGABYTE, Idempotency_Key="k"), 413, "too-large")
        problem(ana.http.post("/v1/bakong/games", content=self.MEGABYTE, headers=JSON), 413, "too-large")
        problem(send(ana, self.MEGABYTE, "/seats"), 413, "too-large")
        assert ana.view()["version"] == 1

    def test_too_large_in_pieces(self, ana: GameClient) -> None:
        def pieces() -> Iterator[bytes]:
            for start in range(0, len(self.MEGABYTE), 10_000):
                yield self.MEGABYTE[start : start + 10_000]

        response = ana.http.post(ana.path + "/actions", content=pieces(), headers=ana.headers(**JSON))
        problem(response, 413, "too-large")

    def test_a_body_in_pieces_is_read_whole(self, ana: GameClient) -> None:
        pieces = iter([b'{"type": "take_', b'object", "obj', b'ect": "rope"}'])
        response = ana.http.post(ana.path + "/actions", content=pieces, headers=ana.headers(**JSON))
        assert response.status_code == 200

    def test_a_body_full_of_mistakes_gets_a_short_answer(self, http: httpx.Client) -> None:
        endless = b'{"seats": [' + b"0," * 100_000 + b"0]}"
        problem(http.post("/v1/bakong/games", content=endless, headers=JSON), 413, "too-large")
        mistakes = b'{"seats": [' + b"0," * 9_000 + b"0]}"
        response = http.post("/v1/bakong/games", content=mistakes, headers=JSON)
        problem(response, 422, "invalid")
        assert len(response.content) < 10_000
        fields = b"{" + b",".join(b'"f%d": 0' % number for number in range(9_000)) + b"}"
        document = problem(http.post("/v1/bakong/games", content=fields, headers=JSON), 422, "invalid")
        assert document["errors"] == [{"pointer": "", "detail": "An object may have at most 100 fields."}]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Authorization", b"Bearer \xff\xfe"),
        ("Authorization", b"\xe9"),
        ("If-None-Match", b"\xff"),
        ("Accept-Language", b"\xff;q=x, fr;q=nan"),
        ("Accept-Language", b"-, *;q=2, fr;q=-1"),
        ("Accept", b"\xff"),
        ("Range", b"bytes=9999999-"),
        ("Cookie", b"session=\xff"),
        ("X-Forwarded-For", b"\xff"),
        ("Origin", b"\xff"),
        ("Content-Length", b"0"),
        ("Host", b"a b"),
        ("Host", b"\xff\xfe"),
        ("Host", b"[::1"),
        ("Prefer", b"wait=" + b"9" * 6000),
        ("If-Modified-Since", b"yesterday"),
    ],
)
def test_strange_headers_do_no_harm(ana: GameClient, name: str, value: bytes) -> None:
    for path in (ana.path, "/v1/games", "/docs/swagger-ui.css", "/nowhere"):
        response = ana.http.get(path, headers=[(name.encode(), value)])
        assert response.status_code < 500
        assert response.headers["Content-Type"].split(";")[0] in (
            "application/json", "application/problem+json", "text/css",
        )  # fmt: skip


@pytest.mark.parametrize("query", ["?%ff=%fe", "?status=%00", "?limit=%F0%9F%8E%B2", "?&&&===", "?" + "a=1&" * 2000])
def test_strange_queries_do_no_harm(http: httpx.Client, query: str) -> None:
    response = http.get("/v1/bakong/games" + query)
    assert response.status_code in (200, 422)
    assert "json" in response.headers["Content-Type"]


def mutated(document: Json, rng: random.Random) -> Json:
    """The document with one or two things in it that ought not to be there."""
    changed: Json = msgspec.json.decode(msgspec.json.encode(document))
    for _ in range(rng.choice((1, 1, 2))):
        holder, key = rng.choice(list(places(changed)))
        holder[key] = rng.choice(
            [None, -1, 0, 7, 2**63, 1.5, "", "nonsense", [], {}, [holder[key]], rng.choice(list(places(changed)))[1]]
        )
    return changed


def places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Everywhere in a document where something stands: its holder and its key."""
    for key, child in list(node.items() if isinstance(node, dict) else enumerate(node)):
        yield node, key
        if isinstance(child, dict | list):
            yield from places(child)


@pytest.mark.parametrize("slug", slugs())
def test_mutated_positions_are_refused_or_played(http: httpx.Client, slug: str) -> None:
    rng = random.Random(f"positions of {slug}")
    engine, dice = game(slug), SeededDice(rng.randbytes(32))
    position, _ = engine.rules.deal(2, engine.options({}, 2), dice)
    for _ in range(40):
        [seat, *_] = engine.rules.to_act(position)
        engine.rules.apply(position, seat, rng.choice(engine.rules.legal(position, seat).actions), dice)
        if engine.rules.outcome(position):
            break
        payload = {
            "position": mutated(msgspec.json.decode(engine.encode(position)), rng),
            "seats": [{"kind": "human"}] * 2,
        }
        response = http.post(f"/v1/{slug}/games", json=payload)
        if response.status_code != 201:
            document = problem(response, 422)
            assert document["errors"][0]["pointer"].startswith(("/position", "/seats"))


@pytest.mark.parametrize("slug", slugs())
def test_mutated_actions_are_refused_or_played(http: httpx.Client, slug: str) -> None:
    rng = random.Random(f"actions of {slug}")
    _, *players = two_humans(http, slug)
    for _ in range(30):
        view = players[0].view()
        if not view["to_act"]:
            break
        player = players[view["to_act"][0]]
        action = rng.choice(player.legal()["actions"])
        response = player.act(mutated(action, rng))
        if response.status_code != 200:
            problem(response, response.status_code)
            assert response.status_code in (409, 422)
            assert player.act(action).status_code == 200


def test_the_game_goes_on_as_if_nothing_had_been(ana: GameClient) -> None:
    for body in (b"{", b"[]", b'{"type": "fly"}'):
        send(ana, body)
    assert ana.act(first_action(ana)).json()["version"] == 2
