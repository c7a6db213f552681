"""The time of a bot that keeps failing in a game, and when it gets all of it back."""

from __future__ import annotations

import pytest

from store.bots.health import PROBE_MS, HealthRecords
from store.ids import new_id
from tests.store.services import StoreHarness


@pytest.fixture
def health(harness: StoreHarness) -> HealthRecords:
    return HealthRecords(harness.store.redis, 60)


def fail(health: HealthRecords, bot: str, game: str, times: int) -> None:
    for _ in range(times):
        health.failed(bot, game, in_its_own_time=True)


def test_a_full_turn_is_not_missed_when_its_failure_is_counted_late(health: HealthRecords) -> None:
    """The turn after the sixth failure was opened when five were counted; the next, with seven, has all its time."""
    bot, game = new_id(), new_id()
    budgets = []
    for failures in (2, 3, 2, 2, 1, 2):
        budgets.append(health.budget_ms(bot, game))
        fail(health, bot, game, failures)
    assert health.failures_in(bot, game) == 12
    assert budgets == [None, None, PROBE_MS, None, PROBE_MS, PROBE_MS]
    assert [health.budget_ms(bot, game) for _ in range(2)] == [None, PROBE_MS], "for one try"


def test_an_answer_gives_all_time_back_and_the_next_six_failures_count_anew(health: HealthRecords) -> None:
    bot, game = new_id(), new_id()
    fail(health, bot, game, 7)
    assert [health.budget_ms(bot, game) for _ in range(2)] == [None, PROBE_MS]
    health.succeeded(bot, game, 5)
    assert health.budget_ms(bot, game) is None
    fail(health, bot, game, 6)
    assert [health.budget_ms(bot, game) for _ in range(2)] == [None, PROBE_MS]
    health.reset(bot)
    assert health.budget_ms(bot, game) is None
    assert health.of(bot).healthy
