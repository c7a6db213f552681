"""Check of a data folder before an upgrade (``ludotheque check``): can this version read every game in it?

The server of an older version may go on: a copy of its files is read.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct
from redis import Redis

from engines.kernel.refusals import InvalidOptions
from store.games.history import History
from store.games.repository import GameRepository, NoSuchGame
from store.model.record import SchemaMismatch
from store.redis.embedded import EmbeddedServer
from store.settings import Settings

PAGE = 500
"""Events that are read at once."""


class CheckedGame(Struct):
    """A stored game, and why it cannot be read."""

    id: str
    fault: str | None
    """None: it can be read."""


def check_folder(data: Path) -> Iterator[CheckedGame]:
    """Load every game of a data folder. Raises ServerFailed or OSError if the folder itself cannot be read."""
    with tempfile.TemporaryDirectory(prefix="ludotheque-check-") as folder:
        copy = Path(folder)
        shutil.copytree(data / "redis", copy / "redis", ignore=shutil.ignore_patterns("*.sock", "*.log"))
        server = EmbeddedServer(copy, memory_mb=0)
        server.start()
        try:
            yield from _check(GameRepository(Settings(redis_url=server.url, data=copy)))
        finally:
            server.stop()


def _check(store: GameRepository) -> Iterator[CheckedGame]:
    history = History(store)
    with Redis.from_url(store.settings.redis_url) as redis:
        names = [name.decode() for name in redis.scan_iter("{p*}:game:*", 1000)]
    for identifier in sorted(name.rpartition(":")[2] for name in names):
        fault = None
        try:
            _load(store, history, identifier)
        except (SchemaMismatch, InvalidOptions, msgspec.DecodeError) as error:
            fault = str(error)
        except NoSuchGame as error:
            fault = f"there is no game {error}"
        yield CheckedGame(identifier, fault)


def _load(store: GameRepository, history: History, identifier: str) -> None:
    """Read all that is stored of a game: record, position, options, acts, events."""
    game = store.find(identifier)
    record = game.record
    game.engine.recorded_options(record.options, len(record.seats))
    history.acts(identifier)
    for first in range(0, record.seq, PAGE):
        history.events(record.slug, identifier, first, PAGE)
