"""Odds, simulations, matches, and the jobs that compute them."""

from __future__ import annotations

from functools import partial
from typing import Any

from api.http.auth import EVERYBODY, Right
from api.http.rate_limit import ACT, READ, Limit
from api.operations.games import game_operation
from api.operations.parameters import BODY_PROBLEMS, GAME_PROBLEMS, JOB, JOB_LINKS
from api.schemas.games import GameSchemas
from api.schemas.jobs import JobSchemas
from api.schemas.ladders import NewMatch
from api.schemas.requests import OddsRequest
from api.services import ApiServices
from api.spec.operation import Answer, Operation, Samples
from api.views.game.access import GameAccess
from api.views.jobs import AnalysisViews, JobViews
from engines.kernel.game import Game

ORDER = Limit("job")
READERS_OF_JOBS = Right.ANYONE | Right.SEAT | Right.BOT
"""The job of an action needs the token that submitted it; every other job is open by its id."""


def analysis_operations(
    engine: Game[Any, Any], access: GameAccess, schemas: GameSchemas, jobs: JobSchemas
) -> list[Operation]:
    """Jobs about a game: odds, simulations, matches."""
    views = AnalysisViews(engine, access.services)
    sent = ("Location", "Idempotent-Replay")
    return [
        game_operation(
            access, "odds", "POST", "/odds", views.odds,
            [Answer(202, "Workers find it out; ask for the job.", jobs.odds, sent, links=JOB_LINKS)],
            admits=EVERYBODY, limit=ORDER, problems=(*BODY_PROBLEMS, *GAME_PROBLEMS, 409), body=OddsRequest(),
            headers=["Idempotency-Key", "seat"],
            task="analyse", verb="estimate{Game}Odds",
            samples=Samples('curl -H "$AUTH" --json \'{"rollouts": 10}\' $GAME/odds',
                            "seat.odds(rollouts=10)",
                            "await seat.odds({ rollouts: 10 })"),
        ),
        Operation(
            "simulate", "POST", "/simulations", views.simulate,
            [Answer(202, "Workers play the games; ask for the job.", partial(jobs.simulation_in, engine), sent,
                    links=JOB_LINKS)],
            game=engine, admits=Right.ANYONE, limit=ORDER, problems=(*BODY_PROBLEMS, 409, 503),
            body=schemas.simulation, headers=["Idempotency-Key"],
            task="analyse", verb="simulate{Game}",
            samples=Samples('curl --json \'{"seats": [{"bot": "greedy"}, {"bot": "random"}], "games": 2}\' '
                            "$URL/v1/{game}/simulations",
                            'server.{game}.simulate("greedy", "random", games=2)',
                            'await server.{game}.simulate(["greedy", "random"], { games: 2 })'),
        ),
        Operation(
            "match", "POST", "/matches", views.match,
            [Answer(202, "The games are played; ask for the job.", jobs.match, sent, links=JOB_LINKS)],
            game=engine, admits=Right.ANYONE, limit=ORDER, problems=(*BODY_PROBLEMS, 409, 503), body=NewMatch(),
            headers=["Idempotency-Key"],
            task="analyse", verb="match{Game}",
            samples=Samples('curl --json \'{"entries": [{"bot": "greedy"}, {"bot": "random"}], "games": 2}\' '
                            "$URL/v1/{game}/matches",
                            'server.request("POST", "/v1/{game}/matches", '
                            '{"entries": [{"bot": "greedy"}, {"bot": "random"}], "games": 2}).json()',
                            'await server.http.post("/v1/{game}/matches", '
                            '{ entries: [{ bot: "greedy" }, { bot: "random" }], games: 2 })'),
        ),
    ]  # fmt: skip


def job_operations(services: ApiServices, jobs: JobSchemas) -> list[Operation]:
    views = JobViews(services)
    shown = [Answer(200, "The job.", jobs.any, ("Cache-Control", "Preference-Applied"))]
    cancelled = [Answer(200, "The job.", jobs.any, ("Cache-Control",))]
    return [
        Operation(
            "job", "GET", "/<id>", views.show, shown,
            admits=READERS_OF_JOBS, limit=READ, problems=[404, 503], path=[JOB], headers=["Prefer"],
            task="analyse", verb="readJob",
            samples=Samples("curl -H 'Prefer: wait=20' $URL/v1/jobs/$JOB",
                            'server.request("GET", f"/v1/jobs/{job}").json()',
                            "await server.http.json(`/v1/jobs/${job}`)"),
        ),
        Operation(
            "cancel_job", "DELETE", "/<id>", views.cancel, cancelled,
            admits=READERS_OF_JOBS, limit=ACT, problems=[404, 503], path=[JOB],
            task="analyse", verb="cancelJob",
            samples=Samples("curl -X DELETE $URL/v1/jobs/$JOB",
                            'server.request("DELETE", f"/v1/jobs/{job}").json()',
                            'await server.http.json(`/v1/jobs/${job}`, { method: "DELETE" })'),
        ),
    ]  # fmt: skip
