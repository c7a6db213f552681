"""Bot turns: played once however often they are enqueued, found again when they are lost."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import pytest

from engines.kernel.registry import slugs
from store.games.changes import seats
from store.jobs.queue import DRAIN_KEPT_SECONDS, TurnQueue
from store.model.builtin import BuiltIn
from store.model.game import StoredGame
from store.model.turns import CLASS_MS, score_of
from store.process.clock import now_ms
from store.redis import keys
from tests.store.services import StoreHarness, first_action
from tests.workers.services import LocalWorker, use_services
from workers import sweeper
from workers.jobs import turn as turns
from workers.players import search
from workers.sweeper import LOST_AFTER_MS, NOT_TAKEN_MS, sweep


def age_outbox(harness: StoreHarness) -> None:
    """Let everything that is owed be owed for long."""
    for name in harness.redis.scan_iter("*:outbox"):
        for entry, score in harness.redis.zrange(name, 0, -1, withscores=True):
            since = score_of("task", now_ms() - NOT_TAKEN_MS - 1)
            harness.redis.zadd(name, {entry: score // CLASS_MS * CLASS_MS + since})


@pytest.mark.parametrize("slug", slugs())
def test_a_game_of_bots_only_finishes_with_nobody_watching(
    harness: StoreHarness, worker: LocalWorker, slug: str
) -> None:
    table, _ = harness.open(slug, "bb")
    for _ in range(500):
        worker.burst()
        if harness.load(table).over:
            break
    assert harness.load(table).status == "finished"
    assert worker.owed(table) == []
    assert worker.at.queue.depth() == 0


def test_the_same_turn_twice_is_played_once(harness: StoreHarness, worker: LocalWorker) -> None:
    table, _ = harness.open("mekong", "hbb")
    turn = table.turn(1, 1)
    for _ in range(3):
        worker.play(turn)
    loaded = harness.load(table)
    assert loaded.version == 2
    assert loaded.record.decisions == [1, None, 1]
    assert [act.seat for act in harness.history.acts(table.id)] == [None, 1]
    assert worker.owed(table) == [table.turn(2, 1)]


def test_a_stale_job_does_nothing(harness: StoreHarness, worker: LocalWorker) -> None:
    table, _ = harness.open("mekong", "hbb")
    for stale in (table.turn(1, 0), table.turn(1, 99), table.turn(0, 1)):
        worker.play(stale)
    taken_back = table.turn(2, 1)
    harness.change(table, lambda t: seats.change(t, 2, "host", "open", None))
    worker.play(taken_back)
    assert [act.seat for act in harness.history.acts(table.id)] == [None]
    assert harness.load(table).version == 2


def test_a_job_of_a_game_that_is_gone_is_forgotten(harness: StoreHarness, worker: LocalWorker) -> None:
    table, _ = harness.open("mekong", "hb")
    harness.redis.delete(keys.game(table.id))
    worker.play(table.turn(1, 1))
    assert worker.owed(table) == []


def test_a_repeated_job_decides_alike(harness: StoreHarness, worker: LocalWorker) -> None:
    """A worker that dies before its commit is replaced by one that does the same."""
    table, _ = harness.open("mekong", "hb")
    choices = set()
    for _ in range(3):
        loaded = harness.load(table)
        turns.BotAct(turns.Turn.parse(table.turn(1, 1)), worker.at.bot_seed)(loaded)
        choices.add(loaded.snapshot)
    assert len(choices) == 1


@pytest.mark.parametrize(("seconds", "cut"), [(0.0, 1), (60.0, 0)])
def test_a_search_that_the_clock_cuts_short_is_counted(
    harness: StoreHarness, worker: LocalWorker, monkeypatch: pytest.MonkeyPatch, seconds: float, cut: int
) -> None:
    monkeypatch.setattr(search, "CPU_LIMIT", seconds)
    table, _ = harness.open("mekong", "hh")
    thinker = BuiltIn("search", 1)
    harness.change(table, lambda t: seats.change(t, 0, 0, "bot", thinker))
    before = worker.at.store.counters.read()["searches_cut"]
    worker.play(table.turn(0, 1), "thinking")
    assert harness.load(table).record.decisions[0] != 1
    assert worker.at.store.counters.read()["searches_cut"] - before == cut


def test_several_bots_choose_at_once(harness: StoreHarness, worker: LocalWorker) -> None:
    table, _ = harness.open("mekong", "hbbb")
    assert sorted(worker.owed(table)) == [table.turn(seat, 1) for seat in (1, 2, 3)]
    assert worker.burst() == 1
    loaded = harness.load(table)
    assert loaded.record.decisions == [1, None, None, None]
    assert loaded.version == 4
    harness.act(table, 0, first_action(loaded, 0))
    assert harness.load(table).version == 5


def test_free_actions_do_not_make_jobs_stale(harness: StoreHarness, worker: LocalWorker) -> None:
    table, _ = harness.open("bailouke", "hb")
    for _ in range(400):
        loaded = harness.load(table)
        free = [a for a in loaded.engine.rules.legal(loaded.position, 0).actions if type(a).__name__ == "AssignToken"]
        if free and loaded.to_act() == (1,):
            break
        assert not loaded.over
        harness.step(table)
    [turn] = worker.owed(table)
    harness.act(table, 0, free[0])
    acts = len(harness.history.acts(table.id))
    worker.play(turn)
    assert harness.history.acts(table.id)[acts].seat == 1


def test_a_lost_hand_over_is_found(harness: StoreHarness, worker: LocalWorker, tmp_path: Path) -> None:
    """The queue was away when the game was created."""
    harness.games.notifier = TurnQueue(f"unix://{tmp_path}/nobody.sock")
    table, _ = harness.open("mekong", "hb")
    assert worker.at.queue.depth() == 0
    sweep(worker.at)
    assert worker.at.queue.depth() == 0  # it may yet be on its way
    age_outbox(harness)
    sweep(worker.at)
    assert worker.at.queue.depth() == 1
    worker.burst()
    assert harness.load(table).version == 2
    assert worker.owed(table) == []


def test_what_waits_in_the_queue_is_not_handed_over_again(harness: StoreHarness, worker: LocalWorker) -> None:
    """No worker for an hour: the queue does not grow."""
    table, _ = harness.open("mekong", "hbb")
    for _ in range(5):
        age_outbox(harness)
        sweep(worker.at)
    assert worker.at.queue.queues["quick"].get_job_ids() == [f"turns-interactive-{table.id[:2]}"]
    worker.burst()
    assert harness.load(table).version == 3


def test_turns_that_an_older_version_stored_are_found(harness: StoreHarness, worker: LocalWorker) -> None:
    """Their scores are times without a class."""
    table, _ = harness.open("mekong", "hb")
    harness.redis.delete("turns:ready:interactive", "turns:called:quick", "rq:queue:quick")
    harness.redis.zadd(keys.outbox(keys.tag_of(table.id)), {table.turn(1, 1): now_ms() - LOST_AFTER_MS - 1})
    sweep(worker.at)
    sweep(worker.at)
    worker.burst()
    assert harness.load(table).version == 2
    assert worker.owed(table) == []


def test_jobs_leave_nothing_behind(harness: StoreHarness, worker: LocalWorker) -> None:
    """But the job of a drain for a minute, one for each partition at most."""
    partitions = set()
    for _ in range(5):
        table, _ = harness.open("mekong", "hbb")
        partitions.add(table.id[:2])
        worker.burst()
        harness.act(table, 0, first_action(harness.load(table), 0))
    worker.burst()
    left = [name.decode() for name in harness.redis.scan_iter("rq:*")]
    drains = [name for name in left if name.startswith("rq:job:")]
    assert {name.removeprefix("rq:job:turns-interactive-") for name in drains} <= partitions
    assert all(0 < harness.redis.ttl(name) <= DRAIN_KEPT_SECONDS for name in drains)
    assert [name for name in left if name.startswith(("rq:queue:", "rq:executions"))] == []
    assert [name for name in left if "failed" in name or "wip" in name] == []


def test_a_turn_that_fails_holds_up_no_other(
    harness: StoreHarness, worker: LocalWorker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It stays in the outbox, where it is found again."""
    bad, good = harness.open("mekong", "hb")[0], harness.open("mekong", "hb")[0]
    real = turns.play

    def play(services: object, games: object, table: StoredGame, *rest: object) -> StoredGame:
        assert table.id != bad.id, "a defect"
        return real(services, games, table, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(turns, "play", play)
    monkeypatch.setattr(logging.getLogger("ludotheque"), "propagate", True)
    worker.burst()
    assert (harness.load(bad).version, harness.load(good).version) == (1, 2)
    assert worker.owed(bad) == [bad.turn(1, 1)]
    assert {record.message for record in caplog.records} == {"a turn failed"}
    monkeypatch.undo()
    age_outbox(harness)
    sweep(worker.at)
    use_services(monkeypatch, worker.at)
    worker.burst()
    assert harness.load(bad).version == 2


def test_the_sweeper_waits_for_a_store_that_is_away(
    harness: StoreHarness, worker: LocalWorker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Stop:
        """The sweeper stops after its fourth look; the store is back after the second. Ladders stop with it."""

        looks = 0
        stopped, sweeping = threading.Event(), threading.current_thread()

        def wait(self, timeout: float | None = None, /) -> bool:
            if threading.current_thread() is not self.sweeping:
                return self.stopped.wait(timeout)
            self.looks += 1
            if self.looks == 3:
                monkeypatch.undo()
            if self.looks >= 6:
                self.stopped.set()
            return self.stopped.is_set()

    table, _ = harness.open("mekong", "hb")
    harness.redis.delete("rq:queue:quick", "turns:called:quick", "turns:ready:interactive")
    age_outbox(harness)
    from store.redis.client import StoreUnavailable

    def away(*_: object) -> list[str]:
        raise StoreUnavailable("away")

    monkeypatch.setattr(worker.at.outbox, "expired", away)
    sweeper.run(worker.at, Stop())
    assert worker.at.queue.queues["quick"].get_job_ids() == [f"turns-interactive-{table.id[:2]}"]
