"""Acts a second of the server as `make run` starts it, beside the reference R and other servers for board games.

Real acts of all five games, worked out beforehand, over 1, 8 and 32 keep-alive connections; persistence, limits, logs
and metrics are on. R (bench.http) runs on the same server software.
boardgame.io's and Colyseus's servers play the same small game over their own protocols, one client per match, and keep
it in memory. The parties take turns in slices, in random order; every answer is checked, and afterwards the log must
hold exactly the acts that were answered.

``python -m bench.serve [--rounds 4] [--seconds 2.5] [--patient] [--without-peers]``
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from contextlib import ExitStack
from typing import Any

from bench.server.stream import percentile
from bench.support.load import Slice
from bench.support.node_peers import BoardgameIo, Colyseus, NotInstalled
from bench.support.parties import Ludotheque, Reference
from bench.support.stack import stop_servers_on_sigterm
from store.settings import Settings

CONNECTIONS = (1, 8, 32)
TARGETS = {1: 1.0, 32: 1.0}
"""By number of connections: acts a second divided by boardgame.io's moves, at least."""
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


def report(found: Slices, names: list[str]) -> list[str]:
    """Print the table; what falls short of its target."""
    settings = Settings()
    print(f"durability `{settings.durability}`, API processes: {settings.api_processes}; peers: games in memory")
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
    for name in names[1:]:
        said = [spread(ratios(found, names[0], name, count)) for count in CONNECTIONS]
        print(f"{names[0]} / {name}, acts a second over {CONNECTIONS} connections:", *said)
    if BoardgameIo.name not in names:
        return []
    return short_of_target({count: ratios(found, names[0], BoardgameIo.name, count) for count in TARGETS})


def short_of_target(measured: dict[int, list[float]]) -> list[str]:
    medians = {count: statistics.median(each) for count, each in measured.items()}
    return [
        f"{medians[count]:.2f} of boardgame.io over {count} connections, the target is {target}"
        for count, target in TARGETS.items()
        if medians[count] < target
    ]


def rate(slices: list[Slice]) -> float:
    return statistics.median(done.rate for done in slices)


def ratios(found: Slices, one: str, other: str, count: int) -> list[float]:
    """One for each round: slices of one round are near each other in time."""
    pairs = zip(found[one, count], found[other, count], strict=True)
    return [ours.rate / theirs.rate for ours, theirs in pairs]


def spread(values: list[float]) -> str:
    """The median, and between which values all rounds lie."""
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def main() -> int:
    stop_servers_on_sigterm()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=2.5)
    parser.add_argument("--patient", action="store_true", help="clients never interrupt a server (Linux)")
    parser.add_argument("--without-peers", action="store_true")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        ours = stack.enter_context(Ludotheque(arguments.patient))
        parties: list[Any] = [ours, stack.enter_context(Reference(arguments.patient))]
        for peer in () if arguments.without_peers else (BoardgameIo, Colyseus):
            try:
                parties.append(stack.enter_context(peer(arguments.patient)))
            except NotInstalled as error:
                print(f"{peer.name} is left out: {error}")
        found = run(parties, arguments.rounds, arguments.seconds)
        print(f"{ours.check()} acts of {len(ours.acts)} games were answered, and all of them are stored")
    print("clients wait for their turn" if arguments.patient else "clients run as soon as they are answered")
    short = report(found, [party.name for party in parties])
    for text in short:
        print(text)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
