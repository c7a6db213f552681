"""Seats and actions."""

from __future__ import annotations

from functools import partial
from typing import Any

from api.http.auth import EVERYBODY, Right
from api.http.rate_limit import ACT, READ
from api.operations.games import acted_answer, game_operation
from api.operations.parameters import BODY_PROBLEMS, CACHED, GAME_PROBLEMS, JOB_LINKS, UNCHANGED_GAME
from api.schemas.games import GameSchemas
from api.schemas.jobs import JobSchemas
from api.schemas.requests import ChangeSeat, Resignation, TakeSeat
from api.spec.operation import Answer, Operation, Samples
from api.views.game.access import GameAccess
from api.views.game.actions import ActionViews
from api.views.game.seats import SeatViews
from engines.kernel.game import Game

PROBLEMS = (*BODY_PROBLEMS, *GAME_PROBLEMS, 403)


def seat_operations(engine: Game[Any, Any], access: GameAccess, schemas: GameSchemas) -> list[Operation]:
    """Take a seat, change its player, resign."""
    seats, operation = SeatViews(engine, access.services), partial(game_operation, access, limit=ACT)
    acted = acted_answer(schemas)
    taken = Answer(201, "The seat's token.", schemas.seat_taken, ("Location", "Idempotent-Replay", "Cache-Control"))
    return [
        operation(
            "take_seat", "POST", "/seats", seats.take_seat, [taken],
            admits=EVERYBODY, invites=True, sealed=True, problems=PROBLEMS, body=TakeSeat(),
            headers=["Idempotency-Key"],
            task="start", verb="take{Game}Seat",
            samples=Samples('curl --json \'{"name": "Bo"}\' $GAME/seats',
                            'seat = server.{game}.join(game.id, "Bo")',
                            'const seat = await game.join("Bo")'),
        ),
        operation(
            "change_seat", "PUT", "/seats/<int:seat>", seats.change_seat, [acted],
            admits=Right.SEAT | Right.HOST, problems=PROBLEMS, body=ChangeSeat(), headers=["Accept-Language"],
            task="start", verb="change{Game}Seat",
            samples=Samples('curl -X PUT -H "$AUTH" --json \'{"kind": "bot"}\' $GAME/seats/0',
                            'server.request("PUT", f"{game.path}/seats/0", {"kind": "bot"}, token=seat.token)',
                            'await seat.change("greedy")'),
        ),
        operation(
            "resign", "POST", "/resign", seats.resign, [acted],
            admits=Right.SEAT, problems=PROBLEMS, body=Resignation(), headers=["Idempotency-Key", "Accept-Language"],
            task="play", verb="resign{Game}",
            samples=Samples('curl -X POST -H "$AUTH" $GAME/resign', "seat.resign()", "await seat.resign()"),
        ),
    ]  # fmt: skip


def action_operations(
    engine: Game[Any, Any], access: GameAccess, schemas: GameSchemas, jobs: JobSchemas
) -> list[Operation]:
    """List legal actions, act, and take an action back."""
    acting, operation = ActionViews(engine, access.services, access), partial(game_operation, access)
    later = Answer(202, "A worker plays the action; ask for the job.", partial(jobs.act_in, engine),
                   ("Location", "Preference-Applied"), links=JOB_LINKS)  # fmt: skip
    return [
        operation(
            "legal", "GET", "/actions", acting.legal,
            [Answer(200, "Legal actions.", schemas.choices,
                    ("ETag", "Preference-Applied", "Content-Language", *CACHED)),
             UNCHANGED_GAME],
            admits=Right.SEAT | Right.BOT, limit=READ, problems=(*GAME_PROBLEMS, 403),
            headers=["If-None-Match", "Prefer", "Accept-Language", "seat", "include"],
            task="play", verb="list{Game}Actions",
            samples=Samples('curl -H "$AUTH" -H \'Prefer: wait=20\' $GAME/actions',
                            "for turn in seat: print(turn.actions); break",
                            "const { actions } = await seat.actions()"),
        ),
        operation(
            "act", "POST", "/actions", acting.act, [acted_answer(schemas), later],
            admits=Right.SEAT | Right.BOT, limit=ACT, cached=True, problems=(*PROBLEMS, 412), body=schemas.action,
            headers=["If-Match", "Idempotency-Key", "Prefer", "Accept-Language", "seat", "decision"],
            task="play", verb="act{Game}",
            samples=Samples('curl -H "$AUTH" --json "$ACTION" $GAME/actions',
                            "for turn in seat: turn.play(turn.actions[0])",
                            "for await (const turn of seat) await turn.play(turn.actions[0])"),
        ),
        operation(
            "take_back", "DELETE", "/actions/<int:version>", acting.take_back, [acted_answer(schemas)],
            admits=Right.SEAT, limit=ACT, problems=(*GAME_PROBLEMS, 403), headers=["Accept-Language"],
            task="play", verb="takeBack{Game}Action",
            samples=Samples('curl -X DELETE -H "$AUTH" $GAME/actions/$VERSION',
                            "seat.take_back(version)",
                            "await seat.takeBack(version)"),
        ),
    ]  # fmt: skip
