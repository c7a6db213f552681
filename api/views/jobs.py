"""Long jobs over HTTP: the odds of a game as the bearer knows it, and simulations."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, request

from api.http.auth import Bearer
from api.http.client_address import client_of
from api.http.responses import plain
from api.schemas.documents import job_document
from api.views.games import GameRoutes
from engines.kernel.game import Game
from store import seats
from store.bots.builtin import built_in
from store.errors import NotStarted
from store.game import StoredGame, new_seed
from store.jobs.analysis import OddsOrder, SimulationOrder
from store.jobs.jobs import LANES, JobKind
from store.repository import IdempotencyKey
from store.views import encode


class StudyRoutes:
    """Answers for one game."""

    def __init__(self, engine: Game[Any, Any], routes: GameRoutes) -> None:
        self.engine = engine
        self.routes = routes
        self.services = routes.services

    def odds(
        self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None, payload: dict[str, Any]
    ) -> Response:
        """Ask for the odds.

        Win chances of every seat from here, from what the bearer may know (spectators and the host: what everybody
        knows): what is hidden is imagined anew for every rollout, and then everybody plays greedily. The answer is a
        job.
        """
        if table.position is None:
            raise NotStarted
        seats.require_live(table)
        known = msgspec.to_builtins(self.engine.visibility.knowledge(table.position, bearer.seat))
        order = OddsOrder(self.engine.slug, table.id, table.version, bearer.seat, known, payload["rollouts"])
        order.refuse_excess(self.services.settings)
        return self._ordered("odds", order, order.parts(), ticket)

    def simulate(self, payload: dict[str, Any]) -> Response:
        """Let bots play many games.

        Win rates with intervals, scores and lengths. Every bot has every seat in turn; the same seed gives the same
        games. The answer is a job.
        """
        players = [built_in(seat["bot"], seat["level"], f"/seats/{n}") for n, seat in enumerate(payload["seats"])]
        seed = payload["seed"] or new_seed().hex()
        order = SimulationOrder(self.engine.slug, players, payload["games"], payload["options"], seed)
        order.resolved(self.engine)
        order.refuse_excess(self.services.settings)
        ticket = self.routes.ticket(request.environ, f"client {request.remote_addr}")
        return self._ordered("simulation", order, order.parts(), ticket)

    def _ordered(self, kind: JobKind, order: Any, parts: int, ticket: IdempotencyKey | None) -> Response:
        """Open the job, unless it was ordered before, and hand its first parts over."""
        jobs, settings = self.services.jobs, self.services.settings
        job = None if ticket is None else jobs.ordered(ticket)
        if job is None:
            identifier, client = jobs.new_id(ticket), client_of(request.remote_addr or "")
            self.services.holdings.claim(client, "jobs", identifier, settings.client_jobs)
            job = jobs.open(kind, msgspec.to_builtins(order), parts, ticket, identifier)
        if job.fresh:  # else somebody has sent the same request at the same moment
            handed = jobs.hand_out(job.id, LANES)
            self.services.queue.enqueue_parts(job.id, handed, soon=kind == "odds")
        return plain(encode(job_document(job)), 202, not job.fresh, f"/v1/jobs/{job.id}")
