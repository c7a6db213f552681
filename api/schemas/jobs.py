"""Jobs as they are shown, and their schemas."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from marshmallow import Schema, fields, validate
from msgspec import Meta

from api.http.problems import ProblemDocument
from api.http.problems.causes import problem_from
from api.http.request import ApiRequest
from api.schemas.derive import schema_for
from api.schemas.derive.unions import Either, union_of
from api.schemas.games import schemas_of
from engines.kernel.game import Game
from engines.kernel.records import Record, named
from store.jobs.analysis import Odds, Simulation
from store.jobs.matches import Match
from store.model.job import Job


class JobDocument(Record, kw_only=True, tag_field="kind"):
    """Work that answers later."""

    id: Annotated[str, Meta(description="The job's id: with it, anyone may read and cancel.")]
    status: Annotated[
        Literal["queued", "running", "done", "failed", "cancelled"],
        Meta(description="How far it has come."),
        named("JobStatus"),
    ]
    progress: Annotated[float, Meta(ge=0, le=1, description="From 0 to 1.")]
    created_at: Annotated[str, Meta(description="When it was asked for (UTC).")]
    problem: Annotated[ProblemDocument | None, Meta(description="What went wrong, once failed.")]
    url: Annotated[str, Meta(description="Where to ask again.")]


class ActJob(JobDocument, tag="act"):
    """An action that a worker plays."""

    result: Annotated[dict[str, Any] | None, Meta(description="The answer of the request, once done.")]


class OddsJob(JobDocument, tag="odds"):
    """The odds of a position, being found out."""

    result: Annotated[Odds | None, Meta(description="The odds, once done.")]


class SimulationJob(JobDocument, tag="simulation"):
    """Games between bots, being played."""

    result: Annotated[Simulation | None, Meta(description="What came of the games, once done.")]


class MatchJob(JobDocument, tag="match"):
    """Games between bots over their real channels, being played."""

    result: Annotated[Match | None, Meta(description="What came of the games, once done.")]


JOBS: dict[str, tuple[type[Any], type[Any]]] = {
    "act": (ActJob, dict),
    "odds": (OddsJob, Odds),
    "simulation": (SimulationJob, Simulation),
    "match": (MatchJob, Match),
}
"""The document of each kind of job, and what is found in it once it is done."""
FOUND = {"description": "What came of the games, once done."}


def job_document(job: Job, request: ApiRequest) -> JobDocument:
    url = f"/v1/jobs/{job.id}"
    failure = msgspec.json.decode(bytes(job.problem))
    made, found = JOBS[job.kind]
    document: JobDocument = made(
        id=job.id,
        status=job.status,
        progress=job.progress,
        created_at=job.created_at,
        result=msgspec.json.decode(bytes(job.result), type=found | None),
        problem=None if failure is None else problem_from(failure).document(url, request.id),
        url=url,
    )
    return document


class JobSchemas:
    """A job of each kind, and any of them. The result of an act is what it would have answered, in whichever game."""

    def __init__(self, engines: Iterable[Game[Any, Any]]) -> None:
        self.act: Schema = schema_for(ActJob)()
        self.odds = schema_for(OddsJob)()
        results = [fields.Nested(simulation_of(engine)) for engine in engines]
        result = Either(*results, required=True, allow_none=True, metadata=FOUND)
        self.simulation: Schema = type("SimulationJob", (schema_for(SimulationJob),), {"result": result})()
        self.match: Schema = schema_for(MatchJob)()
        kinds = {"act": self.act, "odds": self.odds, "simulation": self.simulation, "match": self.match}
        self.any: Schema = union_of("Job", kinds, "Work that answers later.", "kind")()

    def act_in(self, engine: Game[Any, Any]) -> Schema:
        """The job of an act in one game."""
        answer = {"description": "The answer of the request, once done."}
        result = fields.Nested(schemas_of(engine).acted, required=True, allow_none=True, metadata=answer)
        made: Schema = type(f"{engine.slug.capitalize()}ActJob", (schema_for(ActJob),), {"result": result})()
        return made

    def simulation_in(self, engine: Game[Any, Any]) -> Schema:
        """The job of games between bots in one game."""
        result = fields.Nested(simulation_of(engine), required=True, allow_none=True, metadata=FOUND)
        name = f"{engine.slug.capitalize()}SimulationJob"
        made: Schema = type(name, (schema_for(SimulationJob),), {"result": result})()
        return made


@cache
def simulation_of(engine: Game[Any, Any]) -> Schema:
    """What came of games between bots, with the options of their game."""
    prefix, shared = engine.slug.capitalize(), schema_for(Simulation)
    members = {
        "game": fields.String(
            required=True, validate=validate.OneOf([engine.slug]), metadata={"description": "Which game."}
        ),
        "options": fields.Nested(
            schema_for(engine.rules.options_type, prefix),
            required=True,
            metadata={"description": "Every option of the games."},
        ),
    }
    made: Schema = type(f"{prefix}Simulation", (shared,), members)()
    return made
