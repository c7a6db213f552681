"""The dearest requests about games: positions with wrong values, long histories, hooks with many calls."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from bench.server.cost_meter import CostMeter
from engines.kernel.registry import game, slugs
from store.bots.deliveries import KEPT, Delivery
from store.bots.hooks import Hook
from store.bots.record import RemoteBot
from store.games.changes.create import Opening, SeatPlan, build_game
from store.games.replay.past import PastPositions
from store.ids import hashed, new_id
from store.model.game import StoredGame
from store.model.turns import Turn
from store.process.clock import iso, now_ms
from store.redis import keys

JUNK, LONG = 9_000, 800
"""Values of a bad position, and acts of a long game."""
READS = ("", "/actions", "/board.svg", "/board.txt", "/events")
LONGEST: dict[str, dict[str, Any]] = {
    "mekong": {"round_cap": 200},
    "babord": {"max_rounds": 1000},
    "kimbac": {"rounds": 8},
    "bailouke": {"max_rounds": 99},
}
"""Options that let a game last."""


class GameCosts(CostMeter):
    """Requests of the five games."""

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
            lambda: self.stream(export), weigh=lambda _: self.reads_left(),
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
            lambda _: self.reads_left(),
        )

    def _played(self, slug: str) -> StoredGame:
        engine, rng = game(slug), random.Random(slug)
        played = open_game(slug, [SeatPlan("human")] * engine.seats[-1], LONGEST.get(slug, {}))
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

    def fill(self, count: int) -> None:
        """Store copies of new games, half of them of the first kind, as if created within the last hour."""
        redis, first = self.services.store.redis, slugs()[0]
        templates = {slug: self.send("POST", f"/v1/{slug}/games", {"seats": 2}).get_json()["id"] for slug in slugs()}
        for slug in random.choices([*slugs()], [len(slugs()) if slug == first else 1 for slug in slugs()], k=count):
            copied, created = new_id(), now_ms() - random.randrange(3_600_000)
            listing = keys.listing(keys.tag_of(copied), slug, "running")
            redis.write(("COPY", keys.game(templates[slug]), keys.game(copied)), ("ZADD", listing, created, copied))

    def _act(self, one: str, made: Any) -> Any:
        """Look, and do the first thing that is legal; what is measured is the last request."""
        view = self.send("GET", one).get_json()
        token = made["seats"][view["to_act"][0]]["token"]
        actions = self.send("GET", f"{one}/actions", token=token).get_json()["actions"]
        return self.send("POST", f"{one}/actions", actions[0], token)


def open_game(slug: str, seats: list[SeatPlan], options: dict[str, Any]) -> StoredGame:
    return build_game(game(slug), new_id(), Opening(seats, options, seed=bytes(32)))[0]
