"""The outbox: turns that bots owe, and the deadlines of all seats, for workers and the sweeper.

The score of an entry is its class and the time since which it is due: the number of the class times CLASS_MS, plus the
time in milliseconds. A claim moves that time into the future; until then no other worker takes the entry.
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
        """Claim the oldest work of each partition, up to ``most`` entries; also returns whether more is left."""
        calls = [_claim(partition, now, most) for partition in partitions]
        replies = self.redis.run_each(CLAIM, calls)
        return [
            (partition, [entry.decode() for entry in found], left > 0)
            for partition, (left, *found) in zip(partitions, replies, strict=True)
        ]

    def move(self, turns: Iterable[tuple[str, Work]], at: int) -> None:
        """Move turns and clocks, if they still exist, to this kind of work, due since ``at``."""
        commands = [
            ("ZADD", keys.deadlines(tag_of_turn(turn)), "XX", at, turn)
            if work == "clock"
            else ("ZADD", keys.outbox(tag_of_turn(turn)), "XX", score_of(work, at), turn)
            for turn, work in turns
        ]
        if commands:
            self.redis.write(*commands)

    def drop_owed(self, turn: str, version: int) -> None:
        """Remove a turn that no bot owed at this version (0 = the game is gone), unless the game has changed since."""
        self._drop(keys.outbox, turn, version)

    def drop_deadline(self, turn: str, version: int) -> None:
        """Remove a clock that did not run at this version, in the same way.

        The two are kept apart: a seat that changes hands has the same turn in the other list.
        """
        self._drop(keys.deadlines, turn, version)

    def _drop(self, name: Callable[[str], str], turn: str, version: int) -> None:
        self.redis.run(DROP, [keys.game(Turn.parse(turn).game), name(tag_of_turn(turn))], [turn, version])

    def done(self, turn: str) -> None:
        """Remove a notice that was delivered."""
        self.redis.write(("ZREM", keys.outbox(tag_of_turn(turn)), turn))

    # --- for the sweeper -----------------------------------------------------------------------------------------

    def overdue(self, before_ms: int) -> list[WorkPartition]:
        """Partitions with turns due before this moment that were not claimed: their job or worker was lost."""
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
        """Partitions with expired clocks."""
        tags = keys.tags()
        counts = self.redis.read(*[("ZCOUNT", keys.deadlines(tag), "-inf", now_ms) for tag in tags])
        return [WorkPartition("clock", keys.partition(tag)) for tag, count in zip(tags, counts, strict=True) if count]

    def tasks(self, before_ms: int) -> list[str]:
        """Tasks for the dispatcher that were due before this moment.

        They include turns of built-in bots that an older version stored without a class.
        """
        commands = [("ZRANGEBYSCORE", keys.outbox(tag), "-inf", before_ms, "LIMIT", 0, 100) for tag in keys.tags()]
        return [entry.decode() for reply in self.redis.read(*commands) for entry in reply]

    def touch(self, now_ms: int, *tasks: str) -> None:
        """Postpone the moment at which re-enqueued tasks count as lost."""
        self.redis.write(*[("ZADD", keys.outbox(tag_of_turn(task)), "XX", now_ms, task) for task in tasks])

    def count(self) -> int:
        """The number of turns that bots owe."""
        return sum(self.redis.read(*[("ZCARD", keys.outbox(tag)) for tag in keys.tags()]))


def _claim(partition: WorkPartition, now: int, most: int) -> tuple[list[str], list[object]]:
    """Keys and arguments of the script."""
    tag = keys.tag(partition.number)
    if partition.work == "clock":
        return [keys.deadlines(tag)], ["-inf", now, now + CLOCK_MS, most]
    kind, until = partition.work, now + CLAIM_MS[pool_of(partition.work).name]
    return [keys.outbox(tag)], [score_of(kind, 0), score_of(kind, now), score_of(kind, until), most]
