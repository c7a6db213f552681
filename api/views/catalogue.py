"""The catalogue: every game, its sheet and its rules."""

from __future__ import annotations

from typing import Any

from api.http.outcomes import Reply
from api.http.problems import Problem
from api.http.request import ApiRequest
from api.http.responses import DocumentCache
from api.schemas.documents import Catalogue, RuleDocument, RuleList
from api.schemas.sheet_builder import card_of, sheet_of
from engines.kernel.game import Game
from store.games.views import encode


class CatalogueViews:
    def __init__(self, engines: list[Game[Any, Any]]) -> None:
        self.engines = engines
        self._documents = DocumentCache()

    def catalogue(self, request: ApiRequest) -> Reply:
        """List the games.

        Every game with its player counts, options and links.
        """
        return self._documents.in_language(request, "catalogue", self._catalogue)

    def _catalogue(self, language: str) -> bytes:
        return encode(Catalogue([card_of(engine, language) for engine in self.engines]))


class SheetViews:
    """One game's sheet and rules."""

    def __init__(self, engine: Game[Any, Any]) -> None:
        self.engine = engine
        self._documents = DocumentCache()

    def sheet(self, request: ApiRequest) -> Reply:
        """Show the game's sheet.

        Content with names in both languages, options, action types, phases and bots.
        """
        return self._documents.in_language(request, "sheet", lambda language: encode(sheet_of(self.engine, language)))

    def rules(self, request: ApiRequest) -> Reply:
        """List the rules.

        Every rule with its stable id, text and provenance. Rules of provenance `reading` come last: they do not
        say how to play, but how an unclear sentence of the rulebook is read.
        """
        return self._documents.in_language(request, "rules", self._rules)

    def _rules(self, language: str) -> bytes:
        return encode(RuleList([self._rule(rule_id, language) for rule_id in self.engine.rulebook]))

    def rule(self, request: ApiRequest, rule_id: str) -> Reply:
        """Show one rule.

        The `type` of a refusal points here.
        """
        if rule_id not in self.engine.rulebook:
            raise Problem("not-found", "There is no rule with this id.")
        return self._documents.in_language(request, rule_id, lambda language: encode(self._rule(rule_id, language)))

    def _rule(self, rule_id: str, language: str) -> RuleDocument:
        rule = self.engine.rulebook[rule_id]
        return RuleDocument(
            rule.id,
            self.engine.sections[rule.section][language],
            rule.text[language],
            rule.provenance,
            f"/v1/{self.engine.slug}/rules/{rule.id}",
        )
