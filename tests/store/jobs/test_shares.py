"""Which work a bot's turn belongs to."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from store.jobs import names
from store.jobs.shares import SHARE_MS, BotShares
from store.model.game import StoredGame
from store.model.turns import POOLS, TurnClass, class_of_game
from store.redis.embedded import EmbeddedServer
from tests.store.services import StoreHarness


@pytest.fixture
def harness(server: EmbeddedServer, tmp_path: Path) -> StoreHarness:
    return StoreHarness(server.url, tmp_path)


def game(harness: StoreHarness, kinds: str, bot: str, client: str) -> StoredGame:
    table, _ = harness.open(kinds=kinds)
    for seat in table.record.seats:
        seat.bot = bot if seat.kind == "bot" else None
    table.record.client = client
    return table


@pytest.mark.parametrize(
    ("kinds", "bot", "expected"),
    [
        ("hb", "greedy", "interactive"),
        ("hb", "random", "interactive"),
        ("bb", "greedy", "quick"),
        ("hb", "search", "thinking"),
        ("bb", "search", "spare"),
    ],
)
def test_people_come_first_and_thinking_apart(harness: StoreHarness, kinds: str, bot: str, expected: TurnClass) -> None:
    table = game(harness, kinds, bot, f"192.0.2.1 {kinds} {bot}")
    assert BotShares(harness.store.redis).class_of(table.record, table.id, 1) == expected


@pytest.mark.parametrize(("bot", "kind", "beyond"), [("greedy", "quick", "quick"), ("search", "thinking", "spare")])
def test_beyond_its_share_a_client_waits_behind_others(
    harness: StoreHarness, monkeypatch: pytest.MonkeyPatch, bot: str, kind: str, beyond: TurnClass
) -> None:
    monkeypatch.setattr("store.jobs.shares.now_ms", lambda: 1_000_000_000_000)
    mine, other = game(harness, "hb", bot, f"10.0.0.1 {bot}"), game(harness, "hb", bot, f"10.0.0.2 {bot}")
    shares = BotShares(harness.store.redis)
    first = shares.class_of(mine.record, mine.id, 1)
    shares.used(mine.record, mine.id, 1, SHARE_MS[kind][1] / 1000)
    assert shares.class_of(mine.record, mine.id, 1) == beyond != first
    assert shares.class_of(other.record, other.id, 1) == first
    monkeypatch.setattr("store.jobs.shares.now_ms", lambda: 1_000_000_000_000 + SHARE_MS[kind][0])
    assert shares.class_of(mine.record, mine.id, 1) == first


def test_what_was_used_is_shared_with_other_workers(harness: StoreHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.jobs.shares.now_ms", lambda: 1_000_000_000_000)
    monkeypatch.setattr("store.jobs.shares.WRITE_SECONDS", 0.0)
    table = game(harness, "hb", "greedy", "10.0.0.3")
    mine, other = BotShares(harness.store.redis), BotShares(harness.store.redis)
    assert other.class_of(table.record, table.id, 1) == "interactive"
    mine.used(table.record, table.id, 1, SHARE_MS["quick"][1] / 1000)
    mine.write()
    other.write()
    assert other.class_of(table.record, table.id, 1) == mine.class_of(table.record, table.id, 1) == "quick"


def test_searches_have_workers_and_queues_of_their_own() -> None:
    works = [work for pool in POOLS for work in pool.kinds]
    queues = [name for pool in POOLS for name in (pool.name, pool.urgent_queue)]
    assert len(works) == len(set(works)) == 5
    assert len(queues) == len(set(queues)) == 4
    assert [work for work in POOLS[0].kinds if work in ("thinking", "spare")] == []


def test_a_game_of_a_ladder_comes_after_people(harness: StoreHarness) -> None:
    table = game(harness, "hb", "greedy", "10.0.0.4")
    assert class_of_game(table.record, 1) == "interactive"
    table.record.low = True
    assert class_of_game(table.record, 1) == "quick"


def test_every_job_name_is_a_function_of_the_workers() -> None:
    assert len(names.FUNCTIONS) == 4
    for name in names.FUNCTIONS:
        module, _, function = name.rpartition(".")
        assert callable(getattr(import_module(module), function)), name
