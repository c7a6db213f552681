"""Time banks: drawn on by late seats and bots, added to after each decision, and given back with an action."""

from __future__ import annotations

import pytest

from store.games.changes.takebacks import take_back
from store.games.replay.past import PastPositions
from store.games.views import game_document
from store.model import game as game_module
from store.model.game import StoredGame
from store.model.record import Clock
from store.model.turns import Turn
from tests.store.services import StoreHarness
from workers.jobs.clock import Expire

DAY = 86_400


class FixedClock:
    """The time of the tests, which moves when they say so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_800_000_000_000
        monkeypatch.setattr(game_module, "now_ms", lambda: self.now)

    def after(self, seconds: float) -> None:
        self.now += int(seconds * 1000)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> FixedClock:
    return FixedClock(monkeypatch)


def opened(harness: StoreHarness, bank: int, increment: int, turn: int = 60, kinds: str = "hh") -> StoredGame:
    return harness.open("kimbac", kinds, clock=Clock(turn, "bot", bank_seconds=bank, increment_seconds=increment))[0]


def left(table: StoredGame, time: FixedClock, seat: int) -> float:
    return ((table.record.deadlines[seat] or 0) - time.now) / 1000


def test_a_late_seat_draws_on_its_bank_first(harness: StoreHarness, time: FixedClock) -> None:
    table = opened(harness, bank=100, increment=0)
    assert left(table, time, 0) == 160
    time.after(50)
    table = harness.step(table)
    assert table.record.banks == [100_000, 100_000], "in time"
    assert left(table, time, 1) == 160
    time.after(90)
    table = harness.step(table)
    assert table.record.banks == [100_000, 70_000], "thirty seconds late"
    time.after(10)
    table = harness.step(table)
    assert left(table, time, 1) == 130


def test_an_increment_follows_each_decision(harness: StoreHarness, time: FixedClock) -> None:
    table = opened(harness, bank=0, increment=5)
    for number in range(4):
        time.after(1)
        table = harness.step(table)
        assert table.record.banks[number % 2] == 5000 * (1 + number // 2)
    view = game_document(table, 0)
    assert (view.clock.banks, view.clock.bank_seconds, view.clock.increment_seconds) == ([10, 10], 0, 5)  # type: ignore[attr-defined]


def test_whoever_runs_out_of_both_gets_no_increment(harness: StoreHarness, time: FixedClock) -> None:
    table = opened(harness, bank=10, increment=5)
    time.after(75)
    table = harness.change(table, Expire(Turn.parse(table.turn(0, 1)), "seed"))
    assert table.record.seats[0].absent
    assert table.record.banks == [0, 10_000]


def test_time_is_given_back_with_an_action(harness: StoreHarness, time: FixedClock) -> None:
    """Acting and taking it back again and again wins no time."""
    table = opened(harness, bank=100, increment=5)
    past = PastPositions(harness.history, 1_000_000)
    for tries in range(1, 4):
        time.after(30)
        version = harness.step(table).version
        table = harness.change(table, lambda game: take_back(game, 0, version, past, 1000))  # noqa: B023
        assert left(table, time, 0) == 160 - 30 * tries
        assert table.record.banks == [min(100, 160 - 30 * tries) * 1000, 100_000]


def test_days(harness: StoreHarness, time: FixedClock) -> None:
    """A game is kept for longer than any of its decisions may take."""
    table = opened(harness, bank=30 * DAY, increment=0, turn=30 * DAY)
    assert table.record.expires > (table.record.deadlines[0] or 0) == time.now + 60 * DAY * 1000
    assert harness.redis.ttl(f"{{p{table.id[:2]}}}:game:{table.id}") >= 61 * DAY


def test_a_built_in_bot_has_a_bank_too(harness: StoreHarness, time: FixedClock) -> None:
    table = opened(harness, bank=60, increment=2, kinds="hb")
    table = harness.step(table)
    time.after(1)
    table = harness.step(table)
    assert table.record.banks == [62_000, 62_000]


def test_without_a_clock_nothing_is_kept(harness: StoreHarness, time: FixedClock) -> None:
    table = harness.step(harness.open("kimbac", "hh")[0])
    assert (table.record.banks, table.record.left) == ([], [])
