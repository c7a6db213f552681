"""What a request costs in CPU, beside the least that Flask and Redis allow, in one process and one run.

The reference R is a bare Flask route that reads JSON with orjson, makes one Lua call through redis-py and answers JSON.
R and the real routes run in interleaved slices, in random order; the figure is the median over the rounds of
cpu_R / cpu_route, with half the range of the middle half of the rounds. A check measures on while a median lies below
its floor. Every answer is checked, and afterwards the log must hold exactly the acts that were answered. An act finds
its game in the cache, as it does while one process serves its players; `loaded` are acts in a process that keeps
nothing and loads every game first.

``python -m bench.http [--rounds 40] [--check]``
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from flask import Flask
from redis import Redis

from api.app import create_app
from bench.support.player import WIDE, Call, Player, discard_log_lines, post, timed
from bench.support.reference import reference_app
from bench.support.stack import stop_servers_on_sigterm
from engines.kernel.registry import slugs
from store.redis import keys
from store.redis.embedded import EmbeddedServer
from store.settings import Settings

TARGETS = {"act": 0.77, "view": 1.33, "create": 0.60}
"""What a full run must reach."""
FLOORS = {"act": 0.60, "view": 0.90}
"""What a check must reach, and all that it measures: it is short, and runs on busy machines."""
ROUTES = ("act", "loaded", "view", "actions", "create")
"""What is measured of each game."""
ROUNDS, CHECK_ROUNDS, MOST_CHECK_ROUNDS = 40, 12, 48
"""A check is short; where it finds a route below its target it measures on: a short run on a busy machine errs."""


def slice_of(app: Flask, calls: Callable[[int], Iterable[Call]], number: int) -> tuple[Flask, list[Call]]:
    """So many calls, and the application that gets them."""
    return app, list(calls(number))


class Bench:
    """R and the routes of some games; every round adds one ratio for each route."""

    def __init__(self, names: list[str], url: str, folder: Path, routes: Iterable[str] = ROUTES) -> None:
        self.routes = list(routes)
        app = create_app(Settings(redis_url=url, data=folder, **WIDE))
        forgetful = create_app(Settings(redis_url=url, data=folder, game_cache=0, **WIDE))
        discard_log_lines()
        bare = reference_app(url)
        self.players = {slug: Player(app, slug) for slug in names}
        self.loaders = {slug: Player(forgetful, slug) for slug in names}
        self.slices: dict[str, Callable[[int], tuple[Flask, list[Call]]]] = {
            "R": lambda n: (bare, [(post("/r", {"type": "flip", "n": number}), 200) for number in range(n)])
        }
        for slug, player in self.players.items():
            slices = {
                "act": partial(slice_of, app, player.acts),
                "loaded": partial(slice_of, forgetful, self.loaders[slug].acts),
                "view": partial(slice_of, app, player.views),
                "actions": partial(slice_of, app, partial(player.views, tail="/actions")),
                "create": partial(slice_of, app, player.creations),
            }
            self.slices |= {f"{slug} {route}": slices[route] for route in self.routes}
        self.ratios: dict[str, list[float]] = {name: [] for name in self.slices}
        self._round()  # warms up

    def _round(self) -> dict[str, float]:
        costs = {}
        for name in random.sample(list(self.slices), len(self.slices)):
            target, calls = self.slices[name](random.randint(60, 100))
            costs[name] = timed(target, calls)
        return costs

    def measure(self, rounds: int) -> None:
        for _ in range(rounds):
            costs = self._round()
            for name, cost in costs.items():
                self.ratios[name].append(costs["R"] / cost)

    def check(self) -> None:
        """A short run; then on, until every median over all rounds so far is on target or the rounds are used."""
        self.measure(CHECK_ROUNDS)
        while self.below(FLOORS) and self.rounds < MOST_CHECK_ROUNDS:
            self.measure(min(CHECK_ROUNDS, MOST_CHECK_ROUNDS - self.rounds))

    @property
    def rounds(self) -> int:
        return len(self.ratios["R"])

    def median(self, slug: str, route: str) -> float:
        """Over all rounds: cpu_R / cpu_route."""
        return statistics.median(self.ratios[f"{slug} {route}"])

    def worst(self, route: str) -> float:
        return min(self.median(slug, route) for slug in self.players)

    def spread(self, slug: str, route: str) -> float:
        """Half the range of the middle half of the rounds."""
        if self.rounds < 2:
            return 0.0
        low, _, high = statistics.quantiles(self.ratios[f"{slug} {route}"], n=4)
        return (high - low) / 2

    def below(self, targets: dict[str, float]) -> bool:
        return any(self.worst(route) < target for route, target in targets.items())

    def report(self, targets: dict[str, float]) -> None:
        print("CPU of the reference R divided by CPU of the route (1.00 = as cheap as R)")
        print(f"{'game':<10}", *[f"{route:>12}" for route in self.routes])
        for slug in self.players:
            cells = [f"{self.median(slug, route):.2f} ±{self.spread(slug, route):.2f}" for route in self.routes]
            print(f"{slug:<10}", *[f"{cell:>12}" for cell in cells])
        worst = ", ".join(
            f"worst {route} {self.worst(route):.2f} (target {target})" for route, target in targets.items()
        )
        print(f"{worst}; medians of {self.rounds} rounds")


def _check_logs(players: list[Player], url: str) -> None:
    client = Redis.from_url(url)
    for player in players:
        for identifier, acts in player.acts_by_game.items():
            stored = client.llen(keys.acts(identifier))
            assert stored == acts + 1, f"{identifier}: {acts} acts answered, {stored - 1} stored"


def main() -> int:
    stop_servers_on_sigterm()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--check", action="store_true", help="as few rounds as show that all is on target")
    parser.add_argument("games", nargs="*", default=list(slugs()))
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="ludo-bench-"))
    server = EmbeddedServer(folder)
    server.start()
    try:
        bench = Bench(arguments.games, server.url, folder, FLOORS if arguments.check else ROUTES)
        if arguments.check:
            bench.check()
        else:
            bench.measure(arguments.rounds)
        _check_logs([*bench.players.values(), *bench.loaders.values()], server.url)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    targets = FLOORS if arguments.check else TARGETS
    bench.report(targets)
    return 1 if bench.below(targets) else 0


if __name__ == "__main__":
    sys.exit(main())
