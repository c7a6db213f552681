"""Past versions of a game."""

from __future__ import annotations

from hashlib import sha256

from api.http.outcomes import Reply
from api.http.problems import FieldError, invalid
from api.http.problems.causes import refusal_problem
from api.http.queries import requested_version
from api.http.rate_limit import LOOK_BACK, PLAYED_PER_READ
from api.http.request import ApiRequest
from api.http.responses import JSON, kept, private
from api.services import ApiServices
from api.views.game.access import GameRequest
from store.model.game import StoredGame
from store.model.outcomes import MustRemember


class LookBack:
    """Answers `?at=N`."""

    def __init__(self, services: ApiServices) -> None:
        self.services = services

    def requested(self, request: ApiRequest, game_request: GameRequest) -> StoredGame | None:
        """The past version that the request names, for its bearer's own view; None if it names none.

        While the game runs, nobody looks back if memory is part of it.
        """
        at = self.version(request, game_request.game)
        if at is None:
            return None
        if not game_request.game.over and game_request.game.must_remember:
            raise refusal_problem(MustRemember(), request)
        return self.game_at(request, game_request.game, at)

    def whole(self, request: ApiRequest, game: StoredGame) -> StoredGame | None:
        """The same for readers of the full position."""
        at = self.version(request, game)
        return None if at is None else self.game_at(request, game, at)

    def game_at(self, request: ApiRequest, game: StoredGame, version: int) -> StoredGame:
        """The past version; replaying counts for the reader's limit."""
        played = self.services.past.work(game, version)
        self.services.extra_reads.admit_request(request, LOOK_BACK + played // PLAYED_PER_READ)
        return self.services.past.game_at(game, version)

    @staticmethod
    def version(request: ApiRequest, game: StoredGame) -> int | None:
        """`?at=N` within the versions of the game."""
        at = requested_version(request) if request.query_string else None
        if at is not None and not 1 <= at <= game.version:
            detail = f"Must be from 1 to {game.version}."
            raise invalid([FieldError(parameter="at", detail=detail)])
        return at

    @staticmethod
    def reply(
        request: ApiRequest, game: StoredGame, body: bytes, language: str | None = None, media_type: str = JSON
    ) -> Reply:
        """The past of a finished game never changes, so readers may cache it."""
        if not game.over:
            return private(body, None, language, media_type)
        tag = f'"{sha256(body).hexdigest()[:32]}"'
        return kept(None if request.none_match(tag) else body, tag, language, media_type)
