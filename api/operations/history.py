"""Events, boards, position and replay of a game."""

from __future__ import annotations

from functools import partial
from typing import Any

from api.operations.games import game_operation
from api.operations.parameters import ANYONE, GAME_PROBLEMS, READ, STRING, UNCHANGED_GAME
from api.schemas.games import GameSchemas
from api.schemas.queries import EventQuery
from api.spec.operation import Answer, Operation
from api.views.game.access import GameAccess
from api.views.game.boards import BoardViews
from api.views.game.history import HistoryViews
from engines.kernel.game import Game


def history_operations(engine: Game[Any, Any], access: GameAccess, schemas: GameSchemas) -> list[Operation]:
    """Events, boards, the whole position and the replay."""
    history, boards = HistoryViews(engine, access.services), BoardViews(engine, access.services)
    operation = partial(game_operation, access)
    return [
        operation("events", "GET", "/events", history.events,
                  [Answer(200, "A stretch of history, or with `Accept: text/event-stream` events as they happen.",
                          schemas.event_page, (*READ, "Content-Language", "Link")),
                   Answer(200, "", STRING, (), "text/event-stream"),
                   Answer(204, "The stream has ended: the game is over and everything was read.", None, READ)],
                  problems=(400, *GAME_PROBLEMS), query=EventQuery(), security=ANYONE,
                  headers=["Accept-Language", "Last-Event-ID", "seat"]),
        operation("board_svg", "GET", "/board.svg", boards.board_svg,
                  [Answer(200, "The picture.", STRING,
                          (*READ, "ETag", "Content-Language", "Content-Security-Policy"), "image/svg+xml"),
                   Answer(200, "", STRING, (), "text/plain"), UNCHANGED_GAME],
                  problems=GAME_PROBLEMS, headers=["Accept-Language", "If-None-Match", "seat", "at"], security=ANYONE),
        operation("board_txt", "GET", "/board.txt", boards.board_txt,
                  [Answer(200, "The text.", STRING, (*READ, "ETag", "Content-Language"), "text/plain"), UNCHANGED_GAME],
                  problems=GAME_PROBLEMS, headers=["Accept-Language", "If-None-Match", "seat", "at"], security=ANYONE),
        operation("position", "GET", "/position", history.position,
                  [Answer(200, "The position.", schemas.position, (*READ, "ETag")), UNCHANGED_GAME],
                  problems=(*GAME_PROBLEMS, 403), headers=["If-None-Match", "at"], security=ANYONE),
        operation("replay", "GET", "/replay", history.replay, [Answer(200, "The replay.", schemas.replay, READ)],
                  problems=GAME_PROBLEMS, security=ANYONE),
    ]  # fmt: skip
