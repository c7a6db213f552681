"""What one client can spend: the CPU cost of the dearest request of each class, and what its limit allows in a minute.

``python -m bench.server.costs`` prints the table of docs/limits.md. No class may cost more than half a core (30 s of a
minute).
"""

from __future__ import annotations

import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import orjson
from msgspec import Struct
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Response

from api.app import create_app
from api.http.rate_limit import CLASSES, LimitClass
from api.services import ApiServices
from bench.support.stack import stop_servers_on_sigterm
from engines.kernel.registry import game, slugs
from store.bots.deliveries import KEPT, Delivery
from store.bots.hooks import Hook
from store.bots.record import RemoteBot
from store.bots.turns import MOST_TURNS, TurnBodies
from store.changes.create import Opening, SeatPlan, new_game
from store.game import StoredGame
from store.ids import hashed, new_id
from store.jobs.outbox import Turn
from store.process.clock import iso, now_ms
from store.redis import keys
from store.redis.embedded import EmbeddedServer
from store.replay.past import PastPositions
from store.settings import Settings
from store.settings.declare import MOST

REPEATS = 12
JUNK, LONG = 9_000, 800
"""Values of a bad position, and acts of a long game."""
SHOWN = 25
"""The dearest requests are named while the table is made."""
HALF_A_CORE = 30.0
"""Seconds a minute."""
READS = ("", "/actions", "/board.svg", "/board.txt", "/events")


class Cost(Struct):
    """One request."""

    name: LimitClass
    what: str
    seconds: float
    """CPU."""
    weight: int
    """How many requests of its class it counts as."""

    def allowed(self, limit: int) -> int:
        """How often in a minute."""
        return limit // self.weight

    def spent(self, limit: int) -> float:
        """CPU seconds that one client can use in a minute."""
        return self.seconds * self.allowed(limit)


class Costs:
    """Measures requests on an application in this process: its own CPU, without Redis and the parsing of HTTP."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.services: ApiServices = app.extensions["services"]
        self.found: list[Cost] = []
        self._seconds = 0.0
        """CPU of the last request, without building it."""

    def send(
        self, method: str, path: str, body: Any = None, token: str | None = None, refused: bool = False
    ) -> Response:
        headers = [] if token is None else [("Authorization", f"Bearer {token}")]
        environ = EnvironBuilder(
            path=path.partition("?")[0],
            query_string=path.partition("?")[2],
            method=method,
            headers=headers,
            content_type="application/json",
            data=orjson.dumps({} if body is None else body),
        ).get_environ()
        began = time.process_time()
        answer = Response.from_app(self.app, environ, buffered=True)
        self._seconds = time.process_time() - began
        if (answer.status_code >= 400) is not refused:
            raise SystemExit(f"{method} {path} answered {answer.status_code}: {answer.get_data()[:300]!r}")
        return answer

    def measure(
        self,
        name: LimitClass,
        what: str,
        call: Callable[[], Any],
        prepare: Callable[[], Any] = lambda: None,
        weigh: Callable[[Any], int] | None = None,
    ) -> None:
        """Note the cost of a request; ``prepare`` makes each one as dear as the first."""

        def once() -> int:
            prepare()
            return (weigh or _left)(call())

        weight = once() - once()
        if weight <= 0:  # a minute of the clock began between the two
            weight = once() - once()
        seconds = []
        for _ in range(REPEATS):
            prepare()
            call()
            seconds.append(self._seconds)
        self.found.append(Cost(name, what, statistics.median(seconds), weight))

    def games(self) -> None:
        for slug in slugs():
            self._game(slug)
            self._long_game(slug)

    def _game(self, slug: str) -> None:
        path, seats = f"/v1/{slug}/games", game(slug).seats[-1]
        people = {"seats": [{"kind": "human"}] * seats}
        self.measure("create", f"`{slug}`, {seats} seats", lambda: self.send("POST", path, people))
        made = self.send("POST", path, people).get_json()
        one, token = f"{path}/{made['id']}", made["seats"][0]["token"]
        for tail in READS:
            self.measure(
                "read",
                f"`{slug}`, `{tail.strip('/') or 'view'}`",
                partial(self.send, "GET", one + tail, token=token),
            )
        self.measure("read", f"`{slug}`, 100 games", lambda: self.send("GET", f"{path}?status=running&limit=100"))
        self._positions(slug, path)
        self.measure("act", f"`{slug}`", lambda: self._act(one, made))
        self.measure("job", f"`{slug}`, odds", lambda: self.send("POST", f"{one}/odds", {}, token))
        self._hook(slug, made["id"], one, token)

    def _hook(self, slug: str, identifier: str, one: str, token: str) -> None:
        """A hook with as many calls as are kept."""
        remotes, hook = self.services.remotes, RemoteBot(new_id(), "Hook", "", [], None, [], 1, now_ms())
        hook.hook = Hook(slug, identifier, hashed(token), 0, ["turn"])
        remotes.register(hook, None, local=True)
        turn = Turn(slug, identifier, 0, 1)
        remotes.deliveries.add(hook.id, *[Delivery.of("turn", turn, 200, 5, None)] * KEPT)
        path = f"{one}/hooks/{hook.id}"
        self.measure("read", f"`{slug}`, a hook with {KEPT} calls", lambda: self.send("GET", path, token=token))

    def _long_game(self, slug: str) -> None:
        """A game of many acts that is over: its history, and looks back at it by a process that has not seen it yet."""
        played = self._played(slug)
        one = f"/v1/{slug}/games/{played.id}"
        acts = f"{played.version} acts"
        for tail in ("/events?limit=500", "/replay"):
            self.measure("read", f"`{slug}`, {acts}, `{tail}`", lambda tail=tail: self.send("GET", one + tail))  # type: ignore[misc]

        export = f"/v1/{slug}/export?since={iso(now_ms() - 600_000)}"
        self.measure(
            "read", f"`{slug}`, export of a game with {acts}",
            lambda: self.send("GET", export), weigh=lambda _: self._reads_left(),
        )  # fmt: skip

        def forget() -> None:
            self.services.past = PastPositions(self.services.history, 1_000_000)

        for tail in ("", "/board.svg", "/position"):
            back = f"{one}{tail}?at={played.version - 1}"
            self.measure("read", f"`{slug}`, {acts}, `{tail}?at` again", lambda back=back: self.send("GET", back))  # type: ignore[misc]
            self.measure("read", f"`{slug}`, {acts}, `{tail}?at`", lambda back=back: self.send("GET", back), forget)  # type: ignore[misc]
        fork = {"fork": {"id": played.id, "at": played.version // 2}}
        self.measure(
            "read",
            f"`{slug}`, fork after {acts}",
            lambda: self.send("POST", f"/v1/{slug}/games", fork),
            forget,
            lambda _: self._reads_left(),
        )

    def _reads_left(self) -> int:
        """What is left of the reads, whatever the last request was."""
        seconds, left = self._seconds, _left(self.send("GET", "/v1/games"))
        self._seconds = seconds
        return left

    def _played(self, slug: str) -> StoredGame:
        engine, rng = game(slug), random.Random(slug)
        played = _new(slug, [SeatPlan("human")] * engine.seats[-1], LONGEST.get(slug, {}))
        self.services.games.create(played, None)

        def step(now: StoredGame) -> None:
            seat = rng.choice(now.to_act())
            now.act(seat, rng.choice(engine.rules.legal(now.position, seat).actions))

        while not played.over and played.version < LONG:
            played = self.services.games.change(played, step)
        return played if played.over else self.services.games.change(played, lambda now: now.abort("host"))

    def _positions(self, slug: str, path: str) -> None:
        """A good position, and each part of it in turn filled with what does not belong there."""
        made = self.send("POST", path, {}).get_json()
        self.send("DELETE", f"{path}/{made['id']}", token=made["host_token"])
        good = self.send("GET", f"{path}/{made['id']}/position").get_json()
        self.measure("create", f"`{slug}`, a position", lambda: self.send("POST", path, {"position": good}))
        for name, value in good.items():
            junk: Any = [{}] * JUNK if isinstance(value, list) else {f"x{n}": 0 for n in range(JUNK)}
            bad = {"position": {**good, name: junk}}
            what = f"`{slug}`, {JUNK:,} wrong values in a position"
            self.measure("create", what, lambda bad=bad: self.send("POST", path, bad, refused=True))  # type: ignore[misc]

    def _act(self, one: str, made: Any) -> Any:
        """Look, and do the first thing that is legal; what is measured is the last request."""
        view = self.send("GET", one).get_json()
        token = made["seats"][view["to_act"][0]]["token"]
        actions = self.send("GET", f"{one}/actions", token=token).get_json()["actions"]
        return self.send("POST", f"{one}/actions", actions[0], token)

    def bots(self) -> None:
        self.measure("bot", "registration", lambda: self.send("POST", "/v1/bots", {"name": "Croc"}))
        self.measure("read", "100 bots", lambda: self.send("GET", "/v1/bots?limit=100"))
        for slug in slugs():
            self._turns(slug)

    def _turns(self, slug: str) -> None:
        """As many turns as one answer holds, made first and read again."""
        made, remotes = (
            self.send("POST", "/v1/bots", {"name": "Croc", "concurrent": 100}).get_json(),
            self.services.remotes,
        )
        bot = remotes.load(made["id"])
        for _ in range(MOST_TURNS):
            created = _new(slug, [SeatPlan("remote", remote=bot.seat)] * game(slug).seats[-1], {})
            self.services.games.create(created, None)
            remotes.redis.write(("ZADD", keys.remote(bot.id, "games"), now_ms(), created.id))
            seat = created.to_act()[0]
            turn = Turn(slug, created.id, seat, created.record.decisions[seat] or 0)
            remotes.turns.offer(bot, turn, now_ms() + 3_600_000, created.record.seq)

        def read() -> Response:
            return self.send("GET", f"/v1/bots/{bot.id}/turns", token=made["token"])

        def forget() -> None:
            remotes.turns.bodies = TurnBodies(10**8)

        remotes.deliveries.add(bot.id, *[Delivery.of("turn", turn, 200, 5, None)] * KEPT)
        for tail in ("games", "deliveries"):
            path = f"/v1/bots/{bot.id}/{tail}"
            self.measure("read", f"`{tail}` of a bot", lambda path=path: self.send("GET", path, token=made["token"]))  # type: ignore[misc]
        self.measure("read", f"`{slug}`, {MOST_TURNS} turns of a bot again", read)
        self.measure("read", f"`{slug}`, {MOST_TURNS} new turns of a bot", read, forget)

    def pages(self) -> None:
        for path in (
            "/openapi.json",
            "/openapi.yaml",
            "/docs",
            "/metrics",
            "/v1/games",
            "/v1/games?player=x",
            f"/v1/{slugs()[0]}/rules",
        ):
            self.measure("read", f"`{path}`", lambda path=path: self.send("GET", path))  # type: ignore[misc]


LONGEST: dict[str, dict[str, Any]] = {
    "mekong": {"round_cap": 200},
    "babord": {"max_rounds": 1000},
    "kimbac": {"rounds": 8},
    "bailouke": {"max_rounds": 99},
}
"""Options that let a game last."""


def _new(slug: str, seats: list[SeatPlan], options: dict[str, Any]) -> StoredGame:
    return new_game(game(slug), new_id(), Opening(seats, options, seed=bytes(32)))[0]


def _left(answer: Any) -> int:
    """What the answer says is left of the limit."""
    found = re.search(r";r=(\d+);", answer.headers["RateLimit"])
    assert found is not None
    return int(found[1])


def measured(settings: Settings, limits: Mapping[Any, int]) -> list[Cost]:
    """The request of each class with which a client can spend most."""
    costs = Costs(create_app(settings))
    costs.games()
    costs.bots()
    costs.pages()
    for cost in sorted(costs.found, key=lambda cost: -cost.spent(limits[cost.name]))[:SHOWN]:
        figures = f"{cost.spent(limits[cost.name]):6.1f} s {cost.seconds * 1000:8.2f} ms {cost.weight:5}"
        sys.stderr.write(f"{figures}  {cost.name} {cost.what}\n")
    return [
        max((cost for cost in costs.found if cost.name == name), key=lambda cost: cost.spent(limits[name]))
        for name in CLASSES
    ]


def table(costs: list[Cost], limits: Mapping[Any, int]) -> str:
    heads = ["class", "dearest request", "CPU", "counts as", "allowed in a minute", "CPU in a minute"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for cost in costs:
        limit = limits[cost.name]
        figures = f"{cost.seconds * 1000:.1f} ms | {cost.weight} | {cost.allowed(limit):,} | {cost.spent(limit):.1f} s"
        lines.append(f"| `{cost.name}` | {cost.what} | {figures} |")
    return "\n".join(lines)


def main() -> int:
    stop_servers_on_sigterm()
    limits = {name: int(getattr(Settings(), f"limit_{name}")) for name in CLASSES}
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder))
        server.start()
        try:
            unlimited: dict[str, Any] = {f"limit_{name}": MOST for name in CLASSES}
            open_ = Settings(
                redis_url=server.url,
                data=Path(folder),
                log_level="error",
                client_games=0,
                client_bots=0,
                client_jobs=0,
                **unlimited,
            )
            costs = measured(open_, limits)
        finally:
            server.stop()
    sys.stdout.write(table(costs, limits) + "\n")
    return int(any(cost.spent(limits[cost.name]) > HALF_A_CORE for cost in costs))


if __name__ == "__main__":
    sys.exit(main())
