"""Quotas: unfinished games created, remote bots and hooks registered, and jobs started by each client.

Nothing reports when one of them ends. A request that reaches the quota checks the entries that were checked longest
ago and removes those that are gone, so that a client is not refused for long because of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from store.model.record import OVER, SchemaMismatch, decode_record
from store.process.clock import now_ms
from store.redis import keys
from store.redis.client import RedisClient

Kind = Literal["games", "bots", "jobs", "hooks"]
LOOK = 200
"""Entries that are checked when the quota is reached."""


class QuotaExceeded(Exception):
    """The client has reached its quota."""

    def __init__(self, kind: Kind | Literal["entries", "stored"], most: int) -> None:
        super().__init__(f"{most} {kind}")
        self.kind = kind
        self.most = most


class Quotas:
    """The quotas of all clients, for one process."""

    def __init__(self, redis: RedisClient, keep_hours: int) -> None:
        self.redis = redis
        self.keep_seconds = keep_hours * 3600

    def claim(self, client: str, kind: Kind, identifier: str, most: int) -> None:
        """Count one more, or raise QuotaExceeded; zero is no limit."""
        if not most:
            return
        name = keys.quotas(kind, client)
        adding = ("ZADD", name, now_ms(), identifier), ("EXPIRE", name, self.keep_seconds), ("ZCARD", name)
        if self.redis.write(*adding)[-1] <= most or self._remove_gone(name, kind, identifier) <= most:
            return
        self.redis.write(("ZREM", name, identifier))
        raise QuotaExceeded(kind, most)

    def _remove_gone(self, name: str, kind: Kind, but: str) -> int:
        """Remove entries that are gone; returns how many are left."""
        [oldest] = self.redis.read(("ZRANGE", name, 0, LOOK - 1))
        seen = [entry.decode() for entry in oldest if entry.decode() != but]
        there = self.redis.read(*[LOOKS[kind](entry) for entry in seen]) if seen else []
        commands: list[Sequence[Any]] = [
            ("ZADD", name, "XX", now_ms(), entry) if HELD[kind](reply) else ("ZREM", name, entry)
            for entry, reply in zip(seen, there, strict=True)
        ]
        return int(self.redis.write(*commands, ("ZCARD", name))[-1])


def _unfinished(head: bytes | None) -> bool:
    if head is None:
        return False
    try:
        return decode_record(head).status not in OVER
    except SchemaMismatch:
        return True  # stored by a server of another version


LOOKS: dict[Kind, Callable[[str], Sequence[Any]]] = {
    "games": lambda identifier: ("HGET", keys.game(identifier), "head"),
    "bots": lambda identifier: ("EXISTS", keys.remote(identifier)),
    "hooks": lambda identifier: ("EXISTS", keys.remote(identifier)),
    "jobs": lambda identifier: ("HGET", keys.job(identifier), "status"),
}
HELD: dict[Kind, Callable[[Any], bool]] = {
    "games": _unfinished,
    "bots": bool,
    "hooks": bool,
    "jobs": lambda status: status in (b"queued", b"running"),
}
