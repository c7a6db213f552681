"""Which queue a bot's turn waits in, so that no client's bots hold up those of another.

- ``interactive``: turns that take milliseconds, in games with people, of clients within their share;
- ``quick``: other turns that take milliseconds: games of bots only, matches, ladders, clients beyond their share;
- ``thinking``: turns of the searching bot in games with people, of clients within their share;
- ``spare``: all other turns of the searching bot.

Each has lanes, taken in turn: a client's games are in one of them. Workers for quick turns take ``interactive``, then
``quick``; workers that think take ``thinking``, then ``spare``. A turn is enqueued as ``interactive`` by its client
alone; the worker that takes it looks at the game, and moves it where it belongs.
"""

from __future__ import annotations

from binascii import crc32
from typing import Literal

from store.bots.builtin import THINKER
from store.process.clock import now_ms
from store.record import GameRecord
from store.redis import keys
from store.redis.client import RedisClient

TurnClass = Literal["interactive", "quick", "thinking", "spare"]
LANES = 8
SHARE_MS = {"quick": (2_000, 500), "thinking": (60_000, 30_000)}
"""By kind of bot: the span, and what the bots of one client's games may use of it before those of others."""


def lane_names(kind: TurnClass) -> list[str]:
    """The queues of a class."""
    return [f"{kind}-{number}" for number in range(LANES)]


def lane_of(kind: TurnClass, client: str) -> str:
    """The queue in which the turns of this client's games wait."""
    return lane_names(kind)[crc32(client.encode()) % LANES]


INTERACTIVE = "interactive"
"""Clocks, acts that answer later, and turns whose client is not known: it is taken in turn with the lanes."""
QUICK_QUEUES = ([INTERACTIVE, *lane_names("interactive")], lane_names("quick"))
THINKING_QUEUES = (lane_names("thinking"), lane_names("spare"))
TURN_QUEUES = [name for group in (*QUICK_QUEUES, *THINKING_QUEUES) for name in group]


def owner_of(record: GameRecord, game: str) -> str:
    """Whose share a game uses: its creator's; a game of an older version stands for itself."""
    return record.client or game


class BotShares:
    """How much time the bots of each client's games have used lately."""

    def __init__(self, redis: RedisClient) -> None:
        self.redis = redis

    def class_of(self, record: GameRecord, game: str, seat: int) -> TurnClass:
        """Where the turn of a bot belongs now."""
        thinks = record.seats[seat].bot == THINKER
        people = not record.low and any(other.kind != "bot" for other in record.seats)
        if not people or self._used_up("thinking" if thinks else "quick", owner_of(record, game)):
            return "spare" if thinks else "quick"
        return "thinking" if thinks else "interactive"

    def used(self, record: GameRecord, game: str, seat: int, seconds: float) -> None:
        """Count the time that a turn took."""
        kind = "thinking" if record.seats[seat].bot == THINKER else "quick"
        name = _key(kind, owner_of(record, game))
        span, _ = SHARE_MS[kind]
        self.redis.write(("INCRBY", name, max(1, round(seconds * 1000))), ("PEXPIRE", name, 2 * span))

    def _used_up(self, kind: str, owner: str) -> bool:
        [used] = self.redis.read(("GET", _key(kind, owner)))
        return int(used or 0) >= SHARE_MS[kind][1]


def _key(kind: str, owner: str) -> str:
    return keys.rate(kind, now_ms() // SHARE_MS[kind][0], owner)
