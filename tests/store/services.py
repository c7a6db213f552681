"""A store with its rooms around it, for tests that do without HTTP."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct
from redis import Redis

from engines.kernel.game import Game
from engines.kernel.records import Action
from engines.kernel.registry import game
from store.games.changes.actions import SubmitAction
from store.games.changes.create import Opening, SeatPlan, Tokens, build_game
from store.games.history import History
from store.games.idempotency import IdempotencyKey
from store.games.repository import GameRepository
from store.games.service import GameService
from store.ids import new_id
from store.model.game import StoredGame
from store.model.outcomes import Accepted, Conflict, Outcome
from store.model.record import Clock
from store.model.turns import OutboxEntry
from store.settings import Settings

SEED = bytes(range(32))


class TurnNotifier:
    """Keeps the turns that are enqueued."""

    def __init__(self) -> None:
        self.turns: list[str] = []

    def enqueue(self, owed: list[OutboxEntry]) -> None:
        self.turns += [entry.text for entry in owed]


class StoreHarness:
    """Repository, service and history over one Redis server, with short methods for what tests do with games."""

    def __init__(self, url: str, data: Path, **settings: Any) -> None:
        self.settings = Settings(redis_url=url, data=data, **{"remote_loopback": 1} | settings)
        self.store = GameRepository(self.settings)
        self.notifier = TurnNotifier()
        self.games = GameService(self.store, self.notifier)
        self.history = History(self.store)
        self.outcome: Outcome | Conflict | None = None
        """Of the last creation."""
        self.redis = Redis.from_url(self.store.redis.listening_url("{p00}:wake:"))

    def close(self) -> None:
        self.redis.close()
        self.store.redis.close()

    def open(
        self,
        slug: str = "bakong",
        kinds: str = "hb",
        *,
        clock: Clock | None = None,
        private: bool = False,
        key: IdempotencyKey | None = None,
        identifier: str | None = None,
    ) -> tuple[StoredGame, Tokens]:
        """A new game, seat 0 begins; ``kinds`` has a letter for each seat: h(uman), b(ot), o(pen)."""
        kind = {"h": "human", "b": "bot", "o": "open"}
        plans = [SeatPlan(kind[letter]) for letter in kinds]  # type: ignore[arg-type]
        options = {"first_seat": 0} if slug in ("bakong", "babord") else {}
        payload = Opening(plans, options, private=private, seed=SEED, clock=clock)
        table, tokens = build_game(game(slug), identifier or self.store.new_id_for(key), payload)
        self.outcome = self.games.create(table, tokens, key)
        return table, tokens

    def load(self, table: StoredGame, key: IdempotencyKey | None = None) -> StoredGame:
        return self.store.load(table.engine, table.id, key)

    def act(self, table: StoredGame, seat: int, action: Action, key: IdempotencyKey | None = None) -> StoredGame:
        """Load the game and play one action, as the seat's holder or as its bot."""
        loaded = self.load(table, key)
        if loaded.bot_plays(seat):
            return self.games.change(loaded, lambda now: now.act(seat, action))
        return accepted(self.submit(table, seat, action, key))

    def submit(self, table: StoredGame, seat: int, action: Action, key: IdempotencyKey | None = None) -> Outcome:
        """Load the game and submit an action of the seat's holder."""
        return self.games.submit_action(self.load(table, key), SubmitAction(seat, action, key=key))

    def change(self, table: StoredGame, change: Callable[[StoredGame], object]) -> StoredGame:
        """Load the game and change it; a refusal is an error of the test."""

        def accept(game: StoredGame) -> None:
            refusal = change(game)
            assert not isinstance(refusal, Struct), refusal

        return self.games.change(self.load(table), accept)

    def step(self, table: StoredGame, key: IdempotencyKey | None = None) -> StoredGame:
        """Play the first legal action of the first seat that owes one."""
        loaded = self.load(table)
        seat = loaded.to_act()[0]
        return self.act(table, seat, first_action(loaded, seat), key)


def accepted(outcome: object) -> StoredGame:
    """The game after a change that must have been accepted."""
    assert isinstance(outcome, Accepted), outcome
    return outcome.game


def first_action(table: StoredGame, seat: int) -> Action:
    return table.engine.rules.legal(table.position, seat).actions[0]


def idempotency_key(key: str, request: bytes = b"request", sealed: bool = False) -> IdempotencyKey:
    return IdempotencyKey.of("somebody", key, request, sealed)


def fresh_id() -> str:
    return new_id()


def engine(slug: str) -> Game[Any, Any]:
    return game(slug)
