"""Where the time of an act goes over one connection, when nobody else is served: CPU of each process, and the rest.

With one connection nothing overlaps: client, API and Redis work one after the other, and each wakes the next. So the
CPU of the three and the time between them add up to what a client waits. Parties take turns in slices: the server as
`make run` starts it, the same without log lines, and with one API process.

``python -m bench.server.idle [--rounds 4] [--seconds 2.0]``
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from contextlib import ExitStack

from bench.serve import spread
from bench.support.load import Slice
from bench.support.parties import Ludotheque, family
from bench.support.stack import command, cpu_seconds, stop_servers_on_sigterm

VARIANTS: dict[str, dict[str, str]] = {
    "as it runs": {},
    "no log lines": {"LUDOTHEQUE_LOG_LEVEL": "warning"},
    "one process": {"LUDOTHEQUE_API_PROCESSES": "1"},
}
PARTS = ("client", "API", "Redis", "others", "between")


class Party(Ludotheque):
    """Keeps apart which process has used the CPU."""

    def __init__(self, name: str, **settings: str) -> None:
        super().__init__(False, name, **settings)
        self.seen: list[dict[str, float]] = []
        """CPU seconds by part, each time that they were asked for: before and after every slice."""

    def cpu(self) -> float:
        self.seen.append(self._parts())
        return sum(self.seen[-1].values())

    def _parts(self) -> dict[str, float]:
        assert self.stack.process is not None
        spent = dict.fromkeys(("API", "Redis", "others"), 0.0)
        api = set(self.stack.api_processes())
        for pid in family(self.stack.process.pid):
            name = "API" if pid in api else "Redis" if "redis" in command(pid) or "valkey" in command(pid) else "others"
            spent[name] += cpu_seconds(pid)
        return spent

    def shares(self, done: Slice) -> list[float]:
        """Microseconds an act of each part in the last slice; what no process has used lies between them."""
        before, after = self.seen[-2:]
        return shares(done, {name: after[name] - before[name] for name in after})


def shares(done: Slice, spent: dict[str, float]) -> list[float]:
    acts, wall = len(done.took), 1e6 * done.lasted / len(done.took)
    used = [1e6 * each / acts for each in (done.cpu, spent["API"], spent["Redis"], spent["others"])]
    return [*used, wall - sum(used)]


def main() -> int:
    stop_servers_on_sigterm()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=2.0)
    arguments = parser.parse_args()
    found: dict[str, list[tuple[float, list[float]]]] = {name: [] for name in VARIANTS}
    with ExitStack() as stack:
        parties = [stack.enter_context(Party(name, **given)) for name, given in VARIANTS.items()]
        for turn in range(arguments.rounds + 1):
            for party in random.sample(parties, len(parties)):
                done = party.slice(1, arguments.seconds, 2000.0)
                if turn:  # the first round warms up
                    found[party.name].append((done.rate, party.shares(done)))
    report(found)
    return 0


def report(found: dict[str, list[tuple[float, list[float]]]]) -> None:
    print(f"{'':<14}", *[f"{part + ' us':>11}" for part in PARTS], f"{'acts a second beside the first':>32}")
    first = [rate for rate, _ in next(iter(found.values()))]
    for name, rounds in found.items():
        columns = [statistics.median(parts[number] for _, parts in rounds) for number in range(len(PARTS))]
        beside = spread([rate / other for (rate, _), other in zip(rounds, first, strict=True)])
        print(f"{name:<14}", *[f"{each:11.0f}" for each in columns], f"{beside:>32}")


if __name__ == "__main__":
    sys.exit(main())
