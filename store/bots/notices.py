"""Notices for pull bots: a game begins or ends."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

from store.model.game import StoredGame
from store.model.turns import NoticeTask
from store.process.clock import now_ms
from store.redis import keys
from store.redis.client import RedisClient, Script

ADD = Script((files("store") / "redis" / "scripts" / "notice.lua").read_text("utf-8"))
KEPT = 100


class Notice(Struct, array_like=True):
    """The beginning or end of a game, for a pull bot."""

    at: int
    kind: Literal["start", "end"]
    slug: str
    game: str
    seat: int
    version: int
    status: str = "running"
    result: Any = None
    """As plain data; null unless the game is finished."""


class Notices:
    def __init__(self, redis: RedisClient, keep_seconds: int) -> None:
        self.redis = redis
        self.keep_seconds = keep_seconds

    def add(self, task: NoticeTask, game: StoredGame) -> None:
        """Store a notice for a pull bot."""
        bot = task.bot
        result = msgspec.to_builtins(game.result()) if game.status == "finished" else None
        notice = Notice(now_ms(), task.event, task.slug, task.game, task.seat, task.version, game.status, result)
        names = [keys.remote(bot), keys.remote(bot, "notices")]
        self.redis.run(ADD, names, [msgspec.msgpack.encode(notice), KEPT, self.keep_seconds, keys.wake(bot)])

    def after(self, bot: str, number: int) -> list[tuple[int, Notice]]:
        """Notices after a number, oldest first."""
        [entries] = self.redis.read(("ZRANGEBYSCORE", keys.remote(bot, "notices"), f"({number}", "+inf"))
        found = []
        for entry in entries:
            place, _, data = entry.partition(b":")
            found.append((int(place), msgspec.msgpack.decode(data, type=Notice)))
        return found

    def last(self, bot: str) -> int:
        """The number of the newest notice; 0 before the first."""
        [number] = self.redis.read(("HGET", keys.remote(bot), "notices"))
        return int(number or 0)
