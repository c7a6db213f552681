"""Games of all kinds on a Cluster whose slots move and whose masters die, at level `replicated`.

``CLUSTER_SECONDS`` says for how long; part of ``make soak``.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest

from store.games.repository import GameRepository
from store.redis import keys
from store.settings import Settings
from tests.support.client import create
from tests.support.waiting import PATIENCE, spend, wait_until
from tests.system.cluster.nodes import Cluster, Node
from tests.system.cluster.stack import APIS, ClusterStack
from tests.system.faults.audit import Counters, audit
from tests.system.faults.players import GIVE_UP, Player

SECONDS = float(os.environ.get("CLUSTER_SECONDS", "60"))


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    with Cluster() as formed:
        yield formed


class Weather(threading.Thread):
    """Moves partitions about, and in between kills a master and lets it come back as a replica."""

    def __init__(self, cluster: Cluster, pause: float, kill_every: int) -> None:
        super().__init__(daemon=True)
        self.cluster = cluster
        self.pause = pause
        self.kill_every = kill_every
        self.rng = random.Random(7)
        self.stop = threading.Event()
        self.done: Counter[str] = Counter()
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            number = 0
            while not self.stop.wait(self.pause):
                number += 1
                if number % self.kill_every:
                    self._move(self.rng.choice(keys.tags()))
                else:
                    self._kill(self.rng.choice(self._masters()))
        except BaseException as error:
            self.failure = error

    def _masters(self) -> list[Node]:
        return [node for node in self.cluster.nodes if node.process is not None and node.is_master]

    def _move(self, tag: str) -> None:
        source = self.cluster.owner(tag)
        target = self.rng.choice([node for node in self._masters() if node is not source])
        self.done["keys moved"] += self.cluster.move(tag, target, lambda: spend(0.005), batch=4)
        self.done["slots moved"] += 1

    def _kill(self, master: Node) -> None:
        replica = self.cluster.replica_of(master)
        master.kill()
        wait_until(lambda: replica.is_master)
        spend(self.rng.uniform(0, 0.5))
        master.start()
        wait_until(lambda: master.client.info("replication").get("master_link_status") == "up")
        self.done["masters killed"] += 1


def test_nothing_that_was_acknowledged_is_lost(own_cluster: Cluster) -> None:
    stop = threading.Event()
    with ClusterStack(own_cluster) as services:
        players = [Player(number, list(services.ports.values()), stop, 0.15) for number in range(6)]
        weather = Weather(own_cluster, 0.4, 5)
        for thread in (*players, weather):
            thread.start()
        limit = time.monotonic() + SECONDS
        wait_until(
            lambda: time.monotonic() > limit or not weather.is_alive() or not any(map(Player.is_alive, players)),
            SECONDS + PATIENCE,
        )
        weather.stop.set()
        weather.join(60)
        stop.set()
        for player in players:
            player.join(GIVE_UP + 30)
        counters = _audited(own_cluster, services, players)
        for thread in (*players, weather):
            if thread.failure is not None:
                counters.complaints.append(f"{type(thread).__name__}: {thread.failure!r}")
    said = "\n".join([f"{dict(weather.done)} in {SECONDS:.0f} s", str(counters), *counters.complaints[:20]])
    print(said)
    assert counters.clean, said
    assert counters.acknowledged > SECONDS, said
    assert weather.done["slots moved"] >= SECONDS / 10, said
    assert weather.done["masters killed"] >= SECONDS / 30, said
    slugs = {diary.slug for player in players for diary in player.diaries}
    assert len(slugs) == 5, said


def _audited(cluster: Cluster, services: ClusterStack, players: list[Player]) -> Counters:
    store = GameRepository(Settings(redis_url=cluster.url, queue_url=services.queue.url, data=services.folder))
    try:
        counters = audit(store, [diary for player in players for diary in player.diaries])
    finally:
        store.redis.close()
    counters.complaints += services.faults_of_ours()
    return counters


def test_streams_and_waiting_reads_outlive_the_node_they_listen_at(own_cluster: Cluster) -> None:
    with (
        ClusterStack(own_cluster, "safe") as services,
        httpx.Client(base_url=services.url(), timeout=60, verify=False) as http,
        httpx.Client(base_url=services.url(1), timeout=60, verify=False) as other,
    ):
        _, tables = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "human"}]})
        heard: list[str] = []
        stop = threading.Event()
        reader = threading.Thread(target=_follow, args=(f"{services.url()}{tables[0].path}/events", heard, stop))
        reader.start()
        wait_until(lambda: len(heard) >= 1)
        [listener] = [node for node in own_cluster.masters if node.client.client_list(_type="pubsub")]
        replica = own_cluster.replica_of(listener)
        listener.kill()
        wait_until(lambda: replica.is_master)
        listener.start()  # as a replica: without one, no change is confirmed
        services.wait_until(APIS[0], 200)
        known = len(heard)
        for table in tables:  # through the other process: only a wake-up can tell
            table.http = other
            action = table.legal()["actions"][0]
            wait_until(lambda table=table, action=action: table.act(action).status_code in (200, 409))
        wait_until(lambda: len(heard) > known + 1)
        assert heard == [str(number) for number in range(1, len(heard) + 1)]
        waited: list[int] = []
        tag = f'"{tables[0].view()["version"]}-s"'
        held = threading.Thread(target=lambda: waited.append(_waited(http, tables[0].path, tag)))
        held.start()
        wait_until(lambda: own_cluster.hears(keys.wake(tables[0].id)))
        [seat] = tables[0].view()["to_act"]
        tables[seat].act(tables[seat].legal()["actions"][0])
        held.join(30)
        assert waited == [200]
        stop.set()
    reader.join(10)


def _follow(url: str, heard: list[str], stop: threading.Event) -> None:
    """Read events as a browser does: a stream that ends is resumed behind the last one."""
    while not stop.is_set():
        resume = {"Last-Event-ID": heard[-1]} if heard else {}
        with (
            suppress(httpx.HTTPError),
            httpx.stream(
                "GET", url, headers={"Accept": "text/event-stream"} | resume, timeout=30, verify=False
            ) as stream,
        ):
            heard.extend(line[3:].strip() for line in stream.iter_lines() if line.startswith("id:"))
        spend(0.1)


def _waited(http: httpx.Client, path: str, tag: str) -> int:
    return http.get(path, headers={"If-None-Match": tag, "Prefer": "wait=20"}).status_code


def test_readiness_and_unconfirmed_commits(own_cluster: Cluster) -> None:
    """A stopped replica: 503 outcome-unknown, settled by a retry. A dead shard and a dead queue: not ready."""
    with ClusterStack(own_cluster, LUDOTHEQUE_REPLICA_WAIT_MS="300") as services:
        with httpx.Client(base_url=services.url(), timeout=30, verify=False) as http:
            made, tables = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "human"}]})
            action = tables[0].legal()["actions"][0]
            master = own_cluster.owner(keys.game(made["id"]))
            replica = own_cluster.replica_of(master)
            replica.signal(signal.SIGSTOP)
            unknown = tables[0].act(action, Idempotency_Key="k")
            assert (unknown.status_code, unknown.json()["type"]) == (503, "/problems/outcome-unknown")
            replica.signal(signal.SIGCONT)
            wait_until(lambda: tables[0].act(action, Idempotency_Key="k").status_code == 200)
            settled = tables[0].act(action, Idempotency_Key="k")
            assert settled.headers["Idempotent-Replay"] == "true"
            assert settled.json()["version"] == tables[0].view()["version"] == 2
        master.kill()
        services.wait_until(APIS[0], 503)
        wait_until(lambda: replica.is_master)
        services.wait_until(APIS[0], 503)  # it has taken over, but nobody confirms its commits
        master.start()
        services.wait_until(APIS[0], 200)
        services.queue.stop()
        services.wait_until(APIS[1], 503)
        services.queue.start()
        services.wait_until(APIS[1], 200)
