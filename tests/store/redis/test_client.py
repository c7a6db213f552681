"""The way to Redis: a read is tried twice, a write never; a failure that is certain is told apart from the unknown."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from store.model.outcomes import Replayed
from store.redis import keys
from store.redis.client import OutcomeUnknown, RedisClient, Script, StoreUnavailable
from store.redis.embedded import EmbeddedServer
from tests.store.redis.pipelined import PipelinedClient
from tests.store.services import StoreHarness, first_action, idempotency_key
from tests.support.proxy import Proxy
from tests.support.waiting import wait_until

Ways = RedisClient | PipelinedClient
COUNT = Script("return redis.call('INCR', KEYS[1])")


@pytest.fixture
def proxy(server: EmbeddedServer, tmp_path: Path) -> Iterator[Proxy]:
    connection = Proxy(tmp_path / "connection.sock", server.socket)
    connection.start()
    yield connection
    connection.stop()


@pytest.fixture(params=["alone", "together"])
def dial(request: pytest.FixtureRequest) -> Iterator[Callable[[str, float], Ways]]:
    """Make links: pinned to this thread, or shared by the greenlets of an event loop."""
    made: list[Ways] = []

    def make(url: str, timeout: float) -> Ways:
        client = RedisClient(url, timeout)
        made.append(client if request.param == "alone" else PipelinedClient(client))
        return made[-1]

    yield make
    for client in made:
        client.close()


@pytest.fixture
def client(proxy: Proxy, dial: Callable[[str, float], Ways]) -> Ways:
    return dial(proxy.url, 0.5)


@pytest.fixture
def pinned(server: EmbeddedServer) -> Iterator[RedisClient]:
    client = RedisClient(server.url)
    yield client
    client.close()


def counted(server: EmbeddedServer) -> int:
    with Redis.from_url(server.url) as client:
        return int(client.get("n") or 0)


def test_a_script_that_the_server_forgot_is_loaded_again(server: EmbeddedServer, client: Ways) -> None:
    assert client.run(COUNT, ["n"], []) == 1
    assert client.run(COUNT, ["n"], []) == 2
    client.write(("SCRIPT", "FLUSH"))
    assert client.run(COUNT, ["n"], []) == 3


def test_a_restarted_server_is_found_again(server: EmbeddedServer, client: Ways) -> None:
    assert client.run(COUNT, ["n"], []) == 1
    server.kill()
    with pytest.raises(StoreUnavailable):
        client.read(("GET", "n"))
    with pytest.raises(StoreUnavailable):
        client.run(COUNT, ["n"], [])
    server.start()
    assert client.read(("GET", "n")) == [b"1"]
    assert client.run(COUNT, ["n"], []) == 2


def test_a_closed_connection_is_noticed_before_a_write(server: EmbeddedServer, proxy: Proxy, client: Ways) -> None:
    """The server has hung up between two requests: nothing was sent, so nothing is unknown."""
    assert client.run(COUNT, ["n"], []) == 1
    assert proxy.cut() == 1
    wait_until(lambda: proxy.connections == 0)
    assert client.run(COUNT, ["n"], []) == 2


class Babbler:
    """A server that answers everything with the same bytes, and hangs up after them if told so."""

    def __init__(self, path: Path, answer: bytes, hang_up: bool) -> None:
        self.url, self.answer, self.hang_up = f"unix://{path}", answer, hang_up
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen(8)
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=self._babble, args=[self.listener.accept()[0]], daemon=True).start()

    def _babble(self, line: socket.socket) -> None:
        with contextlib.suppress(OSError), line:
            while data := line.recv(65536):
                line.sendall(self.answer * data.count(b"*"))
                if self.hang_up:
                    return


STATES = [
    b"-LOADING Redis is loading the dataset in memory\r\n", b"-BUSY Redis is busy running a script.\r\n",
    b"-READONLY You can't write against a read only replica.\r\n", b"-MASTERDOWN Link with MASTER is down\r\n",
    b"-OOM command not allowed when used memory > 'maxmemory'.\r\n", b"-MISCONF Errors writing to the AOF file\r\n",
    b"-NOREPLICAS Not enough good replicas to write.\r\n", b"-CLUSTERDOWN The cluster is down\r\n",
    b"-TRYAGAIN Multiple keys request during rehashing of slot\r\n",
]  # fmt: skip
BROKEN = [
    b"",
    b"*3\r\n$5\r\nab",
    b"$100\r\nshort",
    b"HTTP/1.1 400 Bad Request\r\n\r\n",
    b"\xff\xfe\x00",
    b"*9999999\r\n",
]


@pytest.mark.parametrize("answer", [*STATES, *BROKEN], ids=lambda answer: repr(answer[:12]))
@pytest.mark.parametrize("hang_up", [True, False])
def test_no_answer_of_a_failing_server_is_a_fault_of_ours(
    tmp_path: Path, dial: Callable[[str, float], Ways], answer: bytes, hang_up: bool
) -> None:
    """Whatever it says or half says: the store is away, or the outcome of a write is unknown."""
    babbler = Babbler(tmp_path / "babbler.sock", answer, hang_up)
    client = dial(babbler.url, 0.2)
    with pytest.raises(StoreUnavailable):
        client.read(("GET", "n"))
    for write in (lambda: client.run(COUNT, ["n"], []), lambda: client.write(("INCR", "n"))):
        with pytest.raises((StoreUnavailable, OutcomeUnknown)):
            write()
    babbler.listener.close()


@pytest.mark.parametrize("way", ["run", "write"])
def test_a_write_whose_answer_is_lost_is_not_sent_again(
    server: EmbeddedServer, proxy: Proxy, client: Ways, way: str
) -> None:
    client.run(COUNT, ["other"], [])
    proxy.swallow_answers = True
    with pytest.raises(OutcomeUnknown):
        client.run(COUNT, ["n"], []) if way == "run" else client.write(("INCR", "n"))
    wait_until(lambda: counted(server) == 1)
    proxy.swallow_answers = False
    assert client.read(("GET", "n")) == [b"1"]


def test_a_read_whose_answer_is_lost_is_asked_again(server: EmbeddedServer, proxy: Proxy, client: Ways) -> None:
    client.write(("SET", "n", 7))
    proxy.swallow_answers = True

    class Mended(RedisClient):
        """The connection is whole again once the first connection was given up."""

        def _drop(self) -> None:
            proxy.swallow_answers = False
            super()._drop()

    with pytest.raises(StoreUnavailable):
        client.read(("GET", "n"))
    mended = Mended(proxy.url)
    assert mended.read(("GET", "n")) == [b"7"]
    mended._drop()


def test_a_server_that_hangs_is_given_up(server: EmbeddedServer, client: Ways) -> None:
    client.run(COUNT, ["other"], [])
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        with pytest.raises(OutcomeUnknown):
            client.run(COUNT, ["n"], [])
        with pytest.raises(StoreUnavailable):
            client.read(("GET", "n"))
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    assert client.read(("PING",)) == [b"PONG"]
    # What was sent before it hung is carried out once, later than we waited: that is why the outcome was unknown.
    assert counted(server) == 1


def test_a_child_has_a_connection_of_its_own(pinned: RedisClient) -> None:
    [mine] = pinned.read(("CLIENT", "ID"))
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, str(pinned.read(("CLIENT", "ID"))[0]).encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        theirs = int(pipe.read())
    assert theirs != mine
    assert pinned.read(("CLIENT", "ID")) == [mine]


def test_threads_have_connections_of_their_own(pinned: RedisClient) -> None:
    seen: set[int] = set()

    def ask() -> None:
        seen.update(pinned.read(("CLIENT", "ID")))
        pinned._drop()

    for _ in range(3):
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    assert len(seen) == 3


def test_an_error_of_ours_is_not_blamed_on_the_store(client: Ways) -> None:
    client.write(("SET", "text", "word"))
    with pytest.raises(ResponseError, match="not an integer"):
        client.write(("INCR", "text"))
    with pytest.raises(ResponseError, match="not an integer"):
        client.read(("INCR", "text"))


def test_a_full_server_refuses_and_changes_nothing(
    server: EmbeddedServer, open_rooms: Callable[..., StoreHarness]
) -> None:
    harness = open_rooms(server.url)
    table, _ = harness.open(kinds="hh")
    before = {name: harness.redis.dump(name) for name in harness.redis.scan_iter()}
    used = harness.redis.info("memory")["used_memory"]
    harness.redis.config_set("maxmemory", used // 2)
    with pytest.raises(StoreUnavailable):
        harness.step(table, idempotency_key("k"))
    with pytest.raises(StoreUnavailable):
        harness.open()
    with pytest.raises(StoreUnavailable):
        harness.store.redis.write(("SET", "n", 1))
    assert harness.load(table).version == 1
    assert {name: harness.redis.dump(name) for name in harness.redis.scan_iter()} == before
    harness.redis.config_set("maxmemory", 0)
    assert harness.step(table, idempotency_key("k")).version == 2


def test_a_replica_that_may_not_write_is_away(server: EmbeddedServer, open_rooms: Callable[..., StoreHarness]) -> None:
    harness = open_rooms(server.url)
    table, _ = harness.open(kinds="hh")
    harness.redis.replicaof("127.0.0.1", "1")
    with pytest.raises(StoreUnavailable):
        harness.step(table)
    harness.redis.replicaof("NO", "ONE")
    harness.redis.config_set("min-replicas-to-write", 1)
    with pytest.raises(StoreUnavailable):
        harness.step(table)
    harness.redis.config_set("min-replicas-to-write", 0)
    assert harness.step(table).version == 2


def test_a_busy_server_is_away(server: EmbeddedServer, client: Ways) -> None:
    with Redis.from_url(server.url) as operator:
        operator.config_set("busy-reply-threshold", 1)
        endless = threading.Thread(target=_run_for_ever, args=(server.url,))
        endless.start()
        try:
            wait_until(lambda: _busy(operator))
            with pytest.raises(StoreUnavailable):
                client.run(COUNT, ["n"], [])
            with pytest.raises(StoreUnavailable):
                client.read(("GET", "n"))
        finally:
            operator.script_kill()
            endless.join()
    assert client.run(COUNT, ["n"], []) == 1


def _run_for_ever(url: str) -> None:
    with Redis.from_url(url) as client, pytest.raises(ResponseError, match="killed"):
        client.eval("while true do end", 0)


def _busy(client: Redis) -> bool:
    try:
        client.ping()
    except ResponseError as error:
        return str(error).startswith("BUSY")
    return False


def test_the_retry_with_the_key_settles_an_unknown_outcome(
    proxy: Proxy, server: EmbeddedServer, open_rooms: Callable[..., StoreHarness]
) -> None:
    harness = open_rooms(proxy.url)
    table, _ = harness.open(kinds="hh")
    action = first_action(table, 0)
    loaded = harness.load(table, idempotency_key("k"))
    loaded.act(0, action)
    loaded.settle(1000)
    proxy.swallow_answers = True
    with pytest.raises(OutcomeUnknown):
        harness.store.commit(loaded, idempotency_key("k"), b"the answer")
    proxy.swallow_answers = False
    assert harness.submit(table, 0, action, idempotency_key("k")) == Replayed(b"the answer", 2)
    assert harness.redis.llen(keys.acts(table.id)) == 2
