"""Remote bots: registration, tests, games and turns."""

from __future__ import annotations

from functools import partial
from typing import Any

from api.http.auth import Right
from api.http.rate_limit import READ, Limit
from api.operations.parameters import BODY_PROBLEMS, BOT, CACHED, GAME, STRING
from api.schemas.bots import BotChange, BotQuery, BotTest, NewBot, TurnQuery, turns_schema
from api.schemas.derive import schema_for
from api.services import ApiServices
from api.spec.operation import Answer, Operation, Samples
from api.views.bots.documents import BotDocument, BotGameList, BotList, DeliveryList, NoticeDocument, TestReport
from api.views.bots.playing import PlayingRoutes
from api.views.bots.registration import RegistrationRoutes
from api.views.bots.testing import TestRoutes
from api.views.bots.turns import TurnRoutes
from engines.kernel.game import Game

CHANGE = Limit("bot")
OWNER_PROBLEMS = (401, 404, 503)


def bot_operations(engines: list[Game[Any, Any]], services: ApiServices) -> list[Operation]:
    routes, tests = RegistrationRoutes(services), TestRoutes(services)
    playing, waiting = PlayingRoutes(services), TurnRoutes(services)
    bot = schema_for(BotDocument)()
    registered = Answer(
        201, "The bot, with its token and secret.", bot, ("Location", "Idempotent-Replay", "Cache-Control")
    )
    mine = [Answer(200, "The bot.", bot, CACHED)]
    report = [Answer(200, "What came of it.", schema_for(TestReport)(), ("Idempotent-Replay", *CACHED))]
    log = [Answer(200, "The log.", schema_for(DeliveryList)(), CACHED)]
    turns = [
        Answer(200, "The turns, or with `Accept: text/event-stream` turns as they come.",
               turns_schema(engines, schema_for(NoticeDocument)()),
               ("Preference-Applied", *CACHED)),
        Answer(200, "", STRING, (), "text/event-stream"),
    ]  # fmt: skip
    owned = partial(Operation, admits=Right.BOT, guard=routes.owned)
    return [
        Operation(
            "bots", "GET", "", routes.list, [Answer(200, "The bots.", schema_for(BotList)(), ("Link",))],
            admits=Right.ANYONE, limit=READ, problems=[422, 503], query=BotQuery(),
            task="connect", verb="listBots",
            samples=Samples("curl $URL/v1/bots", 'server.request("GET", "/v1/bots").json()', "await server.bots()"),
        ),
        Operation(
            "register_bot", "POST", "", routes.register, [registered],
            admits=Right.ANYONE, limit=CHANGE, sealed=True, problems=[*BODY_PROBLEMS, 409, 503], body=NewBot(),
            headers=["Idempotency-Key"],
            task="connect", verb="registerBot",
            samples=Samples('curl --json \'{"name": "Deep Croc"}\' $URL/v1/bots',
                            'bot = server.request("POST", "/v1/bots", {"name": "Deep Croc"}).json()',
                            'const bot = await server.http.post("/v1/bots", { name: "Deep Croc" })'),
        ),
        owned(
            "bot", "GET", "/<id>", routes.show, mine, limit=READ, problems=OWNER_PROBLEMS, path=[BOT],
            task="connect", verb="readBot",
            samples=Samples('curl -H "$AUTH" $BOT',
                            'server.request("GET", f"/v1/bots/{bot}", token=token).json()',
                            "await server.http.json(`/v1/bots/${bot}`, { token })"),
        ),
        owned(
            "change_bot", "PATCH", "/<id>", routes.change, mine, limit=CHANGE,
            problems=(*OWNER_PROBLEMS, *BODY_PROBLEMS), path=[BOT], body=BotChange(),
            task="connect", verb="changeBot",
            samples=Samples(
                'curl -X PATCH -H "$AUTH" --json \'{"name": "Deeper Croc"}\' $BOT',
                'server.request("PATCH", f"/v1/bots/{bot}", {"name": "Deeper Croc"}, token=token)',
                'await server.http.json(`/v1/bots/${bot}`, { method: "PATCH", body: { name: "Deeper Croc" }, token })',
            ),
        ),
        owned(
            "delete_bot", "DELETE", "/<id>", routes.delete, [Answer(204, "It is gone.")], limit=CHANGE,
            problems=OWNER_PROBLEMS, path=[BOT],
            task="connect", verb="deleteBot",
            samples=Samples('curl -X DELETE -H "$AUTH" $BOT',
                            'server.request("DELETE", f"/v1/bots/{bot}", token=token)',
                            'await server.http.ask(`/v1/bots/${bot}`, { method: "DELETE", token })'),
        ),
        owned(
            "test_bot", "POST", "/<id>/test", tests.test, report, limit=CHANGE,
            problems=(*OWNER_PROBLEMS, *BODY_PROBLEMS), path=[BOT], body=BotTest(), headers=["Idempotency-Key"],
            task="connect", verb="testBot",
            samples=Samples('curl -H "$AUTH" --json \'{"game": "kimbac"}\' $BOT/test',
                            'server.request("POST", f"/v1/bots/{bot}/test", {"game": "kimbac"}, token=token).json()',
                            'await server.http.post(`/v1/bots/${bot}/test`, { game: "kimbac" }, { token })'),
        ),
        owned(
            "bot_deliveries", "GET", "/<id>/deliveries", tests.deliveries, log, limit=Limit("read", 5),
            problems=OWNER_PROBLEMS, path=[BOT],
            task="connect", verb="listBotDeliveries",
            samples=Samples('curl -H "$AUTH" $BOT/deliveries',
                            'server.request("GET", f"/v1/bots/{bot}/deliveries", token=token).json()',
                            "await server.http.json(`/v1/bots/${bot}/deliveries`, { token })"),
        ),
        owned(
            "bot_games", "GET", "/<id>/games", playing.games,
            [Answer(200, "The games.", schema_for(BotGameList)(), CACHED)], limit=READ,
            problems=OWNER_PROBLEMS, path=[BOT],
            task="connect", verb="listBotGames",
            samples=Samples('curl -H "$AUTH" $BOT/games',
                            'server.request("GET", f"/v1/bots/{bot}/games", token=token).json()',
                            "await server.http.json(`/v1/bots/${bot}/games`, { token })"),
        ),
        owned(
            "leave_game", "DELETE", "/<id>/games/<game>", playing.leave, [Answer(204, "A built-in bot plays on.")],
            limit=CHANGE, problems=OWNER_PROBLEMS, path=[BOT, GAME],
            task="connect", verb="leaveBotGame",
            samples=Samples('curl -X DELETE -H "$AUTH" $BOT/games/$ID',
                            'server.request("DELETE", f"/v1/bots/{bot}/games/{game.id}", token=token)',
                            'await server.http.ask(`/v1/bots/${bot}/games/${game.id}`, { method: "DELETE", token })'),
        ),
        owned(
            "bot_turns", "GET", "/<id>/turns", waiting.turns, turns, limit=Limit("read", 5),
            problems=(*OWNER_PROBLEMS, 422), path=[BOT], query=TurnQuery(), headers=["Prefer"],
            task="connect", verb="listBotTurns",
            samples=Samples(
                'curl -H "$AUTH" -H \'Prefer: wait=20\' $BOT/turns',
                'server.request("GET", f"/v1/bots/{bot}/turns", token=token, headers={"Prefer": "wait=20"}).json()',
                "await server.http.json(`/v1/bots/${bot}/turns`, { token, wait: 20 })",
            ),
        ),
    ]  # fmt: skip
