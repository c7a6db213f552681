"""Creating and listing games; one game as a whole."""

from __future__ import annotations

from functools import partial
from typing import Any

from api.http.auth import EVERYBODY, Right
from api.http.rate_limit import ACT, READ, Limit
from api.operations.parameters import (
    BODY_PROBLEMS,
    CACHED,
    GAME_PROBLEMS,
    HOOK,
    ID,
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
from api.spec.operation import Answer, Operation, Samples
from api.views.game.access import GameAccess
from api.views.game.export import MEDIA_TYPE as EXPORT
from api.views.game.export import ExportViews
from api.views.game.lifecycle import LifecycleViews
from api.views.games import GamesViews
from engines.kernel.game import Game

CREATE = Limit("create")
IN_PATH = {"seat": SEAT, "version": VERSION, "hook": HOOK}


def acted_answer(schemas: GameSchemas) -> Answer:
    """Responses of every change of a running game."""
    headers = ("ETag", "Idempotent-Replay", "Preference-Applied", "Content-Language", *CACHED)
    return Answer(200, "What happened, and the view after it.", schemas.acted, headers)


def game_operation(
    access: GameAccess,
    name: str,
    method: str,
    rule: str,
    view: Any,
    answers: list[Answer],
    *,
    admits: Right,
    cached: bool = False,
    invites: bool = False,
    **rest: Any,
) -> Operation:
    """An operation on one game: game and bearer are found, and the bearer checked, before the body is read.

    ``cached``: the game may come from the cache, if the service confirms refusals. ``invites``: the body may hold the
    invite of a private game.
    """
    path = [ID, *(parameter for name, parameter in IN_PATH.items() if f"{name}>" in rule)]
    several = "seat" in rest.get("headers", ())
    guard = partial(access.enter, several=several, cached=cached, invites=invites)
    return Operation(
        name, method, f"/games/<id>{rule}", view, answers, game=access.engine, admits=admits, path=path, guard=guard,
        **rest,
    )  # fmt: skip


def _links(engine: Game[Any, Any]) -> dict[str, Any]:
    """Links from a new game: view, act, history, seats."""
    name = engine.slug.capitalize()
    follows = {
        "view": (f"view{name}", "Look at the game."),
        "actions": (f"list{name}Actions", "List legal actions."),
        "act": (f"act{name}", "Act with a seat's token."),
        "events": (f"list{name}Events", "Read the history."),
        "seats": (f"take{name}Seat", "Take an open seat."),
    }
    return {
        link: {"operationId": operation, "parameters": {"id": "$response.body#/id"}, "description": text}
        for link, (operation, text) in follows.items()
    }


def created_answer(engine: Game[Any, Any], schemas: GameSchemas) -> Answer:
    """Responses of a creation and a rematch."""
    return Answer(
        201, "The new game, with its tokens; in a rematch your own token goes on.", schemas.created,
        ("Location", "ETag", "Idempotent-Replay", "Cache-Control"), links=_links(engine),
    )  # fmt: skip


def games_operations(engine: Game[Any, Any], services: ApiServices, schemas: GameSchemas) -> list[Operation]:
    views = GamesViews(engine, services)
    return [
        Operation(
            "create", "POST", "/games", views.create, [created_answer(engine, schemas)],
            game=engine, admits=Right.ANYONE | Right.SEAT | Right.HOST | Right.SPECTATOR, limit=CREATE, sealed=True,
            problems=[*BODY_PROBLEMS, *GAME_PROBLEMS, 403], body=schemas.new_game, headers=["Idempotency-Key"],
            task="start", verb="create{Game}",
            samples=Samples('curl --json \'{"seats": 2}\' $URL/v1/{game}/games',
                            'game = server.{game}.create("Ana", "greedy")',
                            'const game = await server.{game}.create("Ana", "greedy")'),
        ),
        Operation(
            "list", "GET", "/games", views.list, [Answer(200, "A page of games.", schema_for(Listing)(), ("Link",))],
            game=engine, admits=Right.ANYONE, limit=READ, problems=[422, 503], query=ListQuery(),
            task="find", verb="list{Game}Games",
            samples=Samples('curl "$URL/v1/{game}/games?status=open"',
                            'for found in server.{game}.games(status="open"): print(found["url"])',
                            'for await (const found of server.{game}.list("open")) console.log(found.url)'),
        ),
        Operation(
            "export", "GET", "/export", ExportViews(engine, services).export,
            [Answer(200, "Replays, one in each line.", STRING, CACHED, EXPORT),
             Answer(200, "", STRING, (), "text/plain")],
            game=engine, admits=Right.ANYONE, limit=READ, problems=[422, 503], query=ExportQuery(),
            task="review", verb="export{Game}Games",
            samples=Samples("curl -N $URL/v1/{game}/export",
                            'for replay in server.{game}.export(): print(replay["id"])',
                            "for await (const replay of server.{game}.export()) console.log(replay.id)"),
        ),
    ]  # fmt: skip


def lifecycle_operations(engine: Game[Any, Any], access: GameAccess, schemas: GameSchemas) -> list[Operation]:
    """View, abort and rematch."""
    views, operation = LifecycleViews(engine, access.services, access), partial(game_operation, access)
    return [
        operation(
            "view", "GET", "", views.view,
            [Answer(200, "The view.", schemas.game, ("ETag", "Preference-Applied", "Content-Language", *CACHED)),
             UNCHANGED_GAME],
            admits=EVERYBODY, limit=READ, problems=GAME_PROBLEMS,
            headers=["If-None-Match", "Prefer", "Accept-Language", "seat", "at", "include"],
            task="play", verb="view{Game}",
            samples=Samples('curl -H "$AUTH" $GAME', "seat.view()", "await seat.view()"),
        ),
        operation(
            "abort", "DELETE", "", views.abort, [acted_answer(schemas)],
            admits=Right.HOST, limit=ACT, problems=(*GAME_PROBLEMS, 403), headers=["Accept-Language"],
            task="start", verb="abort{Game}",
            samples=Samples('curl -X DELETE -H "$AUTH" $GAME', "game.abort()", "await game.abort()"),
        ),
        operation(
            "rematch", "POST", "/rematch", views.rematch, [created_answer(engine, schemas)],
            admits=Right.SEAT | Right.HOST | Right.BOT, limit=CREATE,
            problems=(*BODY_PROBLEMS, *GAME_PROBLEMS, 403), body=Empty(), headers=["Idempotency-Key"],
            task="start", verb="rematch{Game}",
            samples=Samples('curl -X POST -H "$AUTH" $GAME/rematch',
                            "again = game.rematch()",
                            "const again = await game.rematch()"),
        ),
    ]  # fmt: skip
