"""Finds the game that a request names and the bearer of its token, before the body is decoded."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from werkzeug.exceptions import HTTPException

from api.http.auth import Bearer, bearer_of, unknown_token
from api.http.body import read_json
from api.http.problems import Problem
from api.http.request import ApiRequest
from api.services import ApiServices
from api.spec.operation import Operation
from engines.kernel.game import Game
from store.games.idempotency import SECRET_KEY_LENGTH, IdempotencyKey
from store.ids import hashed, same
from store.model.game import StoredGame
from store.model.record import SchemaMismatch


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

    def enter(
        self,
        request: ApiRequest,
        operation: Operation,
        arguments: dict[str, Any],
        several: bool = False,
        cached: bool = False,
        invites: bool = False,
    ) -> GameRequest:
        """Find the game that the path names and the bearer, and refuse one that is not admitted.

        ``several``: a remote bot may name one of its seats. ``cached``: the view uses ``submit_action``, so a cached
        game may be tried. ``invites``: the body may hold the invite of a private game.
        """
        identifier, environ = arguments.pop("id"), request.environ
        keyed = "HTTP_IDEMPOTENCY_KEY" in environ and request.method == "POST"
        key = idempotency_key(request) if keyed else None
        found = self._cached(request, identifier, key, several) if cached and "HTTP_PREFER" not in environ else None
        if found is None:
            game = self.load(request, identifier, key)
            invited = invites and is_invited(request, game)
            found = GameRequest(game, self.bearer(request, game, several, invited), key)
        if found.bearer.role not in operation.admitted:
            found.bearer.require(operation.admits)
        return found

    def load(self, request: ApiRequest, identifier: str, key: IdempotencyKey | None = None) -> StoredGame:
        """The stored game. A game of another layout may be private: only its tokens and the public lists reveal it."""
        try:
            return self.services.store.load(self.engine, identifier, key)
        except SchemaMismatch as error:
            token = request.token
            known = token is not None and error.contains(hashed(token))
            if not known and not self.services.store.is_listed(self.engine.slug, identifier):
                raise Problem("not-found", "There is no such game.") from error
            raise

    def bearer(self, request: ApiRequest, game: StoredGame, several: bool = False, invited: bool = False) -> Bearer:
        """The bearer. The token of a deleted remote bot grants nothing, even while it has seats."""
        bearer = bearer_of(game, request, invited, several)
        if bearer.role == "bot":
            bot = game.record.seats[bearer.require_seat()].bot
            if not self.services.remotes.known(bot or ""):
                raise unknown_token(game)
        return bearer

    def _cached(
        self, request: ApiRequest, identifier: str, key: IdempotencyKey | None, several: bool
    ) -> GameRequest | None:
        """The game from the cache, if the token is that of a seat; any refusal is left to the stored game."""
        game = self.services.cache.take(self.engine.slug, identifier)
        if game is None:
            return None
        try:
            bearer = self.bearer(request, game, several)
        except Problem:
            return None
        return None if bearer.seat is None else GameRequest(game, bearer, key)


def is_invited(request: ApiRequest, game: StoredGame) -> bool:
    """Does the body of the request contain the invite of this private game?"""
    if game.record.invite is None:
        return False
    try:
        body = read_json(request.body)
    except (Problem, HTTPException):  # also a body that is too large: a private game answers 404, whatever is sent
        return False
    invite = body.get("invite") if isinstance(body, dict) else None
    return isinstance(invite, str) and same(hashed(invite), game.record.invite)


def idempotency_key(request: ApiRequest) -> IdempotencyKey | None:
    """The Idempotency-Key of a POST, scoped by its token, or else by its client.

    Without a token, all clients behind one address share the scope. A response with tokens is then repeated only
    for a key that is long enough to be a secret of its client.
    """
    key = request.idempotency_key
    if key is None:
        return None
    token, query = request.token, request.query_string
    scope = hashed(f"guest {request.address}" if token is None else token)
    named = f"{request.method} {request.path}?{query}\n" if query else f"{request.method} {request.path}\n"
    sealed = isinstance(request.operation, Operation) and request.operation.sealed
    secret = token is not None or len(key) >= SECRET_KEY_LENGTH
    old_scope = f"client {request.address}"
    return IdempotencyKey.of(scope, key, named.encode() + request.body, sealed, secret, old_scope)
