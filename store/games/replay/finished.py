"""Public finished games in the order in which they ended, for exports and archives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from engines.kernel.game import Game
from store.games.history import History
from store.games.replay.document import replay_document
from store.games.repository import GameRepository, NoSuchGame
from store.games.views import encode
from store.model.record import SchemaMismatch
from store.process.clock import now_ms
from store.redis import keys

PAGE = 50
"""Games that are loaded at once."""
SETTLED_MS = 1000
"""A game that has just ended may precede one that is still being committed: it is left for the next read."""


class Ended(NamedTuple):
    """End time and id of a game: the order of an export, and its cursor."""

    at: int
    id: str

    def __str__(self) -> str:
        return f"{self.at}-{self.id}"

    @classmethod
    def parse(cls, cursor: str) -> Ended:
        at, _, identifier = cursor.partition("-")
        return cls(int(at), identifier)


class FinishedGames:
    """The finished games of one kind."""

    def __init__(self, engine: Game[Any, Any], store: GameRepository, history: History) -> None:
        self.engine = engine
        self.store = store
        self.history = history

    def page(self, after: Ended, until: int | None, limit: int = PAGE) -> list[Ended]:
        """Up to this many games that ended after the cursor and not after ``until``; oldest first."""
        until = now_ms() - SETTLED_MS if until is None else until
        lists = [keys.listing(tag, self.engine.slug, "finished") for tag in keys.tags()]
        commands: list[tuple[Any, ...]] = [
            ("ZRANGEBYSCORE", name, f"({after.at}", until, "WITHSCORES", "LIMIT", 0, limit) for name in lists
        ]
        if after.at <= until:  # games of the cursor's very moment: the id decides which come after it
            commands += [("ZRANGEBYSCORE", name, after.at, after.at, "WITHSCORES") for name in lists]
        found = [
            Ended(int(float(score)), member.decode())
            for reply in self.store.redis.read(*commands)
            for member, score in zip(reply[::2], reply[1::2], strict=True)
        ]
        return sorted(entry for entry in found if entry > after)[:limit]

    def replay(self, entry: Ended) -> tuple[bytes, int] | None:
        """The replay of a game as one line, and its acts; None if it has expired or cannot be read."""
        with suppress(NoSuchGame, SchemaMismatch):
            game = self.store.load(self.engine, entry.id)
            acts = self.history.acts(entry.id)
            if game.over and game.position is not None and acts:
                document = replay_document(game, acts)
                document.cursor = str(entry)  # type: ignore[attr-defined]
                return encode(document) + b"\n", len(acts)
        return None

    def replays(self, after: Ended, until: int | None) -> Iterator[tuple[Ended, bytes]]:
        """All of them, one at a time."""
        while page := self.page(after, until):
            for entry in page:
                if (found := self.replay(entry)) is not None:
                    yield entry, found[0]
            after = page[-1]
