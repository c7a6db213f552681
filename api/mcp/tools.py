"""The nine tools: arguments, function and cost of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from api.http.rate_limit import BOARD, LimitClass, policies_of
from api.http.request import ApiRequest
from api.mcp import arguments as given
from api.mcp.answers import Answer
from api.mcp.arguments import Arguments, input_schema, read_arguments
from api.mcp.catalogue import CatalogueTools
from api.mcp.odds import OddsTool
from api.mcp.playing import Later, PlayingTools
from api.mcp.words import WORDS
from api.services import ApiServices
from engines.kernel.game import Game


class Tool(NamedTuple):
    name: str
    arguments: type[Arguments]
    run: Callable[[ApiRequest, Any], Answer | Later]
    costs: dict[LimitClass, int]
    """Its cost besides the request itself, which is a read."""
    reads: bool = True
    """True if it changes nothing."""

    def document(self, language: str) -> dict[str, Any]:
        """Its entry in `tools/list`."""
        words = WORDS["tools"][self.name]
        return {
            "name": self.name,
            "title": words["title"][language],
            "description": words["description"][language],
            "inputSchema": input_schema(self.arguments, language),
            "annotations": {"readOnlyHint": self.reads, "destructiveHint": False, "openWorldHint": False},
        }


class Tools:
    """The tools by name."""

    def __init__(self, engines: list[Game[Any, Any]], services: ApiServices) -> None:
        catalogue = CatalogueTools({engine.slug: engine for engine in engines}, services)
        playing = PlayingTools(catalogue, services)
        odds = OddsTool(playing, services)
        made = [
            Tool("games", given.GamesArguments, catalogue.games, {"read": 2}),
            Tool("rules", given.RulesArguments, catalogue.rules, {}),
            Tool("create", given.CreateArguments, playing.create, {"create": 1}, reads=False),
            Tool("join", given.JoinArguments, playing.join, {"act": 1}, reads=False),
            Tool("look", given.LookArguments, playing.look, {"read": BOARD.weight}),
            Tool("legal", given.LegalArguments, playing.legal, {"read": 1}),
            Tool("act", given.ActArguments, playing.act, {"act": 1, "read": BOARD.weight}, reads=False),
            Tool("wait", given.WaitArguments, playing.wait, {"read": BOARD.weight}),
            Tool("odds", given.OddsArguments, odds.odds, {"job": 1}, reads=False),
        ]
        self.by_name = {tool.name: tool for tool in made}
        self.rates = services.rates
        self.policies = policies_of(services.settings)

    def documents(self, language: str) -> list[dict[str, Any]]:
        """The entries of `tools/list`."""
        return [tool.document(language) for tool in self.by_name.values()]

    def call(self, request: ApiRequest, tool: Tool, arguments: dict[str, Any]) -> Answer | Later:
        """Check, count and run. Raises problems."""
        parsed = read_arguments(tool.arguments, arguments)
        for limit, cost in tool.costs.items():
            self._count(request, limit, cost)
        return tool.run(request, parsed)

    def _count(self, request: ApiRequest, limit: LimitClass, cost: int) -> None:
        policy = self.policies.get(limit)
        if policy is None:
            return
        cost = min(cost, policy.quota)
        taken = self.rates.take(policy.name, request.client, policy.quota, cost)
        if taken.left < 0:
            raise policy.refusal(cost, taken.seconds)
        request.rate = policy.headers(*taken)
