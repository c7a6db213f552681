"""What it costs to get a bot's turn to a worker, beside what it costs to play it.

``python -m bench.turns [--before FOLDER] [--rounds 3]``

People act in many games, and a worker process plays the greedy bots against them, as it does for the API: at 200 acts a
second and more, and with a worker that is far behind. Counted is CPU: of noting turns in the process that commits, of
the worker, and of the queue's Redis. What the worker spends on fetching a game, choosing and committing is the turn;
all the rest (noting, looking for work, taking it, RQ, idle looks) is overhead. ``--before`` names a checkout of
another version, whose code is measured in turn with this one's in the same run; without it the last two targets are
not checked. Nothing here goes over HTTP.

Targets: the overhead is at most 15 % of a turn, at each pace; the worker plays at least 4 times as many turns in a
second of CPU, its own and that of noting turns, as the version before; a lone bot answers no later (p50).
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import msgspec

from bench.support.stack import stop_servers_on_sigterm
from store.redis.embedded import EmbeddedServer

ROOT = Path(__file__).resolve().parent.parent
MOST_SHARE, LEAST_GAIN = 0.15, 4.0
Part = tuple[str, *tuple[int, ...]]
"""What ``bench/support/turn_costs.py`` is to do, and its numbers."""
PARTS: dict[str, Part] = {
    "200 acts a second": ("paced", 200, 4),
    "600 acts a second": ("paced", 600, 4),
    "behind": ("behind", 1500),
}
LONE: Part = ("lone", 25)


class Measured(msgspec.Struct):
    """What one part of a run came to; CPU in microseconds a turn."""

    turns: int
    seconds: float
    enqueue_us: float = 0.0
    worker_us: float = 0.0
    playing_us: float = 0.0
    """Of the worker's, what went into the turns themselves; not known of the version before."""
    queue_us: float = 0.0
    """Of the queue's Redis."""
    answers_ms: list[float] = []
    """From a person's commit to the bot's."""

    @property
    def total_us(self) -> float:
        return self.enqueue_us + self.worker_us

    @property
    def overhead_us(self) -> float:
        return self.total_us - self.playing_us

    @property
    def share(self) -> float:
        return self.overhead_us / self.playing_us


def measure(checkout: Path, what: str, *numbers: int) -> Measured:
    """Let a version's own code do one part, with servers of its own for games and queue."""
    with ExitStack() as stack:
        urls = []
        for _ in range(2):
            folder = Path(tempfile.mkdtemp(prefix="ludo-turns-"))
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
            server = EmbeddedServer(folder)
            server.start()
            stack.callback(server.stop)
            urls.append(server.url)
        given = {"REDIS_URL": urls[0], "LUDOTHEQUE_QUEUE_URL": urls[1], "LUDOTHEQUE_DATA": str(folder)}
        script = ROOT / "bench" / "support" / "turn_costs.py"
        done = subprocess.run(
            [sys.executable, str(script), what, *map(str, numbers)],
            env={**os.environ, **given, "PYTHONPATH": str(checkout)},
            cwd=checkout,
            capture_output=True,
            check=False,
        )
    if done.returncode:
        raise RuntimeError(done.stderr.decode())
    return msgspec.json.decode(done.stdout, type=Measured)


def middle(found: list[Measured]) -> Measured:
    """The median of several rounds, figure by figure."""
    names = ("turns", "seconds", "enqueue_us", "worker_us", "playing_us", "queue_us")
    medians = {name: statistics.median(getattr(one, name) for one in found) for name in names}
    answers = [answer for one in found for answer in one.answers_ms]
    return Measured(int(medians.pop("turns")), answers_ms=answers, **medians)


def spread(values: list[float]) -> str:
    return f"{min(values):,.2f}-{max(values):,.2f}"


def show(name: str, version: str, found: list[Measured]) -> None:
    one = middle(found)
    rate = f"{one.turns / one.seconds:,.0f} turns/s"
    parts = f"noting {one.enqueue_us:,.0f} us in the committing process, worker {one.worker_us:,.0f} us"
    known = ""
    if one.playing_us:
        known = f" (turn {one.playing_us:,.0f} us, share {one.share:.1%}, {spread([each.share for each in found])})"
    print(f"{name}, {version}: {rate}, {parts}{known}, queue's Redis {one.queue_us:,.0f} us")


def check_share(found: dict[str, list[Measured]]) -> bool:
    worst = max(middle(rounds).share for rounds in found.values())
    print(f"the overhead is at most {worst:.1%} of a turn (target {MOST_SHARE:.0%})")
    return worst <= MOST_SHARE


def check_gain(now: dict[str, list[Measured]], before: dict[str, list[Measured]]) -> bool:
    gains = {name: middle(before[name]).total_us / middle(now[name]).total_us for name in now}
    for name, gain in gains.items():
        print(f"{name}: {gain:.1f} times as many turns in a second of CPU as before (target {LEAST_GAIN:.0f})")
    return min(gains.values()) >= LEAST_GAIN


def check_lone(now: list[float], before: list[float]) -> bool:
    one, other = statistics.median(now), statistics.median(before)
    print(f"a lone bot answers after {one:.2f} ms ({spread(now)}), before {other:.2f} ms ({spread(before)}), p50")
    return one <= other


def main() -> int:
    stop_servers_on_sigterm()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, help="a checkout of the version to compare with")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    versions = {"now": ROOT} | ({"before": given.before.resolve()} if given.before else {})
    found: dict[str, dict[str, list[Measured]]] = {version: {name: [] for name in PARTS} for version in versions}
    lone: dict[str, list[float]] = {version: [] for version in versions}
    for number in range(given.rounds):
        order = list(versions.items()) if number % 2 else list(reversed(versions.items()))
        for name, part in PARTS.items():
            for version, checkout in order:
                found[version][name].append(measure(checkout, *part))
        for version, checkout in order:
            lone[version] += measure(checkout, *LONE).answers_ms
    for name in PARTS:
        for version in versions:
            show(name, version, found[version][name])
    kept = [check_share(found["now"])]
    if given.before:
        kept += [check_gain(found["now"], found["before"]), check_lone(lone["now"], lone["before"])]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
