"""A long history is read page by page: whatever is asked, the server never sends the whole log."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from redis import Redis

from bench.support.growing import pad
from store.redis import keys
from tests.api.problems import first_action, two_humans
from tests.support.client import GameClient
from tests.support.stack import Stack

LONG = 10_000
SLACK = 150_000
"""Bytes for a page of 500 events, a snapshot, and whatever the workers ask for meanwhile."""


@pytest.fixture
def redis(stack: Stack) -> Redis:
    return Redis.from_url(stack.server.url)


@pytest.fixture
def players(http: httpx.Client) -> tuple[GameClient, GameClient]:
    _, ana, ben = two_humans(http, "kimbac", seed="00" * 32)
    return ana, ben


@pytest.fixture
def long_game(players: tuple[GameClient, GameClient], redis: Redis) -> GameClient:
    """The table of the player whose turn it is."""
    ana, ben = players
    for _ in range(8):
        player = ana if ana.view()["to_act"] == [0] else ben
        assert player.act(first_action(player)).status_code == 200
    pad(redis, ana.id, LONG)
    assert redis.memory_usage(keys.log(ana.id), samples=0) > 4 * SLACK
    return ana if ana.view()["to_act"] == [0] else ben


def sent(redis: Redis, ask: Callable[[], httpx.Response]) -> int:
    before = redis.info("stats")["total_net_output_bytes"]
    assert ask().status_code == 200
    return int(redis.info("stats")["total_net_output_bytes"]) - int(before)


def test_reading_and_acting_in_a_long_game(long_game: GameClient, redis: Redis) -> None:
    assert sent(redis, lambda: long_game.get("/events?after=5000&limit=500")) < SLACK
    assert sent(redis, long_game.get) < SLACK
    assert sent(redis, lambda: long_game.get("/actions")) < SLACK
    action = first_action(long_game)
    assert sent(redis, lambda: long_game.act(action)) < SLACK
    page = long_game.get(f"/events?after={LONG - 1}").json()["events"]
    assert [event["seq"] for event in page[:2]] == [LONG, LONG + 1]


@pytest.mark.parametrize("limit", ["1", "500"])
def test_pages_of_a_long_game(long_game: GameClient, limit: str) -> None:
    page = long_game.get(f"/events?after=7000&limit={limit}").json()
    assert [event["seq"] for event in page["events"]] == list(range(7001, 7001 + int(limit)))
    assert (page["next_after"], page["more"]) == (7000 + int(limit), True)


def test_a_very_late_repetition_in_a_long_game(
    long_game: GameClient, players: tuple[GameClient, GameClient], redis: Redis
) -> None:
    """The events of that version are found again among ten thousand."""
    action = first_action(long_game)
    first = long_game.act(action, Idempotency_Key="late")
    assert first.status_code == 200
    other = next(seat for seat in players if seat.view()["to_act"] == [seat.view()["you"]])
    assert other.act(first_action(other)).status_code == 200
    pad(redis, long_game.id, 2 * LONG)
    again = list[httpx.Response]()

    def repeat() -> httpx.Response:
        again.append(long_game.act(action, Idempotency_Key="late"))
        return again[0]

    assert sent(redis, repeat) < SLACK
    assert again[0].headers["Idempotent-Replay"] == "true"
    assert again[0].json()["version"] == first.json()["version"]
    assert again[0].json()["events"] == first.json()["events"]
