"""Remote bots: registration, tests, games and turns."""

from __future__ import annotations

from typing import Any

from api.operations.parameters import BODY_PROBLEMS, BOT, GAME, READ, STRING
from api.schemas.bots import BotChange, BotQuery, BotTest, NewBot, TurnQuery, turns_schema
from api.schemas.derive import schema_for
from api.services import ApiServices
from api.spec.operation import Answer, Operation
from api.views.bots.documents import BotDocument, BotGameList, BotList, DeliveryList, NoticeDocument, TestReport
from api.views.bots.playing import PlayingRoutes
from api.views.bots.registration import RegistrationRoutes
from api.views.bots.testing import TestRoutes
from api.views.bots.turns import TurnRoutes
from engines.kernel.game import Game


def bot_operations(engines: list[Game[Any, Any]], services: ApiServices) -> list[Operation]:
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

    return [
        Operation("bots", "GET", "", routes.list, [Answer(200, "The bots.", schema_for(BotList)(), ("Link",))],
                  problems=[422, 503], query=BotQuery()),
        Operation("register_bot", "POST", "", routes.register, [registered],
                  problems=[*BODY_PROBLEMS, 409, 503], body=NewBot(), headers=["Idempotency-Key"], limit="bot"),
        owned("bot", "GET", "", routes.show, mine),
        owned("change_bot", "PATCH", "", routes.change, mine, problems=BODY_PROBLEMS, body=BotChange(), limit="bot"),
        owned("delete_bot", "DELETE", "", routes.delete, [Answer(204, "It is gone.")], limit="bot"),
        owned("test_bot", "POST", "/test", tests.test, report, problems=BODY_PROBLEMS, body=BotTest(),
              headers=["Idempotency-Key"], limit="bot"),
        owned("bot_deliveries", "GET", "/deliveries", tests.deliveries, log),
        owned("bot_games", "GET", "/games", playing.games,
              [Answer(200, "The games.", schema_for(BotGameList)(), READ)]),
        owned("leave_game", "DELETE", "/games/<game>", playing.leave, [Answer(204, "A built-in bot plays on.")],
              limit="bot"),
        owned("bot_turns", "GET", "/turns", waiting.turns, turns, problems=[422], query=TurnQuery(),
              headers=["Prefer"]),
    ]  # fmt: skip
