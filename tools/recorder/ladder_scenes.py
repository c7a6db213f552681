"""Scenes of matches and ladders, one for every documented status."""

from __future__ import annotations

from functools import partial
from typing import Any

from engines.kernel.dice import SeededDice
from engines.kernel.registry import game, slugs
from store.jobs.matches import game_id
from store.ladders.ladders import Ladder
from store.model.game import StoredGame
from tools.recorder.recorder import NOWHERE, SURPRISE, Recorder
from workers.ladders.ladder import LadderRound
from workers.ladders.match import MatchRound
from workers.services import worker_services

NOBODY = "bot_of-another-owner"
SLUG = "mekong"
LADDER = f"/v1/ladders/{SLUG}"
ENTRIES = [{"bot": "greedy"}, {"bot": "random"}]
READS = ("", "/games", "/results.ndjson")


class LadderScenes:
    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.call, self.show = recorder.call, recorder.show

    def record(self) -> None:
        self.entries()
        self.reads()
        for slug in slugs():
            self.match(slug)
        self.played()

    def entries(self) -> None:
        """A bot enters, plays a game and leaves; others are refused."""
        bot: Any = self.call("POST", "/v1/bots", body={"name": "Patient Croc"}).json
        other: Any = self.call("POST", "/v1/bots", body={"name": "Other Croc", "games": ["bakong"]}).json
        payload, path = {"bot": bot["id"], "owner": "Ana"}, f"{LADDER}/entries"
        self.show("POST", path, bot["token"], payload)
        self.show("POST", path, bot["token"], payload)
        self.show("POST", path, NOBODY, payload)
        self.show("POST", path, other["token"], {"bot": other["id"]})
        self.show("POST", path, bot["token"], {"bot": NOWHERE})
        self.recorder.show_bad_bodies("POST", path, bot["token"])
        self.play()
        mine = f"{path}/{bot['id']}"
        self.show("DELETE", mine, NOBODY)
        self.show("DELETE", mine + SURPRISE, bot["token"])
        for tail in READS:
            self.show("GET", LADDER + tail)
        self.show("GET", f"{LADDER}/results.ndjson", Accept="text/plain")
        self.show("DELETE", mine, bot["token"])
        self.show("DELETE", mine, bot["token"])

    def play(self) -> None:
        """The work of the sweeper and of the bots."""
        for _ in range(2):
            LadderRound(worker_services(), SLUG).run()
            ladder: Ladder = self.recorder.services.ladders.load(SLUG)
            for opened in ladder.open[:1]:
                self.finish(opened.id)

    def finish(self, identifier: str) -> None:
        """Play a game to its end."""
        engine, services, dice = game(SLUG), self.recorder.services, SeededDice(bytes(32))
        while not (held := services.store.load(engine, identifier)).over:
            seat = held.to_act()[0]
            knowledge = engine.visibility.knowledge(held.position, seat)
            action = engine.bot.greedy(knowledge, seat, engine.rules.legal(held.position, seat), dice)
            services.games.change(held, partial(_act, seat=seat, action=action))

    def reads(self) -> None:
        for tail in READS:
            self.show("GET", f"{LADDER}{tail}{SURPRISE}")
            self.show("GET", f"/v1/ladders/chess{tail}")

    def match(self, slug: str) -> None:
        matches, closed = f"/v1/{slug}/matches", [other for other in slugs() if other != slug][:1]
        bot: Any = self.call("POST", "/v1/bots", body={"name": "Other Croc", "games": closed}).json
        job: Any = self.show("POST", matches, body={"entries": ENTRIES, "games": 2}).json
        self.call("DELETE", job["url"])
        self.show("POST", matches, body={"entries": [*ENTRIES[:1], {"bot": bot["id"]}]})
        self.show("POST", f"/v1/{slug}/simulations", body={"seats": [*ENTRIES[:1], {"bot": bot["id"]}]})
        self.recorder.show_bad_bodies("POST", matches)

    def played(self) -> None:
        """A match from its creation to its result."""
        job: Any = self.call("POST", f"/v1/{SLUG}/matches", body={"entries": ENTRIES, "games": 2}).json
        services = self.recorder.services
        while not services.jobs.load(job["id"]).ended:
            self.recorder.show_job(job)
            MatchRound(worker_services(), job["id"]).run()
            for number in services.jobs.leased(job["id"]):
                self.finish(game_id(services.store.secret, job["id"], number))
        self.recorder.show_job(job)

    def without_store(self) -> None:
        for slug in slugs():
            self.show("POST", f"/v1/{slug}/matches", body={"entries": ENTRIES})
        for tail in READS:
            self.show("GET", LADDER + tail)
        self.show("POST", f"{LADDER}/entries", NOBODY, {"bot": NOWHERE})
        self.show("DELETE", f"{LADDER}/entries/{NOWHERE}", NOBODY)


def _act(held: StoredGame, seat: int, action: Any) -> None:
    held.act(seat, action)
