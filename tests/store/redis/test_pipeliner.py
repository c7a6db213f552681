"""Pipelining: callers of one moment share a round trip, and each gets its own replies."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from store.redis.client import OutcomeUnknown, RedisClient, Script, StoreUnavailable
from store.redis.embedded import EmbeddedServer
from tests.store.redis.pipelined import PATIENCE, PipelinedClient
from tests.support.proxy import Proxy
from tests.support.waiting import spend, wait_until

COUNT = Script("return redis.call('INCR', KEYS[1])")


@pytest.fixture
def client(server: EmbeddedServer) -> Iterator[PipelinedClient]:
    made = PipelinedClient(RedisClient(server.url, timeout=2))
    yield made
    made.close()


def test_callers_of_the_same_moment_share_a_round_trip(server: EmbeddedServer, client: PipelinedClient) -> None:
    client.run(COUNT, ["n"], [])
    with Redis.from_url(server.url) as other:
        before = other.info("stats")["total_reads_processed"]
        outcomes = client.together(*[lambda: client.redis.run(COUNT, ["n"], [])] * 20)
        assert [outcome.result(PATIENCE) for outcome in outcomes] == list(range(2, 22))
        assert other.info("stats")["total_reads_processed"] - before == 2  # theirs, and this question


def test_each_gets_its_own_replies(client: PipelinedClient) -> None:
    client.write(("MSET", "a", "1", "b", "x" * 300_000, "c", "3"))
    ask = client.redis.read
    one, refused, three, none = client.together(
        lambda: ask(("GET", "a")),
        lambda: ask(("INCR", "b")),
        lambda: ask(("GET", "c"), ("GET", "b"), ("GET", "nothing")),
        lambda: ask(("GET", "nothing")),
    )
    assert one.result(PATIENCE) == [b"1"]
    with pytest.raises(ResponseError, match="not an integer"):
        refused.result(PATIENCE)
    assert three.result(PATIENCE) == [b"3", b"x" * 300_000, None]
    assert none.result(PATIENCE) == [None]


def test_more_than_a_socket_takes_at_once_is_sent_whole(client: PipelinedClient) -> None:
    """The sockets of a loop do not block: what does not fit into the kernel's buffer follows when it has room."""
    many = [("ECHO", f"{number:0100}") for number in range(20_000)]
    ask = client.redis.read
    first, large, last = client.together(
        lambda: ask(*many), lambda: ask(("ECHO", "x" * 3_000_000)), lambda: ask(("ECHO", "last"))
    )
    assert first.result(PATIENCE) == [text.encode() for _, text in many]
    assert large.result(PATIENCE) == [b"x" * 3_000_000]
    assert last.result(PATIENCE) == [b"last"]


def test_a_call_without_commands_waits_for_nothing(client: PipelinedClient) -> None:
    assert client.read() == []
    nothing, one = client.together(client.redis.read, lambda: client.redis.read(("GET", "nothing")))
    assert nothing.result(PATIENCE) == []
    assert one.result(PATIENCE) == [None]


def test_a_lost_connection_fails_all_pending_calls(client: PipelinedClient, server: EmbeddedServer) -> None:
    connection = Proxy(server.socket.parent / "connection.sock", server.socket)
    connection.start()
    cut = PipelinedClient(RedisClient(connection.url, timeout=2))
    assert cut.run(COUNT, ["other"], []) == 1
    connection.swallow_answers = True
    outcomes = cut.together(*[lambda: cut.redis.run(COUNT, ["n"], [])] * 3)
    for outcome in outcomes:
        with pytest.raises(OutcomeUnknown):
            outcome.result(PATIENCE)
    connection.swallow_answers = False
    assert cut.run(COUNT, ["other"], []) == 2
    assert client.read(("GET", "n")) == [b"3"]  # each was carried out once
    cut.close()
    connection.stop()


def test_where_there_is_no_server_nothing_is_unknown(client: PipelinedClient, server: EmbeddedServer) -> None:
    assert client.run(COUNT, ["n"], []) == 1
    server.kill()
    outcomes = client.together(*[lambda: client.redis.run(COUNT, ["n"], [])] * 3, lambda: client.redis.write(("PING",)))
    for outcome in outcomes:
        with pytest.raises(StoreUnavailable):
            outcome.result(PATIENCE)
    server.start()
    assert client.run(COUNT, ["n"], []) == 2


def test_the_loop_goes_on_while_they_wait(client: PipelinedClient, server: EmbeddedServer) -> None:
    client.run(COUNT, ["n"], [])
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        [outcome] = client.together(lambda: client.redis.run(COUNT, ["n"], []))
        ticked = threading.Event()
        client.loop.call_soon_threadsafe(lambda: client.loop.call_later(0.05, ticked.set))
        assert ticked.wait(PATIENCE)
        assert not outcome.done()
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    assert outcome.result(PATIENCE) == 2


def test_a_later_call_does_not_time_out_with_the_first(client: PipelinedClient, server: EmbeddedServer) -> None:
    """The clock runs from the departure of each trip, not from the first question that was ever asked."""
    client.run(COUNT, ["n"], [])
    spend(1.2)
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGSTOP)
    began = time.monotonic()
    try:
        with pytest.raises(OutcomeUnknown):
            client.run(COUNT, ["n"], [])
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    assert time.monotonic() - began > 1.9, "it had all its time"


@pytest.fixture
def confirmed(server: EmbeddedServer) -> Iterator[PipelinedClient]:
    made = PipelinedClient(RedisClient(server.url, timeout=2), confirmed=True)
    yield made
    made.close()


def calls_of(server: EmbeddedServer, command: str) -> int:
    with Redis.from_url(server.url) as other:
        return int(other.info("commandstats").get(f"cmdstat_{command}", {}).get("calls", 0))


def test_one_question_confirms_the_writes_of_many(server: EmbeddedServer, confirmed: PipelinedClient) -> None:
    def commit() -> tuple[int, int]:
        return confirmed.redis.run(COUNT, ["n"], []), confirmed.redis.confirmed(0, 500)

    assert confirmed.together(commit)[0].result(PATIENCE) == (1, 0)
    asked = calls_of(server, "waitaof")
    outcomes = confirmed.together(*[commit] * 20)
    assert sorted(outcome.result(PATIENCE) for outcome in outcomes) == [(number, 0) for number in range(2, 22)]
    assert calls_of(server, "waitaof") - asked == 1


def test_reads_do_not_wait_for_replicas(server: EmbeddedServer, confirmed: PipelinedClient) -> None:
    def commit() -> int:
        confirmed.redis.run(COUNT, ["n"], [])
        return confirmed.redis.confirmed(1, 1000)  # there is none

    [outcome] = confirmed.together(commit)
    wait_until(lambda: calls_of(server, "evalsha") + calls_of(server, "eval") > 0)
    assert confirmed.read(("GET", "n")) == [b"1"]
    assert not outcome.done()
    assert outcome.result(PATIENCE) == 0


def test_a_write_whose_connection_is_gone_is_not_confirmed(server: EmbeddedServer, confirmed: PipelinedClient) -> None:
    """Another connection would say yes: it has written nothing."""

    def commit() -> int:
        confirmed.redis.run(COUNT, ["n"], [])
        assert confirmed.redis._writer is not None
        confirmed.redis._writer._fail(ConnectionError("cut"))
        return confirmed.redis.confirmed(0, 500)

    [outcome] = confirmed.together(commit)
    with pytest.raises(OutcomeUnknown):
        outcome.result(PATIENCE)
    assert confirmed.run(COUNT, ["n"], []) == 2


def test_who_has_written_nothing_has_nothing_confirmed(confirmed: PipelinedClient) -> None:
    [outcome] = confirmed.together(lambda: confirmed.redis.confirmed(0, 500))
    with pytest.raises(OutcomeUnknown):
        outcome.result(PATIENCE)
