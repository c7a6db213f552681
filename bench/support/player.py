"""Requests of players of one game, built without a socket, and what they cost in CPU."""

from __future__ import annotations

import atexit
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import orjson
from flask import Flask
from werkzeug.test import EnvironBuilder

from engines.kernel.dice import SeededDice
from engines.kernel.records import GAME_OVER
from engines.kernel.registry import game
from store.process.logs import log
from store.settings.declare import MOST

Call = tuple[dict[str, Any], int]
"""A WSGI environ and the expected status."""
WIDE: Any = {f"limit_{name}": MOST for name in ("read", "act", "create")} | {"client_games": MOST}
"""Requests are counted as usual, but none is refused."""

DISCARD = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
"""Open as long as the process lives: a handler that is replaced leaves no file behind."""
atexit.register(DISCARD.close)


class Player:
    """Plays endless games of one kind through the WSGI app; a copy of the position yields the next legal action."""

    def __init__(self, app: Flask, slug: str) -> None:
        self.app = app
        self.engine = game(slug)
        self.slug = slug
        self.seats = self.engine.seats[min(1, len(self.engine.seats) - 1)]
        self.number = 0
        self.acts_by_game: dict[str, int] = {}
        self.open_game()

    def open_game(self) -> None:
        self.number += 1
        seed = self.number.to_bytes(32, "big")
        body = {"seats": [{"kind": "human"}] * self.seats, "seed": seed.hex()}
        status, made = call(self.app, post(f"/v1/{self.slug}/games", body))
        assert status == 201, made
        self.id, self.tokens = made["id"], [seat["token"] for seat in made["seats"]]
        self.acts_by_game[self.id] = 0
        self.dice, self.rng = SeededDice(seed), SeededDice(b"bench" + seed)
        self.position, _ = self.engine.rules.deal(self.seats, self.engine.options({}, self.seats), self.dice)

    def acts(self, count: int) -> Iterator[Call]:
        for _ in range(count):
            if self.position.phase == GAME_OVER or self.acts_by_game[self.id] >= 150:
                self.open_game()
            seat = self.engine.rules.to_act(self.position)[0]
            action = self.rng.choose(self.engine.rules.legal(self.position, seat).actions[:256])
            self.engine.rules.apply(self.position, seat, action, self.dice)
            self.acts_by_game[self.id] += 1
            body = msgspec.to_builtins(action)
            yield post(f"/v1/{self.slug}/games/{self.id}/actions", body, self.tokens[seat]), 200

    def views(self, count: int, tail: str = "") -> Iterator[Call]:
        for number in range(count):
            token = self.tokens[number % self.seats]
            yield get(f"/v1/{self.slug}/games/{self.id}{tail}", token), 200

    def creations(self, count: int) -> Iterator[Call]:
        for _ in range(count):
            yield post(f"/v1/{self.slug}/games", {"seats": [{"kind": "human"}] * self.seats}), 201


def post(path: str, body: Any, token: str | None = None) -> dict[str, Any]:
    headers = [("Authorization", f"Bearer {token}")] if token else []
    builder = EnvironBuilder(
        path, method="POST", data=orjson.dumps(body), content_type="application/json", headers=headers
    )
    return builder.get_environ()


def get(path: str, token: str) -> dict[str, Any]:
    return EnvironBuilder(path, headers=[("Authorization", f"Bearer {token}")]).get_environ()


def call(app: Flask, environ: dict[str, Any]) -> tuple[int, Any]:
    status: list[str] = []
    body = b"".join(app.wsgi_app(environ, lambda line, *_: status.append(line)))  # type: ignore[arg-type]
    return int(status[0][:3]), orjson.loads(body)


def timed(app: Flask, calls: list[Call]) -> float:
    """CPU seconds per call; every answer is checked."""
    answers: list[tuple[list[str], bytes]] = []
    started = time.process_time()
    for environ, _ in calls:
        status: list[str] = []
        body = b"".join(app.wsgi_app(environ, lambda line, *_, s=status: s.append(line)))
        answers.append((status, body))
    spent = time.process_time() - started
    for (_, expected), (status, body) in zip(calls, answers, strict=True):
        assert int(status[0][:3]) == expected, (status, body[:500])
    return spent / len(calls)


def discard_log_lines() -> None:
    """Log lines are still formatted and written, so that their cost is measured."""
    log.handlers[0].setStream(DISCARD)  # type: ignore[attr-defined]
