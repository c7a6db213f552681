"""Which work a bot's turn belongs to, so that no client's bots hold up those of another, and no search a quick turn.

- ``interactive``: turns that take milliseconds, in games with people, of clients within their share;
- ``quick``: other turns that take milliseconds: games of bots only, matches, ladders, clients beyond their share;
- ``thinking``: turns of the searching bot in games with people, of clients within their share;
- ``spare``: all other turns of the searching bot.

Quick workers do clocks that have run out, then ``interactive``, then ``quick``; workers that think do ``thinking``,
then ``spare``. A commit writes each turn into the outbox under the class that the game alone tells; the worker that
takes it looks at the client's share, and moves it where it belongs.
"""

from __future__ import annotations

import time
from typing import Literal

from msgspec import Struct

from store.bots.builtin import THINKER
from store.process.clock import now_ms
from store.record import GameRecord
from store.redis import keys
from store.redis.client import RedisClient

TurnClass = Literal["interactive", "quick", "thinking", "spare"]
Work = Literal["clock", "interactive", "quick", "thinking", "spare"]
"""What a partition can be ready with: clocks that have run out, or turns of a class."""
SHARE_MS = {"quick": (2_000, 500), "thinking": (60_000, 30_000)}
"""By kind of bot: the span, and what the bots of one client's games may use of it before those of others."""
WRITE_SECONDS, WRITE_MS = 0.1, 20
"""How often a worker writes down what the bots of its clients have used, and reads what they used elsewhere; and from
how much on: most clients use far less than their share, and nobody needs to know."""


class Side(Struct, frozen=True):
    """The work of one kind of worker."""

    name: str
    works: tuple[Work, ...]
    """What its drains do, in this order."""
    queue: str
    """RQ's queue of its drains."""
    before: str
    """RQ's queue of single jobs, for which a drain makes way."""


QUICK = Side("quick", ("clock", "interactive", "quick"), "turns", "interactive")
THINKING = Side("thinking", ("thinking", "spare"), "searches", "clocks")
SIDES = (QUICK, THINKING)


_SIDES = {work: side for side in SIDES for work in side.works}


def side_of(work: Work) -> Side:
    return _SIDES[work]


def class_of_game(record: GameRecord, seat: int) -> TurnClass:
    """Where the turn of a bot belongs, as far as its game tells."""
    people = not record.low and any(other.kind != "bot" for other in record.seats)
    if record.seats[seat].bot == THINKER:
        return "thinking" if people else "spare"
    return "interactive" if people else "quick"


def owner_of(record: GameRecord, game: str) -> str:
    """Whose share a game uses: its creator's; a game of an older version stands for itself."""
    return record.client or game


class BotShares:
    """How much time the bots of each client's games have used lately.

    A worker adds up what it uses itself, and writes that down and reads the sums of all workers now and then.
    """

    def __init__(self, redis: RedisClient) -> None:
        self.redis = redis
        self._own: dict[str, tuple[int, float]] = {}
        """By key: until when it counts, and milliseconds that are not written down yet."""
        self._sums: dict[str, int] = {}
        """By key: what all workers had written down when it was last read."""
        self._written = 0.0

    def class_of(self, record: GameRecord, game: str, seat: int) -> TurnClass:
        """Where the turn of a bot belongs now."""
        by_game = class_of_game(record, seat)
        if by_game == "interactive" and self._used_up("quick", owner_of(record, game)):
            return "quick"
        if by_game == "thinking" and self._used_up("thinking", owner_of(record, game)):
            return "spare"
        return by_game

    def used(self, record: GameRecord, game: str, seat: int, seconds: float) -> None:
        """Count the time that a turn took."""
        kind = "thinking" if record.seats[seat].bot == THINKER else "quick"
        name = _key(kind, owner_of(record, game))
        self._own[name] = (now_ms() + 2 * SHARE_MS[kind][0], self._own_ms(name) + seconds * 1000)

    def write(self) -> None:
        """Write down what was used, if that is due, and read again what others have used."""
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
