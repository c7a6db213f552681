"""What an act and a view cost the API, and an act its Redis: CPU per request through the WSGI application.

``python -m bench.server.requests URL FOLDER`` prints the figures of the five games as JSON, on a Redis that runs.
"""

from __future__ import annotations

import json
import statistics
import sys
from pathlib import Path

from flask import Flask
from redis import Redis

from api.app import create_app
from bench.support.player import WIDE, Player, discard_log_lines, timed
from engines.kernel.registry import slugs
from store.settings import Settings

ROUNDS, ACTS, COMMITS = 8, 30, 40


def request_costs(app: Flask, client: Redis, player: Player) -> dict[str, float]:
    """CPU of the API for an act and a view, and of Redis for an act; leaves a game of forty commits behind."""
    act, redis = [], []
    for _ in range(ROUNDS):
        player.open_game()
        calls, before = list(player.acts(ACTS)), busy(client)
        act.append(timed(app, calls))
        redis.append((busy(client) - before) / len(calls))
    timed(app, list(player.acts(COMMITS - ACTS)))
    return {
        "act_us": statistics.median(act) * 1e6,
        "commit_us": statistics.median(redis) * 1e6,
        "view_us": timed(app, list(player.views(100))) * 1e6,
    }


def all_games(url: str, folder: Path) -> dict[str, list[float]]:
    """By cost: the figure of each game."""
    app = create_app(Settings(redis_url=url, data=folder, secret="s" * 32, **WIDE))
    discard_log_lines()
    client = Redis.from_url(url)
    games = [request_costs(app, client, Player(app, slug)) for slug in slugs()]
    return {name: [each[name] for each in games] for name in games[0]}


def busy(client: Redis) -> float:
    used = client.info("cpu")
    return float(used["used_cpu_user"]) + float(used["used_cpu_sys"])


if __name__ == "__main__":
    print(json.dumps(all_games(sys.argv[1], Path(sys.argv[2]))))
