"""Viewing a game, aborting it, and rematches."""

from __future__ import annotations

from typing import Any

from api.http.auth import Bearer
from api.http.outcomes import Outcome, Reply, WaitUntil
from api.http.queries import included
from api.http.request import ApiRequest, etag
from api.http.responses import plain, private
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
from store.model.documents.parts import Include
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

    def view(self, request: ApiRequest, game_request: GameRequest) -> Outcome:
        """View a game.

        The view of the bearer's seat; spectators and the host see what is public. With `If-None-Match` and
        `Prefer: wait=N` the server waits until the version changes. `include=actions` adds the legal actions of
        the seat, so that one request returns everything a player needs. `at` shows a past version and the
        events that led to it.
        """
        game, bearer = game_request.game, game_request.bearer
        if request.query_string and (then := self.past.requested(request, game_request)) is not None:
            return self._past(request, game_request, then)
        wait = request.preferences.wait
        included(request)  # refuses unknown values before waiting
        if not request.none_match_version(game.version, bearer.seat) or not wait or game.over:
            return self._view_or_304(request, game, bearer, wait)
        seen, version = game.version, self.services.store.version
        return WaitUntil(
            game.id, wait, lambda: version(game.id) != seen, lambda: self._view_now(request, game.id, bearer, wait)
        )

    def _view_now(self, request: ApiRequest, identifier: str, bearer: Bearer, wait: int) -> Reply:
        """The view after a wait; a token that has lost access is refused."""
        game = self.services.store.load(self.engine, identifier)
        if not request.none_match_version(game.version, bearer.seat):
            bearer = self.access.bearer(request, game, several=True)
        return self._view_or_304(request, game, bearer, wait)

    def _view_or_304(self, request: ApiRequest, game: StoredGame, bearer: Bearer, wait: int | None) -> Reply:
        """Legal actions have words: a reader with another language gets the view again."""
        seat = bearer.seat
        if seat is None or game.position is None or included(request) in (None, "board"):
            if request.none_match_version(game.version, seat):
                return private(None, etag(game.version, seat), status=304).waited(wait)
            return self._view(request, game, bearer, wait, None)
        tag = etag(game.version, seat, request.language)
        if request.none_match(tag):
            return private(None, tag, status=304).waited(wait)
        return self._view(request, game, bearer, wait, request.language)

    def _view(
        self, request: ApiRequest, game: StoredGame, bearer: Bearer, wait: int | None, language: str | None
    ) -> Reply:
        """The view; with a language, also the legal actions of the seat in its words."""
        document: Any = game_document(game, bearer.seat)
        if bearer.seat is not None and language is not None:
            remote = bearer.role == "bot"
            include = Include(effects=included(request) == "effects")
            document.actions = choices_document(game, bearer.seat, language, remote, document.position, include)
        if bearer.seat is not None and game.record.decisions[bearer.seat] is not None:
            self.services.cache.put(game)  # a reader to move acts soon
        return private(encode(document), etag(game.version, bearer.seat, language), language).waited(wait)

    def _past(self, request: ApiRequest, game_request: GameRequest, then: StoredGame) -> Reply:
        game, seat, language = game_request.game, game_request.bearer.seat, request.language
        events = self.services.history.of_version(self.engine.slug, game.id, then.version, game.record.seq)
        include = Include(board=included(request) == "board")
        return self.past.reply(request, game, encode(past_document(then, events, seat, language, include)), language)

    def abort(self, request: ApiRequest, game_request: GameRequest) -> Reply:
        """Abort a game.

        Only the host may. The game stays readable, with status `aborted`; its seed and replay become public.
        """
        reader = Reader(game_request.bearer.seat, request.language)
        return changed(request, self.services.games.abort(game_request.game, reader), reader.seat)

    def rematch(self, request: ApiRequest, game_request: GameRequest, nothing: dict[str, Any]) -> Reply:
        """Start a rematch.

        The same seats, options, tokens and nonces in a new game. The first request creates it; all others
        return the same one.
        """
        game, identifier = game_request.game, new_id(int(game_request.game.id[:2]))
        if game.over and game.record.rematch is None:
            self.creation.count(request.client, identifier)
            self.creation.claim_again(request, game, identifier)
        outcome = self.services.games.offer_rematch(game, identifier)
        if not isinstance(outcome, Accepted):
            raise refused(request, outcome)  # type: ignore[arg-type]  # no key is involved, so nothing is replayed
        chosen = str(outcome.game.record.rematch)
        if chosen != identifier:
            self.creation.release(game, identifier)  # another request was first: its game counts
        made = self._open_rematch(outcome.game, chosen)
        return plain(
            encode(created_document(made, None, game_request.bearer.seat, request.language)),
            201,
            location=f"/v1/{self.engine.slug}/games/{made.id}",
            tag=etag(made.version, game_request.bearer.seat),
        )

    def _open_rematch(self, old: StoredGame, identifier: str) -> StoredGame:
        """The new game, created unless it already exists."""
        try:
            return self.services.store.load(self.engine, identifier)
        except NoSuchGame:
            made = new_rematch(old, identifier)
        outcome = self.services.games.create(made, None)
        return outcome.game if isinstance(outcome, Conflict) else made
