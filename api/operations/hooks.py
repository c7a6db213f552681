"""Hooks of games."""

from __future__ import annotations

from functools import partial
from typing import Any

from api.operations.games import game_operation
from api.operations.parameters import BODY_PROBLEMS, GAME_PROBLEMS, READ
from api.schemas.derive import schema_for
from api.schemas.hooks import NewHook
from api.spec.operation import Answer, Operation
from api.views.game.access import GameAccess
from api.views.game.hooks import HookDocument, HookViews
from engines.kernel.game import Game

BEARERS = ("seat", "host", "spectator")


def hook_operations(engine: Game[Any, Any], access: GameAccess) -> list[Operation]:
    """Create, read and delete hooks."""
    hooks, operation, shape = (
        HookViews(engine, access.services),
        partial(game_operation, access),
        schema_for(HookDocument)(),
    )
    created = Answer(201, "The hook, with its secret.", shape, ("Location", "Cache-Control"))
    problems = (*GAME_PROBLEMS, 403)
    return [
        operation("add_hook", "POST", "/hooks", hooks.create, [created], problems=(*BODY_PROBLEMS, *problems),
                  body=NewHook(), headers=["Accept-Language"], security=BEARERS, limit="bot"),
        operation("hook", "GET", "/hooks/<hook>", hooks.show, [Answer(200, "The hook.", shape, READ)],
                  problems=problems, security=BEARERS),
        operation("delete_hook", "DELETE", "/hooks/<hook>", hooks.delete, [Answer(204, "It is gone.")],
                  problems=problems, security=BEARERS, limit="bot"),
    ]  # fmt: skip
