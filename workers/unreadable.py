"""Games that a worker cannot read: another version stored them, or they are corrupt."""

from __future__ import annotations

import logging

from store.model.record import SchemaMismatch

FIRST_MS, LONGEST_MS = 3000, 3_600_000
"""The first and the longest delay before such a game is read again; a worker of its version may come meanwhile."""
log = logging.getLogger("ludotheque")


class UnreadableGames:
    """The unreadable games of one process. Each is logged once."""

    def __init__(self) -> None:
        self._delays: dict[str, int] = {}

    def delay(self, game: str, error: SchemaMismatch) -> int:
        """Milliseconds before the next attempt; doubled each time."""
        known = self._delays.get(game)
        if known is None:
            log.error("a game cannot be read", extra={"fields": {"game": game, "error": str(error)}})
        self._delays[game] = now = FIRST_MS if known is None else min(2 * known, LONGEST_MS)
        return now
