"""Games that a worker cannot read: another version stored them, or they are harmed."""

from __future__ import annotations

import logging

from store.model.record import SchemaMismatch

FIRST_MS, LONGEST_MS = 3000, 3_600_000
"""When such a game is looked at again: soon, since a worker of its own version may be there, then ever later."""
log = logging.getLogger("ludotheque")


class UnreadableGames:
    """The unreadable games that one process has met. Each is logged once."""

    def __init__(self) -> None:
        self._delays: dict[str, int] = {}

    def delay(self, game: str, error: SchemaMismatch) -> int:
        """Milliseconds after which to look at the game again; each time twice as many."""
        known = self._delays.get(game)
        if known is None:
            log.error("a game cannot be read", extra={"fields": {"game": game, "error": str(error)}})
        self._delays[game] = now = FIRST_MS if known is None else min(2 * known, LONGEST_MS)
        return now
