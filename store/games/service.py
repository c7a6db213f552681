"""The only module that changes games: load, check, apply, render, commit, notify.

The API and the workers both use ``GameService``. Outcomes are values (``store.model.outcomes``); an exception is a
fault and is never retried.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, Protocol

from store.games import views
from store.games.cache import GameCache
from store.games.changes import seats
from store.games.changes.actions import PlayAction, SubmitAction, game_over
from store.games.changes.create import RemoteSeat, Tokens
from store.games.changes.takebacks import take_back
from store.games.history import History
from store.games.idempotency import IdempotencyKey
from store.games.replay.past import PastPositions
from store.games.repository import GameRepository
from store.ids import new_token
from store.model.builtin import BuiltIn
from store.model.game import StoredGame
from store.model.job import Job
from store.model.outcomes import (
    Accepted,
    AnswerExpired,
    Conflict,
    Deferred,
    Outcome,
    Refusal,
    Refused,
    Replayed,
)
from store.model.turns import OutboxEntry
from store.redis.client import OutcomeUnknown

Change = Callable[[StoredGame], Refusal | None]
"""Changes a loaded game, or returns why not and leaves it unchanged."""
Render = Callable[[StoredGame], bytes]


class TurnNotifier(Protocol):
    """Receives the turns that bots owe from now on."""

    def enqueue(self, owed: list[OutboxEntry]) -> None: ...


class ActionJobs(Protocol):
    """Opens the jobs of deferred actions."""

    def open(self, game: StoredGame, submitted: SubmitAction) -> Job: ...


class GameService:
    def __init__(
        self,
        repository: GameRepository,
        notifier: TurnNotifier,
        cache: GameCache | None = None,
        deferred: ActionJobs | None = None,
    ) -> None:
        self.repository = repository
        self.notifier = notifier
        self.deferred = deferred
        self.cache = cache or GameCache(0)
        self.history = History(repository)

    # --- an action -----------------------------------------------------------------------------------------------

    def submit_action(self, game: StoredGame, submitted: SubmitAction) -> Accepted | Replayed | Refused | Deferred:
        """Play one action of one seat. The game comes from the cache or from the store; its bearer was checked."""
        if submitted.respond_async and self.deferred is not None and game.key_record is None:
            return Deferred(self.deferred.open(game, submitted))  # a worker calls this function again

        def render(played: StoredGame) -> bytes:
            remote = submitted.bot is not None
            return views.encode(
                views.acted_document(played, submitted.seat, submitted.language, remote, submitted.include)
            )

        outcome = self._make(game, PlayAction(submitted), render, submitted.key, keep_answer=False)
        return self._rebuilt(game, submitted, outcome.version) if isinstance(outcome, AnswerExpired) else outcome

    def _rebuilt(self, game: StoredGame, submitted: SubmitAction, version: int) -> Replayed:
        """The response to a repeated action: the events of its version, and the current view."""
        now = self.repository.load(game.engine, game.id)
        if now.version < version:  # Redis lost its last second after the record was read
            raise OutcomeUnknown(f"version {version} is lost")
        events = self.history.of_version(now.record.slug, now.id, version, now.record.seq)
        seat, remote = submitted.seat, submitted.bot is not None
        document = views.acted_again_document(now, seat, submitted.language, version, events, remote, submitted.include)
        return Replayed(views.encode(document), now.version)

    # --- other changes -------------------------------------------------------------------------------------------

    def create(
        self, game: StoredGame, tokens: Tokens | None, key: IdempotencyKey | None = None, language: str = "en"
    ) -> Outcome | Conflict:
        """Store a new game. Conflict: the id is already in use (a rematch requested twice)."""
        self._close(game)
        body = views.encode(views.created_document(game, tokens, views.only_human(game), language))
        committed = self.repository.commit(game, key, body)
        if committed is not None:
            return committed
        self._notify(game)
        return Accepted(game, body)

    def take_seat(
        self, game: StoredGame, seat: int | None, name: str | None, nonce: str | None, key: IdempotencyKey | None
    ) -> Outcome:
        token = new_token("seat")
        take = partial(seats.take, seat=seat, name=name, token=token, nonce=nonce)
        return self._make(game, take, partial(views.seat_taken_body, token=token), key)

    def change_seat(
        self,
        game: StoredGame,
        seat: int,
        by: seats.By,
        kind: seats.Kind,
        bot: BuiltIn | RemoteSeat | None,
        reader: views.Reader,
    ) -> Outcome:
        most_events = self.repository.settings.game_events

        def change(game: StoredGame) -> Refusal | None:
            too_long = seats.check_length(game, seat, by, kind, most_events)
            return too_long or seats.change(game, seat, by, kind, bot)

        return self._make(game, change, reader.acted_body)

    def resign(
        self, game: StoredGame, seat: int, end: bool, reader: views.Reader, key: IdempotencyKey | None
    ) -> Outcome:
        return self._make(game, partial(seats.resign, seat=seat, end=end), reader.acted_body, key)

    def take_back(
        self, game: StoredGame, seat: int, version: int, past: PastPositions, reader: views.Reader
    ) -> Outcome:
        most_events = self.repository.settings.game_events
        change = partial(take_back, seat=seat, version=version, past=past, most_events=most_events)
        return self._make(game, change, reader.acted_body)

    def abort(self, game: StoredGame, reader: views.Reader) -> Outcome:
        return self._make(game, partial(_abort, reason="host"), reader.acted_body)

    def offer_rematch(self, game: StoredGame, identifier: str) -> Outcome:
        """Record the id of the rematch; if there is one already, nothing changes."""
        return self._make(game, partial(seats.offer_rematch, identifier=identifier), lambda _: b"")

    def change(self, game: StoredGame, change: Callable[[StoredGame], None]) -> StoredGame:
        """Make a change that no request waits for: a bot's turn, an expired clock. It may find nothing to do."""
        with self.repository.span("job", game.id):
            outcome = self._make(game, change, lambda _: b"")
            assert isinstance(outcome, Accepted)  # noqa: S101 - such a change refuses nothing and has no key
            return outcome.game

    # --- the commit loop -----------------------------------------------------------------------------------------

    def _make(
        self,
        game: StoredGame,
        change: Change,
        render: Render,
        key: IdempotencyKey | None = None,
        keep_answer: bool = True,
    ) -> Outcome:
        """Check, apply, render, commit, notify. After a conflict, decide again on the game that was stored first.

        A cached game may be stale: what it refuses is decided again on the stored game.
        """
        while True:
            if key is not None and game.key_record is not None:  # a repeated request gets its first response
                return self.repository.repeat_of(game, key)
            refusal = change(game)
            if refusal is not None and not game.cached:
                return Refused(refusal)
            if refusal is not None:
                game = self.repository.load(game.engine, game.id, key)
                continue
            if game.progress.empty:
                return Accepted(game, render(game))
            self._close(game)
            body = render(game)
            committed = self.repository.commit(game, key, body if keep_answer else b"")
            if committed is None:
                self._notify(game)
                return Accepted(game, body)
            if not isinstance(committed, Conflict):
                return committed
            game = committed.game

    def _close(self, game: StoredGame) -> None:
        """Complete the change: abort a game that is too long; set version, decisions, deadlines and expiry."""
        settings = self.repository.settings
        if game.record.seq >= settings.game_events and not game.over:
            game.abort("length")
        game.settle(self.repository.keep_ms(game), settings.remote_seconds * 1000)

    def _notify(self, game: StoredGame) -> None:
        if game.progress.owed:
            self.notifier.enqueue(game.progress.owed)


def _abort(game: StoredGame, reason: Literal["host"]) -> Refusal | None:
    if game.over:
        return game_over(game)
    game.abort(reason)
    return None
