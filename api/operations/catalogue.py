"""The catalogue of games, and the sheet and rules of each."""

from __future__ import annotations

from typing import Any

from api.http.auth import Right
from api.http.rate_limit import READ
from api.operations.parameters import DOCUMENT, UNCHANGED
from api.schemas.derive import schema_for
from api.schemas.documents import Catalogue, Listing, RuleDocument, RuleList
from api.schemas.queries import AllListQuery
from api.schemas.sheet import Sheet
from api.services import ApiServices
from api.spec.operation import Answer, Operation, Samples
from api.views.catalogue import CatalogueViews, SheetViews
from api.views.listing import ListingViews
from engines.kernel.game import Game

CONDITIONAL = ["Accept-Language", "If-None-Match"]


def catalogue_operations(engines: list[Game[Any, Any]], services: ApiServices) -> list[Operation]:
    listing = ListingViews([engine.slug for engine in engines], services)
    return [
        Operation(
            "catalogue", "GET", "", CatalogueViews(engines).catalogue,
            [Answer(200, "The games.", schema_for(Catalogue)(), DOCUMENT), UNCHANGED],
            admits=Right.ANYONE, limit=READ, headers=CONDITIONAL,
            task="find", verb="readCatalogue",
            samples=Samples("curl $URL/v1", 'server.request("GET", "/v1").json()', "await server.games()"),
        ),
        Operation(
            "games", "GET", "/games", listing.list,
            [Answer(200, "A page of games.", schema_for(Listing)(), ("Link",))],
            admits=Right.ANYONE, limit=READ, problems=[422, 503], query=AllListQuery(),
            task="find", verb="listGames",
            samples=Samples('curl "$URL/v1/games?status=open"',
                            'server.request("GET", "/v1/games", params={"status": "open"}).json()',
                            'for await (const found of server.list("open")) console.log(found.url)'),
        ),
    ]  # fmt: skip


def sheet_operations(engine: Game[Any, Any]) -> list[Operation]:
    views = SheetViews(engine)

    def rule() -> dict[str, Any]:
        known = {"type": "string", "enum": list(engine.rulebook)}
        return {"in": "path", "name": "rule_id", "description": "The rule's id.", "schema": known}

    return [
        Operation(
            "sheet", "GET", "", views.sheet,
            [Answer(200, "The sheet.", schema_for(Sheet)(), DOCUMENT), UNCHANGED],
            game=engine, admits=Right.ANYONE, limit=READ, headers=CONDITIONAL,
            task="find", verb="describe{Game}",
            samples=Samples("curl $URL/v1/{game}", "server.{game}.sheet()", "await server.{game}.sheet()"),
        ),
        Operation(
            "rules", "GET", "/rules", views.rules,
            [Answer(200, "The rules.", schema_for(RuleList)(), DOCUMENT), UNCHANGED],
            game=engine, admits=Right.ANYONE, limit=READ, headers=CONDITIONAL,
            task="find", verb="list{Game}Rules",
            samples=Samples("curl $URL/v1/{game}/rules", "server.{game}.rules()", "await server.{game}.rules()"),
        ),
        Operation(
            "rule", "GET", "/rules/<rule_id>", views.rule,
            [Answer(200, "The rule.", schema_for(RuleDocument)(), DOCUMENT), UNCHANGED],
            game=engine, admits=Right.ANYONE, limit=READ, problems=[404], path=[rule], headers=CONDITIONAL,
            task="find", verb="read{Game}Rule",
            samples=Samples("curl $URL/v1/{game}/rules/{rule}",
                            'server.request("GET", "/v1/{game}/rules/{rule}").json()',
                            'await server.{game}.rule("{rule}")'),
        ),
    ]  # fmt: skip
