"""Finds the game that a request names and the bearer of its token, before the body is decoded."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import request
from msgspec import Struct
from werkzeug.exceptions import HTTPException

from api.http import headers
from api.http.auth import Bearer, Right, bearer_of, bearer_token, unknown_token
from api.http.body import body_of, read_json
from api.http.problems import Problem
from api.http.request import Environ, present
from api.http.waiting import Outcome
from api.services import ApiServices
from engines.kernel.game import Game
from store.games.idempotency import SECRET_KEY_LENGTH, IdempotencyKey
from store.ids import hashed, same
from store.model.game import StoredGame
from store.model.record import SchemaMismatch

View = Callable[..., Outcome]


class GameRequest(Struct):
    """A request about a game: the game, the bearer of its token, and its Idempotency-Key (POST only)."""

    game: StoredGame
    bearer: Bearer
    key: IdempotencyKey | None


class GameAccess:
    """Guards the views of one game."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.engine = engine
        self.services = services

    def guard(
        self, admits: Right, several: bool = False, cached: bool = False, invites: bool = False, sealed: bool = False
    ) -> Callable[[View], View]:
        """Wrap a view so that it gets a GameRequest of a bearer that is admitted.

        ``several``: a remote bot may name one of its seats. ``cached``: the view uses ``submit_action``, so a cached
        game may be tried. ``invites``: the body may hold the invite of a private game.
        """

        def guarded(view: View) -> View:
            @wraps(view)
            def enter(*args: Any, id: str, **kwargs: Any) -> Outcome:  # noqa: A002
                environ = present()
                keyed = "HTTP_IDEMPOTENCY_KEY" in environ and environ["REQUEST_METHOD"] == "POST"
                key = idempotency_key(environ, sealed) if keyed else None
                found = self._cached(id, key, several, environ) if cached and "HTTP_PREFER" not in environ else None
                if found is None:
                    game = self.load(id, environ, key)
                    invited = invites and is_invited(game)
                    found = GameRequest(game, self.bearer(game, several, environ, invited), key)
                found.bearer.require(admits)
                return view(found, *args, **kwargs)

            return enter

        return guarded

    def load(self, identifier: str, environ: Environ, key: IdempotencyKey | None = None) -> StoredGame:
        """The stored game. A game of another layout may be private: only its tokens and the public lists reveal it."""
        try:
            return self.services.store.load(self.engine, identifier, key)
        except SchemaMismatch as error:
            token = bearer_token(environ)
            known = token is not None and error.contains(hashed(token))
            if not known and not self.services.store.is_listed(self.engine.slug, identifier):
                raise Problem("not-found", "There is no such game.") from error
            raise

    def bearer(self, game: StoredGame, several: bool, environ: Environ, invited: bool = False) -> Bearer:
        """The bearer. The token of a deleted remote bot grants nothing, even while it has seats."""
        bearer = bearer_of(game, invited, several, environ)
        if bearer.role == "bot":
            bot = game.record.seats[bearer.require_seat()].bot
            if not self.services.remotes.known(bot or ""):
                raise unknown_token(game)
        return bearer

    def _cached(
        self, identifier: str, key: IdempotencyKey | None, several: bool, environ: Environ
    ) -> GameRequest | None:
        """The game from the cache, if the token is that of a seat; any refusal is left to the stored game."""
        game = self.services.cache.take(self.engine.slug, identifier)
        if game is None:
            return None
        try:
            bearer = self.bearer(game, several, environ)
        except Problem:
            return None
        return None if bearer.seat is None else GameRequest(game, bearer, key)


def is_invited(game: StoredGame) -> bool:
    """Does the body of the request contain the invite of this private game?"""
    if game.record.invite is None:
        return False
    try:
        body = read_json(body_of(request))
    except (Problem, HTTPException):  # also a body that is too large: a private game answers 404, whatever is sent
        return False
    invite = body.get("invite") if isinstance(body, dict) else None
    return isinstance(invite, str) and same(hashed(invite), game.record.invite)


def idempotency_key(environ: Environ, sealed: bool = False) -> IdempotencyKey | None:
    """The Idempotency-Key of a POST, scoped by its token, or else by its client. ``sealed``: see ``Operation``.

    Without a token, all clients behind one address share the scope. A response with tokens is then repeated only
    for a key that is long enough to be a secret of its client.
    """
    key = headers.idempotency_key(environ)
    if key is None:
        return None
    token = bearer_token(environ)
    scope = hashed(f"guest {request.remote_addr}" if token is None else token)
    path, query = request.path, environ.get("QUERY_STRING")
    named = f"{request.method} {path}?{query}\n" if query else f"{request.method} {path}\n"
    secret = token is not None or len(key) >= SECRET_KEY_LENGTH
    old_scope = f"client {request.remote_addr}"
    return IdempotencyKey.of(scope, key, named.encode() + body_of(request), sealed, secret, old_scope)
