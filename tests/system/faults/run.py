"""A run of the fault tests: players in their games, faults around the server, an audit afterwards.

``python -m tests.system.faults.run`` runs for ``FAULT_SECONDS`` (600) and prints the figures. ``FAULT_DURABILITY``
(safe) and ``FAULT_FSYNC_MS`` (0) choose the level and a slower disk; at `fast` losses are printed, not judged.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from dataclasses import dataclass

from store.games.repository import GameRepository
from store.settings import Settings
from tests.support.waiting import PATIENCE, wait_until
from tests.system.faults.audit import Counters, audit
from tests.system.faults.players import GIVE_UP, Player
from tests.system.faults.stack import ServerStack
from tests.system.faults.storm import EVERYTHING, Storm

FINISH_SECONDS = 5 * GIVE_UP
"""How long the games that are still running may take to come to their end, all together."""


@dataclass
class Plan:
    """How a run is made."""

    seconds: float
    players: int = 16
    pause: float = 0.6
    """Mean time between two harms."""
    without_key: float = 0.15
    breakage: str = ""
    chances: dict[str, int] | None = None
    finish: bool = True
    durability: str = "safe"
    fsync_ms: int = 0
    """How much longer than usual the disk takes to write something down."""


def run(plan: Plan) -> tuple[Counters, Storm]:
    stop = threading.Event()
    with ServerStack(plan.breakage, plan.durability, plan.fsync_ms) as stack:
        ports = list(stack.ports.values())
        players = [Player(number, ports, stop, plan.without_key, plan.finish) for number in range(plan.players)]
        storm = Storm(stack, plan.pause, plan.chances or EVERYTHING)
        for thread in (*players, storm):
            thread.start()
        _wait(plan.seconds, players, storm, stack)
        storm.stop.set()
        storm.join(60)
        ended = stack.ended()
        if storm.failure is not None:  # the server may not run: nothing can be audited
            raise RuntimeError("the storm broke off") from storm.failure
        stop.set()
        if ended:  # nobody brings it back, so nothing would come to its end
            raise RuntimeError("\n".join(ended))
        _join(players)  # calm again: every game that was begun must end
        store = GameRepository(Settings(redis_url=stack.server.url, data=stack.folder))
        counters = audit(store, [diary for player in players for diary in player.diaries])
        store.redis._drop()
        counters.complaints += stack.faults_of_ours()
        for player in players:
            if player.failure is not None or player.is_alive():
                counters.complaints.append(f"Player: {player.failure or 'still plays'!r}")
    return counters, storm


def _wait(seconds: float, players: list[Player], storm: Storm, stack: ServerStack) -> None:
    """Play for so long; a storm, players or processes that have ended by themselves end it."""
    limit = time.monotonic() + seconds
    wait_until(
        lambda: (
            time.monotonic() > limit
            or not storm.is_alive()
            or not any(player.is_alive() for player in players)
            or bool(stack.ended())
        ),
        seconds + PATIENCE,
    )


def _join(players: list[Player]) -> None:
    """Wait until all have finished their last games; those that get no further say so within ``GIVE_UP``."""
    limit = time.monotonic() + FINISH_SECONDS
    for player in players:
        player.join(max(0.0, limit - time.monotonic()))


def report(counters: Counters, storm: Storm, seconds: float) -> str:
    harms = ", ".join(f"{count} x {name}" for name, count in sorted(storm.done.items()))
    lines = [f"{storm.kills} kills in {seconds:.0f} s ({harms})", str(counters), *counters.complaints[:20]]
    return "\n".join(lines)


def main() -> int:
    seconds = float(os.environ.get("FAULT_SECONDS", "600"))
    durability, fsync_ms = os.environ.get("FAULT_DURABILITY", "safe"), int(os.environ.get("FAULT_FSYNC_MS", "0"))
    counters, storm = run(Plan(seconds, durability=durability, fsync_ms=fsync_ms))
    sys.stdout.write(f"durability {durability}, fsync {fsync_ms} ms slower\n{report(counters, storm, seconds)}\n")
    sys.stdout.write(f"lost {counters.lost} of {counters.acknowledged} acknowledged acts\n")
    return 0 if counters.clean or durability == "fast" else 1


if __name__ == "__main__":
    sys.exit(main())
