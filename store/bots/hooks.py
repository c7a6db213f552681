"""Hooks: URLs that are called on events of one game.

A hook is stored like a remote bot without seats and shares its challenge, secret, signature and delivery log.
"""

from __future__ import annotations

from typing import get_args

from msgspec import Struct

from store.ids import same
from store.model.documents.calls import HookEvent
from store.model.record import GameRecord
from store.redis import keys
from store.redis.client import RedisClient

EVENTS: tuple[HookEvent, ...] = get_args(HookEvent)
PER_GAME = 20


class Hook(Struct):
    """The game, reader and events of a hook."""

    slug: str
    game: str
    bearer: str
    """Hash of the token that created the hook. It gives access to the hook, which ends with it."""
    seat: int | None
    """The seat of that token; None for the host and spectators."""
    on: list[HookEvent]

    def is_valid(self, record: GameRecord) -> bool:
        """Is the token still valid for the game?"""
        known = [record.host, record.spectator, *(player.token for player in record.seats)]
        return any(same(digest, self.bearer) for digest in known if digest is not None)


class GameHooks:
    """The hook ids of each game, stored with the game."""

    def __init__(self, redis: RedisClient, keep_seconds: int) -> None:
        self.redis = redis
        self.keep_seconds = keep_seconds

    def add(self, game: str, hook: str) -> None:
        """Add a hook: from now on every commit of the game puts a task for the dispatcher into the outbox."""
        self.redis.write(("SADD", keys.hooks(game), hook), ("EXPIRE", keys.hooks(game), self.keep_seconds))

    def remove(self, game: str, *hooks: str) -> None:
        if hooks:
            self.redis.write(("SREM", keys.hooks(game), *hooks))

    def of(self, game: str) -> list[str]:
        """The hooks of a game; extends their expiry."""
        [members] = self.redis.read(("SMEMBERS", keys.hooks(game)))
        if members:
            names = [keys.remote(member.decode(), part) for member in members for part in ("bot", "deliveries")]
            kept = [("EXPIRE", name, self.keep_seconds) for name in (keys.hooks(game), *names)]
            self.redis.write(*kept)
        return sorted(member.decode() for member in members)

    def count(self, game: str) -> int:
        [count] = self.redis.read(("SCARD", keys.hooks(game)))
        return int(count)
