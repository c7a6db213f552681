"""A waiting thread is woken by its changes, and by nothing else; a lost connection is made anew."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from store.redis.client import RedisClient
from store.redis.embedded import EmbeddedServer
from store.redis.pubsub import TooManyWaiters, Wakeups
from tests.store.services import StoreHarness
from tests.support.proxy import Proxy
from tests.support.waiting import PATIENCE


@pytest.fixture
def proxy(shared_server: EmbeddedServer, tmp_path: Path) -> Iterator[Proxy]:
    connection = Proxy(tmp_path / "connection.sock", shared_server.socket)
    connection.start()
    yield connection
    connection.stop()


def settled(changed: threading.Event) -> None:
    """The first event only says that the subscription is open."""
    assert changed.wait(PATIENCE)
    changed.clear()


def test_a_change_wakes_those_who_wait_for_it(harness: StoreHarness) -> None:
    table, other = harness.open(kinds="hh")[0], harness.open(kinds="hh")[0]
    wakeups = Wakeups(harness.store.redis, 2)
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


def test_those_who_go_on_waiting_are_heard_after_a_cut(harness: StoreHarness, proxy: Proxy) -> None:
    table, _ = harness.open(kinds="hh")
    wakeups = Wakeups(RedisClient(proxy.url), 1)
    with wakeups.changes(table.id) as changed:
        settled(changed)
        assert proxy.cut() == 1
        settled(changed)  # something may have been missed: look again
        settled(changed)  # subscribed again: look again
        harness.step(table)
        assert changed.wait(PATIENCE)


def test_a_subscription_counts_once_the_server_has_confirmed_it(harness: StoreHarness, proxy: Proxy) -> None:
    """Not when the request has been sent: the answer comes later."""
    table, _ = harness.open(kinds="hh")
    proxy.delay = 0.1
    with Wakeups(RedisClient(proxy.url), 1).changes(table.id) as changed:
        settled(changed)
        harness.step(table)
        assert changed.wait(PATIENCE)
