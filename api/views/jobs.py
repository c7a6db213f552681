"""Jobs: reading and cancelling them, the odds of a game as its reader knows it, and simulations."""

from __future__ import annotations

from typing import Any

import msgspec

from api.http.outcomes import Outcome, Reply, WaitUntil
from api.http.problems.causes import refusal_problem
from api.http.request import ApiRequest
from api.http.responses import JSON, plain
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
from store.jobs.jobs import PARALLEL_PARTS
from store.jobs.matches import MatchOrder, is_match
from store.ladders.players import display_name, is_remote
from store.model.builtin import built_in
from store.model.job import Job, JobKind, NoSuchJob
from store.model.outcomes import KeyReused, NotStarted, SeatUnavailable
from store.model.record import new_seed


class JobViews:
    def __init__(self, services: ApiServices) -> None:
        self.services = services

    def show(self, request: ApiRequest, id: str) -> Outcome:  # noqa: A002
        """Read a job.

        Its status and progress, and its result or problem once it has ended. With `Prefer: wait=N` the server
        waits for the end, at most N (30) seconds. The job of an action contains the view of a seat: it is read
        with the token that submitted the action.
        """
        wait, load = request.preferences.wait, self.services.jobs.load
        job = self._admitted(request, load(id))
        if wait and not job.ended:
            return WaitUntil(id, wait, lambda: load(id).ended, lambda: self._job(request, load(id)).waited(wait))
        return self._job(request, job).waited(wait)

    def cancel(self, request: ApiRequest, id: str) -> Reply:  # noqa: A002
        """Cancel a job.

        Workers stop soon. An ended job stays as it is, and so does an action that is being played. The job of
        an action is cancelled with the token that submitted it.
        """
        self._admitted(request, self.services.jobs.load(id))
        return self._job(request, self.services.jobs.cancel(id))

    @staticmethod
    def _admitted(request: ApiRequest, job: Job) -> Job:
        """The job, if the request may see it: that of an action only with the token that submitted it."""
        owner = job.order.get("token") if job.kind == "act" else None
        if owner is not None and not same(hashed(request.token or ""), owner):
            raise NoSuchJob(job.id)
        return job

    @staticmethod
    def _job(request: ApiRequest, job: Job) -> Reply:
        sent = [("Content-Type", JSON), ("Cache-Control", "private, no-store")]
        return Reply(200, sent, encode(job_document(job, request)))


class AnalysisViews:
    """Odds and simulations of one game."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.engine = engine
        self.services = services

    def odds(self, request: ApiRequest, game_request: GameRequest, payload: dict[str, Any]) -> Reply:
        """Estimate the odds.

        Win chances of every seat from the current position, based on what the bearer may know (spectators and
        the host: what is public): each rollout samples the hidden parts and then plays greedily. The response
        is a job.
        """
        return self._shown(request, self.order_odds(request, game_request, payload["rollouts"]))

    def order_odds(self, request: ApiRequest, game_request: GameRequest, rollouts: int) -> Job:
        """Create the job that computes the odds for the bearer."""
        game, seat = game_request.game, game_request.bearer.seat
        if game.position is None:
            raise refusal_problem(NotStarted(), request)
        if game.over:
            raise refusal_problem(game_over(game), request)
        known = msgspec.to_builtins(self.engine.visibility.knowledge(game.position, seat))
        order = OddsOrder(self.engine.slug, game.id, game.version, seat, known, rollouts, request.client)
        order.refuse_excess(self.services.settings)
        return self._ordered(request, "odds", order, order.parts(), game_request.key)

    def simulate(self, request: ApiRequest, payload: dict[str, Any]) -> Reply:
        """Simulate games between bots.

        Win rates with intervals, scores and lengths. Every bot has every seat in turn; with built-in bots the same seed
        gives the same games. With registered bots they are real public games over the bots' own channels, as many as a
        match may have. The answer is a job.
        """
        if any(is_remote(seat["bot"]) for seat in payload["seats"]):
            options_of(self.engine, len(payload["seats"]), payload["options"])
            return self._played_by_sweeper(request, "simulation", payload, "seats", payload["options"])
        players = [built_in(seat["bot"], seat["level"], f"/seats/{n}") for n, seat in enumerate(payload["seats"])]
        seed = payload["seed"] or new_seed().hex()
        order = SimulationOrder(self.engine.slug, players, payload["games"], payload["options"], seed, request.client)
        order.resolved(self.engine)
        order.refuse_excess(self.services.settings)
        return self._shown(
            request, self._ordered(request, "simulation", order, order.parts(), idempotency_key(request))
        )

    def match(self, request: ApiRequest, payload: dict[str, Any]) -> Reply:
        """Play a match between bots.

        Real public games over the bots' usual channels: win rates with intervals, and games to watch and
        replay. The response is a job, which waits while its bots are busy.
        """
        if len(payload["entries"]) not in self.engine.seats:
            fewest, most = self.engine.seats[0], self.engine.seats[-1]
            raise BadOpening("/entries", f"{fewest} to {most} seats play this game, not {len(payload['entries'])}")
        return self._played_by_sweeper(request, "match", payload, "entries", {})

    def _played_by_sweeper(
        self, request: ApiRequest, kind: JobKind, payload: dict[str, Any], field: str, options: dict[str, Any]
    ) -> Reply:
        """Order real games between the bots of a field of the request."""
        seed, most = payload["seed"] or new_seed().hex(), self.services.settings.match_games
        if payload["games"] > most:
            raise BadOpening("/games", f"must be at most {most}")
        named = [self._player(request, entry, f"/{field}/{place}") for place, entry in enumerate(payload[field])]
        order = MatchOrder(
            self.engine.slug,
            players=[player for player, _ in named],
            names=[name for _, name in named],
            games=payload["games"],
            seed=seed,
            open_seed=payload["seed"] is not None,
            client=request.client,
            options=options,
        )
        return self._shown(request, self._ordered(request, kind, order, order.games, idempotency_key(request)))

    def _player(self, request: ApiRequest, entry: dict[str, Any], field: str) -> tuple[str, str]:
        """A bot of a match and its name; a registered one must accept such games."""
        if not is_remote(entry["bot"]):
            player = str(built_in(entry["bot"], entry["level"], field))
            return player, display_name(player)
        claim = Claim(self.engine.slug, "", request.client)
        try:
            bot = self.services.remotes.acceptable(entry["bot"], claim)
        except NoSuchBot as error:
            raise BadOpening(f"{field}/bot", "must be the id of a registered bot") from error
        if isinstance(bot, SeatUnavailable):
            raise refusal_problem(bot, request)
        return bot.id, bot.name

    def _ordered(self, request: ApiRequest, kind: JobKind, order: Any, parts: int, key: IdempotencyKey | None) -> Job:
        """Create the job, unless it exists, and enqueue its first parts."""
        jobs, settings = self.services.jobs, self.services.settings
        job = None if key is None else jobs.ordered(key)
        if job is None:
            identifier, client = jobs.new_id(key), request.client
            self.services.quotas.claim(client, "jobs", identifier, settings.client_jobs)
            job = jobs.open(kind, msgspec.to_builtins(order), parts, key, identifier)
        if key is not None and job.fingerprint != key.fingerprint.hex():
            raise refusal_problem(KeyReused(), request)
        if is_match(job.order):
            jobs.announce_match(job.id)
        elif job.fresh:  # otherwise an equal request came at the same moment
            leased = jobs.lease_parts(job.id, PARALLEL_PARTS)
            self.services.queue.enqueue_parts(job, leased)
        return job

    @staticmethod
    def _shown(request: ApiRequest, job: Job) -> Reply:
        return plain(encode(job_document(job, request)), 202, not job.fresh, f"/v1/jobs/{job.id}")
