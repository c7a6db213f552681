"""What one client can spend: the CPU cost of the dearest request of each class, and what its limit allows in a minute.

``python -m bench.server.costs`` prints the table of docs/limits.md. No class may cost more than half a core (30 s of a
minute).
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from werkzeug.wrappers import Response

from api.app import create_app
from api.http.rate_limit import CLASSES
from bench.server.cost_meter import Cost
from bench.server.game_costs import GameCosts, open_game
from bench.support.stack import stop_servers_on_sigterm
from engines.kernel.registry import game, slugs
from store.bots.deliveries import KEPT, Delivery
from store.bots.turns import MOST_TURNS, TurnBodies
from store.games.changes.create import SeatPlan
from store.ids import new_id
from store.model.turns import Turn
from store.process.clock import now_ms
from store.redis import keys
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from store.settings.declare import MOST

CROWD = 10_000
"""Games among which lists are read."""
SHOWN = 25
"""The dearest requests are named while the table is made."""
HALF_A_CORE = 30.0
"""Seconds a minute."""


class Costs(GameCosts):
    """All requests that may be the dearest of their class."""

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
            created = open_game(slug, [SeatPlan("remote", remote=bot.seat)] * game(slug).seats[-1], {})
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
        for path in ("/openapi.json", "/openapi.yaml", "/docs", "/metrics", f"/v1/{slugs()[0]}/rules"):
            self.measure("read", f"`{path}`", lambda path=path: self.send("GET", path))  # type: ignore[misc]

    def lists(self) -> None:
        """In a store with many games, half of them of one kind."""
        self.fill(CROWD)
        one, oldest = slugs()[0], f"cursor={now_ms()}-{new_id()}"
        for path in (f"/v1/{one}/games", "/v1/games"):
            for query in ("limit=1", "limit=100", "status=running&limit=100", f"limit=100&{oldest}", "player=x"):
                what = f"`{path}?{query.replace(oldest, 'cursor')}`, {CROWD:,} games"
                self.measure("read", what, lambda path=path, query=query: self.send("GET", f"{path}?{query}"))  # type: ignore[misc]

    def agents(self) -> None:
        made = self.send("POST", f"/v1/{slugs()[0]}/games", {"seats": 2}).get_json()
        token = made["seats"][0]["token"]
        table = {"id": made["id"], "token": token}
        for name, arguments in (
            ("games", {}),
            ("rules", {"game": slugs()[0]}),
            ("look", table),
            ("legal", table),
        ):
            params = {"name": name, "arguments": arguments}
            self.measure("read", f"`/mcp`, {name}", lambda params=params: self._ask("tools/call", params))  # type: ignore[misc]
        self.measure("read", "`/mcp`, tools/list", lambda: self._ask("tools/list", {}))

    def _ask(self, method: str, params: dict[str, Any]) -> Response:
        answer = self.send("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        if b'"error"' in answer.get_data()[:200] or b'"isError":true' in answer.get_data():
            raise SystemExit(f"{method} {params} answered {answer.get_data()[:300]!r}")
        return answer


def measured(settings: Settings, limits: Mapping[Any, int]) -> list[Cost]:
    """The request of each class with which a client can spend most."""
    costs = Costs(create_app(settings))
    costs.games()
    costs.bots()
    costs.pages()
    costs.agents()
    costs.lists()
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
