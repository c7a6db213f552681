"""One pinned connection per thread: no pool, no hidden retries.

A read that fails is tried once on a new connection. A write is never repeated, since the first may have been applied:
it raises OutcomeUnknown and the client settles it with its Idempotency-Key.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from hashlib import sha1
from typing import Any

from redis.backoff import NoBackoff
from redis.connection import AbstractConnection, ConnectionPool
from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import TimeoutError as TimedOut
from redis.retry import Retry

LOST = (LostConnection, TimedOut, OSError)
AWAY = (OutOfMemoryError, ReadOnlyError, ClusterDownError, TryAgainError)
AWAY_WORDS = ("BUSY", "MISCONF", "NOREPLICAS")
"""Refusals of the server's present state that redis-py has no class for, by their first word."""


class StoreUnavailable(Exception):
    """Redis is away or out of memory; nothing was changed."""


class OutcomeUnknown(Exception):
    """The connection was lost in mid-commit: the change may or may not have been made."""


class Script:
    """A Lua script, sent by its hash and loaded when the server does not know it."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.sha = sha1(source.encode(), usedforsecurity=False).hexdigest()


class Link:
    """The way to Redis for one process; safe to use from any thread and after a fork."""

    def __init__(self, url: str, timeout: float = 5.0) -> None:
        self.url = url
        self._pool = ConnectionPool.from_url(
            url,
            socket_timeout=timeout,
            socket_connect_timeout=timeout,
            retry=Retry(NoBackoff(), 0),
            decode_responses=False,
            protocol=2,
        )
        self._local = threading.local()

    def read(self, *commands: Sequence[Any]) -> list[Any]:
        """Commands that change nothing, in one round trip."""
        try:
            return self._exchange(commands)
        except LOST:
            self._drop()
        try:
            return self._exchange(commands)
        except LOST as error:
            self._drop()
            raise StoreUnavailable(str(error)) from error

    def write(self, *commands: Sequence[Any]) -> list[Any]:
        """Commands that change something, in one round trip, sent exactly once."""
        connection = self._connected()
        try:
            replies = self._send(connection, commands)
        except LOST as error:
            raise self._lost(error) from error
        for reply in replies:
            if isinstance(reply, ResponseError):
                raise _refused(reply)
        return replies

    def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        """Run a script once. A server that does not know it has not run it, so it may be sent again in full."""
        tail = (len(keys), *keys, *arguments)
        connection = self._connected()
        try:
            [reply] = self._send(connection, [("EVALSHA", script.sha, *tail)])
            if isinstance(reply, NoScriptError):
                [reply] = self._send(connection, [("EVAL", script.source, *tail)])
        except LOST as error:
            raise self._lost(error) from error
        if isinstance(reply, RedisError):
            raise _refused(reply)
        return reply

    def _exchange(self, commands: Sequence[Sequence[Any]]) -> list[Any]:
        replies = self._send(self._connection(), commands)
        for reply in replies:
            if isinstance(reply, RedisError):
                raise _refused(reply)
        return replies

    def _send(self, connection: AbstractConnection, commands: Sequence[Sequence[Any]]) -> list[Any]:
        connection.send_packed_command(connection.pack_commands(commands), check_health=False)  # type: ignore[no-untyped-call]
        replies = []
        for _ in commands:
            try:
                replies.append(connection.read_response())
            except ResponseError as error:
                replies.append(error)
        return replies

    def _lost(self, error: Exception) -> Exception:
        """What a write says whose answer never came. A server that is still loading has run nothing."""
        self._drop()
        return (StoreUnavailable if isinstance(error, BusyLoadingError) else OutcomeUnknown)(str(error))

    def _connected(self) -> AbstractConnection:
        """A live connection; nothing has been sent when this fails."""
        try:
            return self._connection()
        except LOST as error:
            self._drop()
            raise StoreUnavailable(str(error)) from error

    def _connection(self) -> AbstractConnection:
        held: tuple[int, AbstractConnection] | None = getattr(self._local, "held", None)
        if held is None or held[0] != os.getpid():
            connection: AbstractConnection = self._pool.connection_class(**self._pool.connection_kwargs)
            connection.connect()  # type: ignore[no-untyped-call]
            held = self._local.held = (os.getpid(), connection)
        elif _hung_up(held[1]):
            held[1].disconnect()  # type: ignore[no-untyped-call]
            held[1].connect()  # type: ignore[no-untyped-call]
        return held[1]

    def _drop(self) -> None:
        held = getattr(self._local, "held", None)
        self._local.held = None
        if held is not None and held[0] == os.getpid():
            held[1].disconnect()


def _hung_up(connection: AbstractConnection) -> bool:
    """Nothing is expected between two exchanges: whatever comes then is the end of the connection."""
    try:
        return connection.can_read()
    except LOST:
        return True


def _refused(reply: Exception) -> Exception:
    """An error that the server answered: it has changed nothing."""
    if isinstance(reply, AWAY) or str(reply).startswith(AWAY_WORDS):
        return StoreUnavailable(str(reply))
    return reply
