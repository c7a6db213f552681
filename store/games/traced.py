"""The repository with traces: one trace covers a request and everything that follows from it.

The span of a game's last commit is stored with the game. A bot's turn, a hook and a call to a remote bot become parts
of it without passing it along.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress
from typing import Any

from opentelemetry.trace import SpanKind

from store.games.idempotency import IdempotencyKey
from store.games.repository import GameRepository
from store.model.game import StoredGame
from store.model.outcomes import Conflict, Repeat
from store.process.tracing import HEADER, Tracing
from store.redis import keys
from store.redis.client import OutcomeUnknown, StoreUnavailable
from store.settings import Settings

KEEP_SECONDS = 600
"""What happens later than this after a commit starts its own trace."""


class TracedRepository(GameRepository):
    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.tracing = Tracing()

    def commit(self, game: StoredGame, key: IdempotencyKey | None, answer: bytes = b"") -> Conflict | Repeat | None:
        with self.span("commit", game.id, kind=SpanKind.CLIENT, version=game.version):
            self._remember(game.id)
            return super().commit(game, key, answer)

    def span(
        self, name: str, game: str, kind: SpanKind = SpanKind.INTERNAL, **said: str | int
    ) -> AbstractContextManager[Any]:
        """A child of the current span, or of the span of the game's last commit."""
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
