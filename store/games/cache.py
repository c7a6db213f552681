"""Games as this process last saw them, so that the next action need not load them.

A cached game may be stale. The commit compares its version and revision with the stored ones, so a committed action
was played on the current state; what a cached game refuses is decided again on the stored one.
"""

from __future__ import annotations

from threading import Lock

from store.model.game import StoredGame


class GameCache:
    """The cached games of one process, most recent last; with capacity 0 it stays empty."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._games: dict[str, StoredGame] = {}
        self._lock = Lock()

    def take(self, slug: str, identifier: str) -> StoredGame | None:
        """Remove a game from the cache; the caller now owns it."""
        game = self._games.pop(identifier, None)
        return game if game is not None and game.record.slug == slug else None

    def put(self, game: StoredGame) -> None:
        """Cache a running game in its stored state; the caller must not use it afterwards."""
        if not self.room or game.record.status != "running":
            return
        game.reset()
        with self._lock:
            other = self._games.pop(game.id, None)
            self._games[game.id] = game if other is None or other.version <= game.version else other
            if len(self._games) > self.room:
                del self._games[next(iter(self._games))]

    def __len__(self) -> int:
        return len(self._games)
