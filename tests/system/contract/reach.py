"""How the fuzz gets past access checks: live games of every kind in every phase, every token, real legal actions."""

from __future__ import annotations

import copy
import random
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import orjson
from werkzeug.test import TestResponse

from engines.kernel.dice import SeededDice
from engines.kernel.registry import game
from tests.support.kit.play import opening, steps
from tests.system.contract.answers import committed
from tools.in_process import InProcessServer

Json = dict[str, Any]
STRANGER = "seat_of-another-game"
KINDS = ("running", "open", "private", "finished", "aborted", "acted")
ACTED = 2
"""The version of the action in a game of kind `acted`, which its seat may take back."""
BEARERS = ("to_act", "seat", "host", "spectator", "nobody", "stranger")
VARIANTS: dict[str, Json] = {"babord": {"bermuda_point": "later"}, "kimbac": {"kimbac_may_stay": True}}
"""Options of every other game, without which a phase or an action is never reached."""


class Ending(NamedTuple):
    """A position, and the action that ends the game from there."""

    position: Json
    seat: int
    action: Json


@cache
def positions(slug: str) -> tuple[dict[str, list[Json]], Ending]:
    """Positions of every phase of a game, by phase, and one just before the end; found by random play."""
    engine, found, ending = game(slug), {}, None
    phases: dict[str, list[Json]] = {phase: [] for phase in engine.rules.phases}
    for number in range(300):
        seats = engine.seats[number % len(engine.seats)]
        key = bytes([number % 256]) * 32
        position, _, dice = opening(engine, seats, VARIANTS.get(slug, {}) if number % 2 else {}, key)
        rolled = dice.counter
        for step in steps(engine, position, dice, SeededDice(key), ["random"] * seats):
            if len(phases[step.before.phase]) < 4 and number not in found.get(step.before.phase, ()):
                phases[step.before.phase].append(orjson.loads(engine.encode(step.before)))
                found.setdefault(step.before.phase, set()).add(number)
            # An ending that needs no dice comes out the same with another seed.
            if engine.rules.outcome(step.after) is not None and dice.counter == rolled:
                before = orjson.loads(engine.encode(step.before))
                ending = Ending(before, step.seat, orjson.loads(engine.encode(step.action)))
            rolled = dice.counter
        if number >= 5 and ending and all(phases.values()):
            return phases, ending
    raise AssertionError(f"no random game of {slug} reaches {[phase for phase, held in phases.items() if not held]}")


@cache
def retractable(slug: str) -> Ending:
    """A position, and an action there that reveals nothing."""
    engine, rng = game(slug), random.Random(slug)
    phases, _ = positions(slug)
    for held in (position for found in phases.values() for position in found):
        before = engine.decode(orjson.dumps(held))
        for seat in engine.rules.to_act(before):
            for action in engine.rules.legal(before, seat).actions[:20]:
                after, dice = before.copy(), SeededDice(rng.randbytes(32))
                events = engine.rules.apply(after, seat, action, dice)
                if not engine.rules.revealed(before, action, dice.drawn, events) and not engine.rules.outcome(after):
                    return Ending(held, seat, orjson.loads(engine.encode(action)))
    raise AssertionError(f"every action of {slug} reveals something")


class LiveGame(NamedTuple):
    """A live game and its secrets."""

    slug: str
    id: str
    tokens: list[str | None]
    host: str
    spectator: str | None
    to_act: list[int]

    def token(self, bearer: str, rng: random.Random) -> str | None:
        """A token of that kind of bearer."""
        if bearer in ("to_act", "seat"):
            seats = self.to_act if bearer == "to_act" and self.to_act else range(len(self.tokens))
            return self.tokens[rng.choice(list(seats))]
        return {"host": self.host, "spectator": self.spectator, "nobody": None, "stranger": STRANGER}[bearer]


class Bot(NamedTuple):
    """A registered remote bot and its secret."""

    id: str
    token: str


class Reach:
    """Opens games in the app, past the fuzz, and counts what the fuzz has seen."""

    def __init__(self, app: InProcessServer) -> None:
        self.client = app.client()
        self.statuses: dict[str, Counter[int]] = {}
        self.acts: dict[tuple[str, str, str], Counter[int]] = {}

    def call(self, method: str, path: str, token: str | None = None, body: Any = None) -> TestResponse:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.client.open(path, method=method, json=body, headers=headers)

    def table(self, slug: str, kind: str, rng: random.Random, phase: str | None = None) -> LiveGame:
        """A fresh game of that kind; a running one stands in the phase, or in any."""
        phases, ending = positions(slug)
        payload: Json = {"seats": [{"kind": "human"}, {"kind": "open"}]}
        if kind == "private":
            payload["visibility"] = "private"
        if kind in ("running", "finished", "aborted", "acted"):
            ending = retractable(slug) if kind == "acted" else ending
            ready = kind in ("finished", "acted")
            start = ending.position if ready else rng.choice(phases[phase or rng.choice(list(phases))])
            payload = {"position": start, "seats": [{"kind": "human"}] * self._seats(slug, start)}
        made = self.call("POST", f"/v1/{slug}/games", body=payload)
        assert made.status_code == 201, made.text
        table = self.opened(slug, made.json or {})
        path = f"/v1/{slug}/games/{table.id}"
        if kind == "aborted":
            assert self.call("DELETE", path, table.host).status_code == 200
        if kind in ("finished", "acted"):
            done = self.call("POST", f"{path}/actions", table.tokens[ending.seat], ending.action)
            assert done.status_code == 200, done.text
        return table._replace(to_act=[ending.seat]) if kind == "acted" else table

    @staticmethod
    def _seats(slug: str, position: Json) -> int:
        engine = game(slug)
        return engine.rules.seat_count(engine.decode(orjson.dumps(position)))

    @staticmethod
    def opened(slug: str, made: Json) -> LiveGame:
        """The table that an answer to a creation tells of."""
        tokens = [seat.get("token") for seat in made["seats"]]
        to_act = made["view"]["to_act"]
        return LiveGame(slug, made["id"], tokens, made["host_token"], made.get("spectator_token"), to_act)

    def end(self, *tables: LiveGame) -> None:
        """Abort games: workers are not to play them to their end."""
        for table in tables:
            self.call("DELETE", f"/v1/{table.slug}/games/{table.id}", table.host)

    def job(self, rng: random.Random) -> tuple[str, str]:
        """The id of a fresh job, and the token that reads it."""
        table = self.table("kimbac", "running", rng)
        token = table.tokens[table.to_act[0]]
        made = self.client.post(
            f"/v1/{table.slug}/games/{table.id}/actions",
            json=self.legal(table, table.to_act[0])[0],
            headers={"Authorization": f"Bearer {token}", "Prefer": "respond-async"},
        )
        assert made.status_code == 202, made.text
        return str((made.json or {})["id"]), token

    def bot(self, url: str | None = None) -> Bot:
        """A fresh remote bot; one with a URL must listen there."""
        made = self.call("POST", "/v1/bots", body={"name": "Croc", "url": url, "games": ["kimbac"]})
        assert made.status_code == 201, made.text
        return Bot((made.json or {})["id"], (made.json or {})["token"])

    def legal(self, table: LiveGame, seat: int) -> list[Json]:
        """What a seat that owes a choice may do."""
        answer = self.call("GET", f"/v1/{table.slug}/games/{table.id}/actions", table.tokens[seat])
        assert answer.status_code == 200, answer.text
        return list((answer.json or {})["actions"])

    def choices(self, table: LiveGame) -> list[tuple[int, list[Json]]]:
        """The seats that owe a choice now and still have the token of the beginning, with their legal actions.

        None of it where a bot or a clock has changed the game between the questions.
        """
        before = self.view(table)
        owing = [seat for seat in before["to_act"] if table.tokens[seat] and before["status"] == "running"]
        path = f"/v1/{table.slug}/games/{table.id}/actions"
        asked = [(seat, self.call("GET", path, table.tokens[seat])) for seat in owing]
        if self.view(table)["version"] != before["version"]:
            return []
        known = [(seat, answer) for seat, answer in asked if answer.status_code != 401]
        for _, answer in known:
            assert answer.status_code == 200 and (answer.json or {})["actions"], answer.text
        return [(seat, (answer.json or {})["actions"]) for seat, answer in known]

    def view(self, table: LiveGame) -> Json:
        answer = self.call("GET", f"/v1/{table.slug}/games/{table.id}", table.host)
        assert answer.status_code == 200, answer.text
        return dict(answer.json or {})

    def version(self, table: LiveGame) -> int:
        return int(self.view(table)["version"])

    def saw(self, operation: str, status: int) -> None:
        self.statuses.setdefault(operation, Counter())[status] += 1

    def saw_act(self, slug: str, phase: str, kind: str, status: int) -> None:
        self.acts.setdefault((slug, phase, kind), Counter())[status] += 1


@cache
def vocabulary(slug: str, action: str) -> list[str]:
    """Every word that the document allows in an action of this type."""
    components = committed()["components"]["schemas"]
    variant = components[f"{slug.capitalize()}Action"]["discriminator"]["mapping"][action].rpartition("/")[2]
    found, rest = [], [schema for name, schema in components[variant]["properties"].items() if name != "type"]
    while rest:
        schema = rest.pop()
        found += [word for word in schema.get("enum", ()) if isinstance(word, str)]
        rest += [inner for inner in (schema.get("items"), *schema.get("prefixItems", ())) if inner]
    return found


def mutated(slug: str, action: Json, rng: random.Random) -> Json:
    """The action with one thing changed: a value, a field too few, a field too many."""
    other = copy.deepcopy(action)
    field = rng.choice(sorted(other.keys() - {"type"}) or ["type"])
    change = rng.randrange(8)
    if change == 0 and len(other) > 1:
        del other[field]
    elif change == 1:
        other[rng.choice(["seat", "dance", "die"])] = rng.choice([0, "x", None])
    else:
        other[field] = _another(other[field], rng, vocabulary(slug, action["type"]) if field != "type" else [])
    return other


def _another(value: Any, rng: random.Random, words: list[str]) -> Any:
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        item = [*value[:place], _another(value[place], rng, words), *value[place + 1 :]]
        return rng.choice([item, item, item, value[:-1], [*value, value[0]]])
    if isinstance(value, bool):
        return rng.choice([not value, None, 0])
    if isinstance(value, int):
        near = rng.random() < 0.7  # what still fits the schema gets as far as the rules
        return rng.choice([value + 1, value - 1] if near else [-value, 2**40, str(value), None, value + 0.5])
    if isinstance(value, str) and words and rng.random() < 0.7:
        return rng.choice(words)
    if isinstance(value, str):
        return rng.choice([value + "x", value[::-1], "", None, 7, value.upper()])
    return rng.choice([0, "x", [], {}, None])
