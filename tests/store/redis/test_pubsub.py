"""A waiting thread is woken by its changes, and by nothing else; a lost connection is made anew."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from store.redis import keys
from store.redis.client import RedisClient
from store.redis.embedded import EmbeddedServer
from store.redis.wakeups import TooManyWaiters, Wakeups
from tests.store.services import StoreHarness
from tests.support.proxy import Proxy
from tests.support.waiting import PATIENCE, wait_until


@pytest.fixture
def proxy(shared_server: EmbeddedServer, tmp_path: Path) -> Iterator[Proxy]:
    connection = Proxy(tmp_path / "connection.sock", shared_server.socket)
    connection.start()
    yield connection
    connection.stop()


Listen = Callable[[RedisClient, int], Wakeups]


@pytest.fixture
def listen() -> Iterator[Listen]:
    """Wake-ups that end with the test."""
    made: list[Wakeups] = []

    def listen(redis: RedisClient, limit: int) -> Wakeups:
        made.append(Wakeups(redis, limit))
        return made[-1]

    yield listen
    for wakeups in made:
        wakeups.close()


def listeners() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "wakeups"]


def settled(changed: threading.Event) -> None:
    """The first event only says that the subscription is open."""
    assert changed.wait(PATIENCE)
    changed.clear()


def test_a_change_wakes_those_who_wait_for_it(harness: StoreHarness, listen: Listen) -> None:
    table, other = harness.open(kinds="hh")[0], harness.open(kinds="hh")[0]
    wakeups = listen(harness.store.redis, 2)
    with wakeups.changes(table.id) as changed, wakeups.changes(other.id) as quiet:
        settled(changed)
        settled(quiet)
        harness.step(table)
        assert changed.wait(PATIENCE)
        assert not quiet.is_set()
        with pytest.raises(TooManyWaiters), wakeups.changes(table.id):
            pass
    with wakeups.changes(table.id):  # a place is free again
        pass


def test_those_who_go_on_waiting_are_heard_after_a_cut(harness: StoreHarness, proxy: Proxy, listen: Listen) -> None:
    table, _ = harness.open(kinds="hh")
    wakeups = listen(RedisClient(proxy.url), 1)
    with wakeups.changes(table.id) as changed:
        settled(changed)
        assert proxy.cut() == 1
        settled(changed)  # something may have been missed: look again
        settled(changed)  # subscribed again: look again
        harness.step(table)
        assert changed.wait(PATIENCE)


def test_a_subscription_counts_once_the_server_has_confirmed_it(
    harness: StoreHarness, proxy: Proxy, listen: Listen
) -> None:
    """Not when the request has been sent: the answer comes later."""
    table, _ = harness.open(kinds="hh")
    proxy.delay = 0.1
    with listen(RedisClient(proxy.url), 1).changes(table.id) as changed:
        settled(changed)
        harness.step(table)
        assert changed.wait(PATIENCE)


def test_closed_wakeups_leave_nothing_behind(
    harness: StoreHarness, proxy: Proxy, listen: Listen, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither a thread, nor a connection, nor a line about a server that has stopped; and they can be used again."""
    table, _ = harness.open(kinds="hh")
    before, wakeups = listeners(), listen(RedisClient(proxy.url), 1)
    for _ in range(2):
        with wakeups.changes(table.id) as changed:
            settled(changed)
            harness.step(table)
            assert changed.wait(PATIENCE)
        wakeups.close()
        assert listeners() == before
        wait_until(lambda: harness.redis.pubsub_shardnumsub(keys.wake(table.id))[0][1] == 0, what="still subscribed")
    proxy.cut()
    assert not caplog.messages


def test_wakeups_can_be_closed_while_they_look_for_their_server(harness: StoreHarness, proxy: Proxy) -> None:
    table, _ = harness.open(kinds="hh")
    before, wakeups = listeners(), Wakeups(RedisClient(proxy.url), 1)
    with wakeups.changes(table.id) as changed:
        settled(changed)
        proxy.stop()
        settled(changed)
    wakeups.close()
    assert listeners() == before
