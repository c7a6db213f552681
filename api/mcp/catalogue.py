"""Tools about no game in particular: the list of games, and their rules."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from api.http.request import ApiRequest
from api.mcp.answers import MOST_BYTES, Answer, listed, size
from api.mcp.arguments import GamesArguments, RulesArguments, wrong
from api.mcp.words import say
from api.schemas.sheet_builder import card_of
from api.services import ApiServices
from engines.kernel.content import Rule
from engines.kernel.game import Game
from store.games.views import encode

OPEN_GAMES = 10


class CatalogueTools:
    def __init__(self, engines: dict[str, Game[Any, Any]], services: ApiServices) -> None:
        self.engines = engines
        self.services = services

    def engine(self, slug: str) -> Game[Any, Any]:
        """The game with that slug; raises a problem."""
        if slug not in self.engines:
            raise wrong("/game", f"Must be one of {', '.join(self.engines)}.")
        return self.engines[slug]

    def games(self, request: ApiRequest, arguments: GamesArguments) -> Answer:
        spoken = request.language
        if arguments.game is UNSET:
            lines = [self._line("game", engine, spoken) for engine in self.engines.values()]
            return Answer("\n".join(lines), {"games": list(self.engines)})
        engine = self.engine(arguments.game)
        lines = [self._line("sheet", engine, spoken), say("options", spoken)]
        for name, option in card_of(engine, spoken).options.items():
            lines.append(say("option", spoken, name=name, label=option.label, default=encode(option.default).decode()))
        found, _ = self.services.history.listed([engine.slug], ["open"], None, OPEN_GAMES)
        lines.append(say("open" if found else "no_open", spoken))
        for identifier, _, record in found:
            free = ", ".join(str(seat) for seat, player in enumerate(record.seats) if player.kind == "open")
            players = ", ".join(player.name for player in record.seats if player.kind != "open")
            lines.append(say("open_game", spoken, id=identifier, players=players, free=free))
        data = {"game": engine.slug, "seats": [engine.seats[0], engine.seats[-1]], "open": [game[0] for game in found]}
        return Answer("\n".join(lines), data)

    def rules(self, request: ApiRequest, arguments: RulesArguments) -> Answer:
        engine, spoken = self.engine(arguments.game), request.language
        if arguments.rule is not UNSET:
            if arguments.rule not in engine.rulebook:
                raise wrong("/rule", f"Must be the id of a rule, such as {next(iter(engine.rulebook))}.")
            return _rules([engine.rulebook[arguments.rule]], engine, spoken)
        if arguments.section is not UNSET:
            if arguments.section not in engine.sections:
                raise wrong("/section", f"Must be one of {', '.join(engine.sections)}.")
            return _rules(
                [rule for rule in engine.rulebook.values() if rule.section == arguments.section], engine, spoken
            )
        lines = [say("sections", spoken, name=engine.content["game"]["name"][spoken])]
        for key, title in engine.sections.items():
            ids = [rule.id for rule in engine.rulebook.values() if rule.section == key]
            if ids:
                lines.append(say("section", spoken, key=key, title=title[spoken], first=ids[0], last=ids[-1]))
        return Answer("\n".join(lines), {"game": engine.slug, "sections": list(engine.sections)})

    @staticmethod
    def _line(key: str, engine: Game[Any, Any], spoken: str) -> str:
        seats = f"{engine.seats[0]}-{engine.seats[-1]}"
        return say(key, spoken, slug=engine.slug, name=engine.content["game"]["name"][spoken], seats=seats)


def _rules(rules: list[Rule], engine: Game[Any, Any], spoken: str) -> Answer:
    more = say("more_rules", spoken)
    lines = [say("rule", spoken, id=rule.id, text=rule.text[spoken]) for rule in rules]
    kept = listed(lines, MOST_BYTES - size(more) - 1, more) if len(lines) > 1 else lines
    return Answer("\n".join(kept), {"game": engine.slug, "rules": [rule.id for rule in rules]})
