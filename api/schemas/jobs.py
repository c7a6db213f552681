"""Jobs as they are shown, and their schemas."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from marshmallow import Schema, fields
from msgspec import Meta

from api.http.problems import ProblemDocument, problem_from
from api.http.request import request_id
from api.schemas.derive import schema_for
from api.schemas.games import schemas_of
from api.schemas.unions import union_of
from engines.kernel.game import Game
from engines.kernel.records import Record
from store.jobs.analysis import Odds, Simulation
from store.jobs.jobs import Job


class JobDocument(Record, kw_only=True, tag_field="kind"):
    """Work that answers later."""

    id: Annotated[str, Meta(description="The job's id: with it, anyone may read and cancel.")]
    status: Annotated[
        Literal["queued", "running", "done", "failed", "cancelled"], Meta(description="How far it has come.")
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


JOBS: dict[str, tuple[type[Any], type[Any]]] = {
    "act": (ActJob, dict),
    "odds": (OddsJob, Odds),
    "simulation": (SimulationJob, Simulation),
}
"""The document of each kind of job, and what is found in it once it is done."""


def job_document(job: Job) -> JobDocument:
    url = f"/v1/jobs/{job.id}"
    failure = msgspec.json.decode(bytes(job.problem))
    made, found = JOBS[job.kind]
    document: JobDocument = made(
        id=job.id,
        status=job.status,
        progress=job.progress,
        created_at=job.created_at,
        result=msgspec.json.decode(bytes(job.result), type=found | None),
        problem=None if failure is None else problem_from(failure).document(url, request_id()),
        url=url,
    )
    return document


class JobSchemas:
    """A job of each kind, and any of them. The result of an act is what it would have answered, in whichever game."""

    def __init__(self) -> None:
        self.act: Schema = schema_for(ActJob)()
        self.odds, self.simulation = schema_for(OddsJob)(), schema_for(SimulationJob)()
        kinds = {"act": self.act, "odds": self.odds, "simulation": self.simulation}
        self.any: Schema = union_of("Job", kinds, "Work that answers later.", "kind")()

    def act_in(self, engine: Game[Any, Any]) -> Schema:
        """The job of an act in one game."""
        told = {"description": "The answer of the request, once done."}
        result = fields.Nested(schemas_of(engine).acted, required=True, allow_none=True, metadata=told)
        made: Schema = type(f"{engine.slug.capitalize()}ActJob", (schema_for(ActJob),), {"result": result})()
        return made
