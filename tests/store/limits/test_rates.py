"""Rates: counted in the process, shared through Redis, bounded in memory, and held to while Redis is away."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from hashlib import sha256

import pytest

from store.limits import rates
from store.limits.rates import MINUTE_MS, Rates
from store.redis import keys
from store.redis.client import RedisClient
from store.redis.embedded import EmbeddedServer
from tests.support.waiting import wait_until

ANA, BEN = "203.0.113.7", "2001:db8::/64"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The milliseconds that the counting sees; a test may turn them."""
    hands = [MINUTE_MS * 1000 + 29_000]
    monkeypatch.setattr(rates, "now_ms", lambda: hands[0])
    return hands


class Still(Rates):
    """Exchanges only when the test says so."""

    def __init__(self, url: str) -> None:
        super().__init__(RedisClient(url))
        self._teller = os.getpid()


def test_a_quota_is_counted_down_and_begins_anew_with_the_minute(clock: list[int]) -> None:
    here = Still("unix:///nowhere")
    assert [here.take("act", ANA, 3) for _ in range(5)] == [(2, 31), (1, 31), (0, 31), (-1, 31), (-1, 31)]
    assert here.take("act", BEN, 3).left == 2, "another client"
    assert here.take("read", ANA, 3).left == 2, "another class"
    assert here.take("act", ANA, 3, cost=0).left == 0, "only asked"
    clock[0] += 30_999
    assert here.take("act", ANA, 3) == (-1, 1)
    clock[0] += 1
    assert here.take("act", ANA, 3) == (2, 60)


def test_processes_share_a_limit(shared_server: EmbeddedServer, clock: list[int]) -> None:
    one, other, late = (Still(shared_server.url) for _ in range(3))
    for _ in range(4):
        one.take("act", ANA, 10)
    for _ in range(3):
        other.take("act", ANA, 10)
    one.exchange()
    other.exchange()
    assert other.take("act", ANA, 10).left == 2, "4 there, 3 here, and this one"
    other.exchange()
    one.exchange()
    assert one.take("act", ANA, 10).left == 5, "nothing to tell: it learns with its next exchange"
    one.exchange()
    assert [one.take("act", ANA, 10).left for _ in range(2)] == [0, -1]
    assert late.take("act", ANA, 10).left == 9
    late.exchange()
    assert late.take("act", ANA, 10).left == -1
    name = keys.rate("act", clock[0] // MINUTE_MS, ANA)
    [number, seconds] = one.redis.read(("GET", name), ("TTL", name))
    assert int(number) == 10
    assert 0 < seconds <= 120


def test_without_the_store_the_own_count_still_limits(server: EmbeddedServer, clock: list[int]) -> None:
    here, there = Still(server.url), Still(server.url)
    server.kill()
    for _ in range(3):
        here.take("act", ANA, 4)
    here.exchange()
    assert [here.take("act", ANA, 4).left for _ in range(2)] == [0, -1]
    server.start()
    here.exchange()
    there.take("act", ANA, 4)
    there.exchange()
    assert there.take("act", ANA, 4).left < 0, "what was counted meanwhile is told when the store is back"
    [number] = here.redis.read(("GET", keys.rate("act", clock[0] // MINUTE_MS, ANA)))
    assert int(number) == 5, "once"


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch, clock: list[int]) -> None:
    monkeypatch.setattr(rates, "MOST_COUNTS", 100)
    here = Still("unix:///nowhere")
    for number in range(1000):
        here.take("read", f"198.51.100.{number}", 10)
    assert len(here._minute.counts) == 100
    clock[0] += MINUTE_MS
    here.take("read", ANA, 10)
    assert len(here._minute.counts) == 1


def test_the_exchange_runs_by_itself(shared_server: EmbeddedServer) -> None:
    one, other = Rates(RedisClient(shared_server.url)), Rates(RedisClient(shared_server.url))
    client = f"test {time.time_ns()}"
    for _ in range(50):
        one.take("act", client, 10**6)
    wait_until(lambda: 10**6 - other.take("act", client, 10**6).left > 50)
    assert [thread.name for thread in threading.enumerate()].count("rates") >= 2


def test_counting_costs_microseconds() -> None:
    """At most as much CPU as twenty short hashes, of about a microsecond each; a trip to the server would be more."""
    here = Still("unix:///nowhere")

    def seconds(work: Callable[[], object]) -> float:
        begun = time.thread_time()
        for _ in range(2_000):
            work()
        return time.thread_time() - begun

    counting = min(seconds(lambda: here.take("act", ANA, 10**9)) for _ in range(5))
    assert counting < 20 * min(seconds(lambda: sha256(b"act").hexdigest()) for _ in range(5))
