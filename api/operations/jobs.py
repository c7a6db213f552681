"""Odds, simulations, matches, and the jobs that compute them."""

from __future__ import annotations

from functools import partial
from typing import Any

from api.operations.parameters import ANYONE, BODY_PROBLEMS, GAME_PROBLEMS, ID, JOB, JOB_LINKS
from api.schemas.games import GameSchemas
from api.schemas.jobs import JobSchemas
from api.schemas.ladders import NewMatch
from api.schemas.requests import OddsRequest
from api.services import ApiServices
from api.spec.operation import Answer, Operation
from api.views.game.access import GameAccess
from api.views.jobs import AnalysisViews, JobViews
from engines.kernel.game import Game

JOB_TOKENS = ("anyone", "seat", "bot")
"""The job of an action needs the token that submitted it; every other job is open by its id."""


def analysis_operations(
    engine: Game[Any, Any], access: GameAccess, schemas: GameSchemas, jobs: JobSchemas
) -> list[Operation]:
    """Jobs about a game: odds, simulations, matches."""
    slug, views = engine.slug, AnalysisViews(engine, access.services)
    sent = ("Location", "Idempotent-Replay")
    return [
        Operation(
            f"{slug}_odds", "POST", "/games/<id>/odds", views.odds,
            [Answer(202, "Workers find it out; ask for the job.", jobs.odds, sent, links=JOB_LINKS)],
            problems=(*BODY_PROBLEMS, *GAME_PROBLEMS, 409), body=OddsRequest(), headers=["Idempotency-Key", "seat"],
            path=[ID], security=ANYONE, limit="job", guard=access.guard(None, several=True),
        ),
        Operation(
            f"{slug}_simulate", "POST", "/simulations", views.simulate,
            [Answer(202, "Workers play the games; ask for the job.", partial(jobs.simulation_in, engine), sent,
                    links=JOB_LINKS)],
            problems=(*BODY_PROBLEMS, 409, 503), body=schemas.simulation, headers=["Idempotency-Key"], limit="job",
        ),
        Operation(
            f"{slug}_match", "POST", "/matches", views.match,
            [Answer(202, "The games are played; ask for the job.", jobs.match, sent, links=JOB_LINKS)],
            problems=(*BODY_PROBLEMS, 409, 503), body=NewMatch(), headers=["Idempotency-Key"], limit="job",
        ),
    ]  # fmt: skip


def job_operations(services: ApiServices, jobs: JobSchemas) -> list[Operation]:
    views = JobViews(services)
    shown = [Answer(200, "The job.", jobs.any, ("Cache-Control", "Preference-Applied"))]
    cancelled = [Answer(200, "The job.", jobs.any, ("Cache-Control",))]
    return [
        Operation("job", "GET", "/<id>", views.show, shown, problems=[404, 503], path=[JOB], headers=["Prefer"],
                  security=JOB_TOKENS),
        Operation("cancel_job", "DELETE", "/<id>", views.cancel, cancelled, problems=[404, 503], path=[JOB],
                  security=JOB_TOKENS),
    ]  # fmt: skip
