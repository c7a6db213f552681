"""A Redis client with one pinned connection per thread, or one per event loop: no pool, no hidden retries.

A failed read is tried once more on a new connection. A write is never repeated, since the first may have been applied:
it raises OutcomeUnknown, and the caller's Idempotency-Key settles it.
"""

from __future__ import annotations

import os
import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha1
from typing import Any

from redis.backoff import NoBackoff
from redis.connection import ConnectionPool
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as TimedOut
from redis.retry import Retry

from store.redis.confirmation import Confirmation, ConfirmedPipeliner, WaitCommands
from store.redis.connecting import connect
from store.redis.connection import RedisConnection, Refusal
from store.redis.greenlets import in_greenlet
from store.redis.pipeliner import NotSent, RedisPipeliner

LOST = (LostConnection, TimedOut, OSError)
UNAVAILABLE = {
    *["OOM", "READONLY", "CLUSTERDOWN", "TRYAGAIN", "LOADING", "BUSY", "MISCONF", "NOREPLICAS", "MASTERDOWN"]
}
"""Errors that come from the server's current state rather than from the command."""


class StoreUnavailable(Exception):
    """Redis is down or out of memory; nothing was changed."""


class UnfitServer(StoreUnavailable):
    """Redis answers, but accepts no changes or cannot keep the durability level; the message says why."""


class OutcomeUnknown(Exception):
    """The connection was lost during a commit: the change may or may not have been made."""


class Script:
    """A Lua script, sent by its hash and loaded if the server does not have it."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.sha = sha1(source.encode(), usedforsecurity=False).hexdigest()


class RedisClient:
    """The Redis client of one process; safe to use from any thread and after a fork."""

    def __init__(self, url: str, timeout: float = 5.0) -> None:
        self.url = url
        self._timeout = timeout
        self.confirmation = Confirmation()
        self._pipeliner: RedisPipeliner | None = None
        self._writer: RedisPipeliner | None = None
        """The pipeliner for changes: the same one, unless replicas confirm them."""
        self._pool = ConnectionPool.from_url(
            url,
            socket_timeout=timeout,
            socket_connect_timeout=timeout,
            retry=Retry(NoBackoff(), 0),
            decode_responses=False,
            protocol=2,
        )
        self._local = threading.local()

    def share_connection(self, loop: AbstractEventLoop, confirmed: bool = False) -> None:
        """From now on callers in greenlets of this loop share a connection and yield while they wait.

        ``confirmed``: replicas must confirm changes, which then use a separate connection. Not over TLS: there the loop
        may not notice bytes that have arrived.
        """
        if not self.url.startswith("rediss:"):
            self._pipeliner = self._writer = RedisPipeliner(loop, self._new_connection, self._timeout)
            if confirmed:
                self._writer = ConfirmedPipeliner(loop, self._new_connection, self._timeout)

    def read(self, *commands: Sequence[Any]) -> list[Any]:
        """Run commands that change nothing, in one round trip; tried once more on a new connection."""
        try:
            return self._exchange(commands)
        except Refusal:
            raise
        except (*LOST, RedisError):  # also the errors of a server that is starting
            self._drop()
        return accepted(self._tried_again(commands))

    def _tried_again(self, commands: Sequence[Sequence[Any]]) -> list[Any]:
        connection = self._connected()
        try:
            return connection.exchange(commands)
        except LOST as error:
            self._drop()
            raise StoreUnavailable(str(error)) from error

    def write(self, *commands: Sequence[Any]) -> list[Any]:
        """Run commands that change something, in one round trip, sent exactly once."""
        return accepted(self.replies(commands))

    def replies(self, commands: Sequence[Sequence[Any]], writes: bool = True) -> list[Any]:
        """Send commands exactly once; refusals of the server are returned as values."""
        connection = self._connected(writes)
        try:
            return connection.exchange(commands)
        except NotSent as error:
            raise StoreUnavailable(str(error)) from error
        except LOST as error:
            self._drop()
            raise OutcomeUnknown(str(error)) from error

    def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        """Run a script once. A server that lacks it has not run it, so it may be sent again in full."""
        tail = (len(keys), *keys, *arguments)
        connection = self._connected(writes=True)
        try:
            [reply] = connection.exchange([("EVALSHA", script.sha, *tail)])
            if isinstance(reply, Refusal) and reply.code == "NOSCRIPT":
                [reply] = connection.exchange([("EVAL", script.source, *tail)])
        except NotSent as error:
            raise StoreUnavailable(str(error)) from error
        except LOST as error:
            self._drop()
            raise OutcomeUnknown(str(error)) from error
        return accepted([reply])[0]

    def run_each(self, script: Script, calls: Sequence[tuple[Sequence[str], Sequence[Any]]]) -> list[Any]:
        """Run a script with several sets of keys and arguments, in one round trip if the server has it."""
        tails = [(len(keys), *keys, *arguments) for keys, arguments in calls]
        replies = self.replies([("EVALSHA", script.sha, *tail) for tail in tails])
        for number, reply in enumerate(replies):
            if isinstance(reply, Refusal) and reply.code == "NOSCRIPT":
                [replies[number]] = self.replies([("EVAL", script.source, *tails[number])])
        return accepted(replies)

    def confirmed(self, replicas: int, milliseconds: int) -> int:
        """The number of replicas that have this thread's last write, once they are enough or the time is up.

        Redis counts writes by connection: a new connection would confirm anything.
        """
        commands = partial(self.confirmation.commands, replicas, milliseconds)
        counted: int | Refusal | None = None
        try:
            while counted is None:
                counted = self.confirmation.counted(self._confirm(commands))
        except LOST as error:
            self._drop()
            raise OutcomeUnknown(str(error)) from error
        if isinstance(counted, Refusal):  # the change itself was made before
            raise OutcomeUnknown(str(counted))
        return counted

    def _confirm(self, commands: WaitCommands) -> list[Any]:
        if isinstance(self._writer, ConfirmedPipeliner) and in_greenlet():
            return self._writer.confirm(commands)
        held: tuple[int, RedisConnection] | None = getattr(self._local, "held", None)
        if held is None or held[0] != os.getpid():
            raise LostConnection("the connection was lost before the replicas confirmed")
        return held[1].exchange(commands())

    def connect(self, writes: bool = True) -> None:
        """Ensure a live connection before something is sent; raises StoreUnavailable."""
        connection = self._connected(writes)
        if isinstance(connection, RedisPipeliner):
            try:
                connection.open()
            except (*LOST, RedisError) as error:
                raise StoreUnavailable(str(error)) from error

    def close(self) -> None:
        """Close this thread's connection."""
        self._drop()

    def ready(self) -> None:
        """Raise StoreUnavailable unless the server answers. A server that cannot write its log refuses PING."""
        self.read(("ECHO", ""))

    def readers(self) -> list[Callable[..., list[Any]]]:
        """A ``read`` function for every server that accepts changes."""
        return [self.read]

    def listening_url(self, channel: str) -> str:
        """The URL of the server that publishes on a channel, as far as is known; no server is called."""
        del channel
        return self.url

    def renew_map(self) -> None:
        """Refresh the slot map (none here)."""

    def _exchange(self, commands: Sequence[Sequence[Any]]) -> list[Any]:
        return accepted(self._connection().exchange(commands))

    def _connected(self, writes: bool = False) -> RedisConnection | RedisPipeliner:
        """A live connection; nothing has been sent when this fails."""
        try:
            return self._connection(writes)
        except (*LOST, RedisError) as error:
            self._drop()
            raise StoreUnavailable(str(error)) from error

    def _connection(self, writes: bool = False) -> RedisConnection | RedisPipeliner:
        shared = self._writer if writes else self._pipeliner
        if shared is not None and in_greenlet():
            return shared
        held: tuple[int, RedisConnection] | None = getattr(self._local, "held", None)
        if held is not None and held[0] == os.getpid():
            if not held[1].closed_by_server():
                return held[1]
            held[1].close()
        connection = self._new_connection()
        self._local.held = (os.getpid(), connection)
        return connection

    def _new_connection(self) -> RedisConnection:
        return connect(self._pool)

    def _drop(self) -> None:
        """Close this thread's connection; the pipeliner closes its own."""
        if self._pipeliner is not None and in_greenlet():
            return
        held = getattr(self._local, "held", None)
        self._local.held = None
        if held is not None and held[0] == os.getpid():
            held[1].close()


def reason_of(error: BaseException) -> str:
    """The root cause of a chain of errors in one line: a refused connection, a wrong password."""
    said = [f"{type(error).__name__}: {error}".rstrip(": ")]
    while (cause := error.__cause__) is not None:
        if str(cause) not in said[-1]:
            said.append(f"{type(cause).__name__}: {cause}".rstrip(": "))
        error = cause
    return "; ".join(" ".join(part.split()) for part in said)


def accepted(replies: list[Any]) -> list[Any]:
    """The replies, unless one of them is a refusal, which is raised."""
    for reply in replies:
        if isinstance(reply, Refusal):
            raise StoreUnavailable(str(reply)) if reply.code in UNAVAILABLE else reply
    return replies
