"""Greenlets on a Cluster: callers of one moment share a round trip to each node, and no node stops the loop."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from store.redis import keys
from store.redis.client import OutcomeUnknown, Script
from store.redis.cluster import client_for
from tests.store.redis.pipelined import PipelinedClient
from tests.support.waiting import PATIENCE
from tests.system.cluster.nodes import Cluster, Node

COUNT = Script("return redis.call('INCR', KEYS[1])")


@pytest.fixture
def client(cluster: Cluster) -> Iterator[PipelinedClient]:
    made = PipelinedClient(client_for(cluster.url), confirmed=True)
    yield made
    made.close()


def reads(node: Node) -> int:
    return int(node.client.info("stats")["total_reads_processed"])


def test_callers_of_one_moment_share_a_round_trip_to_each_node(cluster: Cluster, client: PipelinedClient) -> None:
    names = [f"{tag}:shared" for tag in keys.tags()]
    for name in names:
        client.run(COUNT, [name], [])
    masters = [node for node in cluster.nodes if node.is_master]
    before = [reads(node) for node in masters]
    outcomes = client.together(*[lambda name=name: client.redis.run(COUNT, [name], []) for name in names])
    assert [outcome.result(PATIENCE) for outcome in outcomes] == [2] * 64
    for node, was in zip(masters, before, strict=True):
        assert reads(node) - was < 10  # theirs, this question, and what replicas and other nodes say meanwhile


def test_replicas_confirm_what_greenlets_write(client: PipelinedClient) -> None:
    def commit(tag: str) -> tuple[int, int]:
        return client.redis.run(COUNT, [f"{tag}:confirmed"], []), client.redis.confirmed(1, 2000)

    outcomes = client.together(*[lambda tag=tag: commit(tag) for tag in keys.tags()])
    assert {outcome.result(PATIENCE) for outcome in outcomes} == {(1, 1)}


def test_a_node_that_hangs_stops_neither_the_loop_nor_the_others(cluster: Cluster, client: PipelinedClient) -> None:
    names = [f"{tag}:hung" for tag in keys.tags()]
    for name in names:
        client.run(COUNT, [name], [])
    hung = cluster.owner(names[0])
    free = next(name for name in names if cluster.owner(name) is not hung)
    assert hung.process is not None
    os.kill(hung.process.pid, signal.SIGSTOP)
    try:
        [waits] = client.together(lambda: client.redis.run(COUNT, [names[0]], []))
        assert client.run(COUNT, [free], []) == 2
        ticked = threading.Event()
        client.loop.call_soon_threadsafe(ticked.set)
        assert ticked.wait(PATIENCE)
        assert not waits.done()
    finally:
        os.kill(hung.process.pid, signal.SIGCONT)
    with suppress(OutcomeUnknown):  # a slow machine: its replica has taken over meanwhile
        assert waits.result(PATIENCE) == 2


def test_greenlets_follow_a_slot_that_moves(cluster: Cluster, client: PipelinedClient) -> None:
    name = "{p11}:moved"
    client.run(COUNT, [name], [])
    source = cluster.owner(name)
    target = next(node for node in cluster.nodes if node.is_master and node is not source)
    seen = []

    def meanwhile() -> None:
        outcomes = client.together(*[lambda: client.redis.run(COUNT, [name], [])] * 3)
        seen.extend(outcome.result(PATIENCE) for outcome in outcomes)

    cluster.move(name, target, meanwhile, batch=1)
    meanwhile()
    assert seen == list(range(2, 2 + len(seen)))
