"""A thousand watchers on a hundred games while fifty acts a second are played, on the server as `make run` starts it.

Checks that every watcher received every event of its audience once and in order, against the stored log, and measures
what a plain request takes meanwhile, how long events are on their way, and what a watcher costs.

``python -m bench.server.stream [--watchers 1000] [--games 100] [--rate 50] [--seconds 25]``
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from msgspec import Struct

from bench.support.audiences import Game, audience, judged, payload
from bench.support.scripts import Script, script
from bench.support.stack import Caller, ServerStack, cpu_seconds, request, resident_kb, stop_servers_on_sigterm, threads
from bench.support.watchers import watch
from engines.kernel.registry import game, slugs

IDLE_SECONDS = 6.0
SLOWDOWN = 3.0
"""A plain request may take so many times what it takes when nobody watches."""
DELAY_P95 = 0.25
WATCHER_KB = 40
CONNECTIONS = 2
"""Redis connections that watchers may add, however many they are."""
SPAWN = get_context("spawn")


class Figures(Struct):
    """What came out."""

    watchers: int
    acts: int
    rate: float
    events: int
    """Deliveries: events times watchers."""
    wrong: list[str]
    idle: list[float]
    open: list[float]
    busy: list[float]
    act: list[float]
    delay: list[float]
    cpu: float
    """Of the API process while acts were played, as a share of one core."""
    kb_before: int
    kb_after: int
    threads: tuple[int, int]
    connections: tuple[int, int]

    def failures(self) -> list[str]:
        """Targets that were missed."""
        found = list(self.wrong[:5])
        for share in (50, 95):
            idle, busy = percentile(self.idle, share), percentile(self.busy, share)
            if busy > SLOWDOWN * idle:
                found.append(f"a plain request's p{share} is {busy / idle:.1f} x its idle latency")
        if percentile(self.delay, 95) > DELAY_P95:
            found.append(f"the delay's p95 is over {1000 * DELAY_P95:.0f} ms")
        if self.kb_each > WATCHER_KB:
            found.append(f"a watcher costs more than {WATCHER_KB} kB")
        return found + self.growth()

    def growth(self) -> list[str]:
        """Threads or connections that watchers have added."""
        found = []
        if self.connections[1] - self.connections[0] > CONNECTIONS:
            found.append(f"watchers added Redis connections: {self.connections}")
        if self.threads[1] - self.threads[0] > CONNECTIONS:
            found.append(f"watchers added threads: {self.threads}")
        return found

    @property
    def kb_each(self) -> float:
        return (self.kb_after - self.kb_before) / self.watchers


def percentile(values: list[float], share: int) -> float:
    return sorted(values)[max(0, -(-len(values) * share // 100) - 1)]


def probe(port: int, path: str, token: str, orders: Connection) -> None:
    """Time a plain request at random moments: receives a number of seconds, sends the latencies back."""
    sent = request("GET", path, token)
    with Caller(port) as caller:
        while seconds := orders.recv():
            until, took = time.monotonic() + seconds, []
            while time.monotonic() < until:
                time.sleep(random.uniform(0.005, 0.025))
                started = time.perf_counter()
                status, _ = caller.exchange(sent)
                took.append(time.perf_counter() - started)
                assert status == 200, status
            orders.send(took)


class Side:
    """A process beside this one, with a pipe to it."""

    def __init__(self, work: Any, *arguments: Any) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=work, args=(*arguments, theirs), daemon=True)
        self.process.start()
        theirs.close()

    def ask(self, order: Any) -> Any:
        self.pipe.send(order)
        return self.pipe.recv()


def run(watchers: int, games: int, rate: int, seconds: float) -> Figures:
    """One run on a server of its own, with one API process."""
    most = round(rate * seconds / games) + 2
    scripts = [script(slugs()[number % len(slugs())], number + 1, most) for number in range(games)]
    with ServerStack(LUDOTHEQUE_API_PROCESSES="1") as stack, Caller(stack.port) as caller:
        tables = [opened(caller, each) for each in scripts]
        quiet = opened(caller, script(slugs()[0], 0, 0))
        prober = Side(probe, stack.port, quiet.path, quiet.tokens[0])
        [api] = stack.api_processes()
        prober.ask(1.0)  # warm
        idle = prober.ask(IDLE_SECONDS)
        before = (resident_kb(api), threads(api), connections(stack))
        audiences = [audience(number, games) for number in range(watchers)]
        wanted = [payload(tables, each) for each in audiences]
        side = Side(watch, stack.port, wanted)
        assert side.pipe.recv() == "open"
        watched = prober.ask(IDLE_SECONDS / 2)
        prober.pipe.send(seconds)
        spent = cpu_seconds(api)
        took, lasted = drive(caller, tables, rate, seconds)
        spent = (cpu_seconds(api) - spent) / lasted
        busy = prober.pipe.recv()
        after = (resident_kb(api), threads(api), connections(stack))
        seen, ended = side.ask("stop")
        wrong = [f"{ended} streams were cut"] if ended else []
        delays, missed = judged(stack, caller, tables, audiences, seen)
        prober.pipe.send(0)
    return Figures(
        watchers, len(took), len(took) / lasted, len(delays), wrong + missed, idle, watched, busy, took,
        [delay for delay in delays if delay >= 0], spent,
        before[0], after[0], (before[1], after[1]), (before[2], after[2]),
    )  # fmt: skip


def opened(caller: Caller, each: Script) -> Game:
    """The game with all that its readers have seen: histories that forget could not be compared with what was sent."""
    options = game(each.slug).options({}, each.seats)
    aid = {"options": {"memory_aid": True}} if hasattr(options, "memory_aid") else {}
    status, made = caller.call("POST", f"/v1/{each.slug}/games", body=each.payload | aid)
    assert status == 201, made
    return Game(each, f"/v1/{each.slug}/games/{made['id']}", [seat["token"] for seat in made["seats"]])


def connections(stack: ServerStack) -> int:
    """Of everybody but this measurement."""
    with stack.redis() as client:
        return len(client.client_list()) - 1


def drive(caller: Caller, tables: list[Game], rate: int, seconds: float) -> tuple[list[float], float]:
    """Play so many acts a second in all, game by game; the latency of each, and how long it took."""
    started, took = time.monotonic(), []
    for number in range(round(rate * seconds)):
        time.sleep(max(0.0, started + number / rate - time.monotonic()))
        playing = [table for table in tables if table.played < len(table.script.steps)]
        table = playing[number % len(playing)]
        seat, action = table.script.steps[table.played]
        sent = time.monotonic()
        status, answer = caller.exchange(request("POST", f"{table.path}/actions", table.tokens[seat], action))
        took.append(time.monotonic() - sent)
        assert status == 200, answer
        table.played += 1
        table.sent[table.played + 1] = sent  # the deal is version 1
    return took, time.monotonic() - started


def report(figures: Figures) -> None:
    rows = [
        ("a plain request, nobody watches", figures.idle),
        ("a plain request, all watch", figures.open),
        ("a plain request, all watch and acts are played", figures.busy),
        ("an act meanwhile", figures.act),
        ("an event, from its act's request to the watcher", figures.delay),
    ]
    print(
        f"{figures.watchers} watchers, {figures.acts} acts ({figures.rate:.1f}/s), {figures.events} deliveries checked"
    )
    print(f"{'milliseconds':<50} {'p50':>7} {'p95':>7} {'p99':>7}")
    for name, values in rows:
        print(f"{name:<50}" + "".join(f" {1000 * percentile(values, share):7.2f}" for share in (50, 95, 99)))
    slower = [percentile(figures.busy, share) / percentile(figures.idle, share) for share in (50, 95)]
    print(f"slower than idle: p50 {slower[0]:.2f} x, p95 {slower[1]:.2f} x (target {SLOWDOWN})")
    print(
        f"API process: {100 * figures.cpu:.0f} % of a core meanwhile, "
        f"{figures.kb_before / 1024:.0f} -> {figures.kb_after / 1024:.0f} MB "
        f"({figures.kb_each:.1f} kB per watcher), threads {figures.threads[0]} -> {figures.threads[1]}, "
        f"Redis connections of the server {figures.connections[0]} -> {figures.connections[1]}"
    )


def main() -> int:
    stop_servers_on_sigterm()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rate", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=25)
    arguments = parser.parse_args()
    figures = run(arguments.watchers, arguments.games, arguments.rate, arguments.seconds)
    report(figures)
    failures = figures.failures()
    for failure in failures:
        print("MISSED:", failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
