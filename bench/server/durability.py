"""The price of the durability levels: one commit at each, in turns, on servers of the same machine.

``python -m bench.server.durability`` prints the median time of a commit and its ratio to `fast`.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from redis import Redis

from bench.support.stack import stop_servers_on_sigterm
from engines.kernel.registry import game
from store.games.changes.create import Opening, SeatPlan, build_game
from store.games.repository import GameRepository
from store.ids import new_id
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from store.settings.storage import DURABILITY
from tests.support.stack import free_port

ROUNDS = 400


@contextmanager
def servers(folder: Path, level: str) -> Iterator[str]:
    """A server at this level; for `replicated`, with a replica."""
    port = free_port()
    with ExitStack() as running:
        primary = EmbeddedServer(folder / level, level, ("--port", str(port), "--repl-diskless-sync-delay", "0"))
        primary.start()
        running.callback(primary.stop)
        if level == "replicated":
            replica = EmbeddedServer(folder / "replica", level, ("--replicaof", f"127.0.0.1 {port}"))
            replica.start()
            running.callback(replica.stop)
            with Redis.from_url(primary.url) as client:
                while client.set("{p00}:probe", 1) and client.wait(1, 100) < 1:
                    pass
        yield primary.url


def commit(store: GameRepository) -> float:
    """Seconds that the commit of a new game takes."""
    created, _ = build_game(game("bakong"), new_id(), Opening([SeatPlan("human"), SeatPlan("human")], {}))
    created.settle(1000)
    begun = time.perf_counter()
    store.commit(created, None, b"")
    return time.perf_counter() - begun


def main() -> int:
    stop_servers_on_sigterm()
    with tempfile.TemporaryDirectory(prefix="ludo-bench-") as name, ExitStack() as running:
        folder = Path(name)
        stores = {
            level: GameRepository(
                Settings(redis_url=running.enter_context(servers(folder, level)), data=folder, durability=level)
            )
            for level in DURABILITY
        }
        times: dict[str, list[float]] = {level: [] for level in DURABILITY}
        for _ in range(ROUNDS):
            for level, store in stores.items():
                times[level].append(commit(store))
    for level in DURABILITY:
        middle = median(times[level])
        sys.stdout.write(f"{level:<11} {middle * 1e6:6.0f} us  {middle / median(times['fast']):5.2f} x fast\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
