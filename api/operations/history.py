"""Events, boards, position and replay of a game."""

from __future__ import annotations

from functools import partial
from typing import Any

from api.http.auth import EVERYBODY
from api.http.rate_limit import BOARD, READ, Limit
from api.operations.games import game_operation
from api.operations.parameters import CACHED, GAME_PROBLEMS, STRING, UNCHANGED_GAME
from api.schemas.games import GameSchemas
from api.schemas.queries import EventQuery
from api.spec.operation import Answer, Operation, Samples
from api.views.game.access import GameAccess
from api.views.game.boards import BoardViews
from api.views.game.history import HistoryViews
from engines.kernel.game import Game


def history_operations(engine: Game[Any, Any], access: GameAccess, schemas: GameSchemas) -> list[Operation]:
    """Events, boards, the whole position and the replay."""
    history, boards = HistoryViews(engine, access.services), BoardViews(engine, access.services)
    operation = partial(game_operation, access, admits=EVERYBODY)
    return [
        operation(
            "events", "GET", "/events", history.events,
            [Answer(200, "A stretch of history, or with `Accept: text/event-stream` events as they happen.",
                    schemas.event_page, (*CACHED, "Content-Language", "Link")),
             Answer(200, "", STRING, (), "text/event-stream"),
             Answer(204, "The stream has ended: the game is over and everything was read.", None, CACHED)],
            limit=Limit("read", 2), problems=(400, *GAME_PROBLEMS), query=EventQuery(),
            headers=["Accept-Language", "Last-Event-ID", "seat"],
            task="watch", verb="list{Game}Events",
            samples=Samples('curl -N -H "$AUTH" -H \'Accept: text/event-stream\' $GAME/events',
                            'for event in seat.events(): print(event["sentence"])',
                            "for await (const event of seat.events()) console.log(event.sentence)"),
        ),
        operation(
            "board_svg", "GET", "/board.svg", boards.board_svg,
            [Answer(200, "The picture.", STRING,
                    (*CACHED, "ETag", "Content-Language", "Content-Security-Policy"), "image/svg+xml"),
             Answer(200, "", STRING, (), "text/plain"), UNCHANGED_GAME],
            limit=BOARD, problems=GAME_PROBLEMS, headers=["Accept-Language", "If-None-Match", "seat", "at"],
            task="watch", verb="draw{Game}Board",
            samples=Samples('curl -H "$AUTH" $GAME/board.svg',
                            'server.request("GET", f"{game.path}/board.svg", token=seat.token).text',
                            'await seat.board("svg")'),
        ),
        operation(
            "board_txt", "GET", "/board.txt", boards.board_txt,
            [Answer(200, "The text.", STRING, (*CACHED, "ETag", "Content-Language"), "text/plain"), UNCHANGED_GAME],
            limit=BOARD, problems=GAME_PROBLEMS, headers=["Accept-Language", "If-None-Match", "seat", "at"],
            task="watch", verb="print{Game}Board",
            samples=Samples('curl -H "$AUTH" $GAME/board.txt',
                            "print(seat.board())",
                            "console.log(await seat.board())"),
        ),
        operation(
            "position", "GET", "/position", history.position,
            [Answer(200, "The position.", schemas.position, (*CACHED, "ETag")), UNCHANGED_GAME],
            limit=READ, problems=(*GAME_PROBLEMS, 403), headers=["If-None-Match", "at"],
            task="review", verb="read{Game}Position",
            samples=Samples('curl -H "$AUTH" $GAME/position', "game.position()", "await game.position()"),
        ),
        operation(
            "replay", "GET", "/replay", history.replay, [Answer(200, "The replay.", schemas.replay, CACHED)],
            limit=READ, problems=GAME_PROBLEMS,
            task="review", verb="read{Game}Replay",
            samples=Samples('curl -H "$AUTH" $GAME/replay', "game.replay()", "await game.replay()"),
        ),
    ]  # fmt: skip
