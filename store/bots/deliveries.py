"""The log of a bot's calls and turns, and reports of challenges and tests."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from store.bots.faults import BotFault
from store.model.documents.events import Faults
from store.model.turns import HookTask, NoticeTask, Turn
from store.process.clock import now_ms
from store.redis import keys
from store.redis.client import RedisClient

KEPT = 100
REPORT_SECONDS = 60
Call = Literal["turn", "start", "end", "challenge", "test", "notice"]


class Delivery(Struct):
    """One call of a bot, or one turn that it fetched."""

    at: int
    call: Call
    game: str | None
    id: str | None
    seat: int | None
    decision: int | None
    status: int | None
    latency_ms: int | None
    fault: Faults | None
    detail: str | None = None
    rule: str | None = None
    field: str | None = None

    @classmethod
    def of(
        cls,
        call: Call,
        about: Turn | NoticeTask | HookTask | None,
        status: int | None,
        latency: int | None,
        fault: BotFault | None,
    ) -> Delivery:
        """An entry with the current time."""
        entry = cls(now_ms(), call, None, None, None, None, status, latency, None)
        if about is not None:
            entry.game, entry.id = about.slug, about.game
            entry.seat = 0 if isinstance(about, HookTask) else about.seat
            entry.decision = about.decision if isinstance(about, Turn) else about.version
        if fault is not None:
            entry.fault, entry.detail, entry.rule, entry.field = fault.kind, fault.detail, fault.rule, fault.field
        return entry

    @property
    def described(self) -> BotFault | None:
        """The fault without its delivery."""
        return None if self.fault is None else BotFault(self.fault, self.detail or "", self.rule, self.field)


class Deliveries:
    def __init__(self, redis: RedisClient, keep_seconds: int) -> None:
        self.redis = redis
        self.keep_seconds = keep_seconds

    def add(self, bot: str, *entries: Delivery) -> None:
        """Append entries to a bot's log; the newest hundred are kept."""
        [known] = self.redis.read(("HEXISTS", keys.remote(bot), "bot"))
        if not known or not entries:
            return  # the bot was deleted meanwhile
        name = keys.remote(bot, "deliveries")
        self.redis.write(  # with an expiry: the bot may be deleted at this moment
            ("LPUSH", name, *[msgspec.msgpack.encode(entry) for entry in entries]),
            ("LTRIM", name, 0, KEPT - 1),
            ("EXPIRE", name, self.keep_seconds),
        )

    def newest(self, bot: str) -> list[Delivery]:
        """The last hundred, newest first."""
        [entries] = self.redis.read(("LRANGE", keys.remote(bot, "deliveries"), 0, -1))
        return [msgspec.msgpack.decode(entry, type=Delivery) for entry in entries]

    def fault_of(self, bot: str, turn: Turn) -> BotFault | None:
        """The fault of the last call for a turn; None if there was no fault or no call."""
        for entry in self.newest(bot):
            if entry.call == "turn" and (entry.id, entry.seat, entry.decision) == (turn.game, turn.seat, turn.decision):
                return entry.described
        return None

    def report(self, bot: str, number: str, text: bytes) -> None:
        """Store the outcome of a challenge or a test for the request that waits for it."""
        self.redis.write(
            ("SET", keys.remote(bot, f"report:{number}"), text, "EX", REPORT_SECONDS),
            ("SPUBLISH", keys.wake(bot), "report"),
        )

    def may_ask(self, bot: str, number: str, seconds: int) -> bool:
        """True once every ``seconds``: limits how often the outcome is requested."""
        [first] = self.redis.write(("SET", keys.remote(bot, f"asked:{number}"), "1", "NX", "EX", seconds))
        return first is not None

    def reported(self, bot: str, number: str) -> bytes | None:
        [text] = self.redis.read(("GET", keys.remote(bot, f"report:{number}")))
        return None if text is None else bytes(text)
