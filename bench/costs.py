"""What one client can spend: the CPU cost of the dearest request of each class, and what its limit allows in a minute.

``python -m bench.costs`` prints the table of docs/limits.md. No class may cost more than half a core (30 s a minute).
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from api.app import create_app
from api.http.rate_limit import CLASSES, LimitClass
from engines.kernel.registry import game, slugs
from store.redis.embedded import EmbeddedServer
from store.settings import Settings

REPEATS = 12
HALF_A_CORE = 30.0
"""Seconds a minute."""
READS = ("", "/legal-actions", "/board.svg", "/board.txt", "/events", "/replay")


class Cost(Struct):
    """One request."""

    name: LimitClass
    what: str
    seconds: float


class Costs:
    """Measures requests on an application in this process: its own CPU, without Redis and the parsing of HTTP."""

    def __init__(self, app: Any) -> None:
        self.client = app.test_client()
        self.found: list[Cost] = []

    def measure(self, name: LimitClass, what: str, call: Callable[[], Any]) -> None:
        call()
        began = time.process_time()
        for _ in range(REPEATS):
            call()
        self.found.append(Cost(name, what, (time.process_time() - began) / REPEATS))

    def games(self) -> None:
        for slug in slugs():
            self._game(slug)

    def _game(self, slug: str) -> None:
        path, seats = f"/v1/{slug}/games", game(slug).seats[-1]
        people = {"seats": [{"kind": "human"}] * seats}
        self.measure("create", f"{slug}, {seats} seats", lambda: self.client.post(path, json=people))
        made = self.client.post(path, json=people).get_json()
        one, headers = f"{path}/{made['id']}", {"Authorization": f"Bearer {made['seats'][0]['token']}"}
        for tail in READS:
            self.measure(
                "read", f"{slug} {tail or 'view'}", lambda tail=tail: self.client.get(one + tail, headers=headers)
            )  # type: ignore[misc]
        bad = {"position": {"phase": "nonsense"}, "seats": [{"kind": "human"}] * seats}
        self.measure("create", f"{slug}, a position that is refused", lambda: self.client.post(path, json=bad))
        self.measure("act", f"{slug}", lambda: self._act(one, made))
        self.measure("job", f"{slug} odds", lambda: self.client.post(f"{one}/odds", json={}, headers=headers))

    def _act(self, one: str, made: Any) -> None:
        """An act with the reads that it needs, which makes it dearer than it is."""
        view = self.client.get(one).get_json()
        seat = (view["to_act"] or [0])[0]
        headers = {"Authorization": f"Bearer {made['seats'][seat]['token']}"}
        actions = self.client.get(f"{one}/legal-actions", headers=headers).get_json().get("actions") or [{}]
        self.client.post(f"{one}/actions", json={"action": actions[0]}, headers=headers)

    def bots(self) -> None:
        self.measure("bot", "registration", lambda: self.client.post("/v1/bots", json={"name": "Croc"}))

    def pages(self) -> None:
        for path in ("/openapi.json", "/openapi.yaml", "/docs", "/metrics", "/v1", f"/v1/{slugs()[0]}/rules"):
            self.measure("read", path, lambda path=path: self.client.get(path))  # type: ignore[misc]


def measured(settings: Settings) -> list[Cost]:
    """The dearest request of each class."""
    costs = Costs(create_app(settings))
    costs.games()
    costs.bots()
    costs.pages()
    return [max((cost for cost in costs.found if cost.name == name), key=lambda cost: cost.seconds) for name in CLASSES]


def table(costs: list[Cost], limits: dict[str, int]) -> str:
    lines = ["| class | dearest request | CPU | allowed in a minute | CPU in a minute |", "|---|---|---|---|---|"]
    for cost in costs:
        spent = cost.seconds * limits[cost.name]
        lines.append(
            f"| `{cost.name}` | {cost.what} | {cost.seconds * 1000:.1f} ms | {limits[cost.name]:,} | {spent:.0f} s |"
        )
    return "\n".join(lines)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder))
        server.start()
        try:
            unlimited = {f"limit_{name}": 0 for name in CLASSES}
            open_ = Settings(
                redis_url=server.url,
                data=Path(folder),
                log_level="error",
                client_games=0,
                client_bots=0,
                client_jobs=0,
                **unlimited,
            )
            costs = measured(open_)
        finally:
            server.stop()
    limits = {name: int(getattr(Settings(), f"limit_{name}")) for name in CLASSES}
    sys.stdout.write(table(costs, limits) + "\n")
    return int(any(cost.seconds * limits[cost.name] > HALF_A_CORE for cost in costs))


if __name__ == "__main__":
    sys.exit(main())
