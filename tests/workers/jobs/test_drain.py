"""Drains: one job of RQ plays many turns, fairly; what a worker had taken when it died is found again."""

from __future__ import annotations

from collections import Counter

import pytest

from store.games.changes import seats
from store.ids import new_id
from store.jobs import names
from store.jobs.queue import QUICK_QUEUES, THINKING_QUEUES
from store.jobs.shares import SHARE_MS
from store.model.builtin import BuiltIn
from store.model.game import StoredGame
from store.model.record import Clock
from store.model.turns import CLAIM_MS, QUICK, THINKING, Work, WorkPartition, pool_of
from store.process.clock import now_ms
from store.redis import keys
from store.redis.client import StoreUnavailable
from tests.store.services import StoreHarness
from tests.workers.jobs.test_clock import run_out
from tests.workers.jobs.test_turn import age_outbox
from tests.workers.services import LocalWorker
from workers.jobs import drain, turn
from workers.jobs.drain import OutboxDrain
from workers.sweeper import sweep


class Played(list[tuple[str, int]]):
    """Which turns were played, in order: game and seat."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real = turn.play

        def play(services: object, games: object, table: StoredGame, owed: turn.Turn, classes: object) -> StoredGame:
            self.append((table.id, owed.seat))
            return real(services, games, table, owed, classes)  # type: ignore[arg-type]

        monkeypatch.setattr(turn, "play", play)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    return Played(monkeypatch)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No drain waits for more work."""
    monkeypatch.setattr(drain, "PATIENCE", 0.0)


def open_in(harness: StoreHarness, partition: int, kinds: str, slug: str = "mekong") -> StoredGame:
    return harness.open(slug, kinds, identifier=new_id(partition))[0]


def searching(harness: StoreHarness, table: StoredGame, seat: int) -> StoredGame:
    return harness.change(table, lambda t: seats.change(t, seat, seat, "bot", BuiltIn("search", 1)))


def taken_by(worker: LocalWorker, work: Work, partition: int, most: int = 100) -> list[str]:
    """What a drain gets that takes this work now."""
    [(_, turns, _)] = worker.at.outbox.claim([WorkPartition(work, f"{partition:02d}")], now_ms(), most)
    return turns


def test_one_job_plays_what_is_owed_in_many_partitions(harness: StoreHarness, worker: LocalWorker) -> None:
    tables = [open_in(harness, number % 64, "hb") for number in range(100)]
    assert worker.at.queue.depth() == 1
    worker.burst()
    assert [harness.load(table).version for table in tables] == [2] * 100
    assert not list(harness.redis.scan_iter("*:outbox"))
    assert len(list(harness.redis.scan_iter("rq:job:turns-*"))) <= 2


def test_games_of_a_partition_take_turns(
    harness: StoreHarness, worker: LocalWorker, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games of bots only go on for ever; none gets a second turn while another waits for its first."""
    tables = [open_in(harness, 5, "bb", "bakong") for _ in range(30)]
    monkeypatch.setattr(drain.stopping, "is_set", lambda: len(played) >= 60)
    OutboxDrain(worker.at, QUICK).run()
    turns = Counter(game for game, _ in played)
    assert set(turns) == {table.id for table in tables}
    assert max(turns.values()) - min(turns.values()) <= 2


def test_people_are_served_before_games_of_bots(
    harness: StoreHarness, worker: LocalWorker, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drain, "LOOK", 60.0)  # one round plays all, however slow the machine
    for number in range(20):
        open_in(harness, number, "bb", "bakong")
    person = open_in(harness, 40, "hb")
    begun = OutboxDrain(worker.at, QUICK)
    assert begun._look()
    begun._play_round(float("inf"))
    assert played[0] == (person.id, 1)
    assert len(played) > 1


def test_a_client_beyond_its_share_waits_while_others_do(
    harness: StoreHarness, worker: LocalWorker, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drain, "AT_ONCE", 1)  # so that others wait
    greedy, other = open_in(harness, 1, "hb"), open_in(harness, 2, "hb")
    worker.at.shares.used(greedy.record, greedy.id, 1, SHARE_MS["quick"][1] / 1000)
    OutboxDrain(worker.at, QUICK).run()
    assert [game for game, _ in played] == [other.id, greedy.id]


def test_a_search_is_left_to_search_workers(harness: StoreHarness, worker: LocalWorker, played: Played) -> None:
    thinks, quick = open_in(harness, 3, "hh"), open_in(harness, 3, "hb")
    searching(harness, thinks, 0)
    assert worker.at.queue.queues["thinking"].get_job_ids() == ["turns-thinking-03"]
    OutboxDrain(worker.at, QUICK).run()
    assert played == [(quick.id, 1)]
    OutboxDrain(worker.at, THINKING).run()
    assert played[1:] == [(thinks.id, 0)]


def test_a_bot_that_begins_to_search_is_moved(harness: StoreHarness, worker: LocalWorker, played: Played) -> None:
    """The turn was entered when its bot was a quick one."""
    table = open_in(harness, 4, "hb")

    table.record.seats[1].bot, table.record.seats[1].level = "search", 1
    harness.redis.hset(keys.game(table.id), "head", table.encoded_record())
    OutboxDrain(worker.at, QUICK).run()
    assert played == []
    assert worker.at.queue.queues["thinking"].get_job_ids() == ["turns-thinking-04"]
    OutboxDrain(worker.at, THINKING).run()
    assert played == [(table.id, 1)]


def test_searches_of_one_partition_are_shared_out(harness: StoreHarness, worker: LocalWorker) -> None:
    """A search worker takes one turn and leaves the others to other workers."""
    for _ in range(3):
        searching(harness, open_in(harness, 6, "hh"), 0)
    one, two = OutboxDrain(worker.at, THINKING), OutboxDrain(worker.at, THINKING)
    assert one._look()
    assert two._look() is False, "the first notes the partition again at its next look"
    one.services.queue.call(THINKING, one.again)
    assert two._look()
    taken = [*one.taken["thinking"], *two.taken["thinking"]]
    assert len(taken) == len(set(taken)) == 2


def test_what_one_worker_has_taken_no_other_takes(harness: StoreHarness, worker: LocalWorker) -> None:
    tables = [open_in(harness, 7, "hb") for _ in range(20)]
    first, second = taken_by(worker, "interactive", 7, 8), taken_by(worker, "interactive", 7, 8)
    assert sorted([*first, *second, *taken_by(worker, "interactive", 7)]) == sorted(t.turn(1, 1) for t in tables)
    assert taken_by(worker, "interactive", 7) == []


def test_a_worker_that_dies_in_mid_drain_loses_nothing(
    harness: StoreHarness, worker: LocalWorker, monkeypatch: pytest.MonkeyPatch, played: Played
) -> None:
    """Some turns are played, some were taken, some were not: each is played once."""
    tables = [open_in(harness, 8, "hb") for _ in range(20)]

    class Killed(BaseException):
        pass

    real, left = worker.at.store.commit, iter(range(5))

    def commit(*given: object) -> object:
        if next(left, None) is None:
            raise Killed
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(worker.at.store, "commit", commit)
    with pytest.raises(Killed):
        OutboxDrain(worker.at, QUICK).run()
    monkeypatch.setattr(worker.at.store, "commit", real)
    versions = [harness.load(table).version for table in tables]
    assert versions.count(2) == 5
    owed = [entry for table in tables for entry in worker.owed(table)]
    assert len(owed) == 15, "what was not played is still owed"
    assert len(taken_by(worker, "interactive", 8)) < 15, "some of it only once the dead worker's time is up"
    age_outbox(harness)
    harness.redis.delete("turns:looking:quick", "turns:called:quick")  # their time is up too
    sweep(worker.at)
    worker.burst()
    assert [harness.load(table).version for table in tables] == [2] * 20
    assert all(len(harness.history.acts(table.id)) == 2 for table in tables)


def test_a_store_that_goes_away_ends_the_drain(
    harness: StoreHarness, worker: LocalWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_in(harness, 9, "hb")

    def away(*_: object) -> None:
        raise StoreUnavailable("away")

    monkeypatch.setattr(worker.at.store, "commit", away)
    with pytest.raises(StoreUnavailable):
        OutboxDrain(worker.at, QUICK).run()
    monkeypatch.undo()
    assert worker.owed(table) == [table.turn(1, 1)]


def test_a_drain_gives_back_what_it_did_not_play(harness: StoreHarness, worker: LocalWorker) -> None:
    """Its process is asked to leave: the next worker takes the rest at once."""
    tables = [open_in(harness, 10, "hb") for _ in range(3)]
    begun = OutboxDrain(worker.at, QUICK)
    assert begun._look()
    assert taken_by(worker, "interactive", 10) == []
    drain.stopping.set()
    try:
        begun._play_round(float("inf"))
        begun._end()
    finally:
        drain.stopping.clear()
    assert worker.at.queue.waiting() == {"turns-interactive-10"}
    assert sorted(taken_by(worker, "interactive", 10)) == sorted(table.turn(1, 1) for table in tables)


def test_turns_that_a_drain_goes_on_with_are_its_own(harness: StoreHarness, worker: LocalWorker) -> None:
    """As long as nobody waits, it plays on in the same game, and no other worker takes those turns."""
    table = open_in(harness, 11, "bb", "bakong")
    begun = OutboxDrain(worker.at, QUICK)
    assert begun._look()
    begun.play_one("quick", begun.taken["quick"].popleft())
    [follows] = begun.taken["quick"]
    assert worker.owed(table) == [follows]
    assert taken_by(worker, "quick", 11) == []
    [score] = [score for _, score in harness.redis.zrange(keys.outbox("{p11}"), 0, -1, withscores=True)]
    assert 0 < score % 10**13 - now_ms() <= CLAIM_MS["quick"]


@pytest.mark.parametrize(
    ("kind", "old_queue", "queues"), [("interactive", "turns", QUICK_QUEUES), ("thinking", "searches", THINKING_QUEUES)]
)
def test_drains_that_0_2_enqueued_are_run(
    harness: StoreHarness, worker: LocalWorker, kind: Work, old_queue: str, queues: list[str]
) -> None:
    """An API process of 0.2 still runs, and all workers are of this version."""
    table = open_in(harness, 12, "hb" if kind == "interactive" else "hh")
    if kind == "thinking":
        searching(harness, table, 0)
    version = harness.load(table).version
    worker.at.queue.redis.delete(f"rq:queue:{pool_of(kind).name}")
    worker.at.queue.queues[old_queue].enqueue(names.DRAIN, kind, "12")
    worker.burst(*queues)
    assert harness.load(table).version == version + 1


def test_a_late_seat_whose_bot_searches_is_left_to_search_workers(harness: StoreHarness, worker: LocalWorker) -> None:
    """However slow its choice, it holds up no quick turn."""
    clock = Clock(60, "bot", BuiltIn("search", 1))
    table, _ = harness.open("bakong", "hh", clock=clock)
    run_out(harness, table)
    sweep(worker.at)
    worker.burst(QUICK.urgent_queue, QUICK.name)
    assert harness.load(table).version == 1
    run_out(harness, table)
    sweep(worker.at)
    worker.burst(QUICK.urgent_queue, QUICK.name)
    assert worker.burst(THINKING.urgent_queue) == 1, "a clock that waits already is not enqueued again"
    assert harness.load(table).version == 2
