"""Viewing a game, aborting it, and rematches."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http import headers
from api.http.auth import Bearer
from api.http.queries import includes_actions
from api.http.request import present, present_client
from api.http.responses import plain, private, waited
from api.http.waiting import Outcome, WaitUntil
from api.services import ApiServices
from api.views.game.access import GameAccess, GameRequest
from api.views.game.creation import Creation
from api.views.game.past import LookBack
from api.views.replies import changed, refused
from engines.kernel.game import Game
from store.games.changes.create import new_rematch
from store.games.repository import NoSuchGame
from store.games.views import Reader, choices_document, created_document, encode, game_document, past_document
from store.ids import new_id
from store.model.game import StoredGame
from store.model.outcomes import Accepted, Conflict


class LifecycleViews:
    """One game from its first view to its rematch."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices, access: GameAccess) -> None:
        self.engine = engine
        self.services = services
        self.access = access
        self.creation = Creation(engine, services)
        self.past = LookBack(services)

    def view(self, game_request: GameRequest) -> Outcome:
        """View a game.

        The view of the bearer's seat; spectators and the host see what is public. With `If-None-Match` and
        `Prefer: wait=N` the server waits until the version changes. `include=actions` adds the legal actions of
        the seat, so that one request returns everything a player needs. `at` shows a past version and the
        events that led to it.
        """
        game, bearer, environ = game_request.game, game_request.bearer, present()
        if environ.get("QUERY_STRING") and (then := self.past.requested(game_request)) is not None:
            return self._past(game_request, then)
        wait = headers.preferences(environ).wait
        includes_actions(environ)  # refuses unknown values before waiting
        if not headers.none_match_version(game.version, bearer.seat, environ) or not wait or game.over:
            return self._view_or_304(game, bearer, wait)
        seen, version = game.version, self.services.store.version
        return WaitUntil(game.id, wait, lambda: version(game.id) != seen, lambda: self._view_now(game.id, bearer, wait))

    def _view_now(self, identifier: str, bearer: Bearer, wait: int) -> Response:
        """The view after a wait; a token that has lost access is refused."""
        game, environ = self.services.store.load(self.engine, identifier), present()
        if headers.none_match_version(game.version, bearer.seat, environ):
            return self._view_or_304(game, bearer, wait)
        return self._view_or_304(game, self.access.bearer(game, True, environ), wait)

    def _view_or_304(self, game: StoredGame, bearer: Bearer, wait: int | None) -> Response:
        """Legal actions have words: a reader with another language gets the view again."""
        seat, environ = bearer.seat, present()
        if seat is None or game.position is None or not includes_actions(environ):
            if headers.none_match_version(game.version, seat, environ):
                return waited(private(None, headers.etag(game.version, seat), status=304), wait)
            return self._view(game, bearer, wait, None)
        language = headers.language()
        tag = headers.etag(game.version, seat, language)
        if headers.none_match(tag, environ):
            return waited(private(None, tag, status=304), wait)
        return self._view(game, bearer, wait, language)

    def _view(self, game: StoredGame, bearer: Bearer, wait: int | None, language: str | None) -> Response:
        """The view; with a language, also the legal actions of the seat in its words."""
        document: Any = game_document(game, bearer.seat)
        if bearer.seat is not None and language is not None:
            remote = bearer.role == "bot"
            document.actions = choices_document(game, bearer.seat, language, remote, document.position)
        tag = headers.etag(game.version, bearer.seat, language)
        response = waited(private(encode(document), tag, language), wait)
        if bearer.seat is not None and game.record.decisions[bearer.seat] is not None:
            self.services.cache.put(game)  # a reader to move acts soon
        return response

    def _past(self, game_request: GameRequest, then: StoredGame) -> Response:
        game, seat, language = game_request.game, game_request.bearer.seat, headers.language()
        events = self.services.history.of_version(self.engine.slug, game.id, then.version, game.record.seq)
        return self.past.answer(game, encode(past_document(then, events, seat, language)), language)

    def abort(self, game_request: GameRequest) -> Response:
        """Abort a game.

        Only the host may. The game stays readable, with status `aborted`; its seed and replay become public.
        """
        reader = Reader(game_request.bearer.seat, headers.language())
        return changed(self.services.games.abort(game_request.game, reader), reader.seat, reader.language)

    def rematch(self, game_request: GameRequest, nothing: dict[str, Any]) -> Response:
        """Start a rematch.

        The same seats, options, tokens and nonces in a new game. The first request creates it; all others
        return the same one.
        """
        game, identifier = game_request.game, new_id(int(game_request.game.id[:2]))
        if game.over and game.record.rematch is None:
            self.creation.count(present_client(), identifier)
            self.creation.claim_again(game, identifier)
        outcome = self.services.games.offer_rematch(game, identifier)
        if not isinstance(outcome, Accepted):
            return refused(outcome)  # type: ignore[arg-type]  # no key is involved, so nothing is replayed
        chosen = str(outcome.game.record.rematch)
        if chosen != identifier:
            self.creation.release(game, identifier)  # another request was first: its game counts
        made = self._open_rematch(outcome.game, chosen)
        return plain(
            encode(created_document(made, None, game_request.bearer.seat, headers.language())),
            201,
            location=f"/v1/{self.engine.slug}/games/{made.id}",
            tag=headers.etag(made.version, game_request.bearer.seat),
        )

    def _open_rematch(self, old: StoredGame, identifier: str) -> StoredGame:
        """The new game, created unless it already exists."""
        try:
            return self.services.store.load(self.engine, identifier)
        except NoSuchGame:
            made = new_rematch(old, identifier)
        outcome = self.services.games.create(made, None)
        return outcome.game if isinstance(outcome, Conflict) else made
