"""What a Redis of one's own must be: what is wrong with it is named at start and while it runs."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError, ResponseError

from api.app import create_app
from store.games.repository import GameRepository
from store.redis.checks import LevelNotKept, ServerState, check_at_start
from store.redis.client import UnfitServer
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from tests.support.stack import ROOT, free_port
from tests.support.waiting import PATIENCE, wait_until


@pytest.fixture
def forgetful(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A server that writes nothing down."""
    server = EmbeddedServer(tmp_path, extra=("--appendonly", "no"))
    server.start()
    yield server
    server.stop()


def ready(server: EmbeddedServer, durability: str = "fast") -> None:
    store = GameRepository(Settings(redis_url=server.url, data=server.data, durability=durability))
    try:
        store.ready()
    finally:
        store.redis.close()


@pytest.mark.parametrize("durability", ["safe", "replicated"])
@pytest.mark.parametrize("command", [("api.cli", "up"), ("api.cli", "api"), ("workers",)])
def test_a_level_that_the_server_cannot_keep_is_refused(
    forgetful: EmbeddedServer, durability: str, command: tuple[str, ...]
) -> None:
    given = {"REDIS_URL": forgetful.url, "LUDOTHEQUE_DURABILITY": durability, "LUDOTHEQUE_PORT": str(free_port())}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        check=False,
        cwd=ROOT,
        env={**os.environ, **given, "LUDOTHEQUE_DATA": str(forgetful.data)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 1
    assert f"LUDOTHEQUE_DURABILITY={durability} needs `appendonly yes`" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [("api.cli", "api"), ("workers",)])
def test_a_server_that_was_away_at_the_start_is_checked_when_it_comes(tmp_path: Path, command: tuple[str, ...]) -> None:
    port = str(free_port())
    given = {"REDIS_URL": f"redis://127.0.0.1:{port}", "LUDOTHEQUE_DURABILITY": "safe", "LUDOTHEQUE_WORKERS": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={**os.environ, **given, "LUDOTHEQUE_DATA": str(tmp_path), "LUDOTHEQUE_PORT": str(free_port())},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert any("Redis cannot be used now" in line for line in process.stderr)
    late = EmbeddedServer(tmp_path / "late", extra=("--port", port, "--appendonly", "no"))
    late.start()
    try:
        _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == 1
        assert "LUDOTHEQUE_DURABILITY=safe needs `appendonly yes`" in said
    finally:
        process.kill()
        late.stop()


def test_safe_needs_a_server_that_always_syncs(server: EmbeddedServer) -> None:
    with pytest.raises(LevelNotKept, match="needs `appendfsync always`, the server has `appendfsync no`"):
        check_at_start(server.url, "safe")
    check_at_start(server.url, "fast")
    with pytest.raises(UnfitServer, match="appendfsync"):
        ready(server, "safe")


def test_replicated_needs_a_server_that_syncs(server: EmbeddedServer) -> None:
    with pytest.raises(LevelNotKept, match="replicated needs `appendfsync always`, the server has `appendfsync no`"):
        check_at_start(server.url, "replicated")


def test_replicated_is_not_ready_without_its_replicas(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    server = EmbeddedServer(tmp_path, "replicated")
    server.start()
    create_app(Settings(redis_url=server.url, data=tmp_path, log_format="text"))  # sets logging up
    try:
        with pytest.raises(UnfitServer, match="0 of 1 replicas follow the server"):
            ready(server, "replicated")
        check_at_start(server.url, "replicated", 2)
        said = capfd.readouterr().err
        assert "0 of 2 replicas follow the server" in said
        assert "`min-replicas-to-write 0`: a master that is cut off goes on taking changes; set it to 2" in said
        with Redis.from_url(server.url) as operator:
            operator.config_set("min-replicas-to-write", 2)
        check_at_start(server.url, "replicated", 2)
        assert "goes on taking changes" not in capfd.readouterr().err
    finally:
        server.kill()


def test_readiness_says_that_a_master_would_go_on_alone(tmp_path: Path) -> None:
    port = free_port()
    master = EmbeddedServer(tmp_path / "master", "safe", ("--port", str(port), "--repl-diskless-sync-delay", "0"))
    replica = EmbeddedServer(tmp_path / "replica", "safe", ("--replicaof", f"127.0.0.1 {port}"))
    master.start()
    replica.start()
    app = create_app(Settings(redis_url=master.url, data=master.data, durability="safe", log_level="error"))
    try:
        with Redis.from_url(replica.url) as operator:
            wait_until(lambda: operator.info("replication")["master_link_status"] == "up")
        wait_until(lambda: app.test_client().get("/readyz").get_json()["warnings"])
        [warning] = app.test_client().get("/readyz").get_json()["warnings"]
        assert warning.startswith("`min-replicas-to-write 0`: a master that is cut off goes on taking changes")
        with Redis.from_url(master.url) as operator:
            operator.config_set("min-replicas-to-write", 1)
            assert app.test_client().get("/readyz").get_json() == {"status": "ok", "warnings": []}
            operator.config_set("min-replicas-max-lag", 0)
            [warning] = app.test_client().get("/readyz").get_json()["warnings"]
            assert warning.startswith("`min-replicas-max-lag 0` switches `min-replicas-to-write 1` off")
    finally:
        replica.kill()
        master.kill()


@pytest.mark.parametrize("durability", ["safe", "replicated"])
def test_a_server_that_is_too_old_is_refused(durability: str) -> None:
    for said, name in (({"redis_version": "6.2.14"}, "Redis 6.2.14"), ({"valkey_version": "7.1.0"}, "Valkey 7.1.0")):
        old = ServerState({**said, "aof_enabled": "1"}, {"appendfsync": "always"})
        assert old.broken_promises(durability) == [
            f"LUDOTHEQUE_DURABILITY={durability} needs Redis 7.0 or Valkey 7.2, the server is {name}"
        ]
        assert old.broken_promises("fast") == []
        assert old.obstacles() == [f"the server is {name}: too old"]


def test_what_a_server_without_waitaof_gives_is_said() -> None:
    info = {"redis_version": "7.0.15", "aof_enabled": "1", "slave0": "ip=10.0.0.2,port=6379,state=online,lag=0"}
    old = ServerState(info, {"appendfsync": "always", "min-replicas-to-write": "1"})
    assert old.obstacles(1) == []
    [doubt] = old.doubts("replicated", 1)
    assert doubt.startswith("Redis 7.0.15 has no WAITAOF: replicas confirm that they have received a change")
    new = ServerState({**info, "redis_version": "7.2.0"}, {**old.settings, "appendfsync": "everysec"})
    assert new.doubts("replicated", 1) == ["`appendfsync everysec`: every change waits up to a second for the disk"]


@contextmanager
def loading(folder: Path, *extra: str) -> Iterator[EmbeddedServer]:
    """A server with a good deal of data that it is still reading; it reads slowly and answers meanwhile."""
    writer = EmbeddedServer(folder, extra=extra)
    writer.start()
    with Redis.from_url(writer.url) as client, client.pipeline(transaction=False) as pipe:
        for number in range(20_000):
            pipe.set(f"key {number}", number)
        pipe.execute()
    writer.stop()
    slow = ("--key-load-delay", "100", "--loading-process-events-interval-bytes", "1024")
    server = EmbeddedServer(folder, "safe", extra=(*extra, *slow))
    start = threading.Thread(target=server.start)
    start.start()
    try:
        wait_until(lambda: reads_its_data(server))
        yield server
    finally:
        start.join()
        server.kill()


def reads_its_data(server: EmbeddedServer) -> bool:
    try:
        with Redis.from_url(server.url) as client:
            return bool(client.info("persistence")["loading"])
    except RedisError:
        return False


def test_a_server_is_judged_when_it_has_read_its_data(tmp_path: Path) -> None:
    """While it reads, it says `aof_enabled:0` in spite of `appendonly yes`."""
    with loading(tmp_path) as server:
        check_at_start(server.url, "safe")
        assert not reads_its_data(server)


def test_a_forgetful_server_is_refused_when_it_has_read_its_data(tmp_path: Path) -> None:
    with (
        loading(tmp_path, "--appendonly", "no", "--save", "3600 1") as server,
        pytest.raises(LevelNotKept, match="needs `appendonly yes`"),
    ):
        check_at_start(server.url, "safe")


def test_a_forgetful_server_is_named_at_fast(forgetful: EmbeddedServer, capfd: pytest.CaptureFixture[str]) -> None:
    create_app(Settings(redis_url=forgetful.url, data=forgetful.data, log_format="text"))
    check_at_start(forgetful.url, "fast")
    assert "all games are gone when the server restarts" in capfd.readouterr().err


@pytest.mark.parametrize("durability", ["safe", "replicated"])
def test_a_server_that_throws_games_away_is_refused(tmp_path: Path, durability: str) -> None:
    server = EmbeddedServer(tmp_path, "safe", extra=("--maxmemory-policy", "allkeys-lru"))
    server.start()
    try:
        with pytest.raises(LevelNotKept, match="needs `maxmemory-policy noeviction`, the server has `allkeys-lru`"):
            check_at_start(server.url, durability)
        with pytest.raises(UnfitServer, match="noeviction"):
            ready(server, durability)
        check_at_start(server.url, "fast")
        with Redis.from_url(server.url) as operator:
            operator.config_set("maxmemory", 0)  # nothing is thrown away without a limit
        check_at_start(server.url, durability)
    finally:
        server.stop()


def test_a_full_server_is_not_ready_and_says_so(server: EmbeddedServer) -> None:
    ready(server)
    app = create_app(Settings(redis_url=server.url, data=server.data, log_level="error"))
    with Redis.from_url(server.url) as operator:
        operator.config_set("maxmemory", 1_000_000)
        try:
            answer = app.test_client().get("/readyz")
            assert answer.status_code == 503
            assert "the memory of the server is used up" in answer.get_json()["detail"]
        finally:
            operator.config_set("maxmemory", 0)
    assert app.test_client().get("/readyz").status_code == 200


@pytest.mark.parametrize("durability", ["fast", "safe"])
def test_a_master_that_its_replicas_do_not_hear_is_not_ready(tmp_path: Path, durability: str) -> None:
    server = EmbeddedServer(tmp_path, "safe", extra=("--min-replicas-to-write", "2"))
    server.start()
    try:
        with Redis.from_url(server.url) as operator, pytest.raises(ResponseError, match="NOREPLICAS"):
            operator.set("a change", 1)
        with pytest.raises(UnfitServer, match="0 replicas report in time, so the server refuses changes"):
            ready(server, durability)
    finally:
        server.kill()


def test_a_replica_is_not_ready(server: EmbeddedServer) -> None:
    with Redis.from_url(server.url) as operator:
        operator.replicaof("127.0.0.1", free_port())
        try:
            with pytest.raises(UnfitServer, match="read-only replica"):
                ready(server)
        finally:
            operator.replicaof("NO", "ONE")
    ready(server)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("redis://127.0.0.1:1", "refused"),
        ("redis://:wrong@{address}", "invalid|WRONGPASS|AuthenticationError"),
        ("rediss://127.0.0.1:1?ssl_ca_certs=/no/such/ca.pem", "No such file|refused"),
    ],
)
def test_a_server_that_cannot_be_used_is_named(
    url: str, reason: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    server = EmbeddedServer(tmp_path, extra=("--port", str(port), "--requirepass", "right", "--bind", "127.0.0.1"))
    create_app(Settings(redis_url="unix:///nowhere", data=tmp_path, log_format="text"))  # sets logging up
    if "address" not in url:
        check_at_start(url, "safe")
    else:
        process = subprocess.Popen(
            [sys.executable, "-c", _STARTED, *_command(server, port)], cwd=tmp_path, stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        process.stdout.readline()
        check_at_start(url.format(address=f"127.0.0.1:{port}"), "safe")
        process.terminate()
        process.wait()
        process.stdout.close()
    said = capfd.readouterr().err
    assert "Redis cannot be used now" in said
    assert any(word in said for word in reason.split("|")), said


def _command(server: EmbeddedServer, port: int) -> list[str]:
    from store.redis.embedded.server_version import server_binary

    return [server_binary(), "--port", str(port), "--requirepass", "right", "--save", ""]


_STARTED = """
import signal, socket, subprocess, sys, time
server = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
signal.signal(signal.SIGTERM, lambda *_: (server.kill(), sys.exit()))
while True:
    try:
        socket.create_connection(("127.0.0.1", int(sys.argv[3]))).close()
        break
    except OSError:
        pass
print("up", flush=True)
server.wait()
"""
