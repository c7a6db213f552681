"""Jobs: reading and cancelling them, the odds of a game as its reader knows it, and simulations."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from api.http import headers
from api.http.auth import bearer_token
from api.http.problems.causes import refusal_problem
from api.http.request import present, present_client
from api.http.responses import plain, waited
from api.http.waiting import Outcome, WaitUntil
from api.schemas.jobs import job_document
from api.services import ApiServices
from api.views.game.access import GameRequest, idempotency_key
from engines.kernel.game import Game
from store.bots.record import Claim
from store.bots.remote import NoSuchBot
from store.errors import BadOpening
from store.games.changes.actions import game_over
from store.games.idempotency import IdempotencyKey
from store.games.views import encode
from store.ids import hashed, same
from store.jobs.analysis import OddsOrder, SimulationOrder, options_of
from store.jobs.jobs import LANES
from store.jobs.matches import MatchOrder, is_match
from store.ladders.players import display_name, is_remote
from store.model.builtin import built_in
from store.model.job import Job, JobKind, NoSuchJob
from store.model.outcomes import KeyReused, NotStarted, SeatUnavailable
from store.model.record import new_seed


class JobViews:
    def __init__(self, services: ApiServices) -> None:
        self.services = services

    def show(self, id: str) -> Outcome:  # noqa: A002
        """Read a job.

        Its status and progress, and its result or problem once it has ended. With `Prefer: wait=N` the server
        waits for the end, at most N (30) seconds. The job of an action contains the view of a seat: it is read
        with the token that submitted the action.
        """
        wait, load = headers.preferences().wait, self.services.jobs.load
        job = self._admitted(load(id))
        if wait and not job.ended:
            return WaitUntil(id, wait, lambda: load(id).ended, lambda: waited(self._job(load(id)), wait))
        return waited(self._job(job), wait)

    def cancel(self, id: str) -> Response:  # noqa: A002
        """Cancel a job.

        Workers stop soon. An ended job stays as it is, and so does an action that is being played. The job of
        an action is cancelled with the token that submitted it.
        """
        self._admitted(self.services.jobs.load(id))
        return self._job(self.services.jobs.cancel(id))

    @staticmethod
    def _admitted(job: Job) -> Job:
        """The job, if the request may see it: that of an action only with the token that submitted it."""
        owner = job.order.get("token") if job.kind == "act" else None
        if owner is not None and not same(hashed(bearer_token() or ""), owner):
            raise NoSuchJob(job.id)
        return job

    @staticmethod
    def _job(job: Job) -> Response:
        response = Response(encode(job_document(job)), content_type="application/json")
        response.headers["Cache-Control"] = "private, no-store"
        return response


class AnalysisViews:
    """Odds and simulations of one game."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.engine = engine
        self.services = services

    def odds(self, game_request: GameRequest, payload: dict[str, Any]) -> Response:
        """Estimate the odds.

        Win chances of every seat from the current position, based on what the bearer may know (spectators and
        the host: what is public): each rollout samples the hidden parts and then plays greedily. The response
        is a job.
        """
        return self._shown(self.order_odds(game_request, payload["rollouts"]))

    def order_odds(self, game_request: GameRequest, rollouts: int) -> Job:
        """Create the job that computes the odds for the bearer."""
        game, seat = game_request.game, game_request.bearer.seat
        if game.position is None:
            raise refusal_problem(NotStarted())
        if game.over:
            raise refusal_problem(game_over(game))
        known = msgspec.to_builtins(self.engine.visibility.knowledge(game.position, seat))
        order = OddsOrder(self.engine.slug, game.id, game.version, seat, known, rollouts, present_client())
        order.refuse_excess(self.services.settings)
        return self._ordered("odds", order, order.parts(), game_request.key)

    def simulate(self, payload: dict[str, Any]) -> Response:
        """Simulate games between bots.

        Win rates with intervals, scores and lengths. Every bot has every seat in turn; with built-in bots the same seed
        gives the same games. With registered bots they are real public games over the bots' own channels, as many as a
        match may have. The answer is a job.
        """
        if any(is_remote(seat["bot"]) for seat in payload["seats"]):
            options_of(self.engine, len(payload["seats"]), payload["options"])
            return self._played_by_sweeper("simulation", payload, "seats", payload["options"])
        players = [built_in(seat["bot"], seat["level"], f"/seats/{n}") for n, seat in enumerate(payload["seats"])]
        seed = payload["seed"] or new_seed().hex()
        order = SimulationOrder(self.engine.slug, players, payload["games"], payload["options"], seed, present_client())
        order.resolved(self.engine)
        order.refuse_excess(self.services.settings)
        return self._shown(self._ordered("simulation", order, order.parts(), idempotency_key(present())))

    def match(self, payload: dict[str, Any]) -> Response:
        """Play a match between bots.

        Real public games over the bots' usual channels: win rates with intervals, and games to watch and
        replay. The response is a job, which waits while its bots are busy.
        """
        if len(payload["entries"]) not in self.engine.seats:
            fewest, most = self.engine.seats[0], self.engine.seats[-1]
            raise BadOpening("/entries", f"{fewest} to {most} seats play this game, not {len(payload['entries'])}")
        return self._played_by_sweeper("match", payload, "entries", {})

    def _played_by_sweeper(
        self, kind: JobKind, payload: dict[str, Any], field: str, options: dict[str, Any]
    ) -> Response:
        """Order real games between the bots of a field of the request."""
        seed, most = payload["seed"] or new_seed().hex(), self.services.settings.match_games
        if payload["games"] > most:
            raise BadOpening("/games", f"must be at most {most}")
        named = [self._player(entry, f"/{field}/{place}") for place, entry in enumerate(payload[field])]
        order = MatchOrder(
            self.engine.slug,
            players=[player for player, _ in named],
            names=[name for _, name in named],
            games=payload["games"],
            seed=seed,
            open_seed=payload["seed"] is not None,
            client=present_client(),
            options=options,
        )
        return self._shown(self._ordered(kind, order, order.games, idempotency_key(present())))

    def _player(self, entry: dict[str, Any], field: str) -> tuple[str, str]:
        """A bot of a match and its name; a registered one must accept such games."""
        if not is_remote(entry["bot"]):
            player = str(built_in(entry["bot"], entry["level"], field))
            return player, display_name(player)
        claim = Claim(self.engine.slug, "", present_client())
        try:
            bot = self.services.remotes.acceptable(entry["bot"], claim)
        except NoSuchBot as error:
            raise BadOpening(f"{field}/bot", "must be the id of a registered bot") from error
        if isinstance(bot, SeatUnavailable):
            raise refusal_problem(bot)
        return bot.id, bot.name

    def _ordered(self, kind: JobKind, order: Any, parts: int, key: IdempotencyKey | None) -> Job:
        """Create the job, unless it exists, and enqueue its first parts."""
        jobs, settings = self.services.jobs, self.services.settings
        job = None if key is None else jobs.ordered(key)
        if job is None:
            identifier, client = jobs.new_id(key), present_client()
            self.services.quotas.claim(client, "jobs", identifier, settings.client_jobs)
            job = jobs.open(kind, msgspec.to_builtins(order), parts, key, identifier)
        if key is not None and job.fingerprint != key.fingerprint.hex():
            raise refusal_problem(KeyReused())
        if is_match(job.order):
            jobs.announce_match(job.id)
        elif job.fresh:  # otherwise an equal request came at the same moment
            leased = jobs.lease_parts(job.id, LANES)
            self.services.queue.enqueue_parts(job, leased)
        return job

    @staticmethod
    def _shown(job: Job) -> Response:
        return plain(encode(job_document(job)), 202, not job.fresh, f"/v1/jobs/{job.id}")
