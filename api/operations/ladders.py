"""Ladders: the table, entries, games and results."""

from __future__ import annotations

from api.operations.parameters import BODY_PROBLEMS, BOT, STRING
from api.schemas.derive import schema_for
from api.schemas.ladders import LadderGameQuery, NewEntry, ResultsQuery
from api.services import ApiServices
from api.spec.operation import Answer, Operation
from api.views.game.export import MEDIA_TYPE
from api.views.ladders import LadderViews
from engines.kernel.registry import slugs
from store.ladders.documents import LadderGames, LadderRow, LadderTable

SLUG = {
    "in": "path",
    "name": "slug",
    "description": "Which game.",
    "schema": {"type": "string", "enum": list(slugs())},
}


def ladder_operations(services: ApiServices) -> list[Operation]:
    views = LadderViews(services)
    row = schema_for(LadderRow)()
    return [
        Operation("ladder", "GET", "/<slug>", views.table, [Answer(200, "The table.", schema_for(LadderTable)())],
                  problems=[404, 503], path=[SLUG]),
        Operation("enter_ladder", "POST", "/<slug>/entries", views.enter,
                  [Answer(201, "The bot is in the ladder.", row, ("Location", "Cache-Control")),
                   Answer(200, "It was there before, and goes on.", row, ("Location",))],
                  problems=[*BODY_PROBLEMS, 401, 404, 409, 503], path=[SLUG], body=NewEntry(), security=["bot"],
                  limit="bot"),
        Operation("leave_ladder", "DELETE", "/<slug>/entries/<bot>", views.leave, [Answer(204, "It is out.")],
                  problems=[401, 404, 503], path=[SLUG, {**BOT, "name": "bot"}], security=["bot"], limit="bot"),
        Operation("ladder_games", "GET", "/<slug>/games", views.games,
                  [Answer(200, "The games.", schema_for(LadderGames)(), ("Link",))],
                  problems=[404, 422, 503], path=[SLUG], query=LadderGameQuery()),
        Operation("ladder_results", "GET", "/<slug>/results.ndjson", views.results,
                  [Answer(200, "Results, one in each line.", STRING, ("Cache-Control", "Vary"), MEDIA_TYPE),
                   Answer(200, "", STRING, (), "text/plain")],
                  problems=[404, 422, 503], path=[SLUG], query=ResultsQuery()),
    ]  # fmt: skip
