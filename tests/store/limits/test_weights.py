"""Dear requests count as several of their class."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.http.rate_limit import body_weight
from engines.kernel.registry import slugs
from store.redis.embedded import EmbeddedServer
from store.settings import Settings


def left(answer: Any) -> int:
    found = re.search(r";r=(\d+);", answer.headers["RateLimit"])
    assert found is not None
    return int(found[1])


def spent(call: Callable[[], Any]) -> int:
    """What a request counts as; asked again when a minute of the clock began meanwhile."""
    return next(counted for counted in (left(call()) - left(call()) for _ in range(3)) if counted > 0)


def client(server: EmbeddedServer, folder: Path, **limits: int) -> FlaskClient:
    return create_app(Settings(redis_url=server.url, data=folder, log_level="error", **limits)).test_client()  # type: ignore[arg-type]


@pytest.mark.parametrize(("path", "counts"), [("", 1), ("/board.svg", 20), ("/board.txt", 20), ("/events", 1)])
@pytest.mark.parametrize("slug", slugs())
def test_a_picture_counts_as_twenty_reads(
    server: EmbeddedServer, tmp_path: Path, slug: str, path: str, counts: int
) -> None:
    http = client(server, tmp_path)
    made = http.post(f"/v1/{slug}/games", json={}).get_json()
    assert spent(lambda: http.get(f"/v1/{slug}/games/{made['id']}{path}")) == counts


def test_metrics_count_as_fifty_and_documents_as_one(server: EmbeddedServer, tmp_path: Path) -> None:
    http = client(server, tmp_path)
    assert [spent(lambda path=path: http.get(path)) for path in ("/metrics", "/openapi.json", "/openapi.yaml")] == [  # type: ignore[misc]
        50, 1, 1,
    ]  # fmt: skip


def test_the_turns_of_a_bot_count_as_five(server: EmbeddedServer, tmp_path: Path) -> None:
    """Up to fifty of them come with each answer."""
    http = client(server, tmp_path)
    bot = http.post("/v1/bots", json={"name": "Croc"}).get_json()
    bearer = {"Authorization": f"Bearer {bot['token']}"}
    assert spent(lambda: http.get(f"/v1/bots/{bot['id']}/turns", headers=bearer)) == 5


def test_a_body_of_unknown_length_counts_as_a_long_one() -> None:
    assert body_weight({"HTTP_TRANSFER_ENCODING": "chunked"}, 262144) == 512
    assert body_weight({"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": "10"}, 262144) == 0
    assert body_weight({"CONTENT_LENGTH": "300000"}, 262144) == 0, "refused unread"


@pytest.mark.parametrize(("size", "counts"), [(2, 1), (127, 1), (128, 2), (10_240, 81)])
def test_a_body_counts_by_its_size(server: EmbeddedServer, tmp_path: Path, size: int, counts: int) -> None:
    """A position costs more to check than a list of seats, and most when it is bad."""
    http = client(server, tmp_path)
    body = b"{" + b" " * (size - 2) + b"}"
    assert spent(lambda: http.post("/v1/bakong/games", data=body, content_type="application/json")) == counts


def test_a_refusal_says_what_is_left(server: EmbeddedServer, tmp_path: Path) -> None:
    """What was refused is not counted: cheaper requests may still follow."""
    http = client(server, tmp_path, limit_create=30)
    http.environ_base["REMOTE_ADDR"] = "203.0.113.1"  # counts are kept in the server that tests share
    big = {"seats": [{"kind": "human", "name": "x" * 20}] * 2, "options": {"x": "x" * 2500}}
    assert left(http.post("/v1/bakong/games", json={})) in (29, 30)
    refused = http.post("/v1/bakong/games", json=big)
    while refused.status_code != 429:  # the quota is enough for one such request in a minute
        refused = http.post("/v1/bakong/games", json=big)
    assert "counts as 2" in refused.get_json()["detail"]
    assert 0 < left(refused) < 25
    assert http.post("/v1/bakong/games", json={}).status_code == 201


def test_a_quota_below_the_weight_allows_one(server: EmbeddedServer, tmp_path: Path) -> None:
    http = client(server, tmp_path, limit_read=5)
    http.environ_base["REMOTE_ADDR"] = "203.0.113.2"
    made = http.post("/v1/bakong/games", json={}).get_json()
    answers = [http.get(f"/v1/bakong/games/{made['id']}/board.svg").status_code for _ in range(4)]
    assert answers[0] == 200
    assert 429 in answers
