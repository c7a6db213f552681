"""Pipelining: commands of several requests share one round trip to Redis.

A greenlet that waits for replies is suspended, and its event loop runs others; all their commands are sent together at
the end of the loop's iteration. Most of the cost of a round trip is waking the other process, which is the same for one
caller as for ten.
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
from store.redis.greenlets import on_thread


class NotSent(LostConnection):
    """No connection could be made, so nothing was sent."""


class PendingCall(NamedTuple):
    """A caller that waits for replies."""

    caller: greenlet
    replies: int
    """How many of them."""
    sent_at: float
    """Its deadline by the clock of the loop."""


class RedisPipeliner:
    """The connection that all greenlets of an event loop share; opened when needed, and again when it is lost."""

    def __init__(self, loop: AbstractEventLoop, connect: Callable[[], RedisConnection], seconds: float) -> None:
        self.loop = loop
        self._connect = connect
        self._seconds = seconds
        """Timeout for replies."""
        self._connection: RedisConnection | None = None
        self.connections = 0
        """How many connections there have been, this one included."""
        self._queued: list[tuple[greenlet, int]] = []
        self._buffer: list[bytes] = []
        self._unsent = b""
        """Bytes that the socket could not accept yet."""
        self._pending: deque[PendingCall] = deque()
        self._replies: list[Any] = []
        """The replies so far of the first pending call."""
        self._timer: TimerHandle | None = None

    def exchange(self, commands: Sequence[Sequence[Any]]) -> list[Any]:
        """Like ``RedisConnection.exchange``, while other greenlets run. Raises NotSent, or the connection's error."""
        if not commands:
            return []
        packed = [pack_command(tuple(command)) for command in commands]
        if not self._queued:
            self.loop.call_soon(self._flush)
        caller = getcurrent()
        self._queued.append((caller, len(packed)))
        self._buffer += packed
        replies: list[Any] = caller.parent.switch()
        return replies

    def _flush(self) -> None:
        queued, buffer, now = self._queued, self._buffer, self.loop.time()
        self._queued, self._buffer = [], []
        try:
            connection = self._connected()
        except (RedisError, OSError) as error:
            for caller, _ in queued:
                caller.throw(NotSent(str(error)))
            return
        self._pending += [PendingCall(caller, replies, now) for caller, replies in queued]
        if self._timer is None:
            self._timer = self.loop.call_later(self._seconds, self._check_timeout)
        if self._unsent:
            self._unsent += b"".join(buffer)
        else:
            self._send(connection, b"".join(buffer))

    def _send(self, connection: RedisConnection, data: bytes) -> None:
        """Send what the socket accepts now, and the rest when it is writable: the sockets of a loop do not block."""
        try:
            sent = connection.send_some(data)
        except OSError as error:
            self._fail(error)
            return
        had_unsent, self._unsent = bool(self._unsent), data[sent:]
        if self._unsent and not had_unsent:
            self.loop.add_writer(connection.fileno(), self._send_rest, connection)
        elif had_unsent and not self._unsent:
            self.loop.remove_writer(connection.fileno())

    def _send_rest(self, connection: RedisConnection) -> None:
        if connection is self._connection:
            self._send(connection, self._unsent)

    def _connected(self) -> RedisConnection:
        """A connection that is not closed; while replies are due, reading them would show that."""
        if self._connection is not None and not self._pending and self._connection.closed_by_server():
            self._fail(LostConnection("the server closed the connection"))
        if self._connection is None:
            self._connection = self._opened(self._connect())
        return self._connection

    def _opened(self, connection: RedisConnection) -> RedisConnection:
        self.connections += 1
        self.loop.add_reader(connection.fileno(), self._receive, connection)
        return connection

    def open(self) -> None:
        """Connect, if necessary, while the loop runs. Raises the error of the attempt."""
        if self._connection is not None:
            return
        made = on_thread(self.loop, self._connect)
        if self._connection is None:
            self._connection = self._opened(made)
        else:  # another caller connected first
            made.close()

    def _receive(self, connection: RedisConnection) -> None:
        """Resume each caller as soon as its replies are complete."""
        if connection is not self._connection:  # a late event of a closed connection
            return
        try:
            connection.receive()
            while self._pending and self._complete(connection, self._pending[0].replies):
                replies, self._replies = self._replies, []
                self._pending.popleft().caller.switch(replies)
        except (LostConnection, OSError) as error:
            self._fail(error)

    def _complete(self, connection: RedisConnection, wanted: int) -> bool:
        while len(self._replies) < wanted:
            reply = connection.next_reply()
            if reply is False:
                return False
            self._replies.append(reply)
        return True

    def _check_timeout(self) -> None:
        """Fail if the first pending call has waited too long."""
        self._timer = None
        if not self._pending:
            return
        due = self._pending[0].sent_at + self._seconds - self.loop.time()
        if due > 0:
            self._timer = self.loop.call_later(due, self._check_timeout)
        else:
            self._fail(TimedOut(f"no reply within {self._seconds} s"))

    def _fail(self, error: Exception) -> None:
        """Close the connection and raise the error in all pending calls."""
        connection, self._connection, self._replies = self._connection, None, []
        pending, self._pending, self._unsent = self._pending, deque(), b""
        if connection is not None:
            self.loop.remove_reader(connection.fileno())
            self.loop.remove_writer(connection.fileno())
            connection.close()
        for call in pending:
            call.caller.throw(error)
