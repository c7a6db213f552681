"""All keys of a game share one hash tag, and no operation spans two: proven on a server in cluster mode."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from engines.kernel.registry import slugs
from store.games.changes import seats
from store.games.outbox import Outbox
from store.ids import PARTITIONS, new_id, partition_of
from store.jobs.jobs import Jobs
from store.model.outcomes import Replayed
from store.model.record import Clock
from store.process.clock import now_ms
from store.redis import keys
from store.redis.client import RedisClient, Script
from store.redis.embedded import EmbeddedServer
from tests.store.services import StoreHarness, first_action, fresh_id, idempotency_key
from tests.support.stack import free_port
from tests.support.waiting import wait_until

TAG = re.compile(r"^\{p\d\d\}:")


class WatchedLink(RedisClient):
    """Notes the key names of everything that is sent."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.scripts: list[list[str]] = []

    def run(self, script: Script, keys: Any, arguments: Any) -> Any:
        self.scripts.append(list(keys))
        return super().run(script, keys, arguments)

    def run_each(self, script: Script, calls: Any) -> list[Any]:
        self.scripts += [list(keys) for keys, _ in calls]
        return super().run_each(script, calls)


def play_everything(harness: StoreHarness) -> None:
    """Each kind of change and each read that the store knows."""
    key = idempotency_key(fresh_id())
    table, _ = harness.open(kinds="hob", clock=Clock(60, "bot"), key=key)
    assert isinstance(harness.store.repeat_of_creation(key), Replayed)
    harness.change(table, lambda t: seats.take(t, 1, "Ana", "token", None))
    harness.change(table, lambda t: seats.change(t, 0, 0, "bot", None))
    harness.change(table, lambda t: seats.change(t, 0, 0, "human", None))
    loaded = harness.load(table)
    seat = loaded.to_act()[0]
    action = first_action(loaded, seat)
    harness.act(table, seat, action, idempotency_key("k"))
    assert isinstance(harness.submit(table, seat, action, idempotency_key("k")), Replayed)
    owed = Outbox(harness.store.redis)
    later = now_ms() + 100_000
    for _, found, _ in owed.claim([*owed.overdue(later), *owed.expired(later)], later, 10):
        for turn in found:
            owed.move([(turn, "quick"), (turn, "clock")], now_ms())
            owed.touch(now_ms(), turn)
            owed.drop_owed(turn, 1)
            owed.drop_deadline(turn, harness.load(table).version)
    jobs = Jobs(harness.store)
    job = jobs.open("act", {})
    assert jobs.overdue(now_ms()) == [job.id]
    jobs.touch(job.id, now_ms())
    jobs.cancel(job.id)
    assert jobs.overdue(now_ms()) == []
    harness.change(table, lambda t: t.abort("host"))
    harness.history.events("bakong", table.id, 0, 100)
    harness.history.acts(table.id)
    harness.history.listed(["bakong"], ["running"], None, 10)


def test_the_keys_of_a_script_share_a_tag(server: EmbeddedServer, open_rooms: Callable[..., StoreHarness]) -> None:
    harness = open_rooms(server.url)
    client = harness.store.redis = WatchedLink(server.url)
    play_everything(harness)
    assert len(client.scripts) >= 6
    for names in client.scripts:
        assert len({name.split("}")[0] for name in names}) == 1
        assert all(TAG.match(name) for name in names)
    for name in harness.redis.scan_iter():
        assert TAG.match(name.decode()), name
    client._drop()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A cluster of one node that holds every slot: it refuses whatever spans two of them."""
    port = free_port()
    # a bus port of its own: the usual one, 10,000 higher, may not exist
    ports = ("--port", str(port), "--cluster-port", str(free_port()))
    server = EmbeddedServer(tmp_path_factory.mktemp("cluster"), extra=(*ports, "--cluster-enabled", "yes"))
    server.start()
    try:
        with Redis.from_url(server.url) as client:
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            wait_until(lambda: "cluster_state:ok" in str(client.execute_command("CLUSTER", "INFO")))
        yield server.url
    finally:
        server.stop()


def test_everything_runs_on_a_cluster(cluster: str, open_rooms: Callable[..., StoreHarness]) -> None:
    harness = open_rooms(cluster)
    with pytest.raises(ResponseError):  # the server does refuse what spans two tags
        harness.store.redis.run(Script("return redis.call('GET', KEYS[1])"), ["{p00}:a", "{p01}:b"], [])
    play_everything(harness)


@pytest.mark.parametrize("slug", slugs())
def test_every_game_commits_on_a_cluster(cluster: str, open_rooms: Callable[..., StoreHarness], slug: str) -> None:
    harness = open_rooms(cluster)
    table, _ = harness.open(slug, "hb")
    assert harness.step(table, idempotency_key("k")).version == 2


def test_ids_spread_over_all_partitions() -> None:
    found = {partition_of(new_id()) for _ in range(2000)}
    assert len(found) == PARTITIONS
    assert keys.tags() == sorted({keys.tag_of(new_id()) for _ in range(2000)})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x" * 28,
        "64" + "a" * 26,
        "00" + "A" * 26,
        "00" + "a" * 25,
        "00" + "é" * 26,
        "0a" + "a" * 26,
        "٠٠" + "a" * 26,
    ],
)
def test_what_is_no_id_names_nothing(text: str) -> None:
    assert partition_of(text) is None
    with pytest.raises(keys.UnknownId):
        keys.game(text)
