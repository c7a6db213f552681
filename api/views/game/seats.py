"""Taking, changing and resigning seats."""

from __future__ import annotations

from typing import Any

from api.http.outcomes import Reply
from api.http.problems import Problem
from api.http.problems.causes import refusal_problem
from api.http.request import ApiRequest
from api.services import ApiServices
from api.views.game.access import GameRequest, is_invited
from api.views.game.creation import Creation
from api.views.replies import changed, created
from engines.kernel.game import Game
from store.games.changes.create import RemoteSeat
from store.games.changes.seats import By, check_change
from store.games.views import Reader
from store.model.builtin import BOTS, BuiltIn, built_in
from store.model.game import StoredGame
from store.model.outcomes import Accepted, SeatUnavailable


class SeatViews:
    """The seats of one game."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.engine = engine
        self.services = services
        self.creation = Creation(engine, services)

    def take_seat(self, request: ApiRequest, game_request: GameRequest, payload: dict[str, Any]) -> Reply:
        """Take an open seat.

        The response contains the seat's token. When the last open seat is taken, the game is dealt.
        """
        game = game_request.game
        if game.record.private and not is_invited(request, game):
            raise Problem("forbidden", "A seat of a private game is taken with its invite.")
        outcome = self.services.games.take_seat(
            game, payload["seat"], payload["name"], payload["nonce"], game_request.key
        )
        return created(request, outcome, f"/v1/{self.engine.slug}/games/{game.id}")

    def change_seat(self, request: ApiRequest, game_request: GameRequest, payload: dict[str, Any], seat: int) -> Reply:
        """Give a seat to a bot, take it back, or open it.

        Its holder may do all three. The host may change open seats and bots; while a seat has a holder (absent
        since its clock ran out, or with a bot playing for it), the host may only choose the built-in bot that
        plays it. Opening a seat revokes its old token.
        """
        game, bearer = game_request.game, game_request.bearer
        if seat >= len(game.record.seats):
            raise Problem("not-found", "There is no such seat.")
        by: By = "host" if bearer.role == "host" else bearer.require_seat()
        reader = Reader(bearer.seat, request.language)
        kind, bot = payload["kind"], payload["bot"]
        if kind == "remote":
            return self._give_to_remote(request, game, seat, by, bot, reader)
        if bot not in (None, *BOTS):
            raise refusal_problem(SeatUnavailable("a remote bot plays a seat of kind `remote`"), request)
        player: BuiltIn | None = None
        if kind == "bot":
            player = built_in(bot, payload["level"], "", game.fallback_bot)
        outcome = self.services.games.change_seat(game, seat, by, kind, player, reader)
        return changed(request, outcome, reader.seat)

    def _give_to_remote(
        self, request: ApiRequest, game: StoredGame, seat: int, by: By, bot: str | None, reader: Reader
    ) -> Reply:
        """Give the seat to a remote bot, if it accepts the game."""
        if (refusal := check_change(game, seat, by, "remote")) is not None:
            raise refusal_problem(refusal, request)
        plays_already = any(other.controller == bot for other in game.record.seats)
        player = self.creation.remote_seat(bot, self.creation.claim(request, game.id, game.record.clock))
        if not isinstance(player, RemoteSeat):
            raise refusal_problem(player or SeatUnavailable("there is no registered bot with this id"), request)
        kept = False
        try:
            outcome = self.services.games.change_seat(game, seat, by, "remote", player, reader)
            kept = isinstance(outcome, Accepted)
        finally:
            if not kept and not plays_already:
                self.services.remotes.release(player.id, game.id, played=False)
        return changed(request, outcome, reader.seat)

    def resign(self, request: ApiRequest, game_request: GameRequest, payload: dict[str, Any]) -> Reply:
        """Resign.

        A bot plays on in your seat; you may keep watching. With `end`, a two-player game ends instead: the
        other player wins.
        """
        seat = game_request.bearer.require_seat()
        outcome = self.services.games.resign(
            game_request.game, seat, payload["end"], Reader(seat, request.language), game_request.key
        )
        return changed(request, outcome, seat)
