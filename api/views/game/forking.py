"""A new game from a past position of another game."""

from __future__ import annotations

from typing import Any

from api.http.request import ApiRequest
from api.services import ApiServices
from api.views.game.access import GameAccess
from api.views.game.history import require_whole
from api.views.game.past import LookBack
from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER
from store.errors import BadOpening

EXCLUDED = {
    "position": "give a position or a fork, not both",
    "options": "a fork brings its own options",
    "seed": "a fork has a fresh seed",
}


class Forking:
    """Finds the position at which a fork begins."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.access = GameAccess(engine, services)
        self.past = LookBack(services)
        self.engine = engine
        self.services = services

    def position(self, request: ApiRequest, payload: dict[str, Any]) -> Any:
        """The position that `fork` names, for a bearer who may read it; raises BadOpening or a problem."""
        for name, detail in EXCLUDED.items():
            if payload[name]:
                raise BadOpening(f"/{name}", detail)
        identifier, at = payload["fork"]["id"], payload["fork"]["at"]
        game = self.access.load(request, identifier)
        require_whole(game, self.access.bearer(request, game))
        if at > game.version:
            raise BadOpening("/fork/at", f"must be from 1 to {game.version}")
        then = self.past.game_at(request, game, at)
        if then.position is None:
            raise BadOpening("/fork/at", "nothing had been dealt yet")
        if then.position.phase == GAME_OVER:
            raise BadOpening("/fork/at", "a game cannot begin at its end", self.engine.rules.over_rule)
        return then.position
