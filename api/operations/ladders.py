"""Ladders: the table, entries, games and results."""

from __future__ import annotations

from api.http.auth import Right
from api.http.rate_limit import READ, Limit
from api.operations.parameters import BODY_PROBLEMS, BOT, CACHED, STRING
from api.schemas.derive import schema_for
from api.schemas.ladders import LadderGameQuery, NewEntry, ResultsQuery
from api.services import ApiServices
from api.spec.operation import Answer, Operation, Samples
from api.views.game.export import MEDIA_TYPE
from api.views.ladders import LadderViews
from engines.kernel.registry import slugs
from store.ladders.documents import LadderGames, LadderRow, LadderTable

CHANGE = Limit("bot")
SLUG = {
    "in": "path",
    "name": "slug",
    "description": "Which game.",
    "x-name": "ladder-slug",
    "schema": {"type": "string", "enum": list(slugs()), "x-name": "Slug"},
}


def ladder_operations(services: ApiServices) -> list[Operation]:
    views = LadderViews(services)
    row = schema_for(LadderRow)()
    return [
        Operation(
            "ladder", "GET", "/<slug>", views.table, [Answer(200, "The table.", schema_for(LadderTable)())],
            admits=Right.ANYONE, limit=READ, problems=[404, 503], path=[SLUG],
            task="compete", verb="readLadder",
            samples=Samples("curl $URL/v1/ladders/kimbac",
                            'server.request("GET", "/v1/ladders/kimbac").json()',
                            'await server.http.json("/v1/ladders/kimbac")'),
        ),
        Operation(
            "enter_ladder", "POST", "/<slug>/entries", views.enter,
            [Answer(201, "The bot is in the ladder.", row, ("Location", "Cache-Control")),
             Answer(200, "It was there before, and goes on.", row, ("Location",))],
            admits=Right.BOT, guard=views.guard, limit=CHANGE, problems=[*BODY_PROBLEMS, 401, 404, 409, 503],
            path=[SLUG], body=NewEntry(),
            task="compete", verb="enterLadder",
            samples=Samples('curl -H "$AUTH" --json "{\\"bot\\": \\"$ENTRY\\"}" $URL/v1/ladders/kimbac/entries',
                            'server.request("POST", "/v1/ladders/kimbac/entries", {"bot": bot}, token=token).json()',
                            'await server.http.post("/v1/ladders/kimbac/entries", { bot }, { token })'),
        ),
        Operation(
            "leave_ladder", "DELETE", "/<slug>/entries/<bot>", views.leave, [Answer(204, "It is out.")],
            admits=Right.BOT, guard=views.guard, limit=CHANGE, problems=[401, 404, 503],
            path=[SLUG, {**BOT, "name": "bot"}],
            task="compete", verb="leaveLadder",
            samples=Samples('curl -X DELETE -H "$AUTH" $URL/v1/ladders/kimbac/entries/$ENTRY',
                            'server.request("DELETE", f"/v1/ladders/kimbac/entries/{bot}", token=token)',
                            'await server.http.ask(`/v1/ladders/kimbac/entries/${bot}`, { method: "DELETE", token })'),
        ),
        Operation(
            "ladder_games", "GET", "/<slug>/games", views.games,
            [Answer(200, "The games.", schema_for(LadderGames)(), ("Link",))],
            admits=Right.ANYONE, limit=READ, problems=[404, 422, 503], path=[SLUG], query=LadderGameQuery(),
            task="compete", verb="listLadderGames",
            samples=Samples("curl $URL/v1/ladders/kimbac/games",
                            'server.request("GET", "/v1/ladders/kimbac/games").json()',
                            'await server.http.json("/v1/ladders/kimbac/games")'),
        ),
        Operation(
            "ladder_results", "GET", "/<slug>/results.ndjson", views.results,
            [Answer(200, "Results, one in each line.", STRING, CACHED, MEDIA_TYPE),
             Answer(200, "", STRING, (), "text/plain")],
            admits=Right.ANYONE, limit=READ, problems=[404, 422, 503], path=[SLUG], query=ResultsQuery(),
            task="compete", verb="exportLadderResults",
            samples=Samples("curl $URL/v1/ladders/kimbac/results.ndjson",
                            'print(server.request("GET", "/v1/ladders/kimbac/results.ndjson").text)',
                            'console.log(await (await server.http.ask("/v1/ladders/kimbac/results.ndjson")).text())'),
        ),
    ]  # fmt: skip
