"""Finished games as files: one compressed NDJSON file per game and day, kept after the games have expired.

A file is written under another name and then renamed, so that a killed process leaves no partial file. Running it again
changes nothing: a day's file is rewritten only if games of that day are missing.
"""

from __future__ import annotations

import fcntl
import gzip
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from engines.kernel.registry import game, slugs
from store.games.history import History
from store.games.replay.finished import Ended, FinishedGames
from store.games.repository import GameRepository

SUFFIX = ".ndjson.gz"


class Line(Struct):
    """The part of an archived replay that identifies it."""

    id: str
    cursor: str


def archive(store: GameRepository, history: History, folder: Path) -> int:
    """Write the public finished games that the folder lacks; returns their number.

    Only one process at a time; a second one returns at once.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return 0
        return _archive(store, history, folder)


def _archive(store: GameRepository, history: History, folder: Path) -> int:
    written = 0
    for left_behind in folder.rglob(f".*{SUFFIX}.*"):  # of a killed process
        left_behind.unlink()
    for slug in slugs():
        games = FinishedGames(game(slug), store, history)
        after = last_of(folder / slug)
        while page := games.page(after, None):
            written += _add(folder / slug, games, page)
            after = page[-1]
    return written


def last_of(folder: Path) -> Ended:
    """The last game in the newest file of the folder; before it nothing is missing."""
    for path in sorted(folder.glob(f"*{SUFFIX}"), reverse=True):
        cursors = [Ended.parse(msgspec.json.decode(line, type=Line).cursor) for line in lines_of(path)]
        if cursors:
            return max(cursors)
    return Ended(0, "")


def lines_of(path: Path) -> Iterator[bytes]:
    """The replays of a file, one at a time."""
    with gzip.open(path, "rb") as file:
        yield from file


def _add(folder: Path, games: FinishedGames, page: list[Ended]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    days: dict[str, list[Ended]] = {}
    for entry in page:
        days.setdefault(datetime.fromtimestamp(entry.at / 1000, UTC).date().isoformat(), []).append(entry)
    return sum(_add_to_day(folder / f"{day}{SUFFIX}", games, entries) for day, entries in days.items())


def _add_to_day(path: Path, games: FinishedGames, entries: list[Ended]) -> int:
    """Append to a day's file as another gzip member; a new file replaces the old one."""
    lines = [found[0] for found in map(games.replay, entries) if found is not None]
    if not lines:
        return 0
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with beside.open("wb") as file:
        if path.exists():
            with path.open("rb") as old:
                while piece := old.read(1 << 20):
                    file.write(piece)
        file.write(gzip.compress(b"".join(lines)))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    return len(lines)
