"""Hooks of games."""

from __future__ import annotations

from functools import partial
from typing import Any

from api.http.auth import Right
from api.http.rate_limit import READ, Limit
from api.operations.games import game_operation
from api.operations.parameters import BODY_PROBLEMS, CACHED, GAME_PROBLEMS
from api.schemas.derive import schema_for
from api.schemas.hooks import NewHook
from api.spec.operation import Answer, Operation, Samples
from api.views.game.access import GameAccess
from api.views.game.hooks import HookDocument, HookViews
from engines.kernel.game import Game

CHANGE = Limit("bot")


def hook_operations(engine: Game[Any, Any], access: GameAccess) -> list[Operation]:
    """Create, read and delete hooks."""
    hooks, shape = HookViews(engine, access.services), schema_for(HookDocument)()
    operation = partial(game_operation, access, admits=Right.SEAT | Right.HOST | Right.SPECTATOR)
    created = Answer(201, "The hook, with its secret.", shape, ("Location", "Cache-Control"))
    problems = (*GAME_PROBLEMS, 403)
    return [
        operation(
            "add_hook", "POST", "/hooks", hooks.create, [created], limit=CHANGE, problems=(*BODY_PROBLEMS, *problems),
            body=NewHook(), headers=["Accept-Language"],
            task="notify", verb="add{Game}Hook",
            samples=Samples('curl -H "$AUTH" --json \'{"url": "https://chat.example/hook"}\' $GAME/hooks',
                            'server.request("POST", f"{game.path}/hooks", {"url": "https://chat.example/hook"}, '
                            "token=seat.token).json()",
                            'await server.http.post(`${game.path}/hooks`, { url: "https://chat.example/hook" }, '
                            "{ token: seat.token })"),
        ),
        operation(
            "hook", "GET", "/hooks/<hook>", hooks.show, [Answer(200, "The hook.", shape, CACHED)], limit=READ,
            problems=problems,
            task="notify", verb="read{Game}Hook",
            samples=Samples('curl -H "$AUTH" $GAME/hooks/$HOOK',
                            'server.request("GET", f"{game.path}/hooks/{hook}", token=seat.token).json()',
                            "await server.http.json(`${game.path}/hooks/${hook}`, { token: seat.token })"),
        ),
        operation(
            "delete_hook", "DELETE", "/hooks/<hook>", hooks.delete, [Answer(204, "It is gone.")], limit=CHANGE,
            problems=problems,
            task="notify", verb="delete{Game}Hook",
            samples=Samples(
                'curl -X DELETE -H "$AUTH" $GAME/hooks/$HOOK',
                'server.request("DELETE", f"{game.path}/hooks/{hook}", token=seat.token)',
                'await server.http.ask(`${game.path}/hooks/${hook}`, { method: "DELETE", token: seat.token })',
            ),
        ),
    ]  # fmt: skip
