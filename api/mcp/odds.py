"""The tool that estimates win chances: starts the job of `POST …/odds` and waits for it."""

from __future__ import annotations

import msgspec

from api.http.request import ApiRequest
from api.mcp.answers import Answer
from api.mcp.arguments import OddsArguments
from api.mcp.playing import Later, PlayingTools
from api.mcp.words import say
from api.services import ApiServices
from api.views.game.access import GameRequest
from api.views.jobs import AnalysisViews
from store.jobs.analysis import Odds


class OddsTool:
    def __init__(self, playing: PlayingTools, services: ApiServices) -> None:
        self.playing = playing
        self.services = services

    def odds(self, request: ApiRequest, arguments: OddsArguments) -> Answer | Later:
        game, bearer = self.playing.found(request, arguments)
        views, load = AnalysisViews(game.engine, self.services), self.services.jobs.load
        job = views.order_odds(request, GameRequest(game, bearer, None), arguments.rollouts).id
        return Later(job, arguments.seconds, lambda: load(job).ended, lambda: self._answer(request, job, game.players))

    def _answer(self, request: ApiRequest, identifier: str, players: list[str]) -> Answer:
        job, spoken = self.services.jobs.load(identifier), request.language
        data = {"job": job.id, "status": job.status}
        if not job.ended:
            return Answer(say("pending", spoken, percent=round(100 * job.progress), job=job.id), data)
        if job.status != "done":
            return Answer(say("failed", spoken), data, error=True)
        odds = msgspec.json.decode(bytes(job.result), type=Odds)
        lines = [say("odds", spoken, version=odds.version, rollouts=odds.rollouts)]
        for chance in odds.chances:
            percents = {name: round(100 * getattr(chance, name)) for name in ("low", "high")}
            percents["percent"] = round(100 * chance.chance)
            lines.append(say("chance", spoken, seat=chance.seat, name=players[chance.seat], **percents))
        return Answer("\n".join(lines), data | {"odds": msgspec.to_builtins(odds)})
