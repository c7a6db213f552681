"""Games of bots only, created over HTTP and played to their end: games a second for the whole system.

``python -m bench.games [--seconds 20] [--running 40]``

The server as `make run` starts it, and once more without the accelerator. A client keeps so many games of two greedy
bots running, of all five kinds in turn; counted are those that have ended, and the turns that the workers played.
"""

from __future__ import annotations

import argparse
import sys
import time

import psutil
from msgspec import Struct

from bench.support.parties import WIDE
from bench.support.stack import Caller, ServerStack
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


def finished(stack: ServerStack) -> int:
    with stack.redis() as client:
        pipe = client.pipeline(transaction=False)
        for name in keys.listings(slugs(), ["finished"]):
            pipe.zcard(name)
        return sum(pipe.execute())


def played(stack: ServerStack) -> int:
    with stack.redis() as client:
        return int(client.hget(keys.FIGURES, "bot_turns") or 0)


def used(stack: ServerStack) -> float:
    """CPU seconds of the server and all its processes."""
    top = psutil.Process(stack.process.pid if stack.process else 0)
    return float(sum(sum(each.cpu_times()[:2]) for each in (top, *top.children(recursive=True))))


def run(seconds: float, running: int, **settings: str) -> Result:
    with ServerStack(**WIDE, **settings) as stack, Caller(stack.port) as caller:
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--running", type=int, default=40)
    given = parser.parse_args()
    print("| | games a second | turns a second | CPU a game (ms) | cores |")
    print("|---|---|---|---|---|")
    for name, settings in {"accelerated": {}, "stock": {"LUDOTHEQUE_ACCELERATE": "0"}}.items():
        found = run(given.seconds, given.running, **settings)
        print(
            f"| {name} | {found.games / found.seconds:.1f} | {found.turns / found.seconds:,.0f} "
            f"| {1000 * found.cpu / found.games:.0f} | {found.cpu / found.seconds:.2f} |",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
