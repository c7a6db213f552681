"""What one client can spend: the CPU cost of the dearest request of each class, and what its limit allows in a minute.

``python -m bench.costs`` prints the table of docs/limits.md. No class may cost more than half a core (30 s a minute).
"""

from __future__ import annotations

import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
from flask import Response
from msgspec import Struct
from werkzeug.test import EnvironBuilder

from api.app import create_app
from api.http.rate_limit import CLASSES, LimitClass
from engines.kernel.registry import game, slugs
from store.redis.embedded import EmbeddedServer
from store.settings import MOST, Settings

REPEATS = 12
JUNK = 2000
HALF_A_CORE = 30.0
"""Seconds a minute."""
READS = ("", "/legal-actions", "/board.svg", "/board.txt", "/events", "/replay")


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
        self.found: list[Cost] = []
        self._seconds = 0.0
        """CPU of the last request, without building it."""

    def send(self, method: str, path: str, body: Any = None, token: str | None = None) -> Response:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        environ = EnvironBuilder(
            path=path,
            method=method,
            headers=headers,
            content_type="application/json",
            data=orjson.dumps({} if body is None else body),
        ).get_environ()
        began = time.process_time()
        answer = Response.from_app(self.app, environ, buffered=True)
        self._seconds = time.process_time() - began
        return answer

    def measure(self, name: LimitClass, what: str, call: Callable[[], Any]) -> None:
        weight = _left(call()) - _left(call())
        if weight <= 0:  # a minute of the clock began between the two
            weight = _left(call()) - _left(call())
        seconds = []
        for _ in range(REPEATS):
            call()
            seconds.append(self._seconds)
        self.found.append(Cost(name, what, statistics.median(seconds), weight))

    def games(self) -> None:
        for slug in slugs():
            self._game(slug)

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
                lambda tail=tail: self.send("GET", one + tail, token=token),
            )  # type: ignore[misc]
        self._positions(slug, path)
        self.measure("act", f"`{slug}`", lambda: self._act(one, made))
        self.measure("job", f"`{slug}`, odds", lambda: self.send("POST", f"{one}/odds", {}, token))

    def _positions(self, slug: str, path: str) -> None:
        """A good position, and each of its lists in turn filled with what does not belong there."""
        made = self.send("POST", path, {}).get_json()
        self.send("DELETE", f"{path}/{made['id']}", token=made["host_token"])
        good = self.send("GET", f"{path}/{made['id']}/position").get_json()
        self.measure("create", f"`{slug}`, a position", lambda: self.send("POST", path, {"position": good}))
        for name in [name for name, value in good.items() if isinstance(value, list)]:
            bad = {"position": {**good, name: [{}] * JUNK}}
            what = f"`{slug}`, {JUNK:,} wrong values in a position"
            self.measure("create", what, lambda bad=bad: self.send("POST", path, bad))  # type: ignore[misc]

    def _act(self, one: str, made: Any) -> Any:
        """Look, and do the first thing that is legal; what is measured is the last request."""
        view = self.send("GET", one).get_json()
        token = made["seats"][(view["to_act"] or [0])[0]]["token"]
        actions = self.send("GET", f"{one}/legal-actions", token=token).get_json().get("actions") or [{}]
        return self.send("POST", f"{one}/actions", {"action": actions[0]}, token)

    def bots(self) -> None:
        self.measure("bot", "registration", lambda: self.send("POST", "/v1/bots", {"name": "Croc"}))

    def pages(self) -> None:
        for path in ("/openapi.json", "/openapi.yaml", "/docs", "/metrics", "/v1", f"/v1/{slugs()[0]}/rules"):
            self.measure("read", f"`{path}`", lambda path=path: self.send("GET", path))  # type: ignore[misc]


def _left(answer: Any) -> int:
    """What the answer says is left of the limit."""
    found = re.search(r";r=(\d+);", answer.headers["RateLimit"])
    assert found is not None
    return int(found[1])


def measured(settings: Settings, limits: dict[str, int]) -> list[Cost]:
    """The request of each class with which a client can spend most."""
    costs = Costs(create_app(settings))
    costs.games()
    costs.bots()
    costs.pages()
    return [
        max((cost for cost in costs.found if cost.name == name), key=lambda cost: cost.spent(limits[name]))
        for name in CLASSES
    ]


def table(costs: list[Cost], limits: dict[str, int]) -> str:
    heads = ["class", "dearest request", "CPU", "counts as", "allowed in a minute", "CPU in a minute"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for cost in costs:
        limit = limits[cost.name]
        figures = f"{cost.seconds * 1000:.1f} ms | {cost.weight} | {cost.allowed(limit):,} | {cost.spent(limit):.1f} s"
        lines.append(f"| `{cost.name}` | {cost.what} | {figures} |")
    return "\n".join(lines)


def main() -> int:
    limits = {name: int(getattr(Settings(), f"limit_{name}")) for name in CLASSES}
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder))
        server.start()
        try:
            unlimited = {f"limit_{name}": MOST for name in CLASSES}
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
