"""Games of a chosen length in a store of a chosen size, and what an act costs there."""

from __future__ import annotations

import shutil
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, cast

import msgspec
import orjson
from redis import Redis

from api.app import create_app
from bench.support.player import WIDE, Call, Player, discard_log_lines, timed
from engines.kernel.registry import slugs
from store.ids import new_id
from store.model.record import decode_record
from store.redis import keys
from store.redis.embedded import EmbeddedServer
from store.settings import Settings

ACTS = 40
"""In one slice, and in each game that is stored."""
PAGE = 500
"""Entries of a log that are written at once."""
KEPT_MS = 720 * 3600 * 1000
MEMORY_MB = 8_000
"""Of the server: enough for 100,000 games."""


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
        return float(statistics.median(getattr(cost, part) for cost in self.costs))

    def ratio(self, first: Row, part: str) -> float:
        """Beside the first row, in the same rounds."""
        pairs = zip(self.costs, first.costs, strict=True)
        return float(statistics.median(getattr(mine, part) / max(getattr(its, part), 1e-9) for mine, its in pairs))


class Ready(NamedTuple):
    """A game, and acts of it that have not been played yet."""

    id: str
    calls: list[Call]


class ServerStack:
    """An application over a server of its own."""

    def __init__(self, url: str, folder: Path, slug: str) -> None:
        self.app = create_app(Settings(redis_url=url, data=folder, **WIDE))
        discard_log_lines()
        self.client = Redis.from_url(url)
        self.player = Player(self.app, slug)

    def ready(self, seed: int, length: int = 0) -> Ready:
        """The game with this seed and a history so long, and a slice of its acts."""
        player = self.player
        player.number = seed - 1
        player.open_game()
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
            self.player.open_game()
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
    server = EmbeddedServer(folder, memory_mb=MEMORY_MB)
    server.start()
    try:
        yield ServerStack(server.url, folder, slug)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def pad(client: Redis, identifier: str, length: int) -> None:
    """Make a game's history so long: its own entries again and again, numbered on, all of the present version."""
    name = keys.game(identifier)
    entries, acts = client.lrange(keys.log(identifier), 0, -1), client.lrange(keys.acts(identifier), 0, -1)
    version = int(client.hget(name, "v") or 0)
    there = len(entries)
    for start in range(there, length, PAGE):
        places = range(start, min(start + PAGE, length))
        added = [orjson.loads(entries[place % there]) | {"seq": place + 1, "version": version} for place in places]
        client.rpush(keys.log(identifier), *[orjson.dumps(entry) for entry in added])
        client.rpush(keys.acts(identifier), *[acts[place % len(acts)] for place in places])
    head = decode_record(cast(bytes, client.hget(name, "head")))
    head.seq = max(there, length)
    client.hset(name, "head", msgspec.msgpack.encode(head))


def names(identifier: str) -> tuple[str, str, str]:
    return keys.game(identifier), keys.log(identifier), keys.acts(identifier)


def used(client: Redis, identifier: str) -> int:
    return sum(client.memory_usage(name, samples=0) or 0 for name in names(identifier))


class Templates:
    """A game of each kind, to be copied."""

    def __init__(self, own: ServerStack) -> None:
        self.client = own.client
        self.dumps: list[tuple[str, list[bytes]]] = []
        self.made = 0
        for slug in slugs():
            player = Player(own.app, slug)
            timed(own.app, list(player.acts(ACTS)))
            self.dumps.append((slug, [cast(bytes, own.client.dump(name)) for name in names(player.id)]))

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
