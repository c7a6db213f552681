"""Does an act cost the same in a long game and in a full store? CPU and Redis bytes per act, first to last.

Logs are padded with real entries to 10, 100, 1,000 and 10,000 events. A second store is filled with copies of real
games, listed and with their time to live, to 10, 1,000 and 100,000. The same acts of the same games are played in
interleaved slices; a ratio is the median over the rounds. CPU is that of the application and of the server together.
Fails when the last row is above 1.15 times the first.

``python -m bench.growth [--most 100000] [--rounds 25] [--game bakong]``
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import orjson
from redis import Redis

from api.app import create_app
from bench.http import WIDE, Call, Player, call, get, timed
from bench.support.discard import DISCARD
from engines.kernel.registry import game, slugs
from store.ids import new_id
from store.process.logs import log
from store.record import decode_record
from store.redis import keys
from store.redis.embedded import EmbeddedServer
from store.settings import Settings

LIMIT = 1.15
LENGTHS = (10, 100, 1_000, 10_000)
STORED = (10, 1_000, 100_000)
ACTS = 40
"""In one slice, and in each game that is stored."""
PAGE = 500
SETTLED = 1.2
"""Seconds after which the server has written to disk what was padded or filled in."""
KEPT_MS = 720 * 3600 * 1000


class Cost(NamedTuple):
    """One act."""

    app: float
    """Seconds of CPU."""
    server: float
    memory: float
    """Bytes that it added to what the store holds."""

    @property
    def cpu(self) -> float:
        return self.app + self.server


class Row(NamedTuple):
    """One line of a table: what an act costs there, round by round."""

    name: str
    costs: list[Cost]

    def median(self, part: str) -> float:
        return statistics.median(getattr(cost, part) for cost in self.costs)

    def ratio(self, first: Row, part: str) -> float:
        """Beside the first row, in the same rounds."""
        pairs = zip(self.costs, first.costs, strict=True)
        return statistics.median(getattr(mine, part) / max(getattr(its, part), 1e-9) for mine, its in pairs)


class Ready(NamedTuple):
    """A game, and acts of it that have not been played yet."""

    id: str
    calls: list[Call]


class ServerStack:
    """An application over a server of its own."""

    def __init__(self, url: str, folder: Path, slug: str) -> None:
        self.app = create_app(Settings(redis_url=url, data=folder, **WIDE))
        log.handlers[0].setStream(DISCARD)  # type: ignore[attr-defined]
        self.client = Redis.from_url(url)
        self.player = Player(self.app, slug)

    def ready(self, seed: int, length: int = 0) -> Ready:
        """The game with this seed and a history so long, and a slice of its acts."""
        player = self.player
        player.number = seed - 1
        player._open()
        ready = Ready(player.id, list(player.acts(ACTS)))
        assert player.id == ready.id, "this game is too short: take another seed"
        if length:
            pad(self.client, ready.id, length)
        return ready

    def act(self, ready: Ready) -> Cost:
        """What an act costs there; the game is dropped again."""
        memory, server = used(self.client, ready.id), self.server_cpu()
        app = timed(self.app, ready.calls)
        server = (self.server_cpu() - server) / len(ready.calls)
        memory = used(self.client, ready.id) - memory
        self.client.delete(*names(ready.id))
        return Cost(app, server, memory / len(ready.calls))

    def lasting(self, count: int) -> list[int]:
        """Seeds of games that last for a slice."""
        found, seed = list[int](), 0
        while len(found) < count:
            seed += 1
            self.player.number = seed - 1
            self.player._open()
            identifier = self.player.id
            list(self.player.acts(ACTS))
            if self.player.id == identifier:
                found.append(seed)
        return found

    def server_cpu(self) -> float:
        spent = self.client.info("cpu")
        return float(spent["used_cpu_user"]) + float(spent["used_cpu_sys"])

    def memory(self) -> int:
        return int(self.client.info("memory")["used_memory"])


@contextmanager
def stack(slug: str) -> Iterator[ServerStack]:
    folder = Path(tempfile.mkdtemp(prefix="ludo-growth-"))
    server = EmbeddedServer(folder)
    server.start()
    try:
        yield ServerStack(server.url, folder, slug)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


# --- long games ------------------------------------------------------------------------------------------------------


def pad(client: Redis, identifier: str, length: int) -> None:
    """Make a game's history so long: its own entries again and again, numbered on, all of the present version."""
    name = keys.game(identifier)
    entries, acts = client.lrange(keys.log(identifier), 0, -1), client.lrange(keys.acts(identifier), 0, -1)
    version = int(client.hget(name, "v"))
    there = len(entries)
    for start in range(there, length, PAGE):
        places = range(start, min(start + PAGE, length))
        added = [orjson.loads(entries[place % there]) | {"seq": place + 1, "version": version} for place in places]
        client.rpush(keys.log(identifier), *[orjson.dumps(entry) for entry in added])
        client.rpush(keys.acts(identifier), *[acts[place % len(acts)] for place in places])
    head = decode_record(client.hget(name, "head"))
    head.seq = max(there, length)
    client.hset(name, "head", msgspec.msgpack.encode(head))


def names(identifier: str) -> tuple[str, str, str]:
    return keys.game(identifier), keys.log(identifier), keys.acts(identifier)


def used(client: Redis, identifier: str) -> int:
    return sum(client.memory_usage(name, samples=0) or 0 for name in names(identifier))


def long_games(own: ServerStack, rounds: int) -> list[Row]:
    rows = [Row(f"log of {length:,}", []) for length in LENGTHS]
    for seed in own.lasting(rounds):
        games = [(row, own.ready(seed, length)) for row, length in zip(rows, LENGTHS, strict=True)]
        time.sleep(SETTLED)
        for row, ready in random.sample(games, len(games)):
            row.costs.append(own.act(ready))
    return rows


def page_of_a_long_game(own: ServerStack) -> None:
    """A page of a long history is a page: the rest is not read."""
    player = own.player
    player._open()
    pad(own.client, player.id, LENGTHS[-1])
    before = own.client.info("stats")["total_net_output_bytes"]
    status, page = call(
        own.app, get(f"/v1/{player.slug}/games/{player.id}/events?after=9000&limit=50", player.tokens[0])
    )
    spent = own.client.info("stats")["total_net_output_bytes"] - before
    whole = own.client.memory_usage(keys.log(player.id), samples=0)
    assert (status, page["next_after"], page["more"]) == (200, 9050, True)
    print(f"\na page of 50 events of a log of {LENGTHS[-1]:,}: {spent:,} bytes from the server; the log has {whole:,}")


# --- a full store ----------------------------------------------------------------------------------------------------


class Templates:
    """A game of each kind, to be copied."""

    def __init__(self, own: ServerStack) -> None:
        self.client = own.client
        self.dumps: list[tuple[str, list[bytes]]] = []
        self.made = 0
        for slug in slugs():
            player = Player(own.app, slug)
            timed(own.app, list(player.acts(ACTS)))
            self.dumps.append((slug, [own.client.dump(name) for name in names(player.id)]))

    def fill(self, stored: int) -> None:
        """Copies, a game of each kind in turn, until there are so many."""
        pipe = self.client.pipeline(transaction=False)
        while self.made < stored:
            slug, dumps = self.dumps[self.made % len(self.dumps)]
            identifier = new_id()
            for name, dump in zip(names(identifier), dumps, strict=True):
                pipe.restore(name, KEPT_MS, dump)
            tag = keys.game(identifier).partition(":")[0]
            pipe.zadd(keys.listing(tag, slug, "running"), {identifier: self.made})
            self.made += 1
            if self.made % PAGE == 0:
                pipe.execute()
        pipe.execute()


def full_store(
    few: ServerStack, many: ServerStack, seeds: Sequence[int], most: int
) -> Iterator[tuple[Row, Row, float]]:
    """For each size: an act in a store with ten games, one in the full store, and the memory of a stored game."""
    Templates(few).fill(STORED[0])
    templates = Templates(many)
    many.client.config_set("auto-aof-rewrite-percentage", 0)  # no rewriting of the log while it is measured
    empty = many.memory()
    for stored in [count for count in STORED if count <= most]:
        templates.fill(stored)
        time.sleep(SETTLED)
        each = (many.memory() - empty) / stored
        first, row = Row(f"{STORED[0]:,} games stored", []), Row(f"{stored:,} games stored", [])
        for seed in seeds:
            for at, costs in random.sample([(few, first.costs), (many, row.costs)], 2):
                costs.append(at.act(at.ready(seed)))
        yield first, row, each


def sizes_at_rest(own: ServerStack) -> None:
    print(f"\ngame        snapshot   head   log   acts   whole game in Redis after {ACTS} acts (bytes)")
    for slug in slugs():
        player = Player(own.app, slug)
        timed(own.app, list(player.acts(ACTS)))
        name, logged, acts = names(player.id)
        parts = [own.client.memory_usage(key, samples=0) for key in (logged, acts)]
        print(
            f"{slug:<10} {own.client.hstrlen(name, 'pos'):9} {own.client.hstrlen(name, 'head'):6} "
            f"{parts[0]:5} {parts[1]:6} {used(own.client, player.id):9}"
        )


# --- the report ------------------------------------------------------------------------------------------------------


def heading(title: str) -> None:
    print(f"\n{title:<24} app us  server us   CPU x first   bytes   x first")


def line(row: Row, first: Row) -> bool:
    cpu, memory = row.ratio(first, "cpu"), row.ratio(first, "memory")
    print(
        f"{row.name:<24} {row.median('app') * 1e6:6.0f} {row.median('server') * 1e6:10.0f} {cpu:13.2f} "
        f"{row.median('memory'):7.0f} {memory:9.2f}"
    )
    return cpu <= LIMIT and memory <= LIMIT


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=STORED[-1])
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--game", default="bakong")
    arguments = parser.parse_args()
    slug = game(arguments.game).slug
    with stack(slug) as few, stack(slug) as many:
        timed(few.app, list(few.player.acts(100)))
        timed(many.app, list(many.player.acts(100)))
        rows = long_games(few, arguments.rounds)
        heading("log length")
        flat = [line(row, rows[0]) for row in rows][-1]
        page_of_a_long_game(few)
        sizes_at_rest(few)
        heading("games stored")
        memory, as_before = list[str](), True
        for first, row, each in full_store(few, many, few.lasting(arguments.rounds), arguments.most):
            as_before = line(row, first)
            memory.append(f"{row.name}: {each:,.0f} bytes of memory each, {ACTS} acts played")
        print("\n" + "\n".join(memory))
    return 0 if flat and as_before else 1


if __name__ == "__main__":
    sys.exit(main())
