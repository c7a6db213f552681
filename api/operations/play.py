"""Seats and actions."""

from __future__ import annotations

from functools import partial
from typing import Any

from api.operations.games import acted_answer, game_operation
from api.operations.parameters import ANYONE, BODY_PROBLEMS, GAME_PROBLEMS, JOB_LINKS, READ, UNCHANGED_GAME
from api.schemas.games import GameSchemas
from api.schemas.jobs import JobSchemas
from api.schemas.requests import ChangeSeat, Resignation, TakeSeat
from api.spec.operation import Answer, Operation
from api.views.game.access import GameAccess
from api.views.game.actions import ActionViews
from api.views.game.seats import SeatViews
from engines.kernel.game import Game

PROBLEMS = (*BODY_PROBLEMS, *GAME_PROBLEMS, 403)


def seat_operations(engine: Game[Any, Any], access: GameAccess, schemas: GameSchemas) -> list[Operation]:
    """Take a seat, change its player, resign."""
    seats, operation = SeatViews(engine, access.services), partial(game_operation, access)
    acted = acted_answer(schemas)
    taken = Answer(201, "The seat's token.", schemas.seat_taken, ("Location", "Idempotent-Replay", "Cache-Control"))
    return [
        operation("take_seat", "POST", "/seats", seats.take_seat, [taken], problems=PROBLEMS,
                  body=TakeSeat(), headers=["Idempotency-Key"], security=ANYONE),
        operation("change_seat", "PUT", "/seats/<int:seat>", seats.change_seat, [acted], problems=PROBLEMS,
                  body=ChangeSeat(), headers=["Accept-Language"], security=["seat", "host"]),
        operation("resign", "POST", "/resign", seats.resign, [acted], problems=PROBLEMS, body=Resignation(),
                  headers=["Idempotency-Key", "Accept-Language"], security=["seat"]),
    ]  # fmt: skip


def action_operations(
    engine: Game[Any, Any], access: GameAccess, schemas: GameSchemas, jobs: JobSchemas
) -> list[Operation]:
    """List legal actions, act, and take an action back."""
    acting, operation = ActionViews(engine, access.services, access), partial(game_operation, access)
    later = Answer(202, "A worker plays the action; ask for the job.", partial(jobs.act_in, engine),
                   ("Location", "Preference-Applied"), links=JOB_LINKS)  # fmt: skip
    return [
        operation("legal", "GET", "/actions", acting.legal,
                  [Answer(200, "Legal actions.", schemas.choices,
                          ("ETag", "Preference-Applied", "Content-Language", *READ)),
                   UNCHANGED_GAME],
                  problems=(*GAME_PROBLEMS, 403), headers=["If-None-Match", "Prefer", "Accept-Language", "seat"],
                  security=["seat", "bot"]),
        operation("act", "POST", "/actions", acting.act, [acted_answer(schemas), later], problems=(*PROBLEMS, 412),
                  body=schemas.action, cached=True, security=["seat", "bot"],
                  headers=["If-Match", "Idempotency-Key", "Prefer", "Accept-Language", "seat", "decision"]),
        operation("take_back", "DELETE", "/actions/<int:version>", acting.take_back, [acted_answer(schemas)],
                  problems=(*GAME_PROBLEMS, 403), headers=["Accept-Language"], security=["seat"]),
    ]  # fmt: skip
