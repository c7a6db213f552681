"""Turns that are owed: the outbox of bots and the deadlines of everybody, as the sweeper reads them."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

from msgspec import Struct

from store.redis import keys
from store.redis.client import RedisClient, Script

DROP = Script((files("store") / "redis" / "scripts" / "drop.lua").read_text("utf-8"))


class Turn(Struct, frozen=True):
    """One decision that a seat owes, by game, seat and the version at which it opened."""

    slug: str
    game: str
    seat: int
    decision: int
    task: str = ""
    """Empty for a built-in bot's turn; `remote`: a remote bot's; `start` and `end`: a notice to a remote bot."""
    bot: str = ""
    """Whom a notice is for."""

    @classmethod
    def parse(cls, text: str) -> Turn:
        slug, game, seat, decision, *rest = text.split("/")
        return cls(slug, game, int(seat), int(decision), *rest)

    def __str__(self) -> str:
        return "/".join(filter(None, (*self._key, self.task, self.bot)))

    @property
    def key(self) -> str:
        """The turn as deadlines and offers name it, whichever bot owes it."""
        return "/".join(self._key)

    @property
    def _key(self) -> tuple[str, str, str, str]:
        return self.slug, self.game, str(self.seat), str(self.decision)


class OwedTurns:
    def __init__(self, redis: RedisClient) -> None:
        self.redis = redis

    def overdue(self, before_ms: int) -> list[str]:
        """Bot turns that were owed before this moment: their hand-over or their worker was lost."""
        return self._due(keys.outbox, before_ms)

    def expired(self, now_ms: int) -> list[str]:
        """Decisions whose clock has run out."""
        return self._due(keys.deadlines, now_ms)

    def count(self) -> int:
        """How many turns bots owe now."""
        return sum(self.redis.read(*[("ZCARD", keys.outbox(tag)) for tag in keys.tags()]))

    def touch(self, turn: str, now_ms: int) -> None:
        """Give a turn that was enqueued again some time before it counts as lost once more."""
        self.redis.write(("ZADD", keys.outbox(keys.tag_of(Turn.parse(turn).game)), "XX", now_ms, turn))

    def done(self, turn: str) -> None:
        """Forget a notice that was given."""
        self.redis.write(("ZREM", keys.outbox(keys.tag_of(Turn.parse(turn).game)), turn))

    def postpone(self, turn: str, until_ms: int) -> None:
        """Look again later at a clock that a worker is dealing with now."""
        self.redis.write(("ZADD", keys.deadlines(keys.tag_of(Turn.parse(turn).game)), "XX", until_ms, turn))

    def drop_owed(self, turn: str, version: int) -> None:
        """Forget a turn that no bot owed at this version (0 = its game is gone), unless the game has moved on since."""
        self._drop(keys.outbox, turn, version)

    def drop_deadline(self, turn: str, version: int) -> None:
        """Forget a clock that did not run at this version, in the same way.

        The two are kept apart: a seat that changes hands has the same turn in the other list.
        """
        self._drop(keys.deadlines, turn, version)

    def _drop(self, name: Callable[[str], str], turn: str, version: int) -> None:
        game = Turn.parse(turn).game
        self.redis.run(DROP, [keys.game(game), name(keys.tag_of(game))], [turn, version])

    def _due(self, name: Callable[[str], str], limit: int) -> list[str]:
        commands = [("ZRANGEBYSCORE", name(tag), "-inf", limit, "LIMIT", 0, 100) for tag in keys.tags()]
        return [entry.decode() for reply in self.redis.read(*commands) for entry in reply]
