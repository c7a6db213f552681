"""Boards as SVG and as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, request

from api.http import headers
from api.http.problems.causes import refusal_problem
from api.http.responses import private
from api.services import ApiServices
from api.views.game.access import GameRequest
from api.views.game.past import LookBack
from engines.kernel.game import Game
from store.model.outcomes import NotStarted

SVG, TEXT = "image/svg+xml", "text/plain"
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


class BoardViews:
    """Pictures of one game."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.engine = engine
        self.past = LookBack(services)

    def board_svg(self, game_request: GameRequest) -> Response:
        """Draw the board.

        As SVG, from the bearer's view; every piece has a stable id and a title. `at` shows a past version. With
        `Accept: text/plain` the SVG source is sent as text.
        """
        kind = request.accept_mimetypes.best_match([SVG, TEXT], SVG)
        response = self._drawn(game_request, self.engine.renderer.svg, f"{kind}; charset=utf-8")
        response.headers["Content-Security-Policy"] = PICTURE_POLICY
        return response

    def board_txt(self, game_request: GameRequest) -> Response:
        """Show the board as text.

        A few lines for terminals. `at` shows a past version.
        """
        return self._drawn(game_request, self.engine.renderer.text, f"{TEXT}; charset=utf-8")

    def _drawn(
        self, game_request: GameRequest, draw: Callable[[Any, list[str], str], str], media_type: str
    ) -> Response:
        past = self.past.requested(game_request)
        game, language = past or game_request.game, headers.language()
        if game.position is None:
            raise refusal_problem(NotStarted())
        body = draw(
            self.engine.visibility.view(game.position, game_request.bearer.seat), game.players, language
        ).encode()
        if past is None:
            return private(body, None, language, media_type)
        return self.past.answer(game_request.game, body, language, media_type)
