"""Enqueueing turns: at once, or on a thread of its own."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from store.jobs.queue import REMOTE, BackgroundNotifier, TurnQueue, turn_job
from store.redis.embedded import EmbeddedServer
from tests.support.waiting import wait_until

GAME = "bakong/00aaaaaaaaaaaaaaaaaaaaaaaaaa/1"


@pytest.fixture
def queue(server: EmbeddedServer) -> TurnQueue:
    return TurnQueue(server.url)


def test_a_notifier_enqueues_what_it_is_given(queue: TurnQueue) -> None:
    notifier = BackgroundNotifier(queue)
    notifier.enqueue([f"{GAME}/1", f"{GAME}/2"])
    notifier.enqueue([f"{GAME}/3/remote"])
    wait_until(lambda: queue.depth() == 3)
    assert queue.waiting() == {turn_job(f"{GAME}/1"), turn_job(f"{GAME}/2"), f"{GAME}/3/remote"}


class WatchedQueue(TurnQueue):
    """Keeps which threads have asked it for anything."""

    askers: set[str]

    def enqueue(self, turns: list[str], client: str = "") -> None:
        self.askers.add(threading.current_thread().name)
        super().enqueue(turns, client)


def test_nobody_waits_for_a_queue_that_hangs(server: EmbeddedServer) -> None:
    queue = WatchedQueue(server.url)
    queue.askers = set()
    notifier = BackgroundNotifier(queue, most=3)
    notifier.enqueue([f"{GAME}/1/remote"])
    wait_until(lambda: queue.depth() == 1)
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        for number in range(2, 12):  # more than it carries: the rest is left to the sweeper
            notifier.enqueue([f"{GAME}/{number}/remote"])
        assert queue.askers, "the thread of the notifier is at it"
        assert threading.current_thread().name not in queue.askers, "who enqueues never waits for the queue itself"
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    wait_until(lambda: 4 <= queue.depth() <= 5)  # one was on its way already, or not yet
    assert queue.redis.lindex(REMOTE, 1) == f"{GAME}/2/remote".encode()
