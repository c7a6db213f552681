"""Tables at hand: games as this process last saw them, so that the next act need not load them first.

A table from here is a guess. The commit compares its version and stamp with what is stored, so an act that is written
was played on the true state; whoever is refused on such a table asks the store before the refusal counts.
"""

from __future__ import annotations

from threading import Lock

from store.game import StoredGame


class StaleCache(Exception):
    """The table at hand was not the stored one; here is that. Nothing was written."""

    def __init__(self, table: StoredGame) -> None:
        super().__init__(f"the game is at version {table.version}")
        self.table = table


class GameCache:
    """The tables of one process, the latest last; with no room it stays empty."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._tables: dict[str, StoredGame] = {}
        self._lock = Lock()

    def take(self, slug: str, identifier: str) -> StoredGame | None:
        """A table for one caller alone: it is no longer on the shelf."""
        table = self._tables.pop(identifier, None)
        return table if table is not None and table.record.slug == slug else None

    def put(self, table: StoredGame) -> None:
        """Keep a running game as it is stored now; the caller must be done with it."""
        if not self.room or table.status != "running":
            return
        table.reset()
        with self._lock:
            other = self._tables.pop(table.id, None)
            self._tables[table.id] = table if other is None or other.version <= table.version else other
            if len(self._tables) > self.room:
                del self._tables[next(iter(self._tables))]

    def __len__(self) -> int:
        return len(self._tables)
