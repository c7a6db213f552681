"""Registering and testing with an Idempotency-Key: repeated, it is done once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex

import httpx
import pytest

from tests.system.bots.players import WebhookBot, bearer, first_action, webhook


@pytest.fixture
def key() -> dict[str, str]:
    return {"Idempotency-Key": token_hex(16)}


def named(http: httpx.Client, name: str) -> list[str]:
    return [card["id"] for card in http.get("/v1/bots?limit=100").json()["remote"] if card["name"] == name]


def test_a_repeated_registration_is_one_bot(http: httpx.Client, key: dict[str, str]) -> None:
    payload = {"name": "Twice " + key["Idempotency-Key"][:6]}
    first, second = (http.post("/v1/bots", json=payload, headers=key) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert "Idempotent-Replay" not in first.headers
    assert second.headers["Idempotent-Replay"] == "true"
    assert second.headers["Location"] == first.headers["Location"]
    assert second.headers["Cache-Control"] == "no-store"
    assert named(http, payload["name"]) == [first.json()["id"]]
    mine = http.get(first.headers["Location"], headers=bearer(second.json()["token"]))
    assert mine.status_code == 200
    other = http.post("/v1/bots", json=payload | {"concurrent": 2}, headers=key)
    assert (other.status_code, other.json()["type"]) == (422, "/problems/key-reused")
    third = http.post("/v1/bots", json=payload, headers={"Idempotency-Key": "another " + key["Idempotency-Key"]})
    assert third.json()["id"] != first.json()["id"]
    assert len(named(http, payload["name"])) == 2


def test_a_bad_key_is_refused(http: httpx.Client) -> None:
    refused = http.post("/v1/bots", json={"name": "Bad"}, headers={"Idempotency-Key": "x" * 256})
    assert (refused.status_code, refused.json()["type"]) == (400, "/problems/bad-header")


def test_equal_registrations_at_once_are_one_bot(
    http: httpx.Client, key: dict[str, str], served: Callable[..., WebhookBot]
) -> None:
    """All of them are proven, and the first one to be done counts."""
    bot = served(first_action)
    payload = {"name": "Rivals " + key["Idempotency-Key"][:6], "url": bot.url}
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: http.post("/v1/bots", json=payload, headers=key), range(6)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum("Idempotent-Replay" not in answer.headers for answer in answers) == 1
    assert named(http, payload["name"]) == [answers[0].json()["id"]]


def test_a_registration_that_failed_may_be_repeated(
    http: httpx.Client, key: dict[str, str], served: Callable[..., WebhookBot]
) -> None:
    bot = served(first_action)
    bot.echo = False
    payload = {"name": "Stumbler", "url": bot.url}
    assert http.post("/v1/bots", json=payload, headers=key).status_code == 422
    bot.echo = True
    again = http.post("/v1/bots", json=payload, headers=key)
    assert again.status_code == 201
    assert "Idempotent-Replay" not in again.headers


def test_a_repeated_test_makes_no_new_calls(http: httpx.Client, key: dict[str, str]) -> None:
    with webhook(http, games=["bailouke"]) as bot, webhook(http, games=["bailouke"]) as other:
        path, mine = f"/v1/bots/{bot.id}/test", bearer(bot.token)
        first = http.post(path, headers=mine | key)
        calls = len(bot.calls)
        second = http.post(path, headers=mine | key)
        assert first.json()["ok"] is True
        assert second.content == first.content
        assert second.headers["Idempotent-Replay"] == "true"
        assert "Idempotent-Replay" not in first.headers
        assert len(bot.calls) == calls
        assert http.post(path, json={}, headers=mine | key).status_code == 422, "another body"
        assert "Idempotent-Replay" not in http.post(path, headers=mine).headers
        assert len(bot.calls) > calls
        theirs = http.post(f"/v1/bots/{other.id}/test", headers=bearer(other.token) | key)
        assert "Idempotent-Replay" not in theirs.headers, "a key is its bearer's own"
