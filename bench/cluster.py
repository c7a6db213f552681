"""What an act costs the API on three masters, and where a replica confirms it, beside one server, in one run.

Real acts of all five games over 32 connections, as in bench.serve, on the whole server; every Redis is reached over
TCP on this machine. One server and the three masters run at `fast`, the server with a replica at `replicated`. The
figure is the CPU of the API's processes per act divided by that on one server, as the median over the rounds.

``python -m bench.cluster [--rounds 5] [--seconds 2.0]``
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from redis import Redis

from bench.serve import rate, spread
from bench.support.load import Slice
from bench.support.parties import Ludotheque
from bench.support.stack import cpu_seconds, free_port, stop_servers_on_sigterm
from store.redis.embedded import EmbeddedServer
from tests.support.waiting import wait_until
from tests.system.cluster.nodes import Cluster

CONNECTIONS = 32
TARGETS = {"3 masters": 1.10, "replicated": 1.25}
"""CPU of the API per act divided by that on one server, at most."""
ONE = "one server"


class Party(Ludotheque):
    """Counts the CPU of the API alone."""

    def cpu(self) -> float:
        return sum(map(cpu_seconds, self.stack.api_processes()))


def server(stack: ExitStack, folder: Path, level: str = "fast") -> str:
    """A server over TCP; at `replicated` with a replica."""
    port = free_port()
    primary = EmbeddedServer(folder / level, level, ("--port", str(port), "--repl-diskless-sync-delay", "0"))
    primary.start()
    stack.callback(primary.stop)
    if level == "replicated":
        replica = EmbeddedServer(folder / "replica", level, ("--replicaof", f"127.0.0.1 {port}"))
        replica.start()
        stack.callback(replica.stop)
        with Redis(port=port) as client:
            wait_until(lambda: client.info("replication")["connected_slaves"] == 1)
    return f"redis://127.0.0.1:{port}/0"


def parties(stack: ExitStack, folder: Path) -> list[Party]:
    cluster = stack.enter_context(Cluster())
    for node in cluster.nodes:
        node.client.config_set("appendfsync", "everysec")
    queue = EmbeddedServer(folder / "queue")
    queue.start()
    stack.callback(queue.stop)
    urls = {ONE: server(stack, folder), "3 masters": cluster.url, "replicated": server(stack, folder, "replicated")}
    common = {"LUDOTHEQUE_QUEUE_URL": queue.url}
    levels = {name: "replicated" if name == "replicated" else "fast" for name in urls}
    return [
        stack.enter_context(Party(False, name, REDIS_URL=url, LUDOTHEQUE_DURABILITY=levels[name], **common))
        for name, url in urls.items()
    ]


def cost(done: Slice) -> float:
    """Microseconds of the API per act."""
    return 1e6 * done.server / len(done.took)


def report(found: dict[str, list[Slice]]) -> list[str]:
    """Print the table; what costs more than it may."""
    print(f"{'':<12} {'per s':>7} {'API us/act':>11} {'CPU beside one server':>30}")
    short = []
    for name, slices in found.items():
        beside = [cost(done) / cost(one) for done, one in zip(slices, found[ONE], strict=True)]
        print(f"{name:<12} {rate(slices):7.0f} {statistics.median(map(cost, slices)):11.0f} {spread(beside):>30}")
        if name in TARGETS and statistics.median(beside) > TARGETS[name]:
            short.append(f"{name}: {statistics.median(beside):.2f} of one server's CPU, the target is {TARGETS[name]}")
    return short


def main() -> int:
    stop_servers_on_sigterm()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ludo-bench-") as name, ExitStack() as stack:
        all_ = parties(stack, Path(name))
        found: dict[str, list[Slice]] = {party.name: [] for party in all_}
        for turn in range(arguments.rounds + 1):
            for party in random.sample(all_, len(all_)):
                done = party.slice(CONNECTIONS, arguments.seconds, 2000.0)
                if turn:  # the first round warms up
                    found[party.name].append(done)
        print(f"{sum(party.check() for party in all_)} acts were answered, and all of them are stored")
    short = report(found)
    for text in short:
        print(text)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
