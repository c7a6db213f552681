"""Does an act cost the same in a long game and in a full store? CPU and Redis bytes per act, first to last.

Logs are padded with real entries to 10, 100, 1,000 and 10,000 events; the store is filled with copies of a real game to
10, 1,000 and 100,000 games. ``python -m bench.growth [--most 100000]``
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask
from redis import Redis

from api.app import create_app
from api.observing import log
from bench.http import WIDE, Player, call, get, timed
from engines.registry import game, slugs
from store import keys
from store.embedded import EmbeddedServer
from store.ids import new_id
from store.settings import Settings
from store.table import decode_head

LIMIT = 1.15
LENGTHS = (10, 100, 1_000, 10_000)
STORED = (10, 1_000, 100_000)
SLICES, CALLS = 15, 40


def pad(client: Redis, identifier: str, length: int) -> None:
    """Make a game's history look long: the same entries again and again."""
    entries = client.lrange(keys.log(identifier), 0, -1)
    acts = client.lrange(keys.acts(identifier), 1, -1) or client.lrange(keys.acts(identifier), 0, -1)
    missing = length - len(entries)
    for start in range(0, missing, 500):
        count = min(500, missing - start)
        client.rpush(keys.log(identifier), *[entries[i % len(entries)] for i in range(count)])
        client.rpush(keys.acts(identifier), *[acts[i % len(acts)] for i in range(count)])
    head = decode_head(client.hget(keys.game(identifier), "head"))
    head.seq = max(head.seq, length)
    client.hset(keys.game(identifier), "head", msgspec.msgpack.encode(head))


def act_cost(app: Flask, player: Player, client: Redis, length: int | None) -> tuple[float, float]:
    """Median CPU seconds and median Redis bytes of an act, in games of that length."""
    costs, sizes = [], []
    for _ in range(SLICES):
        player._open()
        calls = list(player.acts(CALLS))
        identifier = player.id
        if length is not None:
            pad(client, identifier, length)
        before = used(client, identifier)
        costs.append(timed(app, calls))
        sizes.append((used(client, identifier) - before) / len(calls))
    return statistics.median(costs), statistics.median(sizes)


def used(client: Redis, identifier: str) -> int:
    names = (keys.game(identifier), keys.log(identifier), keys.acts(identifier))
    return sum(client.memory_usage(name, samples=0) or 0 for name in names)


def fill(client: Redis, identifier: str, stored: int, there: int) -> int:
    """Copy a game until so many are stored."""
    names = [keys.game(identifier), keys.log(identifier), keys.acts(identifier)]
    dumps = [client.dump(name) for name in names]
    pipe = client.pipeline(transaction=False)
    for number in range(there, stored):
        other = new_id()
        for name, dump in zip((keys.game(other), keys.log(other), keys.acts(other)), dumps, strict=True):
            pipe.restore(name, 0, dump)
        if number % 500 == 0:
            pipe.execute()
    pipe.execute()
    return max(stored, there)


def report(title: str, rows: list[tuple[str, float, float]]) -> bool:
    first = rows[0]
    print(f"\n{title:<24} CPU us   x first   bytes   x first")
    for name, cpu, size in rows:
        print(f"{name:<24} {cpu * 1e6:6.0f} {cpu / first[1]:9.2f} {size:7.0f} {size / max(first[2], 1):9.2f}")
    return rows[-1][1] / first[1] <= LIMIT and rows[-1][2] <= first[2] * LIMIT + 64


def sizes_at_rest(app: Flask, client: Redis) -> None:
    print("\ngame        snapshot   head   whole game in Redis after 40 acts (bytes)")
    for slug in slugs():
        player = Player(app, slug)
        timed(app, list(player.acts(40)))
        name = keys.game(player.id)
        print(
            f"{slug:<10} {client.hstrlen(name, 'pos'):9} {client.hstrlen(name, 'head'):6} {used(client, player.id):9}"
        )


def paging_is_flat(app: Flask, player: Player, client: Redis) -> None:
    """A page of a long history is a page: the rest is not loaded."""
    pad(client, player.id, 10_000)
    path = f"/v1/{player.slug}/games/{player.id}/events"
    status, page = call(app, get(f"{path}?after=9000&limit=50", player.tokens[0]))
    assert status == 200
    assert len(page["events"]) <= 50
    assert page["more"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=STORED[-1])
    parser.add_argument("--game", default="bakong")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="ludo-growth-"))
    server = EmbeddedServer(folder)
    server.start()
    try:
        return run(server.url, folder, arguments)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def run(url: str, folder: Path, arguments: Any) -> int:
    app = create_app(Settings(redis_url=url, data=folder, **WIDE))
    log.handlers[0].setStream(Path(os.devnull).open("w"))  # type: ignore[attr-defined]  # noqa: SIM115
    client, player = Redis.from_url(url), Player(app, game(arguments.game).slug)
    timed(app, list(player.acts(100)))
    rows = [(f"log of {length:,}", *act_cost(app, player, client, length)) for length in LENGTHS]
    flat = report("log length", rows)
    paging_is_flat(app, player, client)
    player._open()
    timed(app, list(player.acts(40)))
    there, filled = client.dbsize() // 3, []
    for stored in [count for count in STORED if count <= arguments.most]:
        there = fill(client, player.id, stored, there)
        filled.append((f"{stored:,} games stored", *act_cost(app, player, client, None)))
    flat = report("games stored", filled) and flat
    sizes_at_rest(app, client)
    memory = client.info("memory")["used_memory"]
    print(f"\n{there:,} games take {memory / 1e6:.0f} MB of Redis memory: {memory / max(there, 1):.0f} bytes each")
    return 0 if flat else 1


if __name__ == "__main__":
    sys.exit(main())
