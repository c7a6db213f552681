"""The three levels: what the server is told, what a commit waits for, and what survives."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from redis import Redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from store.model.outcomes import Replayed
from store.redis import keys
from store.redis.client import OutcomeUnknown
from store.redis.confirmation import Confirmation
from store.redis.connection import Refusal
from store.redis.embedded import DataFolderLocked, EmbeddedServer
from tests.store.services import StoreHarness, first_action, fresh_id, idempotency_key
from tests.support.stack import free_port
from tests.support.waiting import PATIENCE, wait_until


@pytest.mark.parametrize(("level", "fsync"), [("fast", "no"), ("safe", "always"), ("replicated", "always")])
def test_the_server_is_told_when_to_write(tmp_path: Path, level: str, fsync: str) -> None:
    server = EmbeddedServer(tmp_path, level)
    server.start()
    with Redis.from_url(server.url) as client:
        assert client.config_get("append*")["appendonly"] == "yes"
        assert client.config_get("appendfsync") == {"appendfsync": fsync}
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
    server.stop()


@pytest.mark.parametrize("level", ["fast", "safe"])
def test_a_killed_server_has_every_commit(tmp_path: Path, open_rooms: Callable[..., StoreHarness], level: str) -> None:
    server = EmbeddedServer(tmp_path / "data", level)
    server.start()
    harness = open_rooms(server.url, durability=level)
    table, _ = harness.open(kinds="hh")
    for _ in range(20):
        table = harness.step(table)
    server.kill()
    server.start()
    again = harness.load(table)
    assert (again.version, again.snapshot, again.record) == (21, table.snapshot, table.record)
    assert len(harness.history.acts(table.id)) == 21
    server.stop()


def test_the_socket_and_the_data_are_private(server: EmbeddedServer) -> None:
    assert oct(server.socket.stat().st_mode)[-3:] == "700"
    assert oct((server.data / "redis").stat().st_mode)[-3:] == "700"
    with Redis.from_url(server.url) as client:
        assert client.config_get("port") == {"port": "0"}


def test_a_long_path_has_its_socket_elsewhere(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path / ("long" * 30))
    server.start()
    folder = server.socket.parent
    assert len(str(server.socket)) < 100
    assert oct(folder.stat().st_mode)[-3:] == "700"
    server.stop()
    assert not folder.exists()


@pytest.mark.parametrize("length", [1, 30], ids=["short", "long"])
@pytest.mark.parametrize("end", [EmbeddedServer.stop, EmbeddedServer.kill])
def test_a_server_that_starts_again_is_where_it_was(
    tmp_path: Path, length: int, end: Callable[[EmbeddedServer], None]
) -> None:
    server = EmbeddedServer(tmp_path / ("long" * length))
    server.start()
    url = server.url
    with Redis.from_url(url) as client:
        client.set("kept", "yes")
    end(server)
    server.start()
    assert server.url == url
    assert oct(server.socket.parent.stat().st_mode)[-3:] == "700"
    with Redis.from_url(url) as client:
        assert client.get("kept") == b"yes"
    server.stop()


def test_a_data_folder_has_one_server(server: EmbeddedServer) -> None:
    assert server.process is not None
    with pytest.raises(DataFolderLocked, match=f"in use by process {server.process.pid}$"):
        EmbeddedServer(server.data).start()


def test_a_server_whose_parent_was_killed_is_ended_by_the_next_start(tmp_path: Path) -> None:
    """It holds the lock and ends in good order first: what it has acknowledged is there."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        orphan = EmbeddedServer(tmp_path)
        orphan.start()
        with Redis.from_url(orphan.url) as client:
            client.set("kept", "yes")
        os.write(writer, str(orphan.process.pid).encode() if orphan.process else b"0")
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    pid = int(os.read(reader, 20))
    os.close(reader)
    os.close(writer)
    server = EmbeddedServer(tmp_path)
    server.start()
    assert server.process is not None
    assert server.process.pid != pid
    with Redis.from_url(server.url) as client:
        assert client.get("kept") == b"yes"
    server.stop()


def test_a_crash_while_the_log_is_rewritten_does_not_lock_the_folder(server: EmbeddedServer) -> None:
    """The child that rewrites holds the files too, and outlives the server that was killed."""
    with Redis.from_url(server.url) as client:
        client.mset({f"key{number}": "kept" for number in range(1000)})
        client.config_set("rdb-key-save-delay", 20_000)  # microseconds: the rewriting would take twenty seconds
        client.bgrewriteaof()
        while not client.info("persistence")["aof_rewrite_in_progress"]:
            pass
    server.kill()
    server.start()
    with Redis.from_url(server.url) as client:
        assert client.dbsize() == 1000


@pytest.fixture
def replica(tmp_path: Path) -> Iterator[tuple[EmbeddedServer, EmbeddedServer]]:
    """A primary and its replica, both real."""
    port = free_port()
    primary = EmbeddedServer(
        tmp_path / "primary", "replicated", extra=("--port", str(port), "--repl-diskless-sync-delay", "0")
    )
    primary.start()
    follower = EmbeddedServer(
        tmp_path / "replica",
        "replicated",
        extra=("--replicaof", f"127.0.0.1 {port}"),
    )
    follower.start()
    with Redis.from_url(primary.url) as client:
        while client.set("{p00}:probe", 1) and client.wait(1, 100) < 1:
            pass
    yield primary, follower
    follower.stop()
    primary.stop()


def test_replicated_means_that_the_replica_has_it(
    replica: tuple[EmbeddedServer, EmbeddedServer], open_rooms: Callable[..., StoreHarness]
) -> None:
    primary, follower = replica
    harness = open_rooms(primary.url, durability="replicated")
    table, _ = harness.open(kinds="hh")
    table = harness.step(table)
    with Redis.from_url(follower.url) as client:
        assert client.hmget(keys.game(table.id), "v", "pos") == [b"2", table.snapshot]
        assert client.llen(keys.acts(table.id)) == 2


def test_a_replica_that_keeps_nothing_on_its_disk_confirms_nothing(
    replica: tuple[EmbeddedServer, EmbeddedServer], open_rooms: Callable[..., StoreHarness]
) -> None:
    primary, follower = replica
    harness = open_rooms(primary.url, durability="replicated", replica_wait_ms=300)
    with Redis.from_url(follower.url) as client:
        client.config_set("appendonly", "no")
    with pytest.raises(OutcomeUnknown, match="only 0 of 1 replicas"):
        harness.open(kinds="hh")
    with Redis.from_url(primary.url) as client:
        client.set("{p00}:probe", 2)
        assert client.wait(1, 5000) == 1, "it has received everything all the same"


def test_no_commit_waits_for_the_second_in_which_replicas_report(
    replica: tuple[EmbeddedServer, EmbeddedServer], open_rooms: Callable[..., StoreHarness]
) -> None:
    """A replica that is asked while a change arrives would say up to a second later that its disk has it."""
    primary, follower = replica
    harness = open_rooms(primary.url, durability="replicated", replica_wait_ms=60_000)

    def seconds(pool: ThreadPoolExecutor) -> float:
        """From the moment in which the replica gets a change and the question together."""
        with Redis.from_url(primary.url) as client:
            os.kill(follower.process.pid, signal.SIGSTOP)
            try:
                commit = pool.submit(harness.open, kinds="hh")
                wait_until(lambda: client.info("clients")["blocked_clients"] == 1)
            finally:
                began = time.monotonic()
                os.kill(follower.process.pid, signal.SIGCONT)
        commit.result(PATIENCE)
        return time.monotonic() - began

    with ThreadPoolExecutor(1) as pool:
        seconds(pool)  # ends with such a report, if it waits for one: the next would wait for a whole second
        assert min(seconds(pool) for _ in range(5)) < 0.5


def test_a_server_without_waitaof_is_asked_with_wait() -> None:
    confirmation = Confirmation()
    assert confirmation.commands(1, 1000) == [("WAIT", 1, 250), ("WAITAOF", 1, 1, 750)]
    assert confirmation.counted([1, [1, 1]]) == 1
    assert confirmation.counted([1, [0, 1]]) == 0, "the master's own disk does not have it"
    assert confirmation.counted([1, Refusal("ERR unknown command 'WAITAOF', with args")]) is None
    assert confirmation.commands(1, 1000) == [("WAIT", 1, 1000)]
    assert confirmation.counted([1]) == 1


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="there is no redis-server on the PATH")
def test_commits_are_confirmed_by_a_redis_of_any_version(
    tmp_path: Path, open_rooms: Callable[..., StoreHarness]
) -> None:
    ports = free_port(), free_port()
    common = ["redis-server", "--bind", "127.0.0.1", "--appendonly", "yes", "--appendfsync", "always", "--save", ""]
    common += ["--repl-diskless-sync-delay", "0"]
    processes = []
    for port, extra in zip(ports, ([], ["--replicaof", f"127.0.0.1 {ports[0]}"]), strict=True):
        folder = tmp_path / str(port)
        folder.mkdir()
        command = [*common, "--port", str(port), "--dir", str(folder), *extra]
        processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))
    try:
        with Redis(port=ports[0], retry=Retry(ConstantBackoff(0.1), 100)) as client:
            wait_until(lambda: client.info("replication")["connected_slaves"] == 1)
        harness = open_rooms(f"redis://127.0.0.1:{ports[0]}", durability="replicated")
        table, _ = harness.open(kinds="hh")
        with Redis(port=ports[1]) as client:
            assert client.hget(keys.game(table.id), "v") == b"1"
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_without_its_replica_a_commit_is_unknown_until_a_retry_finds_one(
    replica: tuple[EmbeddedServer, EmbeddedServer], open_rooms: Callable[..., StoreHarness]
) -> None:
    primary, follower = replica
    harness = open_rooms(primary.url, durability="replicated", replica_wait_ms=300)
    table, _ = harness.open(kinds="hh")
    action = first_action(table, 0)
    assert follower.process is not None
    os.kill(follower.process.pid, signal.SIGSTOP)
    with pytest.raises(OutcomeUnknown, match="only 0 of 1 replicas"):
        harness.act(table, 0, action, idempotency_key("k"))
    # It is in the primary's log, but nobody is told so while no replica has it.
    for _ in range(2):
        with pytest.raises(OutcomeUnknown, match="only 0 of 1 replicas"):
            harness.act(table, 0, action, idempotency_key("k"))
    key = idempotency_key(fresh_id())
    with pytest.raises(OutcomeUnknown):
        harness.open(key=key)
    with pytest.raises(OutcomeUnknown):
        harness.store.repeat_of_creation(key)
    os.kill(follower.process.pid, signal.SIGCONT)
    harness.settings.__dict__["replica_wait_ms"] = 5000
    again = harness.submit(table, 0, action, idempotency_key("k"))
    assert isinstance(again, Replayed)
    assert again.version == 2
    assert isinstance(harness.store.repeat_of_creation(key), Replayed)
    assert harness.load(table).version == 2
    with Redis.from_url(follower.url) as client:
        assert client.hget(keys.game(table.id), "v") == b"2"
