"""Games of bots only, created over HTTP and played to their end: games a second for the whole system.

``python -m bench.games [--seconds 10] [--running 40] [--rounds 3]``

The server as `make run` starts it. A client keeps so many games of two greedy bots running, of all five kinds in turn;
counted are those that have ended, and the turns that the workers played. Figures are medians over the rounds, with the
least and the most in brackets. Fails when a game that was created does not end.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable

import psutil
from msgspec import Struct

from bench.support.parties import WIDE
from bench.support.stack import Caller, ServerStack, stop_servers_on_sigterm
from engines.kernel.registry import slugs
from store.redis import keys

BODY = {"seats": [{"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "greedy"}]}
PATIENCE = 120.0


class Result(Struct):
    games: int
    turns: int
    seconds: float
    cpu: float
    """Seconds of all processes."""

    @property
    def rate(self) -> float:
        return self.games / self.seconds


def line(found: list[Result]) -> str:
    """A row of the table."""

    def figure(of: Callable[[Result], float], digits: int) -> str:
        values = sorted(map(of, found))
        return f"{statistics.median(values):,.{digits}f} ({values[0]:,.{digits}f}-{values[-1]:,.{digits}f})"

    rate, turns = figure(lambda one: one.rate, 1), figure(lambda one: one.turns / one.seconds, 0)
    cpu, cores = figure(lambda one: 1000 * one.cpu / one.games, 0), figure(lambda one: one.cpu / one.seconds, 2)
    return f"| {rate} | {turns} | {cpu} | {cores} |"


def finished(stack: ServerStack) -> int:
    with stack.redis() as client:
        pipe = client.pipeline(transaction=False)
        for name in keys.listings(slugs(), ["finished"]):
            pipe.zcard(name)
        return sum(pipe.execute())


def played(stack: ServerStack) -> int:
    with stack.redis() as client:
        return int(client.hget(keys.COUNTERS, "bot_turns") or 0)


def used(stack: ServerStack) -> float:
    """CPU seconds of the server and all its processes."""
    top = psutil.Process(stack.process.pid if stack.process else 0)
    return float(sum(sum(each.cpu_times()[:2]) for each in (top, *top.children(recursive=True))))


def run(seconds: float, running: int) -> Result:
    with ServerStack(**WIDE) as stack, Caller(stack.port) as caller:
        created, began, spent, ended = 0, time.monotonic(), used(stack), 0
        while time.monotonic() < began + seconds:
            while created < ended + running:
                slug = slugs()[created % len(slugs())]
                status, answer = caller.call("POST", f"/v1/{slug}/games", body=BODY)
                assert status == 201, answer
                created += 1
            time.sleep(0.02)
            ended = finished(stack)
        lasted, spent = time.monotonic() - began, used(stack) - spent
        limit = time.monotonic() + PATIENCE
        while finished(stack) < created:
            assert time.monotonic() < limit, f"{finished(stack)} of {created} games have ended"
            time.sleep(0.1)
        whole = time.monotonic() - began
        time.sleep(1.5)  # the workers write their sums once a second
        return Result(ended, round(played(stack) * lasted / whole), lasted, spent)


def main() -> int:
    stop_servers_on_sigterm()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--running", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    found = [run(given.seconds, given.running) for _ in range(given.rounds)]
    print("| games a second | turns a second | CPU a game (ms) | cores |")
    print("|---|---|---|---|")
    print(line(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
