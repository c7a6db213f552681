"""Counting what the house does: each process adds up and writes its sums down once a second, off the fast path."""

from __future__ import annotations

import os
import threading
from collections import Counter

from store import keys
from store.link import Link, OutcomeUnknown, StoreUnavailable

INTERVAL = 1.0
COUNTED = {
    "commits": "Changes of games that were written.",
    "conflicts": "Changes that found the game changed by somebody else, and were decided anew.",
    "repeats": "Requests that were answered again for their Idempotency-Key.",
    "bot_turns": "Turns that bots have played.",
    "remote_turns": "Turns that remote bots have played.",
    "remote_faults": "Turns that a built-in bot played because a remote bot failed.",
    "job_parts": "Parts of odds and simulations that were done.",
    "clocks_run_out": "Decisions that were made because a clock ran out.",
}


class Figures:
    """The sums of one process."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self._sums: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._writer: int | None = None

    def count(self, name: str) -> None:
        with self._lock:
            self._sums[name] += 1
            if self._writer == os.getpid():
                return
            self._writer = os.getpid()  # a child that was forked writes for itself
        try:
            threading.Thread(target=self._write_on, name="figures", daemon=True).start()
        except RuntimeError:  # no thread to be had: counting must never undo the answer to a commit; try next time
            self._writer = None

    def write(self) -> None:
        """Add this process's sums to those of the house."""
        with self._lock:
            sums, self._sums = self._sums, Counter()
        if not sums:
            return
        try:
            self.link.write(*[("HINCRBY", keys.FIGURES, name, number) for name, number in sums.items()])
        except StoreUnavailable:
            with self._lock:
                self._sums += sums
        except OutcomeUnknown:
            return  # better a few too few than counted twice

    def read(self) -> dict[str, int]:
        """The sums of the house, this process's latest included."""
        self.write()
        names = list(COUNTED)
        [numbers] = self.link.read(("HMGET", keys.FIGURES, *names))
        return {name: int(number or 0) for name, number in zip(names, numbers, strict=True)}

    def _write_on(self) -> None:
        pause = threading.Event()
        while not pause.wait(INTERVAL):
            self.write()
