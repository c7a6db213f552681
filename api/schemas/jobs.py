"""The schemas of jobs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from marshmallow import Schema, fields

from api.schemas.derive import schema_for
from api.schemas.documents import ActJob, OddsJob, SimulationJob
from api.schemas.games import schemas_of
from api.schemas.unions import Either, union_of
from engines.kernel.game import Game


class JobSchemas:
    """A job of each kind, and any of them; the result of an act is what it would have answered, in whichever game."""

    def __init__(self, engines: Iterable[Game[Any, Any]]) -> None:
        answers = [fields.Nested(schemas_of(engine).acted) for engine in engines]
        result = Either(
            *answers,
            required=True,
            allow_none=True,
            metadata={"description": "The answer of the request, once done."},
        )
        self.act: Schema = type("ActJob", (schema_for(ActJob),), {"result": result})()
        self.odds, self.simulation = schema_for(OddsJob)(), schema_for(SimulationJob)()
        kinds = {"act": self.act, "odds": self.odds, "simulation": self.simulation}
        self.any: Schema = union_of("Job", kinds, "Work that answers later.", "kind")()
