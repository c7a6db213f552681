"""The routes of the API: one blueprint per game, and one per subject that all games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from api.operations.bots import bot_operations
from api.operations.catalogue import catalogue_operations, sheet_operations
from api.operations.games import games_operations, lifecycle_operations
from api.operations.history import history_operations
from api.operations.hooks import hook_operations
from api.operations.jobs import analysis_operations, job_operations
from api.operations.ladders import ladder_operations
from api.operations.play import action_operations, seat_operations
from api.operations.service import service_operations
from api.schemas.games import schemas_of
from api.schemas.jobs import JobSchemas
from api.services import ApiServices
from api.spec.operation import Blueprint, Operation
from api.views.game.access import GameAccess
from engines.kernel.game import Game

Kind = Callable[..., Any]
"""A blueprint class: flask-smorest's, or the accelerator's."""


def blueprints(engines: list[Game[Any, Any]], services: ApiServices, kind: Kind = Blueprint) -> list[Any]:
    """Every operation of the API; ``kind`` is the blueprint class."""
    jobs = JobSchemas(engines)
    return [
        _blueprint(kind, "catalogue", "/v1", "Every game.", catalogue_operations(engines, services)),
        *(_game_blueprint(kind, engine, services, jobs) for engine in engines),
        _blueprint(kind, "jobs", "/v1/jobs", "Work that answers later.", job_operations(services, jobs)),
        _blueprint(kind, "bots", "/v1/bots", "Bots, and how to plug in your own.", bot_operations(engines, services)),
        _blueprint(kind, "ladders", "/v1/ladders", "How strong bots are.", ladder_operations(services)),
        _blueprint(kind, "service", None, "The state of the service.", service_operations(services)),
    ]


def _game_blueprint(kind: Kind, engine: Game[Any, Any], services: ApiServices, jobs: JobSchemas) -> Any:
    schemas, access = schemas_of(engine), GameAccess(engine, services)
    operations = [
        *sheet_operations(engine),
        *games_operations(engine, services, schemas),
        *lifecycle_operations(engine, access, schemas),
        *seat_operations(engine, access, schemas),
        *action_operations(engine, access, schemas, jobs),
        *history_operations(engine, access, schemas),
        *analysis_operations(engine, access, schemas, jobs),
        *hook_operations(engine, access),
    ]
    name = engine.content["game"]["name"]["en"]
    return _blueprint(kind, engine.slug, f"/v1/{engine.slug}", f"{name}.", operations)


def _blueprint(kind: Kind, name: str, prefix: str | None, description: str, operations: Iterable[Operation]) -> Any:
    blueprint = kind(name, __name__, url_prefix=prefix, description=description)
    for operation in operations:
        operation.register(blueprint)
    return blueprint
