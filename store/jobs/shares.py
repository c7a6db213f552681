"""The share of the workers that each client's bots may use before others come first."""

from __future__ import annotations

import time

from store.model.builtin import SEARCH_BOT
from store.model.record import GameRecord
from store.model.turns import TurnClass, class_of_game, owner_of
from store.process.clock import now_ms
from store.redis import keys
from store.redis.client import RedisClient

SHARE_MS = {"quick": (2_000, 500), "thinking": (60_000, 30_000)}
"""By kind of bot: the period, and how much of it the bots of one client may use before others come first."""
WRITE_SECONDS, WRITE_MS = 0.1, 20
"""How often a worker writes the time used by its clients' bots and reads that of other workers; and the least amount
worth writing: most clients use far less than their share."""


class BotShares:
    """The time recently used by the bots of each client's games.

    A worker counts its own use; now and then it writes that to Redis and reads the totals of all workers.
    """

    def __init__(self, redis: RedisClient) -> None:
        self.redis = redis
        self._own: dict[str, tuple[int, float]] = {}
        """By key: its expiry, and the milliseconds not written yet."""
        self._sums: dict[str, int] = {}
        """By key: the total of all workers when it was last read."""
        self._written = 0.0

    def class_of(self, record: GameRecord, game: str, seat: int) -> TurnClass:
        """The class of a bot's turn now."""
        by_game = class_of_game(record, seat)
        if by_game == "interactive" and self._used_up("quick", owner_of(record, game)):
            return "quick"
        if by_game == "thinking" and self._used_up("thinking", owner_of(record, game)):
            return "spare"
        return by_game

    def used(self, record: GameRecord, game: str, seat: int, seconds: float) -> None:
        """Count the time that a turn took."""
        kind = "thinking" if record.seats[seat].bot == SEARCH_BOT else "quick"
        name = _key(kind, owner_of(record, game))
        self._own[name] = (now_ms() + 2 * SHARE_MS[kind][0], self._own_ms(name) + seconds * 1000)

    def write(self) -> None:
        """Write the time used, if that is due, and read the totals of all workers."""
        now = time.monotonic()
        if now - self._written < WRITE_SECONDS:
            return
        self._written, self._sums, moment = now, {}, now_ms()
        self._own = {name: own for name, own in self._own.items() if own[0] > moment}
        due = [(name, until, used) for name, (until, used) in self._own.items() if used >= WRITE_MS]
        commands: list[tuple[object, ...]] = []
        for name, until, used in due:
            del self._own[name]
            commands += (("INCRBY", name, round(used)), ("PEXPIRE", name, until - moment))
        if commands:
            self.redis.write(*commands)

    def _used_up(self, kind: str, owner: str) -> bool:
        name = _key(kind, owner)
        if name not in self._sums:
            [found] = self.redis.read(("GET", name))
            self._sums[name] = int(found or 0)
        return self._sums[name] + self._own_ms(name) >= SHARE_MS[kind][1]

    def _own_ms(self, name: str) -> float:
        return self._own.get(name, (0, 0.0))[1]


def _key(kind: str, owner: str) -> str:
    return keys.rate(kind, now_ms() // SHARE_MS[kind][0], owner)
