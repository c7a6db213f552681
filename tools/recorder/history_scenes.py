"""Scenes of the history of a game: events, past versions, boards, replays and exports."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from engines.kernel.dice import SeededDice
from engines.kernel.layouts import LAYOUT
from engines.kernel.records import Action
from store.model.game import StoredGame
from store.redis import keys
from tools.recorder.recorder import NOBODY, NOWHERE, SURPRISE, Json
from tools.recorder.scenes import Scenes


class HistoryScenes(Scenes):
    """Scenes of the history of one game."""

    def history(self) -> None:
        game = self.new("human", "human")
        path = game["path"]
        for tail in ("/position", "/replay"):
            self.show("GET", path + tail, game["host_token"])
            self.show("GET", path + tail + SURPRISE)
        for _ in range(3):
            token, action = self.choice(game)
            self.call("POST", f"{path}/actions", token, action)
        self.show("GET", f"{path}/events?limit=20", game["tokens"][0])
        self.show("GET", f"{path}/events?limit=0")
        self.looking_back(game)
        undealt = self.new("human", "open")
        self.call("DELETE", undealt["path"], undealt["host_token"])
        for tail in ("/position", "/replay", "/board.svg", "/board.txt"):
            self.show("GET", path + tail)
            self.show("GET", undealt["path"] + tail)
        self.show("GET", f"{path}/board.svg", Accept="text/plain")
        for tail in ("/position", "/replay", "/events", "/board.svg", "/board.txt"):
            self.strangers("GET", game, tail)
        self.stream(game)
        self.another_version(undealt)

    def looking_back(self, game: Json) -> None:
        """Past versions of a running and of a finished game, and a fork."""
        path, fork = game["path"], {"fork": {"id": game["id"], "at": 3}}
        self.show("GET", f"{path}?at=2", game["tokens"][0])
        self.show("POST", self.games, game["host_token"], fork)
        self.call("DELETE", path, game["host_token"])
        for tail in ("", "/board.svg", "/board.txt", "/position"):
            tag = self.show("GET", f"{path}{tail}?at=3").headers["ETag"]
            self.show("GET", f"{path}{tail}?at=3", If_None_Match=tag)
            self.show("GET", f"{path}{tail}?at=99")
        self.show("POST", self.games, game["host_token"], fork)
        forked: Any = self.call("POST", self.games, game["host_token"], fork).json
        again = {"fork": {"id": forked["id"], "at": 1}}
        self.show("POST", self.games, forked["seats"][0]["token"], again)  # only its host may read the full position
        self.show("GET", f"{self.games}/{forked['id']}/position", forked["seats"][0]["token"])
        self.show("POST", self.games, NOBODY, fork)
        self.show("POST", self.games, body={"fork": {"id": NOWHERE, "at": 3}})

    def another_version(self, game: Json) -> None:
        """A game whose record has another layout number."""
        link, name = self.recorder.services.store.redis, keys.game(game["id"])
        [head] = link.read(("HGET", name, "head"))
        link.write(("HSET", name, "head", msgspec.msgpack.encode([LAYOUT + 1, *msgspec.msgpack.decode(head)[1:]])))
        for tail in ("", "/events", f"/hooks/{NOWHERE}"):
            self.show("GET", game["path"] + tail, game["host_token"])
        self.show("DELETE", f"{game['path']}/hooks/{NOWHERE}", game["host_token"])

    def export(self) -> None:
        """A finished game, and its export."""
        engine, services, dice = self.engine, self.recorder.services, SeededDice(bytes(32))
        game = services.store.load(engine, self.new("human", "human")["id"])
        while not game.over:
            seat = game.to_act()[0]
            knowledge, choices = (
                engine.visibility.knowledge(game.position, seat),
                engine.rules.legal(game.position, seat),
            )
            action = engine.bot.greedy(knowledge, seat, choices, dice)
            game = services.games.change(services.store.load(engine, game.id), partial(_act, seat=seat, action=action))
        self.show("GET", f"{self.base}/export?until=2026-01-02T00:00:00Z")
        self.show("GET", f"{self.base}/export?until=2026-01-02T00:00:00Z", Accept="text/plain")
        self.show("GET", f"{self.base}/export?after=last")

    def stream(self, game: Json) -> None:
        """The stream of a finished game ends by itself."""
        path, live = f"{game['path']}/events", {"Accept": "text/event-stream"}
        self.show("GET", path, **live)
        self.show("GET", path, **live, Last_Event_ID="999")
        self.show("GET", path, **live, Last_Event_ID="last")


def _act(game: StoredGame, seat: int, action: Action) -> None:
    game.act(seat, action)
