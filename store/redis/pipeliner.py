"""Travelling together: what several requests ask of Redis at the same moment goes there and back in one trip.

A caller in a greenlet is laid aside while it waits, and its event loop goes on with others; all that they ask for until
the loop has nothing else at hand is sent at once. Most of what a trip costs is waking the other side, which is the same
for one caller as for ten.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, TimerHandle
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from greenlet import getcurrent, greenlet
from hiredis import pack_command
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as TimedOut

from store.redis.connection import RedisConnection


class NotSent(LostConnection):
    """There was no connection to be had, so nothing was sent."""


class PendingCall(NamedTuple):
    """A caller who waits."""

    caller: greenlet
    replies: int
    """So many are for it."""
    left: float
    """When it was sent on its way, by the clock of the loop."""


def in_greenlet() -> bool:
    """Is the present caller one that can be laid aside?"""
    return getcurrent().parent is not None


class RedisPipeliner:
    """The one connection of all such callers on an event loop; made when it is needed, and anew when it is lost."""

    def __init__(self, loop: AbstractEventLoop, connect: Callable[[], RedisConnection], seconds: float) -> None:
        self._loop = loop
        self._connect = connect
        self._seconds = seconds
        """How long replies are waited for."""
        self._wire: RedisConnection | None = None
        self._boarding: list[tuple[greenlet, int]] = []
        self._baggage: list[bytes] = []
        self._away: deque[PendingCall] = deque()
        self._replies: list[Any] = []
        """What the first of those who are away has got so far."""
        self._watch: TimerHandle | None = None

    def exchange(self, commands: Sequence[Sequence[Any]]) -> list[Any]:
        """As ``RedisConnection.exchange``, while others go on. Raises NotSent, or what ended the connection."""
        packed = [pack_command(tuple(command)) for command in commands]
        if not self._boarding:
            self._loop.call_soon(self._depart)
        caller = getcurrent()
        self._boarding.append((caller, len(packed)))
        self._baggage += packed
        replies: list[Any] = caller.parent.switch()
        return replies

    def _depart(self) -> None:
        boarding, buffer, now = self._boarding, self._baggage, self._loop.time()
        self._boarding, self._baggage = [], []
        try:
            wire = self._connected()
        except (RedisError, OSError) as error:
            for caller, _ in boarding:
                caller.throw(NotSent(str(error)))
            return
        self._away += [PendingCall(caller, replies, now) for caller, replies in boarding]
        if self._watch is None:
            self._watch = self._loop.call_later(self._seconds, self._look)
        try:
            wire.send(b"".join(buffer))
        except OSError as error:
            self._lose(error)

    def _connected(self) -> RedisConnection:
        """A connection that has not been closed meanwhile; while replies are due that shows when they are read."""
        if self._wire is not None and not self._away and self._wire.hung_up():
            self._lose(LostConnection("the server closed the connection"))
        if self._wire is None:
            self._wire = self._connect()
            self._loop.add_reader(self._wire.fileno(), self._arrive, self._wire)
        return self._wire

    def _arrive(self, wire: RedisConnection) -> None:
        """Give everybody their replies as soon as they are complete."""
        if wire is not self._wire:  # a last word of one that was given up
            return
        try:
            wire.hear()
            while self._away and self._complete(wire, self._away[0].replies):
                replies, self._replies = self._replies, []
                self._away.popleft().caller.switch(replies)
        except (LostConnection, OSError) as error:
            self._lose(error)

    def _complete(self, wire: RedisConnection, wanted: int) -> bool:
        while len(self._replies) < wanted:
            reply = wire.heard()
            if reply is False:
                return False
            self._replies.append(reply)
        return True

    def _look(self) -> None:
        """Has the first of those who are away waited for too long?"""
        self._watch = None
        if not self._away:
            return
        due = self._away[0].left + self._seconds - self._loop.time()
        if due > 0:
            self._watch = self._loop.call_later(due, self._look)
        else:
            self._lose(TimedOut(f"no reply within {self._seconds} s"))

    def _lose(self, error: Exception) -> None:
        """Give up the connection, and tell those who are away."""
        wire, self._wire, self._replies = self._wire, None, []
        away, self._away = self._away, deque()
        if wire is not None:
            self._loop.remove_reader(wire.fileno())
            wire.close()
        for traveller in away:
            traveller.caller.throw(error)
