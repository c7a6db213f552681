"""Who listens is woken by what it listens for, and by nothing else; a lost connection is made anew."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from store.redis import keys
from store.redis.client import RedisClient
from store.redis.embedded import EmbeddedServer
from tests.store.services import StoreHarness
from tests.support.listening import Listening
from tests.support.proxy import Proxy
from tests.support.waiting import PATIENCE, wait_until


@pytest.fixture
def proxy(shared_server: EmbeddedServer, tmp_path: Path) -> Iterator[Proxy]:
    connection = Proxy(tmp_path / "connection.sock", shared_server.socket)
    connection.start()
    yield connection
    connection.stop()


Listen = Callable[[RedisClient], Listening]


@pytest.fixture
def listen() -> Iterator[Listen]:
    """A listener that ends with the test."""
    made: list[Listening] = []

    def listen(redis: RedisClient) -> Listening:
        made.append(Listening(redis))
        return made[-1]

    yield listen
    for listening in made:
        listening.close()


def settled(changed: threading.Event) -> None:
    assert changed.wait(PATIENCE)
    changed.clear()


def test_a_change_wakes_those_who_wait_for_it(harness: StoreHarness, listen: Listen) -> None:
    table, other = harness.open(kinds="hh")[0], harness.open(kinds="hh")[0]
    listening = listen(harness.store.redis)
    with listening.changes(table.id) as changed, listening.changes(other.id) as quiet:
        harness.step(table)
        assert changed.wait(PATIENCE)
        assert not quiet.is_set()


def test_those_who_go_on_waiting_are_heard_after_a_cut(harness: StoreHarness, proxy: Proxy, listen: Listen) -> None:
    table, _ = harness.open(kinds="hh")
    with listen(RedisClient(proxy.url)).changes(table.id) as changed:
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
    with listen(RedisClient(proxy.url)).changes(table.id) as changed:
        harness.step(table)
        assert changed.wait(PATIENCE)


def test_a_closed_listener_leaves_nothing_behind(
    harness: StoreHarness, proxy: Proxy, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither a connection, nor a line about a server that has stopped."""
    table, _ = harness.open(kinds="hh")
    listening = Listening(RedisClient(proxy.url))
    with listening.changes(table.id) as changed:
        harness.step(table)
        assert changed.wait(PATIENCE)
    listening.close()
    wait_until(lambda: harness.redis.pubsub_shardnumsub(keys.wake(table.id))[0][1] == 0, what="still subscribed")
    proxy.cut()
    assert not caplog.messages


def test_a_listener_can_be_closed_while_it_looks_for_its_server(harness: StoreHarness, proxy: Proxy) -> None:
    table, _ = harness.open(kinds="hh")
    listening = Listening(RedisClient(proxy.url))
    with listening.changes(table.id) as changed:
        proxy.stop()
        settled(changed)
    listening.close()
