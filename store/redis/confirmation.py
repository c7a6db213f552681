"""Confirmation by replicas: WAITAOF if the server supports it, else WAIT.

WAITAOF counts the servers that have a write on disk, itself included; WAIT counts the replicas that have received
it. Both cover all earlier writes of their own connection, and the server answers nothing else on it meanwhile: these
writes have a separate connection, and callers that wait for the replicas at the same moment share one confirmation.

WAIT goes before WAITAOF: a replica that is asked at the moment a write arrives answers before its disk has it, and
then again only once a second. Once it has confirmed the receipt, WAITAOF finds the write on disk.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any

from greenlet import getcurrent, greenlet
from redis.exceptions import ConnectionError as LostConnection

from store.redis.connection import RedisConnection, Refusal
from store.redis.pipeliner import RedisPipeliner

WaitCommands = Callable[[], Sequence[Sequence[Any]]]


class Confirmation:
    """The commands for one server; determined with the first confirmation."""

    def __init__(self) -> None:
        self.on_disk = True
        """Does the server support WAITAOF? True until it refuses."""

    def commands(self, replicas: int, milliseconds: int) -> list[Sequence[Any]]:
        """The commands to send after the writes on their connection; together they take at most the given time."""
        if not self.on_disk:
            return [("WAIT", replicas, milliseconds)]
        receipt = milliseconds // 4
        return [("WAIT", replicas, receipt), ("WAITAOF", 1, replicas, milliseconds - receipt)]

    def counted(self, replies: list[Any]) -> int | Refusal | None:
        """The number of replicas that have the writes; None: call again, since the server supports only WAIT."""
        last = replies[-1]
        if isinstance(last, Refusal):
            if not self.on_disk or "unknown command" not in str(last).lower():
                return last
            self.on_disk = False
            return None
        if isinstance(last, list):
            local, copies = last
            return int(copies) if local else 0
        return int(last)


class ConfirmedPipeliner(RedisPipeliner):
    """Pipelining of writes that replicas must confirm: one WAIT covers all earlier writes."""

    def __init__(self, loop: AbstractEventLoop, connect: Callable[[], RedisConnection], seconds: float) -> None:
        super().__init__(loop, connect, seconds)
        self._waiting: list[greenlet] = []
        """Callers that wait for the next confirmation."""

    def exchange(self, commands: Sequence[Sequence[Any]]) -> list[Any]:
        replies = super().exchange(commands)
        _WROTE.set((self, self.connections))
        return replies

    def confirm(self, commands: WaitCommands) -> list[Any]:
        """The server's replies about the caller's last write. Raises if its connection is gone."""
        wrote = _WROTE.get()
        if wrote is None or wrote[0] is not self:
            raise LostConnection("nothing was written on this connection")
        caller = getcurrent()
        if not self._waiting:
            self.loop.call_soon(self._begin, commands)
        self._waiting.append(caller)
        replies, connection = caller.parent.switch()
        if connection != wrote[1]:
            raise LostConnection("the connection was lost before the replicas confirmed")
        return list(replies)

    def _begin(self, commands: WaitCommands) -> None:
        """Run in a separate greenlet, so that the commands follow the writes that are being sent."""
        greenlet(self._send_for_all).switch(commands)

    def _send_for_all(self, commands: WaitCommands) -> None:
        callers, self._waiting = self._waiting, []
        try:
            replies = super().exchange(commands())
        except Exception as error:
            for caller in callers:
                self.loop.call_soon(caller.throw, error)
            return
        for caller in callers:
            self.loop.call_soon(caller.switch, (replies, self.connections))


_WROTE: ContextVar[tuple[ConfirmedPipeliner, int] | None] = ContextVar("wrote", default=None)
"""Of each greenlet: the pipeliner and the connection of its last write."""
