"""Every key goes where it lies, no change spans two slots, and what the nodes refuse is sent on, never done twice."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable

import pytest
from redis.exceptions import ResponseError

from engines.kernel.registry import slugs
from store.ids import new_id, partition_for
from store.model.outcomes import Replayed
from store.redis import keys
from store.redis.client import OutcomeUnknown, Script, StoreUnavailable
from store.redis.cluster import client_for
from store.redis.urls import several
from store.settings import BadSetting, Settings
from tests.store.services import StoreHarness, first_action, idempotency_key
from tests.support.stack import ROOT
from tests.system.cluster.nodes import Cluster, Node

COUNT = Script("return redis.call('INCR', KEYS[1])")
BOTH = Script("redis.call('INCR', KEYS[1]) return redis.call('INCR', KEYS[2])")
MakeRooms = Callable[..., StoreHarness]


def elsewhere(cluster: Cluster, key: str) -> Node:
    """A master that does not serve the key."""
    owner = cluster.owner(key)
    return next(node for node in cluster.nodes if node is not owner and node.is_master)


def test_slots_are_those_of_the_server(cluster: Cluster) -> None:
    for key in ("plain", "{p07}:game:x", "a{b}c{d}", "{}x", "{open", "é{ü}", *map(keys.outbox, keys.tags())):
        assert cluster.masters[0].client.execute_command("CLUSTER", "KEYSLOT", key) == keys.slot_of(key)


def test_all_keys_of_a_game_share_a_slot() -> None:
    for partition in range(64):
        identifier, tag = new_id(partition), f"{{p{partition:02d}}}"
        record = next(text for text in map(str, range(10_000)) if partition_for(text) == partition)
        names = [
            *[name(identifier) for name in (keys.game, keys.log, keys.acts, keys.repeats, keys.job, keys.remote)],
            *[name(tag) for name in (keys.deadlines, keys.outbox, keys.orders, keys.remotes)],
            *[keys.listing(tag, slug, status) for slug in slugs() for status in keys.LISTED],
            keys.answer(identifier, "r"),
            keys.creation(partition, record),
        ]
        assert {keys.slot_of(name) for name in names} == {keys.slot_of(tag)}


def test_games_of_every_partition_are_played(cluster: Cluster, harness: MakeRooms) -> None:
    here = harness()
    for partition in range(64):
        table, _ = here.open(kinds="hh", identifier=new_id(partition))
        here.step(table, idempotency_key(f"k{partition}"))
        assert here.load(table).version == 2
    found, _ = here.history.listed(["bakong"], ["running"], None, 100)
    assert len(found) >= 64
    holding = [node for node in cluster.masters if node.client.dbsize() > 0]
    assert len(holding) == 3


def test_no_script_spans_two_slots(harness: MakeRooms) -> None:
    client = harness().store.redis
    with pytest.raises(ResponseError, match="CROSSSLOT"):
        client.run(BOTH, ["{p00}:a", "{p01}:a"], [])
    assert client.read(("GET", "{p00}:a"), ("GET", "{p01}:a")) == [None, None]


def test_commands_of_many_slots_find_their_ways(harness: MakeRooms) -> None:
    client = harness().store.redis
    commands = [
        (name, f"{tag}:sum", *more) for tag in keys.tags() for name, more in (("INCRBY", (7,)), ("EXPIRE", (60,)))
    ]
    assert client.write(*commands, ("SPUBLISH", "{p63}:nobody", "hears")) == [7, 1] * 64 + [0]
    assert client.read(*[("GET", f"{tag}:sum") for tag in reversed(keys.tags())]) == [b"7"] * 64


def test_a_script_is_loaded_on_every_node(cluster: Cluster, harness: MakeRooms) -> None:
    client = harness().store.redis
    for round_ in (1, 2):
        for node in cluster.nodes:
            if node.is_master:
                node.client.script_flush()
        assert {client.run(COUNT, [f"{tag}:count"], []) for tag in keys.tags()} == {round_}


def test_a_game_is_played_on_while_its_slot_moves(cluster: Cluster, harness: MakeRooms) -> None:
    """ASK and TRYAGAIN: in the middle of a move nothing is done twice, and what cannot be done now is refused."""
    here, late = harness(), harness()
    table, _ = here.open(kinds="hh", identifier=new_id(5))
    late.load(table)  # it learns who served the slot before
    table = here.step(table, idempotency_key("before"))
    versions = []

    def meanwhile() -> None:
        versions.append(here.load(table).version)

    assert cluster.move(keys.game(table.id), elsewhere(cluster, keys.game(table.id)), meanwhile, batch=1) >= 5
    assert set(versions) == {2}
    for number in range(3, 20):
        table = (here, late)[number % 2].step(table, idempotency_key(str(number)))
        assert table.version == number
    assert len(here.history.acts(table.id)) == 19
    assert [event.seq for event in here.history.events("bakong", table.id, 0, 1000)] == list(
        range(1, table.record.seq + 1)
    )


def test_a_change_waits_until_its_keys_are_together_again(
    cluster: Cluster, harness: MakeRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = harness()
    client = here.store.redis
    client.write(("SET", "{p09}:one", 1), ("SET", "{p09}:two", 1))
    source, to = cluster.owner("{p09}:one"), elsewhere(cluster, "{p09}:one")
    slot = keys.slot_of("{p09}:one")
    to.client.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", source.id)
    source.client.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", to.id)
    source.client.execute_command("MIGRATE", "127.0.0.1", to.port, "", 0, 5000, "KEYS", "{p09}:one")
    monkeypatch.setattr("store.redis.cluster.client.PATIENCE", 0.2)
    with pytest.raises(StoreUnavailable, match="being moved"):
        client.run(BOTH, ["{p09}:one", "{p09}:two"], [])
    assert client.read(("GET", "{p09}:one"), ("GET", "{p09}:two")) == [b"1", b"1"]
    assert client.write(("INCR", "{p09}:one"), ("INCR", "{p09}:two")) == [2, 2]
    with pytest.raises(OutcomeUnknown):  # the first of the two was done
        client.write(("INCR", "{p09}:two"), ("SUNIONSTORE", "{p09}:one", "{p09}:two", "{p09}:one"))
    cluster.move("{p09}:one", to)
    assert client.run(BOTH, ["{p09}:one", "{p09}:two"], []) == 4
    assert client.read(("GET", "{p09}:one")) == [b"3"]


def test_without_its_replica_a_commit_is_unknown_until_a_retry_finds_one(cluster: Cluster, harness: MakeRooms) -> None:
    here = harness(durability="replicated", replica_wait_ms=200)
    table, _ = here.open(kinds="hh", identifier=new_id(20))
    action = first_action(table, 0)
    replica = cluster.replica_of(cluster.owner(keys.game(table.id)))
    replica.signal(signal.SIGSTOP)
    try:
        with pytest.raises(OutcomeUnknown, match="only 0 of 1 replicas"):
            here.act(table, 0, action, idempotency_key("k"))
        with pytest.raises(OutcomeUnknown, match="only 0 of 1 replicas"):
            here.act(table, 0, action, idempotency_key("k"))
    finally:
        replica.signal(signal.SIGCONT)
    here.settings.__dict__["replica_wait_ms"] = 5000
    again = here.submit(table, 0, action, idempotency_key("k"))
    assert isinstance(again, Replayed)
    assert again.version == 2
    assert here.load(table).version == 2


def test_every_operation_answers_as_on_a_single_server() -> None:
    """The examples recorded on one server and on a Cluster with the queue beside it: not a byte differs."""
    single, cluster = (
        subprocess.run([sys.executable, "-m", recorder], cwd=ROOT, capture_output=True, check=False, timeout=600)
        for recorder in ("tools.recorder", "tests.system.cluster.recording")
    )
    assert cluster.returncode == 0, cluster.stderr.decode()[-3000:]
    assert cluster.stdout == single.stdout


def test_a_cluster_that_is_away_changes_nothing() -> None:
    client = client_for("redis+cluster://127.0.0.1:1,127.0.0.1:2")
    for way in (client.ready, lambda: client.read(("GET", "a")), lambda: client.write(("SET", "a", 1))):
        with pytest.raises(StoreUnavailable):
            way()
    assert client.listening_url("{p00}:wake:").startswith("redis://127.0.0.1:")


@pytest.mark.parametrize(
    ("games", "queue", "says"),
    [
        ("redis+cluster://a:1,b:2", "", "LUDOTHEQUE_QUEUE_URL: must be set"),
        ("redis+cluster://a:1", "redis+cluster://b:1", "LUDOTHEQUE_QUEUE_URL: must begin"),
        ("redis+sentinel://a:1/games", "", "REDIS_URL: must begin"),
        ("redis+cluster://a:1/1", "redis://b", "REDIS_URL: a Cluster has only"),
        ("redis+cluster://a:1,:2", "redis://b", "REDIS_URL: must name its servers"),
        ("redis+ring://a:1", "redis://b", "REDIS_URL: must begin"),
        ("", "redis+sentinel://a:1", "LUDOTHEQUE_QUEUE_URL: must end with /name"),
    ],
)
def test_a_bad_address_is_named(games: str, queue: str, says: str) -> None:
    with pytest.raises(BadSetting, match=says):
        Settings.from_environment({"REDIS_URL": games, "LUDOTHEQUE_QUEUE_URL": queue})


def test_an_address_says_everything() -> None:
    named = several("rediss+cluster://me:p%40ss@one,[::1]:7000")
    assert named is not None
    assert [named.url_of(place) for place in named.addresses] == [
        "rediss://me:p%40ss@one:6379",
        "rediss://me:p%40ss@[::1]:7000",
    ]
    assert named.login == {"username": "me", "password": "p@ss"}
    watched = several("redis+sentinel://:word@one,two:7/queue/3")
    assert watched is not None
    assert (watched.addresses, watched.name, watched.database) == ((("one", 26379), ("two", 7)), "queue", 3)
    assert watched.login == {"password": "word"}
