"""The moment by which the client of a connection must have sent more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import inf

from api.server.http1.parser import RequestParser

HEAD_SECONDS = 10
"""Within which the head of a request must have arrived, or the connection is closed."""
KEEP_ALIVE_SECONDS = 75
"""Silence after which a connection without a request is closed."""


class ReadDeadline:
    """One timer per connection, which looks again when the client was due: that costs far less than one timer for
    every head and every pause."""

    def __init__(self, loop: asyncio.AbstractEventLoop, body_seconds: float, expired: Callable[[], None]) -> None:
        self.loop = loop
        self.since = 0.0
        """Since when the connection has been in its present state, by the clock of the loop."""
        self._body_seconds = body_seconds
        self._expired = expired
        self._due = inf
        self._state = (0, "")
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = inf

    def update(self, parser: RequestParser, answering: bool) -> None:
        """Set the deadline for what the parser waits for now."""
        now, state = self.loop.time(), (parser.begun, parser.stage)
        if parser.stage == "idle":
            self._due = inf if answering else now + KEEP_ALIVE_SECONDS
        elif state != self._state:
            self._due = now + (HEAD_SECONDS if parser.stage == "head" else self._body_seconds)
        if state != self._state or not answering:
            self._state, self.since = state, now
        if self._due < self._timer_at:
            self._check()

    def expire(self) -> None:
        """Let the deadline have passed when the timer next looks."""
        self._due = self.loop.time()

    def suspend(self) -> None:
        """Wait for nothing until the next update."""
        self._due = inf

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _check(self) -> None:
        """Report a client that has sent nothing for too long, or check again when that may be."""
        self.cancel()
        now = self.loop.time()
        if now < self._due:
            self._timer_at = min(self._due, now + KEEP_ALIVE_SECONDS)
            self._timer = self.loop.call_at(self._timer_at, self._check)
            return
        self._timer, self._timer_at = None, inf
        self._expired()
