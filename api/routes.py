"""The routes of the API: one blueprint per game, and one per subject that all games share."""

from __future__ import annotations

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
from api.spec.blueprint import Blueprint, ViewOf
from api.views.game.access import GameAccess
from engines.kernel.game import Game


def blueprints(engines: list[Game[Any, Any]], services: ApiServices, view_of: ViewOf) -> list[Blueprint]:
    """Every operation of the API; ``view_of`` makes their view functions."""
    jobs = JobSchemas(engines)
    shared = [
        ("jobs", "/v1/jobs", "Work that answers later.", job_operations(services, jobs)),
        ("bots", "/v1/bots", "Bots, and how to plug in your own.", bot_operations(engines, services)),
        ("ladders", "/v1/ladders", "How strong bots are.", ladder_operations(services)),
        ("service", None, "The state of the service.", service_operations(services)),
    ]
    return [
        Blueprint("catalogue", "/v1", "Every game.", catalogue_operations(engines, services), view_of),
        *(_game_blueprint(engine, services, jobs, view_of) for engine in engines),
        *(Blueprint(*about, view_of) for about in shared),
    ]


def _game_blueprint(engine: Game[Any, Any], services: ApiServices, jobs: JobSchemas, view_of: ViewOf) -> Blueprint:
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
    return Blueprint(engine.slug, f"/v1/{engine.slug}", f"{name}.", operations, view_of)
