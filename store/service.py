"""The one use-case through which a game ever changes: load, check, apply, commit, publish, wake the bots.

The API and the workers both go through ``GameService.make``; everything else here says what is changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from store.cache import StaleCache
from store.game import StoredGame
from store.repository import GameRepository, IdempotencyKey

Change = Callable[[StoredGame], None]
Render = Callable[[StoredGame], bytes]


class GameExists(Exception):
    """Somebody has opened the game of this id already."""


class TurnNotifier(Protocol):
    """Whoever is told which bots now owe a turn."""

    def enqueue(self, turns: list[str], client: str = "") -> None: ...


class GameService:
    def __init__(self, store: GameRepository, queue: TurnNotifier) -> None:
        self.store = store
        self.queue = queue

    def make(
        self, table: StoredGame, edit: Change, render: Render, ticket: IdempotencyKey | None = None
    ) -> tuple[StoredGame, bytes]:
        """Change a loaded game. ``edit`` refuses by raising; ``render`` makes the answer that is stored and returned.

        When another change comes first, ``edit`` sees the new table and decides again. For a table from the shelf
        that is left to the caller (StaleCache), who must also ask again who may do what there.
        """
        self.store.refuse_repeat(table, ticket)
        while True:
            edit(table)
            if not table.events:
                return table, render(table)
            answer = self._commit(table, render, ticket)
            if isinstance(answer, bytes):
                return table, answer
            if table.cached:
                raise StaleCache(answer)
            table = answer

    def open(self, table: StoredGame, render: Render, ticket: IdempotencyKey | None = None) -> bytes:
        """Write a new game; with a ticket, twice the same creation makes one game. Raises GameExists."""
        answer = self._commit(table, render, ticket)
        if not isinstance(answer, bytes):
            raise GameExists(table.id)
        return answer

    def _commit(self, table: StoredGame, render: Render, ticket: IdempotencyKey | None) -> bytes | StoredGame:
        if table.record.seq >= self.store.settings.game_events and not table.over:
            table.abort("length")
        table.settle(self.store.keep_ms(table), self.store.settings.remote_seconds * 1000)
        answer = render(table)
        rival = self.store.commit(table, ticket, answer)
        if rival is not None:
            return rival
        if table.owed:
            self.queue.enqueue(table.owed, table.record.client)
        return answer
