"""Noting turns in the queue: at once, or on a thread of its own; what is queued already is not queued again."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from store.jobs.queue import REMOTE, BackgroundNotifier, TurnQueue, drain_job
from store.jobs.ready import CALL_MS, LATELY, LONGEST_PAUSE, LOOKING_MS, Pace
from store.model.turns import QUICK, THINKING, OutboxEntry, WorkPartition
from store.redis.embedded import EmbeddedServer
from tests.support.waiting import wait_until

GAME = "bakong/00aaaaaaaaaaaaaaaaaaaaaaaaaa/1"
OTHER = "bakong/01aaaaaaaaaaaaaaaaaaaaaaaaaa/1"


def turn(decision: int, game: str = GAME) -> OutboxEntry:
    return OutboxEntry(f"{game}/{decision}", "interactive")


def task(decision: int) -> OutboxEntry:
    return OutboxEntry(f"{GAME}/{decision}/remote", "task")


@pytest.fixture
def queue(server: EmbeddedServer) -> Iterator[TurnQueue]:
    queue = TurnQueue(server.url)
    queue.redis.flushall()
    yield queue
    queue.close()


class Clock:
    """The time that the queue goes by."""

    ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("store.jobs.ready.now_ms", clock)
    return clock


def test_a_notifier_enqueues_what_it_is_given(queue: TurnQueue) -> None:
    notifier = BackgroundNotifier(queue)
    notifier.enqueue([turn(1), turn(2)])
    notifier.enqueue([task(3)])
    wait_until(lambda: queue.depth() == 2)
    assert queue.waiting() == {"turns-interactive-00", f"{GAME}/3/remote"}


class SlowQueue(TurnQueue):
    """Keeps what came together; the first call lasts until it is let go."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.calls: list[int] = []
        self.let_go = threading.Event()

    def enqueue(self, owed: object) -> None:
        self.calls.append(len(owed))  # type: ignore[arg-type]
        self.let_go.wait()


def test_what_comes_during_a_trip_to_the_queue_shares_the_next(server: EmbeddedServer) -> None:
    queue = SlowQueue(server.url)
    notifier = BackgroundNotifier(queue)
    notifier.enqueue([turn(1)])
    wait_until(lambda: queue.calls == [1])
    for number in range(2, 50):
        notifier.enqueue([turn(number)])
    queue.let_go.set()
    wait_until(lambda: sum(queue.calls) == 49)
    assert queue.calls == [1, 48]
    queue.close()


def test_a_single_game_is_never_kept_waiting_and_many_share_a_trip() -> None:
    pace = Pace(0.001)
    pace.saw(["one"], now=10.0)
    assert pace.pause(now=10.0) == 0
    pace.saw([f"game {number}" for number in range(10)], now=10.01)
    assert pace.pause(now=10.01) == pytest.approx(0.010)
    pace.saw([f"game {number}" for number in range(500)], now=10.02)
    assert pace.pause(now=10.02) == LONGEST_PAUSE
    assert pace.pause(now=10.02 + LATELY) == 0


def test_what_is_queued_already_is_not_queued_again(queue: TurnQueue, clock: Clock) -> None:
    """A thousand turns in two partitions: one job, and its id names a partition and a kind of work."""
    for number in range(1000):
        queue.enqueue([turn(number), turn(number, OTHER)])
        clock.ms += CALL_MS
    assert queue.queues["quick"].get_job_ids() == [drain_job(WorkPartition("interactive", "00"))]
    assert queue.waiting() == {"turns-interactive-00"}
    taken = queue.ready_partitions.take(QUICK, "a drain", 8, [], looking=True)
    assert taken.partitions == [WorkPartition("interactive", "00"), WorkPartition("interactive", "01")]
    assert (taken.left, taken.job_waits) == (0, False)


def test_no_worker_is_called_while_one_looks_for_work(queue: TurnQueue, clock: Clock) -> None:
    ready = queue.ready_partitions
    ready.take(QUICK, "a drain", 8, [], looking=True)
    queue.enqueue([turn(1)])
    assert queue.depth() == 0
    assert ready.take(QUICK, "a drain", 8, [], looking=True).partitions == [WorkPartition("interactive", "00")]
    queue.enqueue([turn(2)])
    clock.ms += LOOKING_MS + 1  # it has died
    queue.enqueue([turn(2)])
    assert queue.waiting() == {"turns-interactive-00"}


def test_a_drain_that_ends_calls_a_worker_for_what_came_meanwhile(queue: TurnQueue, clock: Clock) -> None:
    queue.ready_partitions.take(QUICK, "a drain", 8, [], looking=True)
    queue.enqueue([turn(1)])
    queue.call(QUICK, [], "a drain")
    assert queue.waiting() == {"turns-interactive-00"}


def test_a_call_that_was_lost_is_made_again_by_the_next_look(queue: TurnQueue, clock: Clock) -> None:
    queue.enqueue([turn(1)])
    queue.redis.delete("rq:queue:quick")  # a worker took it and was killed
    queue.call(QUICK)
    assert queue.depth() == 0, "the worker may be about to begin"
    clock.ms += CALL_MS + 1
    queue.call(QUICK)
    assert queue.waiting() == {"turns-interactive-00"}


def test_clocks_come_first_then_people_then_bots_among_themselves(queue: TurnQueue) -> None:
    partitions = [WorkPartition("quick", "03"), WorkPartition("interactive", "02"), WorkPartition("clock", "01")]
    queue.mark(partitions)
    taken = queue.ready_partitions.take(QUICK, "a drain", 2, [], looking=True)
    assert taken.partitions == [WorkPartition("clock", "01"), WorkPartition("interactive", "02")]
    assert taken.left == 1


def test_searches_are_apart(queue: TurnQueue) -> None:
    queue.mark([WorkPartition("thinking", "05"), WorkPartition("interactive", "05")])
    assert queue.queues["quick"].get_job_ids() == ["turns-interactive-05"]
    assert queue.queues["thinking"].get_job_ids() == ["turns-thinking-05"]
    assert queue.ready_partitions.take(QUICK, "a drain", 8, [], looking=True).partitions == [
        WorkPartition("interactive", "05")
    ]
    assert queue.ready_partitions.take(THINKING, "other", 8, [], looking=False).partitions == [
        WorkPartition("thinking", "05")
    ]


def test_a_drain_ends_when_a_single_job_waits(queue: TurnQueue) -> None:
    queue.enqueue([turn(1)])
    queue.enqueue_job("00" + "j" * 26)
    taken = queue.ready_partitions.take(QUICK, "a drain", 8, [], looking=True)
    assert (taken.job_waits, taken.partitions, taken.left) == (True, [], 1)


class WatchedQueue(TurnQueue):
    """Keeps which threads have asked it for anything."""

    askers: set[str]

    def enqueue(self, owed: object) -> None:
        self.askers.add(threading.current_thread().name)
        super().enqueue(owed)  # type: ignore[arg-type]


def test_nobody_waits_for_a_queue_that_hangs(server: EmbeddedServer, queue: TurnQueue) -> None:
    watched = WatchedQueue(server.url)
    watched.askers = set()
    notifier = BackgroundNotifier(watched, most=3)
    notifier.enqueue([task(1)])
    wait_until(lambda: queue.depth() == 1)
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        for number in range(2, 12):  # more than it carries: the rest is left to the sweeper
            notifier.enqueue([task(number)])
        assert watched.askers, "the thread of the notifier is at it"
        assert threading.current_thread().name not in watched.askers, "who enqueues never waits for the queue itself"
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    wait_until(lambda: 4 <= queue.depth() <= 8)
    assert queue.redis.lindex(REMOTE, 1) == f"{GAME}/2/remote".encode()
