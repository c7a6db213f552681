"""What a new game claims before it is stored: its client's quota, and its remote bots."""

from __future__ import annotations

from typing import Any

import msgspec

from api.http.problems.causes import refusal_problem
from api.http.request import ApiRequest
from api.services import ApiServices
from api.views.game.forking import Forking
from engines.kernel.game import Game
from store.bots.record import Claim
from store.bots.remote import NoSuchBot
from store.errors import BadOpening
from store.games.changes.create import Opening, RemoteSeat, SeatPlan, Tokens, build_game, remote_player
from store.model.builtin import built_in
from store.model.game import StoredGame
from store.model.outcomes import SeatUnavailable
from store.model.record import Clock


class Creation:
    """New games of one kind."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.engine = engine
        self.services = services
        self.forking = Forking(engine, services)

    def new_game(self, request: ApiRequest, identifier: str, payload: dict[str, Any]) -> tuple[StoredGame, Tokens]:
        """The game that a request describes; remote bots are claimed last, once everything else is valid."""
        opening = self._opening(request, payload)
        game, tokens = build_game(self.engine, identifier, opening)
        self._claim(request, game, opening)
        game.record.client = request.client
        return game, tokens

    def count(self, client: str, identifier: str) -> None:
        """Count a new game as one of the client's, if it may have another."""
        self.services.store.stored.check(client)
        self.services.quotas.claim(client, "games", identifier, self.services.settings.client_games)

    def claim(self, request: ApiRequest, identifier: str, clock: Clock | None, token: str | None = None) -> Claim:
        """What a remote bot is asked: whose game it is, and how much time it has there."""
        return Claim(self.engine.slug, identifier, request.client, clock, token)

    def claim_again(self, request: ApiRequest, game: StoredGame, identifier: str) -> None:
        """Claim the remote bots of a rematch, which must accept it too."""
        for player in game.record.seats:
            if player.kind == "remote":
                claim = self.claim(request, identifier, game.record.clock, player.remote)
                if not isinstance(self.remote_seat(player.bot, claim), RemoteSeat):
                    self.release(game, identifier)
                    raise refusal_problem(SeatUnavailable("a remote bot does not want to play again"), request)

    def release(self, game: StoredGame, identifier: str) -> None:
        """Release the remote bots of a game that does not begin."""
        for player in game.record.seats:
            if player.kind == "remote":
                self.services.remotes.release(player.bot or "", identifier, played=False)

    def _claim(self, request: ApiRequest, game: StoredGame, opening: Opening) -> None:
        """Claim the remote bots of a new game, and seat them: all of them, or none."""
        claimed_bots = []
        for seat, plan in enumerate(opening.seats):
            if plan.kind == "remote":
                claimed = self.remote_seat(plan.bot, self.claim(request, game.id, opening.clock))
                if isinstance(claimed, RemoteSeat):
                    claimed_bots.append(claimed.id)
                    game.record.seats[seat] = remote_player(plan, claimed)
                    continue
                for bot in claimed_bots:
                    self.services.remotes.release(bot, game.id, played=False)
                if claimed is None:
                    raise BadOpening(f"/seats/{seat}/bot", "must be the id of a registered bot")
                raise refusal_problem(claimed, request)

    def remote_seat(self, bot: str | None, claim: Claim) -> RemoteSeat | SeatUnavailable | None:
        """A seat for the bot, or why it has none; None if there is no such bot."""
        try:
            return self.services.remotes.claim(bot or "", claim)
        except NoSuchBot:
            return None

    def _opening(self, request: ApiRequest, payload: dict[str, Any]) -> Opening:
        clock, plans, fork = payload["clock"], payload["seats"], payload["fork"]
        position = payload["position"] if fork is None else self.forking.position(request, payload)
        if plans is None:
            count = self._seats_of(position) or self.engine.seats[0]
            plans = [{"kind": "human"}] + [{"kind": "bot"}] * (count - 1)
        return Opening(
            seats=[SeatPlan(**plan) for plan in plans],
            options=payload["options"],
            private=payload["visibility"] == "private",
            seed=bytes.fromhex(payload["seed"]) if payload["seed"] else None,
            position=position,
            clock=_clock(clock) if clock else None,
            forked_from=(fork["id"], fork["at"]) if fork else None,
        )

    def _seats_of(self, position: Any) -> int | None:
        if position is None:
            return None
        try:
            return self.engine.rules.seat_count(msgspec.convert(position, self.engine.rules.position_type))
        except msgspec.ValidationError:
            return None


def _clock(payload: dict[str, Any]) -> Clock:
    return Clock(
        payload["turn_seconds"],
        payload["on_timeout"],
        built_in(payload["bot"], payload["level"], "/clock"),
        payload["bank_seconds"],
        payload["increment_seconds"],
    )
