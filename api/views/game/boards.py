"""Boards as SVG and as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api.http.outcomes import Reply
from api.http.problems.causes import refusal_problem
from api.http.request import ApiRequest
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

    def board_svg(self, request: ApiRequest, game_request: GameRequest) -> Reply:
        """Draw the board.

        As SVG, from the bearer's view; every piece has a stable id and a title. `at` shows a past version. With
        `Accept: text/plain` the SVG source is sent as text.
        """
        kind = request.parsed.accept_mimetypes.best_match([SVG, TEXT], SVG)
        reply = self._drawn(request, game_request, self.engine.renderer.svg, f"{kind}; charset=utf-8")
        return reply.set("Content-Security-Policy", PICTURE_POLICY)

    def board_txt(self, request: ApiRequest, game_request: GameRequest) -> Reply:
        """Show the board as text.

        A few lines for terminals. `at` shows a past version.
        """
        return self._drawn(request, game_request, self.engine.renderer.text, f"{TEXT}; charset=utf-8")

    def _drawn(
        self,
        request: ApiRequest,
        game_request: GameRequest,
        draw: Callable[[Any, list[str], str], str],
        media_type: str,
    ) -> Reply:
        past = self.past.requested(request, game_request)
        game, language = past or game_request.game, request.language
        if game.position is None:
            raise refusal_problem(NotStarted(), request)
        body = draw(
            self.engine.visibility.view(game.position, game_request.bearer.seat), game.players, language
        ).encode()
        if past is None:
            return private(body, None, language, media_type)
        return self.past.reply(request, game_request.game, body, language, media_type)
