"""Boards to look at: drawn, and in letters."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http import headers
from api.http.auth import Bearer
from api.http.responses import private
from engines.kernel.game import Game
from store.errors import NotStarted
from store.game import StoredGame
from store.repository import IdempotencyKey


class PictureRoutes:
    """Pictures of one game's tables."""

    def __init__(self, engine: Game[Any, Any]) -> None:
        self.engine = engine

    def board_svg(self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None) -> Response:
        """Look at the board as a picture.

        Drawn from the bearer's view alone; every piece has a stable id and a title.
        """
        if table.position is None:
            raise NotStarted
        language = headers.language()
        view = self.engine.visibility.view(table.position, bearer.seat)
        drawn = self.engine.renderer.svg(view, table.players, language)
        response = private(drawn.encode(), None, language, "image/svg+xml; charset=utf-8")
        response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
        return response

    def board_txt(self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None) -> Response:
        """Look at the board as text.

        A few lines for people in a shell.
        """
        if table.position is None:
            raise NotStarted
        language = headers.language()
        view = self.engine.visibility.view(table.position, bearer.seat)
        drawn = self.engine.renderer.text(view, table.players, language)
        return private(drawn.encode(), None, language, "text/plain; charset=utf-8")
