"""Players on the master's side of the cut, who write down what they were told."""

from __future__ import annotations

import random
import threading
import uuid
from dataclasses import dataclass
from typing import Any

from tests.support.waiting import spend
from tests.system.faults.players import TROUBLE, Answer, Line


@dataclass
class Acknowledged:
    """An act that was answered 200."""

    game: str
    version: int
    seat: int
    cut_off: bool
    """Was it sent after the cut?"""


class Player(threading.Thread):
    """Plays both seats of game after game, each act sent once; what is refused or unknown is only counted."""

    def __init__(self, number: int, port: int, cut: threading.Event, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.rng = random.Random(number)
        self.line = Line([port])
        self.cut = cut
        self.stop = stop
        self.acknowledged: list[Acknowledged] = []
        self.refused = self.unknown = 0

    def run(self) -> None:
        while not self.stop.is_set():
            try:
                self._play()
            except TROUBLE:
                spend(0.02)
        self.line.close()

    def _play(self) -> None:
        seats = [{"kind": "human"}, {"kind": "human"}]
        made = self._answered("POST", "/v1/bakong/games", body={"seats": seats})
        if made is None:
            return
        game, tokens = made["id"], [seat["token"] for seat in made["seats"]]
        view = made["view"]
        while view["status"] == "running" and not self.stop.is_set():
            seat = view["to_act"][0]
            path = f"/v1/bakong/games/{game}/actions"
            legal = self._answered("GET", path, tokens[seat])
            if legal and legal["actions"]:
                cut_off = self.cut.is_set()
                done = self._answered("POST", path, tokens[seat], self.rng.choice(legal["actions"]))
                if done is not None:
                    self.acknowledged.append(Acknowledged(game, done["version"], seat, cut_off))
            view = self._answered("GET", f"/v1/bakong/games/{game}") or view

    def _answered(self, method: str, path: str, token: str = "", body: Any = None) -> dict[str, Any] | None:
        key = uuid.UUID(int=self.rng.getrandbits(128)).hex if method == "POST" else ""
        answer: Answer = self.line.send(method, path, token, body, key)
        if answer.status < 400:
            return answer.json()
        self.unknown += answer.kind == "outcome-unknown"
        self.refused += answer.kind == "store-unavailable"
        spend(0.01)
        return None
