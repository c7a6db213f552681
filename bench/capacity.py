"""What an installation needs for many games at once: some costs measured, the rest computed from named assumptions.

``python -m bench.capacity [--games 1000000]`` prints both tables of docs/capacity.md, with the range over the five
games, or over the rounds of bench.turns, in brackets. It exits non-zero when a million games need more than 40 cores
for workers or 4 for the queue.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path

from flask import Flask
from redis import Redis

import bench.turns
from api.app import create_app
from bench.server.requests import request_costs
from bench.support.player import WIDE, Player, call, discard_log_lines
from bench.support.stack import stop_servers_on_sigterm
from engines.kernel.registry import game, slugs
from store.games.changes.create import Opening, SeatPlan, build_game
from store.games.service import GameService
from store.model.turns import OutboxEntry, Turn
from store.redis import keys
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from workers.jobs import turn as turns
from workers.services import WorkerServices

BOT_GAMES, TURN_ROUNDS = 3, 3
PACED = ("paced", 600, 5)
"""How turns reach the worker: acts a second, for so many seconds; about half of what a worker can play."""


MOST_CORES = {"worker cores": 40, "cores of the queue's Redis": 4}
"""For a million games."""


@dataclass(frozen=True)
class Costs:
    """Means over the five games."""

    running_bytes: int
    """A game in Redis after forty commits."""
    finished_bytes: int
    """A game of two bots in Redis once it is over."""
    answer_bytes: int
    """What is kept of one keyed act, for LUDOTHEQUE_ANSWER_SECONDS."""
    act_us: int
    """CPU of the API for one act."""
    view_us: int
    """CPU of the API for one view."""
    turn_us: int
    """CPU of a worker for one turn of the greedy bot."""
    commit_us: int
    """CPU of Redis for one act."""
    queueing_us: int
    """CPU of API and worker to get one turn to a worker, on top of playing it."""
    queue_us: int
    """CPU of the queue's Redis for one turn."""


@dataclass(frozen=True)
class Habits:
    """How people play; change what is different with yours."""

    seconds_per_commit: float = 15
    """In one game, from one change to the next."""
    bot_share: float = 0.5
    """Of the commits, made by built-in bots."""
    reads_per_act: float = 2
    """Views and lists of legal actions that a person asks for."""
    minutes_per_game: float = 20
    """From the first commit to the last."""
    kept_hours: float = 1
    """LUDOTHEQUE_KEEP_FINISHED_HOURS."""
    answer_seconds: float = 60
    """LUDOTHEQUE_ANSWER_SECONDS."""
    people_per_game: float = 1.5
    """Each with a stream open."""
    stream_bytes: int = 30_000
    """Of the API, for one open stream."""
    load: float = 0.5
    """How much of a core may be used on average."""
    shard_gigabytes: float = 16
    """Data on one master; as much again is left free for copies and peaks."""


def plan(costs: Costs, habits: Habits, games: int) -> dict[str, str]:
    """What so many games at once need."""
    commits = games / habits.seconds_per_commit
    acts, turns_ = commits * (1 - habits.bot_share), commits * habits.bot_share
    api = acts * (costs.act_us + habits.reads_per_act * costs.view_us) / 1e6
    redis = (commits * costs.commit_us + acts * habits.reads_per_act * costs.commit_us / 2) / 1e6
    finished = games * habits.kept_hours * 60 / habits.minutes_per_game
    parts = {
        "running games": games * costs.running_bytes,
        "finished games": finished * costs.finished_bytes,
        "answers kept for keys": acts * habits.answer_seconds * costs.answer_bytes,
    }
    total = sum(parts.values())
    by_memory, by_core = total / 1e9 / habits.shard_gigabytes, redis / habits.load
    streams = games * habits.people_per_game
    return {
        "commits a second": f"{commits:,.0f}",
        "API cores": f"{ceil(api / habits.load):,}",
        "worker cores": f"{ceil(turns_ * (costs.turn_us + costs.queueing_us) / 1e6 / habits.load):,}",
        "cores of the queue's Redis": f"{ceil(turns_ * costs.queue_us / 1e6 / habits.load):,}",
        **{f"memory of {name}": f"{size / 1e9:,.0f} GB" for name, size in parts.items()},
        "shards, by memory": f"{ceil(by_memory)}",
        "shards, by CPU": f"{ceil(by_core)}",
        "open streams": f"{streams:,.0f}",
        "memory of the streams": f"{streams * habits.stream_bytes / 1e9:,.0f} GB",
    }


def measure(url: str, folder: Path) -> dict[str, list[float]]:
    """By cost: the figure of each game, or of each round."""
    settings = Settings(redis_url=url, data=folder, secret="s" * 32, **WIDE)
    app = create_app(settings)
    discard_log_lines()
    client, services = Redis.from_url(url), WorkerServices(settings)
    found: dict[str, list[float]] = {name: [] for name in Costs.__dataclass_fields__}
    for slug in slugs():
        player = Player(app, slug)
        for name, figure in request_costs(app, client, player).items():
            found[name].append(figure)
        found["running_bytes"].append(size(client, player.id))
        found["answer_bytes"].append(kept_answer(app, client, player))
        turn, end = bot_games(services, client, slug)
        found["turn_us"].append(turn * 1e6)
        found["finished_bytes"].append(end)
    queued = [bench.turns.measure(bench.turns.ROOT, *PACED) for _ in range(TURN_ROUNDS)]
    found["queueing_us"], found["queue_us"] = [one.overhead_us for one in queued], [one.queue_us for one in queued]
    services.store.redis.close()
    return found


def mean(found: dict[str, list[float]]) -> Costs:
    return Costs(**{name: round(statistics.mean(values)) for name, values in found.items()})


def bot_games(services: WorkerServices, client: Redis, slug: str) -> tuple[float, float]:
    """CPU seconds of a worker per turn, and bytes of a finished game."""

    class Opened(list[str]):
        def enqueue(self, owed: list[OutboxEntry]) -> None:
            self.extend(entry.text for entry in owed)

    inbox, engine, commits, ends = Opened(), game(slug), 0, []
    games, started = GameService(services.store, inbox), time.process_time()
    for _ in range(BOT_GAMES):
        created, _ = build_game(
            engine, services.store.new_id_for(None), Opening([SeatPlan("bot"), SeatPlan("bot")], {})
        )
        games.create(created, None)
        while inbox:
            turns.play(services, games, services.store.load(engine, created.id), Turn.parse(inbox.pop(0)))
        commits += services.store.load(engine, created.id).version
        ends.append(size(client, created.id))
    return (time.process_time() - started) / commits, statistics.mean(ends)


def kept_answer(app: Flask, client: Redis, player: Player) -> float:
    """Bytes that a keyed act leaves behind for as long as its answer is kept."""
    [(environ, wanted)] = player.acts(1)
    status, _ = call(app, environ | {"HTTP_IDEMPOTENCY_KEY": "capacity"})
    assert status == wanted
    names = [*client.scan_iter("*:answer:*", count=1000)]
    return statistics.mean(client.memory_usage(name, samples=0) or 0 for name in names)


def size(client: Redis, identifier: str) -> int:
    names = (keys.game(identifier), keys.log(identifier), keys.acts(identifier), keys.repeats(identifier))
    return sum(client.memory_usage(name, samples=0) or 0 for name in names)


def table(rows: dict[str, str]) -> str:
    return "\n".join(["| what | figure |", "|---|---|", *[f"| {name} | {value} |" for name, value in rows.items()]])


def main() -> int:
    stop_servers_on_sigterm()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="ludo-capacity-"))
    server = EmbeddedServer(folder)
    server.start()
    try:
        found = measure(server.url, folder)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    costs = mean(found)
    spread = {name: f"{min(values):,.0f}-{max(values):,.0f}" for name, values in found.items()}
    print(table({name: f"{value:,} ({spread[name]})" for name, value in asdict(costs).items()}), "\n")
    print(table(plan(costs, Habits(), arguments.games)))
    million = plan(costs, Habits(), 1_000_000)
    return 0 if all(int(million[name]) <= most for name, most in MOST_CORES.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
