"""Creating and listing games; one game as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from api.http.auth import Bearer
from api.operations.parameters import (
    ANYONE,
    BODY_PROBLEMS,
    GAME_PROBLEMS,
    HOOK,
    ID,
    READ,
    READERS,
    SEAT,
    STRING,
    UNCHANGED_GAME,
    VERSION,
)
from api.schemas.derive import schema_for
from api.schemas.documents import Listing
from api.schemas.games import GameSchemas
from api.schemas.queries import ExportQuery, ListQuery
from api.schemas.requests import Empty
from api.services import ApiServices
from api.spec.names import operation_id
from api.spec.operation import Answer, Operation
from api.views.game.access import GameAccess
from api.views.game.export import MEDIA_TYPE as EXPORT
from api.views.game.export import ExportViews
from api.views.game.lifecycle import LifecycleViews
from api.views.games import GamesViews
from engines.kernel.game import Game

ADMITTED = {
    ("seat",): Bearer.require_holder,
    ("seat", "bot"): Bearer.require_seat,
    ("host",): Bearer.require_host,
    ("seat", "host"): Bearer.require_player,
    ("seat", "host", "bot"): Bearer.require_player,
    ("seat", "host", "spectator"): Bearer.require_token,
}
"""The check of bearers for the tokens that an operation documents; other operations are open to everyone."""


IN_PATH = {"seat": SEAT, "version": VERSION, "hook": HOOK}


def acted_answer(schemas: GameSchemas) -> Answer:
    """Responses of every change of a running game."""
    headers = ("ETag", "Idempotent-Replay", "Content-Language", *READ)
    return Answer(200, "What happened, and the view after it.", schemas.acted, headers)


def game_operation(
    access: GameAccess,
    name: str,
    method: str,
    rule: str,
    view: Any,
    answers: list[Answer],
    *,
    security: Sequence[str],
    cached: bool = False,
    **rest: Any,
) -> Operation:
    """An operation on one game: game and bearer are found, and the bearer checked, before the body is read.

    ``cached``: the game may come from the cache, if the service confirms refusals.
    """
    slug = access.engine.slug
    path = [ID, *(parameter for name, parameter in IN_PATH.items() if f"{name}>" in rule)]
    guard = access.guard(ADMITTED.get(tuple(security)), several="seat" in rest.get("headers", ()), cached=cached)
    return Operation(
        f"{slug}_{name}", method, f"/games/<id>{rule}", view, answers, path=path, guard=guard, security=security, **rest
    )


def _links(slug: str) -> dict[str, Any]:
    """Links from a new game: view, act, history, seats."""
    game = {"id": "$response.body#/id"}
    return {
        "view": {"operationId": operation_id(f"{slug}_view"), "parameters": game, "description": "Look at the game."},
        "actions": {
            "operationId": operation_id(f"{slug}_legal"),
            "parameters": game,
            "description": "List legal actions.",
        },
        "act": {
            "operationId": operation_id(f"{slug}_act"),
            "parameters": game,
            "description": "Act with a seat's token.",
        },
        "events": {
            "operationId": operation_id(f"{slug}_events"),
            "parameters": game,
            "description": "Read the history.",
        },
        "seats": {
            "operationId": operation_id(f"{slug}_take_seat"),
            "parameters": game,
            "description": "Take an open seat.",
        },
    }


def created_answer(slug: str, schemas: GameSchemas) -> Answer:
    """Responses of a creation and a rematch."""
    return Answer(
        201, "The new game, with its tokens; in a rematch your own token goes on.", schemas.created,
        ("Location", "ETag", "Idempotent-Replay", "Cache-Control"), links=_links(slug),
    )  # fmt: skip


def games_operations(engine: Game[Any, Any], services: ApiServices, schemas: GameSchemas) -> list[Operation]:
    slug, views = engine.slug, GamesViews(engine, services)
    return [
        Operation(
            f"{slug}_create", "POST", "/games", views.create, [created_answer(slug, schemas)], body=schemas.new_game,
            problems=[*BODY_PROBLEMS, *GAME_PROBLEMS, 403], headers=["Idempotency-Key"], security=READERS,
            limit="create",
        ),
        Operation(
            f"{slug}_list", "GET", "/games", views.list,
            [Answer(200, "A page of games.", schema_for(Listing)(), ("Link",))],
            problems=[422, 503], query=ListQuery(),
        ),
        Operation(
            f"{slug}_export", "GET", "/export", ExportViews(engine, services).export,
            [Answer(200, "Replays, one in each line.", STRING, ("Cache-Control", "Vary"), EXPORT),
             Answer(200, "", STRING, (), "text/plain")],
            problems=[422, 503], query=ExportQuery(),
        ),
    ]  # fmt: skip


def lifecycle_operations(engine: Game[Any, Any], access: GameAccess, schemas: GameSchemas) -> list[Operation]:
    """View, abort and rematch."""
    views, operation = LifecycleViews(engine, access.services, access), partial(game_operation, access)
    acted = acted_answer(schemas)
    return [
        operation("view", "GET", "", views.view,
                  [Answer(200, "The view.", schemas.game, ("ETag", "Preference-Applied", "Content-Language", *READ)),
                   UNCHANGED_GAME],
                  problems=GAME_PROBLEMS, security=ANYONE,
                  headers=["If-None-Match", "Prefer", "Accept-Language", "seat", "at", "include"]),
        operation("abort", "DELETE", "", views.abort, [acted], problems=(*GAME_PROBLEMS, 403),
                  headers=["Accept-Language"], security=["host"]),
        operation("rematch", "POST", "/rematch", views.rematch, [created_answer(engine.slug, schemas)],
                  problems=(*BODY_PROBLEMS, *GAME_PROBLEMS, 403), body=Empty(), headers=["Idempotency-Key"],
                  security=["seat", "host", "bot"], limit="create"),
    ]  # fmt: skip
