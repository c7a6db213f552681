"""Games as this process last saw them, so that the next action need not load them first.

A cached game is a guess. The commit compares its version and revision with what is stored, so an action that is written
was played on the true state; what a cached game refuses is decided again on the stored one.
"""

from __future__ import annotations

from threading import Lock

from store.game import StoredGame


class GameCache:
    """The games of one process, the latest last; with no room it stays empty."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._games: dict[str, StoredGame] = {}
        self._lock = Lock()

    def take(self, slug: str, identifier: str) -> StoredGame | None:
        """Remove a game from the cache for the caller alone."""
        game = self._games.pop(identifier, None)
        return game if game is not None and game.record.slug == slug else None

    def put(self, game: StoredGame) -> None:
        """Keep a running game as it is stored now; the caller must be done with it."""
        if not self.room or game.status != "running":
            return
        game.reset()
        with self._lock:
            other = self._games.pop(game.id, None)
            self._games[game.id] = game if other is None or other.version <= game.version else other
            if len(self._games) > self.room:
                del self._games[next(iter(self._games))]

    def __len__(self) -> int:
        return len(self._games)
