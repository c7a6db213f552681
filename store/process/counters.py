"""Counters: each process adds up and writes its totals to Redis once a second, outside of requests."""

from __future__ import annotations

import os
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping
from uuid import uuid4

from store.process.clock import now_ms
from store.redis import keys
from store.redis.client import OutcomeUnknown, RedisClient, StoreUnavailable

INTERVAL = 1.0
FRESH_MS = 10_000
"""A process that has not written its levels for this long is gone."""
COUNTED = {
    "commits": "Changes of games that were written.",
    "conflicts": "Changes that found the game changed by another request, and were decided again.",
    "repeats": "Requests that were answered again for their Idempotency-Key.",
    "bot_turns": "Turns that bots have played.",
    "searches_cut": "Turns in which the wall clock cut a bot's search short.",
    "remote_turns": "Turns that remote bots have played.",
    "remote_faults": "Turns that a built-in bot played because a remote bot failed.",
    "job_parts": "Parts of odds and simulations that were done.",
    "clocks_run_out": "Decisions that were made because a clock ran out.",
}


class Counters:
    """The counters of one process."""

    def __init__(self, redis: RedisClient) -> None:
        self.redis = redis
        self._fresh: deque[str] = deque()
        """Names that were counted since the last writing: adding one is an append, which needs no lock."""
        self._sums: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._writer: int | None = None
        self._name = uuid4().hex
        self.drains: list[Callable[[], Mapping[str, int]]] = []
        """Called at every write for counts collected elsewhere in this process."""
        self.streams = 0
        """Open event streams of this process: a level, not a counter."""
        os.register_at_fork(after_in_child=self._start_anew)

    def count(self, name: str) -> None:
        if self._writer is None or not self._fresh:
            self.keep_writing()
        self._fresh.append(name)

    def _start_anew(self) -> None:
        """A process that was forked counts for itself: the parent writes what it has counted."""
        self._fresh.clear()
        self._sums, self._lock = Counter(), threading.Lock()

    def keep_writing(self) -> None:
        """Start writing the counters of this process."""
        with self._lock:
            if self._writer == os.getpid():
                return
            self._writer = os.getpid()  # a forked child writes for itself
            self._name = uuid4().hex
        try:
            threading.Thread(target=self._write_on, name="figures", daemon=True).start()
        except RuntimeError:  # no thread available: counting must not break a response; try next time
            self._writer = None

    def write(self) -> None:
        """Add this process's counts to those in Redis."""
        with self._lock:
            sums, self._sums = self._sums, Counter()
            sums.update([self._fresh.popleft() for _ in range(len(self._fresh))])
        for drain in self.drains:
            sums.update(drain())
        if not sums:
            return
        try:
            self.redis.write(*[("HINCRBY", keys.COUNTERS, name, number) for name, number in sums.items()])
        except StoreUnavailable:
            with self._lock:
                self._sums += sums
        except OutcomeUnknown:
            return  # rather a few too few than counted twice

    def read(self) -> dict[str, int]:
        """The totals of all processes by name, including the latest of this one."""
        self.write()
        [flat] = self.redis.read(("HGETALL", keys.COUNTERS))
        sums = {name.decode(): int(number) for name, number in zip(flat[::2], flat[1::2], strict=True)}
        return dict.fromkeys(COUNTED, 0) | sums

    def open_streams(self) -> int:
        """Open event streams of all processes, as of about a second ago."""
        self._write_level()
        [flat] = self.redis.read(("HGETALL", keys.LEVELS))
        levels = [level.split() for level in flat[1::2]]
        return sum(int(streams) for streams, when in levels if now_ms() - int(when) < FRESH_MS)

    def _write_level(self) -> None:
        try:
            self.redis.write(("HSET", keys.LEVELS, self._name, f"{self.streams} {now_ms()}"))
        except (StoreUnavailable, OutcomeUnknown):
            return  # written again in a second

    def _remove_ended(self) -> None:
        try:
            [flat] = self.redis.read(("HGETALL", keys.LEVELS))
            levels = zip(flat[::2], flat[1::2], strict=True)
            gone = [name for name, level in levels if now_ms() - int(level.split()[1]) > FRESH_MS]
            if gone:
                self.redis.write(("HDEL", keys.LEVELS, *gone))
        except (StoreUnavailable, OutcomeUnknown):
            return  # the next process that starts does it

    def _write_on(self) -> None:
        pause, levels = threading.Event(), 0
        self._remove_ended()
        while not pause.wait(INTERVAL):
            self.write()
            if self.streams or levels:
                levels = self.streams
                self._write_level()
