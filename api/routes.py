"""The operations of the API, game by game, as a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api.http.auth import Bearer
from api.http.problems import KINDS
from api.schemas.derive import schema_for
from api.schemas.documents import Catalogue, HealthDocument, Listing, RuleDocument, RuleList, Sheet
from api.schemas.requests import (
    BotChange,
    BotQuery,
    BotTest,
    ChangeSeat,
    Empty,
    EventQuery,
    GameSchemas,
    JobSchemas,
    ListQuery,
    NewBot,
    OddsWish,
    TakeSeat,
    TurnQuery,
    schemas_of,
    turns_schema,
)
from api.services import ApiServices
from api.spec.operation import Answer, Blueprint, Operation
from api.views.access import GameAccess
from api.views.actions import ActionViews
from api.views.boards import BoardViews
from api.views.bots.documents import BotDocument, BotGameList, BotList, DeliveryList, NoticeDocument, TestReport
from api.views.bots.playing import PlayingRoutes
from api.views.bots.registration import RegistrationRoutes
from api.views.bots.testing import TestRoutes
from api.views.bots.turns import TurnRoutes
from api.views.catalogue import CatalogueViews, SheetViews
from api.views.games import GamesViews
from api.views.history import HistoryViews
from api.views.jobs import AnalysisViews, JobViews
from api.views.lifecycle import LifecycleViews
from api.views.seats import SeatViews
from api.views.service import ServiceViews
from engines.kernel.game import Game

ID = {
    "in": "path",
    "name": "id",
    "description": "The game's id.",
    "schema": {"type": "string", "minLength": 28, "maxLength": 28, "pattern": "^[0-9]{2}[a-z0-9]{26}$"},
}
SEAT = {
    "in": "path",
    "name": "seat",
    "description": "Seat number, counted clockwise from 0.",
    "schema": {"type": "integer", "minimum": 0, "maximum": 5},
}
BOT = {**ID, "description": "The bot's id."}
GAME = {**ID, "name": "game"}
JOB = {**ID, "description": "The job's id."}
PROBLEM_NAME = {
    "in": "path",
    "name": "name",
    "description": "The last part of a problem's `type`.",
    "schema": {"type": "string", "enum": list(KINDS)},
}
TEXT = {"type": "string", "minLength": 1}
READ = ("Cache-Control", "Vary")
STRING = {"type": "string"}
DOCUMENT = ("Content-Language", "Vary", "ETag=DocumentETag", "Cache-Control")
UNCHANGED = Answer(304, "Nothing has changed.", None, DOCUMENT[1:])
ANYONE = ("anyone", "seat", "host", "spectator", "bot")
ADMITTED = {
    ("seat",): Bearer.require_holder,
    ("seat", "bot"): Bearer.require_seat,
    ("host",): Bearer.require_host,
    ("seat", "host"): Bearer.require_player,
    ("seat", "host", "bot"): Bearer.require_player,
}
"""Who is admitted, by the tokens that an operation documents; all others are for anyone."""
JOB_LINKS = {
    "job": {
        "operationId": "job",
        "parameters": {"id": "$response.body#/id"},
        "description": "Ask how far it has come.",
    },
    "cancel": {
        "operationId": "cancel_job",
        "parameters": {"id": "$response.body#/id"},
        "description": "Call it off.",
    },
}
Kind = Callable[..., Blueprint]
JOB_TOKENS = ("anyone", "seat", "bot")
"""The job of an action is opened by the token that ordered it, every other one by its id."""
TABLE = (401, 404, 409, 503)
"""409: a game that was stored by another version can be found, but not be read."""
BODY = (400, 413, 415, 422)


def game_blueprint(
    engine: Game[Any, Any], services: ApiServices, jobs: JobSchemas, kind: Kind = Blueprint
) -> Blueprint:
    """All operations of one game."""
    name = engine.content["game"]["name"]["en"]
    blueprint = kind(engine.slug, __name__, url_prefix=f"/v1/{engine.slug}", description=f"{name}.")
    schemas = schemas_of(engine)
    access = GameAccess(engine, services)
    for operation in (
        *_sheet(engine),
        *_games(engine, services, schemas),
        *_game(engine, access, schemas, jobs),
        *_analysis(engine, access, schemas, jobs),
    ):
        operation.register(blueprint)
    return blueprint


def _sheet(engine: Game[Any, Any]) -> list[Operation]:
    slug, views = engine.slug, SheetViews(engine)

    def rule() -> dict[str, Any]:
        known = {"type": "string", "enum": list(engine.rulebook)}
        return {"in": "path", "name": "rule_id", "description": "The rule's id.", "schema": known}

    return [
        Operation(
            f"{slug}_sheet", "GET", "", views.sheet,
            [Answer(200, "The sheet.", schema_for(Sheet)(), DOCUMENT), UNCHANGED],
            headers=["Accept-Language", "If-None-Match"],
        ),
        Operation(
            f"{slug}_rules", "GET", "/rules", views.rules,
            [Answer(200, "The rules.", schema_for(RuleList)(), DOCUMENT), UNCHANGED],
            headers=["Accept-Language", "If-None-Match"],
        ),
        Operation(
            f"{slug}_rule", "GET", "/rules/<rule_id>", views.rule,
            [Answer(200, "The rule.", schema_for(RuleDocument)(), DOCUMENT), UNCHANGED], problems=[404], path=[rule],
            headers=["Accept-Language", "If-None-Match"],
        ),
    ]  # fmt: skip


def _links(slug: str) -> dict[str, Any]:
    """What to do with a new game: look at it, act, read its history, take a seat."""
    game = {"id": "$response.body#/id"}
    return {
        "view": {"operationId": f"{slug}_view", "parameters": game, "description": "Look at the game."},
        "actions": {"operationId": f"{slug}_legal", "parameters": game, "description": "List legal actions."},
        "act": {"operationId": f"{slug}_act", "parameters": game, "description": "Act with a seat's token."},
        "events": {"operationId": f"{slug}_events", "parameters": game, "description": "Read the history."},
        "seats": {"operationId": f"{slug}_take_seat", "parameters": game, "description": "Take an open seat."},
    }


def _games(engine: Game[Any, Any], services: ApiServices, schemas: GameSchemas) -> list[Operation]:
    slug, views = engine.slug, GamesViews(engine, services)
    created = Answer(
        201, "The new game, with its tokens.", schemas.created,
        ("Location", "ETag", "Idempotent-Replay", "Cache-Control"), links=_links(slug),
    )  # fmt: skip
    return [
        Operation(
            f"{slug}_create", "POST", "/games", views.create, [created], problems=[*BODY, 409, 503],
            body=schemas.new_game, headers=["Idempotency-Key"], limit="create",
        ),
        Operation(
            f"{slug}_list", "GET", "/games", views.list, [Answer(200, "A page of games.", schema_for(Listing)())],
            problems=[422, 503], query=ListQuery(),
        ),
    ]  # fmt: skip


def _game(engine: Game[Any, Any], access: GameAccess, schemas: GameSchemas, jobs: JobSchemas) -> list[Operation]:
    slug, services = engine.slug, access.services
    life, acting = LifecycleViews(engine, services, access), ActionViews(engine, services)
    seats, history, boards = SeatViews(engine, services), HistoryViews(engine, services), BoardViews(engine)
    acted = Answer(200, "What happened, and the view after it.", schemas.acted,
                   ("ETag", "Idempotent-Replay", "Content-Language", *READ))  # fmt: skip
    body_problems = (*BODY, *TABLE, 403)

    def of_game(name: str, method: str, rule: str, view: Any, answers: list[Answer], **rest: Any) -> Operation:
        path = [ID, *([SEAT] if "<int:seat>" in rule else [])]
        guard = access.guard(ADMITTED.get(tuple(rest["security"])), several="seat" in rest.get("headers", ()),
                             cached=view == acting.act)  # fmt: skip
        return Operation(f"{slug}_{name}", method, "/games/<id>" + rule, view, answers, path=path, guard=guard, **rest)

    later = Answer(202, "A worker plays the action; ask for the job.", jobs.act,
                   ("Location", "Preference-Applied"), links=JOB_LINKS)  # fmt: skip
    rematched = Answer(
        201, "The new game; your token goes on.", schemas.created, ("Location", "Cache-Control"), links=_links(slug)
    )
    taken = Answer(201, "The seat's token.", schemas.seat_taken, ("Location", "Idempotent-Replay", "Cache-Control"))
    unchanged = Answer(304, "Nothing has changed.", None, ("ETag", "Preference-Applied", *READ))
    return [
        of_game("view", "GET", "", life.view,
                 [Answer(200, "The view.", schemas.game, ("ETag", "Preference-Applied", *READ)), unchanged],
                 problems=TABLE, headers=["If-None-Match", "Prefer", "seat"], security=ANYONE),
        of_game("abort", "DELETE", "", life.abort, [acted], problems=(*TABLE, 403),
                 headers=["Accept-Language"], security=["host"]),
        of_game("take_seat", "POST", "/seats", seats.take_seat, [taken], problems=body_problems,
                 body=TakeSeat(), headers=["Idempotency-Key"], security=ANYONE),
        of_game("change_seat", "PUT", "/seats/<int:seat>", seats.change_seat, [acted], problems=body_problems,
                 body=ChangeSeat(), headers=["Accept-Language"], security=["seat", "host"]),
        of_game("legal", "GET", "/actions", acting.legal,
                 [Answer(200, "Legal actions.", schemas.choices, ("ETag", *READ))],
                 problems=(*TABLE, 403), headers=["seat"], security=["seat", "bot"]),
        of_game("act", "POST", "/actions", acting.act, [acted, later], problems=(*body_problems, 412),
                 body=schemas.action, security=["seat", "bot"],
                 headers=["If-Match", "Idempotency-Key", "Prefer", "Accept-Language", "seat", "decision"]),
        of_game("resign", "POST", "/resign", seats.resign, [acted], problems=body_problems, body=Empty(),
                 headers=["Idempotency-Key", "Accept-Language"], security=["seat"]),
        of_game("rematch", "POST", "/rematch", life.rematch, [rematched], problems=body_problems, body=Empty(),
                 headers=["Idempotency-Key"], security=["seat", "host", "bot"], limit="create"),
        of_game("events", "GET", "/events", history.events,
                 [Answer(200, "A stretch of history, or with `Accept: text/event-stream` events as they happen.",
                         schemas.event_page, (*READ, "Content-Language")),
                  Answer(200, "", STRING, (), "text/event-stream"),
                  Answer(204, "The stream has ended: the game is over and everything was read.", None, READ)],
                 problems=(400, *TABLE), query=EventQuery(), headers=["Accept-Language", "Last-Event-ID", "seat"],
                 security=ANYONE),
        of_game("board_svg", "GET", "/board.svg", boards.board_svg,
                 [Answer(200, "The picture.", STRING,
                         (*READ, "Content-Language", "Content-Security-Policy"), "image/svg+xml")],
                 problems=TABLE, headers=["Accept-Language", "seat"], security=ANYONE),
        of_game("board_txt", "GET", "/board.txt", boards.board_txt,
                 [Answer(200, "The text.", STRING, (*READ, "Content-Language"), "text/plain")],
                 problems=TABLE, headers=["Accept-Language", "seat"], security=ANYONE),
        of_game("position", "GET", "/position", history.position,
                 [Answer(200, "The position.", schemas.position, READ)],
                 problems=(*TABLE, 403), security=ANYONE),
        of_game("replay", "GET", "/replay", history.replay, [Answer(200, "The replay.", schemas.replay, READ)],
                 problems=(*TABLE, 403), security=ANYONE),
    ]  # fmt: skip


def _analysis(engine: Game[Any, Any], access: GameAccess, schemas: GameSchemas, jobs: JobSchemas) -> list[Operation]:
    """What workers find out: the odds of a game, and simulations."""
    slug, views = engine.slug, AnalysisViews(engine, access.services)
    sent = ("Location", "Idempotent-Replay")
    return [
        Operation(
            f"{slug}_odds", "POST", "/games/<id>/odds", views.odds,
            [Answer(202, "Workers find it out; ask for the job.", jobs.odds, sent, links=JOB_LINKS)],
            problems=(*BODY, *TABLE, 409), body=OddsWish(), headers=["Idempotency-Key", "seat"], path=[ID],
            security=ANYONE, limit="job", guard=access.guard(None, several=True),
        ),
        Operation(
            f"{slug}_simulate", "POST", "/simulations", views.simulate,
            [Answer(202, "Workers play the games; ask for the job.", jobs.simulation, sent, links=JOB_LINKS)],
            problems=(*BODY, 503), body=schemas.simulation, headers=["Idempotency-Key"], limit="job",
        ),
    ]  # fmt: skip


def catalogue_blueprint(engines: list[Game[Any, Any]], kind: Kind = Blueprint) -> Blueprint:
    blueprint = kind("catalogue", __name__, url_prefix="/v1", description="Every game.")
    views = CatalogueViews(engines)
    Operation(
        "catalogue", "GET", "/games", views.catalogue,
        [Answer(200, "The games.", schema_for(Catalogue)(), DOCUMENT), UNCHANGED],
        headers=["Accept-Language", "If-None-Match"],
    ).register(blueprint)  # fmt: skip
    return blueprint


def jobs_blueprint(services: ApiServices, jobs: JobSchemas, kind: Kind = Blueprint) -> Blueprint:
    blueprint = kind("jobs", __name__, url_prefix="/v1/jobs", description="Work that answers later.")
    views = JobViews(services)
    shown = [Answer(200, "The job.", jobs.any, ("Cache-Control", "Preference-Applied"))]
    cancelled = [Answer(200, "The job.", jobs.any, ("Cache-Control",))]
    Operation(
        "job", "GET", "/<id>", views.show, shown, problems=[404, 503], path=[JOB], headers=["Prefer"],
        security=JOB_TOKENS,
    ).register(blueprint)  # fmt: skip
    Operation(
        "cancel_job", "DELETE", "/<id>", views.cancel, cancelled, problems=[404, 503], path=[JOB], security=JOB_TOKENS
    ).register(blueprint)
    return blueprint


def bots_blueprint(engines: list[Game[Any, Any]], services: ApiServices, kind: Kind = Blueprint) -> Blueprint:
    blueprint = kind("bots", __name__, url_prefix="/v1/bots", description="Bots, and how to plug in your own.")
    routes, tests = RegistrationRoutes(services), TestRoutes(services)
    playing, waiting = PlayingRoutes(services), TurnRoutes(services)
    bot = schema_for(BotDocument)()
    registered = Answer(
        201, "The bot, with its token and secret.", bot, ("Location", "Idempotent-Replay", "Cache-Control")
    )
    mine = [Answer(200, "The bot.", bot, READ)]
    report = [Answer(200, "What came of it.", schema_for(TestReport)(), ("Idempotent-Replay", *READ))]
    log = [Answer(200, "The log.", schema_for(DeliveryList)(), READ)]
    turns = [
        Answer(200, "The turns, or with `Accept: text/event-stream` turns as they come.",
               turns_schema(engines, schema_for(NoticeDocument)()),
               ("Preference-Applied", *READ)),
        Answer(200, "", STRING, (), "text/event-stream"),
    ]  # fmt: skip

    def owned(name: str, method: str, rule: str, view: Any, answers: list[Answer], **rest: Any) -> Operation:
        problems = (401, 404, 503, *rest.pop("problems", ()))
        path = [BOT, *([GAME] if "<game>" in rule else [])]
        return Operation(
            name, method, f"/<id>{rule}", view, answers, problems=problems, path=path, guard=routes.owned,
            security=["bot"], **rest,
        )  # fmt: skip

    for operation in (
        Operation("bots", "GET", "", routes.list, [Answer(200, "The bots.", schema_for(BotList)())],
                  problems=[422, 503], query=BotQuery()),
        Operation("register_bot", "POST", "", routes.register, [registered], problems=[*BODY, 409, 503], body=NewBot(),
                  headers=["Idempotency-Key"], limit="bot"),
        owned("bot", "GET", "", routes.show, mine),
        owned("change_bot", "PATCH", "", routes.change, mine, problems=BODY, body=BotChange(), limit="bot"),
        owned("delete_bot", "DELETE", "", routes.delete, [Answer(204, "It is gone.")], limit="bot"),
        owned("test_bot", "POST", "/test", tests.test, report, problems=BODY, body=BotTest(),
              headers=["Idempotency-Key"], limit="bot"),
        owned("bot_deliveries", "GET", "/deliveries", tests.deliveries, log),
        owned("bot_games", "GET", "/games", playing.games,
              [Answer(200, "The games.", schema_for(BotGameList)(), READ)]),
        owned("leave_game", "DELETE", "/games/<game>", playing.leave, [Answer(204, "A built-in bot plays on.")],
              limit="bot"),
        owned("bot_turns", "GET", "/turns", waiting.turns, turns, problems=[422], query=TurnQuery(),
              headers=["Prefer"]),
    ):  # fmt: skip
        operation.register(blueprint)
    return blueprint


def service_blueprint(services: ApiServices, kind: Kind = Blueprint) -> Blueprint:
    blueprint = kind("service", __name__, description="The state of the service.")
    views = ServiceViews(services)
    health = schema_for(HealthDocument)()
    for operation in (  # a probe must never be refused
        Operation("health", "GET", "/healthz", views.health, [Answer(200, "Alive.", health)], limit="none"),
        Operation("ready", "GET", "/readyz", views.ready, [Answer(200, "Ready.", health)], problems=[503],
                  limit="none"),
    ):  # fmt: skip
        operation.register(blueprint)
    Operation(
        "problem", "GET", "/problems/<name>", views.problem,
        [Answer(200, "The page.", TEXT, ("Content-Language", "Vary"), "text/plain")], problems=[404],
        path=[PROBLEM_NAME],
    ).register(blueprint)  # fmt: skip
    return blueprint
