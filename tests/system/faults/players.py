"""Players who write down what they were told: every acknowledged action, every refusal, everything left unknown."""

from __future__ import annotations

import http.client
import random
import threading
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any, Literal

import orjson

from engines.kernel.registry import slugs
from tests.support.client import SHORT
from tests.support.waiting import spend

Json = dict[str, Any]
TROUBLE = (OSError, http.client.HTTPException)
TIMEOUT = 15.0
TABLES = (["human", "human"], ["human", "bot"], ["human", "human", "bot"])
GIVE_UP = 90.0
"""Seconds after which a player who gets no clear answer calls the server stuck."""


@dataclass
class Said:
    """One action that a player sent, and what it heard."""

    seat: int
    action: Json | None
    """None: the last action is taken back."""
    outcome: Literal["acknowledged", "refused", "unknown"] = "unknown"
    version: int = 0


@dataclass
class Diary:
    """A game as its players saw it."""

    slug: str
    id: str
    humans: set[int]
    said: list[Said] = field(default_factory=list)
    finished: bool = False
    complaints: list[str] = field(default_factory=list)


class Stuck(Exception):
    """The server gives no answer, or the game does not go on."""


class Answer:
    def __init__(self, status: int, headers: http.client.HTTPMessage, body: bytes) -> None:
        self.status = status
        self.replay = headers.get("Idempotent-Replay") == "true"
        self.body = body

    def json(self) -> Json:
        return dict(orjson.loads(self.body))

    @property
    def kind(self) -> str:
        return str(self.json()["type"]).rpartition("/")[2] if self.status >= 400 else ""


def told(answer: Answer, path: str) -> Any:
    """What a repetition must tell again. An act repeats its version and events, beside the view of now."""
    if not path.endswith("/actions"):
        return answer.body
    return {name: value for name, value in answer.json().items() if name not in ("view", "next")}


class Line:
    """Keep-alive connections to the API processes; on trouble the next one is asked."""

    def __init__(self, ports: list[int]) -> None:
        self._ports: Iterator[int] = cycle(ports)
        self._connection: http.client.HTTPConnection | None = None

    def send(self, method: str, path: str, token: str = "", body: Any = None, key: str = "") -> Answer:
        """One request, sent once; raises one of TROUBLE."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", next(self._ports), timeout=TIMEOUT)
        headers = {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Idempotency-Key": key} if key else {}
        try:
            self._connection.request(method, path, None if body is None else orjson.dumps(body), headers)
            response = self._connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        except TROUBLE:
            self.close()
            raise

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def insist(self, method: str, path: str, token: str = "", body: Any = None, key: str = "") -> Answer:
        """The same request again and again until there is a clear answer. Safe for reads, and for writes with a key."""
        limit = time.monotonic() + GIVE_UP
        while time.monotonic() < limit:
            try:
                answer = self.send(method, path, token, body, key)
            except TROUBLE:
                spend(0.02)
                continue
            if answer.status != 503:
                return answer
            self.close()  # perhaps the other process is better off
            spend(0.02)
        raise Stuck(f"{method} {path} has no clear answer after {GIVE_UP} s")


class Player(threading.Thread):
    """Plays game after game, all human seats of each, until it is stopped; then lets bots finish the current game."""

    def __init__(
        self, number: int, ports: list[int], stop: threading.Event, without_key: float, finish: bool = True
    ) -> None:
        super().__init__(daemon=True)
        self.rng = random.Random(number)
        self.line = Line(ports)
        self.stop_playing = stop
        self.without_key = without_key
        """The share of actions that are sent once, without a key: what they did is then found in the log alone."""
        self.finish = finish
        """False: leave the last game as it is."""
        self.diaries: list[Diary] = []
        self.slugs = slugs()[number % 5 :] + slugs()[: number % 5]
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            for slug in cycle(self.slugs):
                if self.stop_playing.is_set():
                    return
                self._play(slug)
        except BaseException as error:
            self.failure = error
        finally:
            self.line.close()

    def _play(self, slug: str) -> None:
        [kinds] = self.rng.choices(TABLES, (6, 1, 1))
        payload = {"seats": [{"kind": kind} for kind in kinds], "options": SHORT.get(slug, {})}
        made = self._twice("POST", f"/v1/{slug}/games", "", payload, None)
        tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if "token" in seat}
        diary = Diary(slug, made["id"], set(tokens))
        self.diaries.append(diary)
        view, moved = made["view"], time.monotonic()
        while view["status"] == "running":
            if self.stop_playing.is_set():
                if not self.finish:
                    return
                self._hand_over(diary, tokens)
            mine = [seat for seat in view["to_act"] if seat in tokens]
            if mine:
                after = self._act(diary, self.rng.choice(mine), tokens)
            else:
                spend(0.05)
                after = None
            after = after or self._view(diary)
            if after["version"] != view["version"]:
                moved = time.monotonic()
            elif time.monotonic() - moved > GIVE_UP:
                raise Stuck(f"{slug} {diary.id} waits for {view['to_act']} since {GIVE_UP} s")
            view = after
        diary.finished = view["status"] == "finished"

    def _hand_over(self, diary: Diary, tokens: dict[int, str]) -> None:
        while tokens:
            seat, token = tokens.popitem()
            path = f"/v1/{diary.slug}/games/{diary.id}/seats/{seat}"
            answer = self.line.insist("PUT", path, token, {"kind": "bot"})
            if answer.status not in (200, 409):  # 409: the game has just ended
                raise Stuck(f"PUT {path}: {answer.status} {answer.body[:300]!r}")

    def _view(self, diary: Diary) -> Json:
        answer = self.line.insist("GET", f"/v1/{diary.slug}/games/{diary.id}")
        if answer.status != 200:
            raise Stuck(f"{diary.slug} {diary.id} cannot be read: {answer.status}")
        return answer.json()

    def _act(self, diary: Diary, seat: int, tokens: dict[int, str]) -> Json | None:
        """One action of one seat: the view after it, or None when the game must be looked at again."""
        path = f"/v1/{diary.slug}/games/{diary.id}/actions"
        legal = self.line.insist("GET", path, tokens[seat])
        actions = legal.json()["actions"] if legal.status == 200 else []
        if not actions:
            return None
        action = self.rng.choice(actions)
        said = Said(seat, action)
        diary.said.append(said)
        if self.rng.random() < self.without_key:
            return self._once(said, path, tokens[seat])
        answered = self._twice("POST", path, tokens[seat], action, diary)
        if "version" not in answered or "view" not in answered:
            said.outcome = "refused"
            return None
        said.outcome, said.version = "acknowledged", answered["version"]
        return dict(answered["view"])

    def _once(self, said: Said, path: str, token: str) -> Json | None:
        try:
            answer = self.line.send("POST", path, token, said.action)
        except TROUBLE:
            return None
        if answer.status == 200:
            answered = answer.json()
            said.outcome, said.version = "acknowledged", answered["version"]
            return dict(answered["view"])
        if answer.kind != "outcome-unknown":
            said.outcome = "refused"  # that is a promise: nothing was changed
        return None

    def _twice(self, method: str, path: str, token: str, body: Json, diary: Diary | None) -> Json:
        """Send a request with a key until it is answered, and then once more: the second answer tells the same."""
        key = uuid.UUID(int=self.rng.getrandbits(128)).hex
        first = self.line.insist(method, path, token, body, key)
        if first.status >= 400:
            if first.status != 409:
                raise Stuck(f"{method} {path}: {first.status} {first.body[:300]!r}")
            return first.json()
        again = self.line.insist(method, path, token, body, key)
        if not again.replay or told(again, path) != told(first, path):
            complaint = f"{method} {path}: the repetition answered {again.status} {again.body[:200]!r}"
            if diary is None:
                raise Stuck(complaint)
            diary.complaints.append(complaint)
        return first.json()
