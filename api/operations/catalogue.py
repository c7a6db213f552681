"""The catalogue of games, and the sheet and rules of each."""

from __future__ import annotations

from typing import Any

from api.operations.parameters import DOCUMENT, UNCHANGED
from api.schemas.derive import schema_for
from api.schemas.documents import Catalogue, Listing, RuleDocument, RuleList
from api.schemas.queries import AllListQuery
from api.schemas.sheet import Sheet
from api.services import ApiServices
from api.spec.operation import Answer, Operation
from api.views.catalogue import CatalogueViews, SheetViews
from api.views.listing import ListingViews
from engines.kernel.game import Game

CONDITIONAL = ["Accept-Language", "If-None-Match"]


def catalogue_operations(engines: list[Game[Any, Any]], services: ApiServices) -> list[Operation]:
    listing = ListingViews([engine.slug for engine in engines], services)
    return [
        Operation(
            "catalogue", "GET", "", CatalogueViews(engines).catalogue,
            [Answer(200, "The games.", schema_for(Catalogue)(), DOCUMENT), UNCHANGED], headers=CONDITIONAL,
        ),
        Operation(
            "games", "GET", "/games", listing.list,
            [Answer(200, "A page of games.", schema_for(Listing)(), ("Link",))], problems=[422, 503],
            query=AllListQuery(),
        ),
    ]  # fmt: skip


def sheet_operations(engine: Game[Any, Any]) -> list[Operation]:
    slug, views = engine.slug, SheetViews(engine)

    def rule() -> dict[str, Any]:
        known = {"type": "string", "enum": list(engine.rulebook)}
        return {"in": "path", "name": "rule_id", "description": "The rule's id.", "schema": known}

    return [
        Operation(
            f"{slug}_sheet", "GET", "", views.sheet,
            [Answer(200, "The sheet.", schema_for(Sheet)(), DOCUMENT), UNCHANGED],
            headers=CONDITIONAL,
        ),
        Operation(
            f"{slug}_rules", "GET", "/rules", views.rules,
            [Answer(200, "The rules.", schema_for(RuleList)(), DOCUMENT), UNCHANGED],
            headers=CONDITIONAL,
        ),
        Operation(
            f"{slug}_rule", "GET", "/rules/<rule_id>", views.rule,
            [Answer(200, "The rule.", schema_for(RuleDocument)(), DOCUMENT), UNCHANGED], problems=[404], path=[rule],
            headers=CONDITIONAL,
        ),
    ]  # fmt: skip
