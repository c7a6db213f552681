"""Simulate for some minutes: ``python -m tests.system.simulation.run --minutes 30``, or one history by its seed.

A violation is reported at once with the seed that finds it again, ``--seed 17``; then Hypothesis shrinks it, for five
minutes at most.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.system.simulation.machine import simulation
from tests.system.simulation.world import World

SOMETIMES = (
    "lost before a commit", "lost after a commit", "connection refused", "died before a commit", "died after a commit",
    "rival before a commit", "restart before a commit", "restart after a commit", "cut before a commit",
    "cut after a commit", "server restarted", "server restarted without its last second", "worker died",
    "worker failed", "queue lost", "conflict", "same version, another state", "commit met its own key", "cached game",
    "stale cached game",
    "store unavailable", "outcome unknown", "answer repeated", "unknown outcome cleared up",
    "acknowledged act lost with the last second", "act deferred", "deferred act played", "SeatTaken", "SeatChanged",
    "ActionTakenBack", "GameAborted", "hook added", "hook called", "hook called twice", "game archived", "job play",
    "clock ran out", "worker died with turns that it had taken", "job act",
)  # fmt: skip
"""What must have happened now and then: a run that never takes one of these ways proves nothing about it."""
STEPS = 40


@contextmanager
def simulated_world() -> Iterator[World]:
    with tempfile.TemporaryDirectory(prefix="ludo-simulation-") as folder, World(Path(folder)) as world:
        yield world


def simulate(world: World, number: int, histories: int, shrink: bool = True) -> None:
    """So many histories from one seed; raises what a history violates, shrunk."""
    machine = seed(number)(simulation(world))
    phases = [Phase.generate, *([Phase.shrink] if shrink else [])]
    chosen = settings(
        max_examples=histories, stateful_step_count=STEPS, deadline=None, database=None, phases=phases,
        suppress_health_check=list(HealthCheck), verbosity=Verbosity.normal, print_blob=False,
        report_multiple_bugs=False,  # each would be shrunk for minutes
    )  # fmt: skip
    run_state_machine_as_test(machine, settings=chosen)  # type: ignore[arg-type]


def simulate_until_all_seen(world: World, first: int, rounds: int, histories: int) -> list[str]:
    """Rounds of histories until every way was taken; those that never were."""
    for number in range(first, first + rounds):
        simulate(world, number, histories)
        if not never(world.seen):
            break
    return never(world.seen)


def never(seen: Counter[str]) -> list[str]:
    return [name for name in SOMETIMES if not seen[name]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, help="simulate this seed alone")
    parser.add_argument("--histories", type=int, default=50, help="histories of one seed")
    given = parser.parse_args()
    limit, began, done = time.monotonic() + 60 * given.minutes, time.time_ns() // 1_000_000, 0
    with simulated_world() as world:
        for number in [given.seed] if given.seed is not None else count(began % 1_000_000_000):
            try:
                simulate(world, number, given.histories, shrink=False)
            except Exception as violation:
                sys.stderr.write(f"\n{violation}\nfound with seed {number}: make simulate SEED={number}\n")
                sys.stderr.write("shrinking it takes five minutes at most; interrupt it if that was enough\n")
                simulate(world, number, given.histories)
                raise
            done += 1
            taken = len(SOMETIMES) - len(never(world.seen))
            minutes = given.minutes - (limit - time.monotonic()) / 60
            sys.stderr.write(
                f"{done * given.histories} histories in {minutes:.1f} minutes, {taken} of {len(SOMETIMES)} ways taken\n"
            )
            if time.monotonic() > limit:
                break
        sys.stdout.write(f"{done * given.histories} histories, no violation\n")
        for name, times in sorted(world.seen.items()):
            sys.stdout.write(f"{times:8} {name}\n")
        missed = never(world.seen) if given.seed is None else []
        sys.stdout.write("".join(f"never: {name}\n" for name in missed))
        return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
