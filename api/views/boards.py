"""Boards to look at: drawn, and in letters."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http import headers
from api.http.responses import private
from api.views.access import GameRequest
from engines.kernel.game import Game
from store.errors import NotStarted


class BoardViews:
    """Pictures of one game."""

    def __init__(self, engine: Game[Any, Any]) -> None:
        self.engine = engine

    def board_svg(self, asked: GameRequest) -> Response:
        """Look at the board as a picture.

        Drawn from the bearer's view alone; every piece has a stable id and a title.
        """
        game = asked.game
        if game.position is None:
            raise NotStarted
        language = headers.language()
        drawn = self.engine.renderer.svg(
            self.engine.visibility.view(game.position, asked.bearer.seat), game.players, language
        )
        response = private(drawn.encode(), None, language, "image/svg+xml; charset=utf-8")
        response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
        return response

    def board_txt(self, asked: GameRequest) -> Response:
        """Look at the board as text.

        A few lines for people in a shell.
        """
        game = asked.game
        if game.position is None:
            raise NotStarted
        language = headers.language()
        drawn = self.engine.renderer.text(
            self.engine.visibility.view(game.position, asked.bearer.seat), game.players, language
        )
        return private(drawn.encode(), None, language, "text/plain; charset=utf-8")
