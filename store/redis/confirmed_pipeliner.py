"""Pipelining of writes that replicas must confirm: one WAIT covers all earlier writes.

WAIT and WAITAOF cover the writes of their own connection, and the server answers nothing else on it meanwhile. These
writes therefore have a separate connection; callers that wait for the replicas at the same moment share one
confirmation.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any

from greenlet import getcurrent, greenlet
from redis.exceptions import ConnectionError as LostConnection

from store.redis.connection import RedisConnection
from store.redis.pipeliner import RedisPipeliner

Questions = Callable[[], Sequence[Sequence[Any]]]


class ConfirmedPipeliner(RedisPipeliner):
    def __init__(self, loop: AbstractEventLoop, connect: Callable[[], RedisConnection], seconds: float) -> None:
        super().__init__(loop, connect, seconds)
        self._waiting: list[greenlet] = []
        """Callers that wait for the next confirmation."""

    def exchange(self, commands: Sequence[Sequence[Any]]) -> list[Any]:
        replies = super().exchange(commands)
        _WROTE.set((self, self.connections))
        return replies

    def ask(self, questions: Questions) -> list[Any]:
        """The server's replies about the caller's last write. Raises if its connection is gone."""
        wrote = _WROTE.get()
        if wrote is None or wrote[0] is not self:
            raise LostConnection("nothing was written on this connection")
        caller = getcurrent()
        if not self._waiting:
            self.loop.call_soon(self._begin, questions)
        self._waiting.append(caller)
        replies, connection = caller.parent.switch()
        if connection != wrote[1]:
            raise LostConnection("the connection was lost before the replicas confirmed")
        return list(replies)

    def _begin(self, questions: Questions) -> None:
        """Run in a separate greenlet, so that the commands follow the writes that are being sent."""
        greenlet(self._ask_for_all).switch(questions)

    def _ask_for_all(self, questions: Questions) -> None:
        callers, self._waiting = self._waiting, []
        try:
            replies = super().exchange(questions())
        except Exception as error:
            for caller in callers:
                self.loop.call_soon(caller.throw, error)
            return
        for caller in callers:
            self.loop.call_soon(caller.switch, (replies, self.connections))


_WROTE: ContextVar[tuple[ConfirmedPipeliner, int] | None] = ContextVar("wrote", default=None)
"""Of each greenlet: the pipeliner and the connection of its last write."""
