"""Acts a second of the server as `make run` starts it, beside the reference R and boardgame.io's server, in one run.

Real acts of all five games, worked out beforehand, over 1, 8 and 32 keep-alive connections; persistence, limits, logs
and metrics are on. R (bench.http) runs on the same server software; boardgame.io's server plays a small game over its
socket.io, one client per match. The parties take turns in slices, in random order; every answer is checked, and
afterwards the log must hold exactly the acts that were answered.

``python -m bench.serve [--rounds 4] [--seconds 2.5] [--patient] [--without-boardgameio]``
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import orjson

from bench.stream import percentile
from bench.support.boardgame import BoardgameIo, NotInstalled
from bench.support.load import Slice, load
from bench.support.scripts import Script, script
from bench.support.stack import Caller, ServerStack, children, cpu_seconds, free_port, request
from engines.kernel.registry import slugs
from store.redis import keys
from store.redis.embedded import EmbeddedServer
from store.settings import MOST, Settings

CONNECTIONS = (1, 8, 32)
ACTS = 50
"""Acts of one game, as many as a match of boardgame.io has moves."""
SEEDS = 8
TARGET, GOAL = 1.0, 1.3
"""Of boardgame.io's total: what each answers with most connections, when the server is never without a request."""
WIDE = {f"LUDOTHEQUE_LIMIT_{name}": str(MOST) for name in ("READ", "ACT", "CREATE")} | {"LUDOTHEQUE_CLIENT_GAMES": "0"}
"""Requests are counted as ever, but a benchmark is not turned away."""


class Ludotheque:
    """API, workers and Redis."""

    name = "Ludothèque"

    def __init__(self, patient: bool = False) -> None:
        self.patient = patient
        self.stack = ServerStack(**WIDE)
        self.acts: dict[str, int] = {}
        """By game: how many were answered, at least."""
        self.scripts = [script(slug, number + 1, ACTS) for number in range(SEEDS) for slug in slugs()]

    def __enter__(self) -> Ludotheque:
        self.stack.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.__exit__()

    def slice(self, connections: int, seconds: float, expected: float) -> Slice:
        games = 2 * connections + int(1.3 * expected * seconds / ACTS)
        with Caller(self.stack.port) as caller:
            pile = [self._opened(caller, self.scripts[number % len(self.scripts)]) for number in range(games)]
        spent = self._cpu()
        done = load(self.stack.port, [self._acts(pile) for _ in range(connections)], seconds, self.patient)
        done.server = self._cpu() - spent
        return done

    def _opened(self, caller: Caller, each: Script) -> tuple[str, list[bytes]]:
        """A game, and its acts as they go over the wire."""
        status, made = caller.call("POST", f"/v1/{each.slug}/games", body=each.payload)
        assert status == 201, made
        path, tokens = f"/v1/{each.slug}/games/{made['id']}/actions", [seat["token"] for seat in made["seats"]]
        return made["id"], [request("POST", path, tokens[seat], action) for seat, action in each.steps]

    def _acts(self, pile: list[tuple[str, list[bytes]]]) -> Iterator[bytes]:
        while pile:
            identifier, acts = pile.pop()
            for number, act in enumerate(acts):
                self.acts[identifier] = number
                yield act
            self.acts[identifier] = len(acts)

    def _cpu(self) -> float:
        """Of every process, Redis included."""
        assert self.stack.process is not None
        return sum(cpu_seconds(pid) for pid in family(self.stack.process.pid))

    def check(self) -> int:
        """Every answered act lies in the log; the one that was under way when a slice ended may, too."""
        with self.stack.redis() as client:
            for identifier, acts in self.acts.items():
                stored = client.llen(keys.acts(identifier)) - 1
                assert acts <= stored <= acts + 1, f"{identifier}: {acts} acts answered, {stored} stored"
        return sum(self.acts.values())


class Reference:
    """R on uvicorn in one process, with a Redis of its own that persists as ours does."""

    name = "R"

    def __init__(self, patient: bool = False) -> None:
        self.patient = patient
        self.folder = Path(tempfile.mkdtemp(prefix="ludo-bench-"))
        self.redis = EmbeddedServer(self.folder)
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Reference:
        self.redis.start()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.support.reference", str(self.port)],
            env={**os.environ, "REDIS_URL": self.redis.url},
        )
        limit = time.monotonic() + 30
        while time.monotonic() < limit:
            try:
                with Caller(self.port) as caller:
                    if caller.exchange(self._request(0))[0] == 200:
                        return self
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("R did not start")

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
        self.redis.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def slice(self, connections: int, seconds: float, expected: float) -> Slice:  # noqa: ARG002
        assert self.process is not None
        assert self.redis.process is not None
        pids = [*family(self.process.pid), self.redis.process.pid]
        spent = sum(map(cpu_seconds, pids))
        done = load(self.port, [self._requests() for _ in range(connections)], seconds, self.patient)
        done.server = sum(map(cpu_seconds, pids)) - spent
        return done

    def _requests(self) -> Iterator[bytes]:
        number = 0
        while True:
            number += 1
            yield self._request(number)

    def _request(self, number: int) -> bytes:
        return request("POST", "/r", None, orjson.dumps({"type": "flip", "n": number}))


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    return [pid, *(deeper for child in children(pid) for deeper in family(child))]


Slices = dict[tuple[str, int], list[Slice]]


def run(parties: list[Any], rounds: int, seconds: float) -> Slices:
    found: Slices = {(party.name, count): [] for party in parties for count in CONNECTIONS}
    expected = dict.fromkeys(found, 1500.0)
    for turn in range(rounds + 1):
        for count in CONNECTIONS:
            for party in random.sample(parties, len(parties)):
                key = party.name, count
                done = party.slice(count, seconds if turn else min(1.0, seconds), expected[key])
                expected[key] = max(200.0, done.rate)
                if turn:  # the first round warms up
                    found[key].append(done)
    return found


def report(found: Slices, names: list[str]) -> float:
    """Print the table; the ratio to boardgame.io's total, or 0 without it."""
    settings = Settings()
    print(f"durability `{settings.durability}`, API processes: {settings.api_processes}; boardgame.io: games in memory")
    titles = ("per s", "p50 ms", "p99 ms", "server us/act", "client busy")
    print(f"{'connections':<12} {'':<13} {titles[0]:>7} {titles[1]:>8} {titles[2]:>8} {titles[3]:>14} {titles[4]:>12}")
    for count in CONNECTIONS:
        for name in names:
            slices = found[name, count]
            took = [each for done in slices for each in done.took]
            cost = 1e6 * sum(done.server for done in slices) / len(took)
            busy = sum(done.cpu for done in slices) / sum(done.lasted for done in slices)
            print(
                f"{count:<12} {name:<13} {rate(slices):7.0f} {1000 * percentile(took, 50):8.2f} "
                f"{1000 * percentile(took, 99):8.2f} {cost:14.0f} {100 * busy:10.0f} %"
            )
    total = 0.0
    for name in names[1:]:
        ratios = [ratio(found, names[0], name, count) for count in CONNECTIONS]
        print(f"{names[0]} / {name}, acts a second at {CONNECTIONS} connections:", *[f"{each:.2f}" for each in ratios])
        total = ratios[-1] if name == BoardgameIo.name else total
    return total


def rate(slices: list[Slice]) -> float:
    return statistics.median(done.rate for done in slices)


def ratio(found: Slices, one: str, other: str, count: int) -> float:
    """The median over the rounds: slices of one round are near each other in time."""
    pairs = zip(found[one, count], found[other, count], strict=True)
    return statistics.median(ours.rate / theirs.rate for ours, theirs in pairs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=2.5)
    parser.add_argument("--patient", action="store_true", help="clients never interrupt a server (Linux)")
    parser.add_argument("--without-boardgameio", action="store_true")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        ours = stack.enter_context(Ludotheque(arguments.patient))
        parties: list[Any] = [ours, stack.enter_context(Reference(arguments.patient))]
        if not arguments.without_boardgameio:
            try:
                parties.append(stack.enter_context(BoardgameIo(arguments.patient)))
            except NotInstalled as error:
                print(f"boardgame.io is left out: {error}")
        found = run(parties, arguments.rounds, arguments.seconds)
        print(f"{ours.check()} acts of {len(ours.acts)} games were answered, and all of them are stored")
    print("clients wait for their turn" if arguments.patient else "clients run as soon as they are answered")
    total = report(found, [party.name for party in parties])
    if len(parties) < 3:
        return 0
    print(f"beside boardgame.io's total: {total:.2f} (target {TARGET}, goal {GOAL})")
    return 0 if total >= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
