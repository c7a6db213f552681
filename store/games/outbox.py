"""Turns that are owed: the outbox of bots and the deadlines of everybody, as workers and the sweeper read them.

The score of an entry says its class and since when it is owed: the number of the class times CLASS_MS, and the time in
milliseconds. A worker that takes turns gives them a time to come; until then nobody else takes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files

from store.model.turns import CLAIM_MS, CLASSES, CLOCK_MS, Turn, Work, WorkPartition, pool_of, score_of, tag_of_turn
from store.redis import keys
from store.redis.client import RedisClient, Script

_SCRIPTS = files("store") / "redis" / "scripts" / "jobs"
DROP, CLAIM = (Script((_SCRIPTS / name).read_text("utf-8")) for name in ("drop.lua", "turns_claim.lua"))


class Outbox:
    def __init__(self, redis: RedisClient) -> None:
        self.redis = redis

    # --- for workers ---------------------------------------------------------------------------------------------

    def claim(
        self, partitions: Sequence[WorkPartition], now: int, most: int
    ) -> list[tuple[WorkPartition, list[str], bool]]:
        """Take the oldest work of each partition, at most so much; with it, whether there is more."""
        calls = [_claim(partition, now, most) for partition in partitions]
        replies = self.redis.run_each(CLAIM, calls)
        return [
            (partition, [entry.decode() for entry in found], left > 0)
            for partition, (left, *found) in zip(partitions, replies, strict=True)
        ]

    def move(self, turns: Iterable[tuple[str, Work]], at: int) -> None:
        """Let turns and clocks, if they are still there, belong to this work and be due since this moment."""
        commands = [
            ("ZADD", keys.deadlines(tag_of_turn(turn)), "XX", at, turn)
            if work == "clock"
            else ("ZADD", keys.outbox(tag_of_turn(turn)), "XX", score_of(work, at), turn)
            for turn, work in turns
        ]
        if commands:
            self.redis.write(*commands)

    def drop_owed(self, turn: str, version: int) -> None:
        """Forget a turn that no bot owed at this version (0 = its game is gone), unless the game has moved on since."""
        self._drop(keys.outbox, turn, version)

    def drop_deadline(self, turn: str, version: int) -> None:
        """Forget a clock that did not run at this version, in the same way.

        The two are kept apart: a seat that changes hands has the same turn in the other list.
        """
        self._drop(keys.deadlines, turn, version)

    def _drop(self, name: Callable[[str], str], turn: str, version: int) -> None:
        self.redis.run(DROP, [keys.game(Turn.parse(turn).game), name(tag_of_turn(turn))], [turn, version])

    def done(self, turn: str) -> None:
        """Forget a notice that was given."""
        self.redis.write(("ZREM", keys.outbox(tag_of_turn(turn)), turn))

    # --- for the sweeper -----------------------------------------------------------------------------------------

    def overdue(self, before_ms: int) -> list[WorkPartition]:
        """Where turns were owed before this moment and not taken: their job or their worker was lost."""
        tags = keys.tags()
        held = self.redis.read(*[("ZCARD", keys.outbox(tag)) for tag in tags])
        pairs = [(tag, kind) for tag, count in zip(tags, held, strict=True) if count for kind in CLASSES]
        if not pairs:
            return []
        counts = self.redis.read(
            *[("ZCOUNT", keys.outbox(tag), score_of(kind, 0), score_of(kind, before_ms)) for tag, kind in pairs]
        )
        return [
            WorkPartition(kind, keys.partition(tag)) for (tag, kind), count in zip(pairs, counts, strict=True) if count
        ]

    def expired(self, now_ms: int) -> list[WorkPartition]:
        """Where clocks have run out."""
        tags = keys.tags()
        counts = self.redis.read(*[("ZCOUNT", keys.deadlines(tag), "-inf", now_ms) for tag in tags])
        return [WorkPartition("clock", keys.partition(tag)) for tag, count in zip(tags, counts, strict=True) if count]

    def tasks(self, before_ms: int) -> list[str]:
        """Tasks for the dispatcher that were left before this moment.

        Among them are turns of built-in bots which a version stored that did not sort them by class.
        """
        commands = [("ZRANGEBYSCORE", keys.outbox(tag), "-inf", before_ms, "LIMIT", 0, 100) for tag in keys.tags()]
        return [entry.decode() for reply in self.redis.read(*commands) for entry in reply]

    def touch(self, now_ms: int, *tasks: str) -> None:
        """Give tasks that were enqueued again some time before they count as lost once more."""
        self.redis.write(*[("ZADD", keys.outbox(tag_of_turn(task)), "XX", now_ms, task) for task in tasks])

    def count(self) -> int:
        """How many turns bots owe now."""
        return sum(self.redis.read(*[("ZCARD", keys.outbox(tag)) for tag in keys.tags()]))


def _claim(partition: WorkPartition, now: int, most: int) -> tuple[list[str], list[object]]:
    """Keys and arguments of the script."""
    tag = keys.tag(partition.number)
    if partition.work == "clock":
        return [keys.deadlines(tag)], ["-inf", now, now + CLOCK_MS, most]
    kind, until = partition.work, now + CLAIM_MS[pool_of(partition.work).name]
    return [keys.outbox(tag)], [score_of(kind, 0), score_of(kind, now), score_of(kind, until), most]
