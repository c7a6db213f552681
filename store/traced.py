"""The repository where traces are switched on: one trace goes from a request to all that follows from it.

Beside a game stands the span of its last commit. A bot's turn, a hook and a call to a remote bot are parts of it, so
they need not be told by whom they were caused.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress
from typing import Any

from opentelemetry.trace import SpanKind

from store.changes.outcomes import Conflict, Repeat
from store.game import StoredGame
from store.idempotency import IdempotencyKey
from store.process.tracing import HEADER, Tracing
from store.redis import keys
from store.redis.client import OutcomeUnknown, StoreUnavailable
from store.repository import GameRepository
from store.settings import Settings

KEEP_SECONDS = 600
"""What happens later than so long after a commit is a trace of its own."""


class TracedRepository(GameRepository):
    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.tracing = Tracing()

    def commit(self, game: StoredGame, key: IdempotencyKey | None, answer: bytes) -> Conflict | Repeat | None:
        with self.span("commit", game.id, kind=SpanKind.CLIENT, version=game.version):
            self._remember(game.id)
            return super().commit(game, key, answer)

    def span(
        self, name: str, game: str, kind: SpanKind = SpanKind.INTERNAL, **said: str | int
    ) -> AbstractContextManager[Any]:
        """A part of what is under way, else of what the game's last commit was part of."""
        parent = None if self.tracing.under_way() else self._remembered(game)
        return self.tracing.span(name, parent, kind, game=game, **said)

    def trace_headers(self) -> dict[str, str]:
        return {HEADER: self.tracing.traceparent()}

    def _remember(self, game: str) -> None:
        with suppress(StoreUnavailable, OutcomeUnknown):
            self.redis.write(("SET", keys.trace(game), self.tracing.traceparent(), "EX", KEEP_SECONDS))

    def _remembered(self, game: str) -> str | None:
        with suppress(StoreUnavailable, OutcomeUnknown, keys.UnknownId):
            [found] = self.redis.read(("GET", keys.trace(game)))
            return None if found is None else found.decode()
        return None
