"""A bare connection to Redis: commands out, replies in, through hiredis.

The exchange is on the hot path of every request, and the overhead of a client library would cost as much as the rest
of a read.
"""

from __future__ import annotations

import select
import socket
import struct
from collections.abc import Sequence
from contextlib import suppress
from ssl import SSLSocket
from typing import Any

from hiredis import ProtocolError, Reader, pack_command
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import ResponseError

CHUNK = 65536


class Refusal(ResponseError):
    """An error reply: that command has changed nothing."""

    @property
    def code(self) -> str:
        return str(self).partition(" ")[0]


class RedisConnection:
    """One open connection."""

    def __init__(self, connected: socket.socket) -> None:
        """``connected``: a socket to the server, with its timeout set."""
        self._socket = connected
        _use_kernel_timeout(connected)
        self._reader = Reader(replyError=Refusal)
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLIN | select.POLLHUP)

    def exchange(self, commands: Sequence[Sequence[Any]]) -> list[Any]:
        """Send all commands at once and read a reply for each; refusals are returned as values."""
        if len(commands) == 1:
            self.send(pack_command(commands[0]))  # type: ignore[arg-type]
            self._feed(self._socket.recv(CHUNK))
            return [self._reply()]
        self.send(b"".join([pack_command(tuple(command)) for command in commands]))
        return [self._reply() for _ in commands]

    def _reply(self) -> Any:
        while (reply := self.next_reply()) is False:
            self._feed(self._socket.recv(CHUNK))
        return reply

    # --- the same in pieces, for callers who do not wait here -----------------------------------------------------

    def send(self, packed: bytes) -> None:
        """Send commands whose replies are read later."""
        self._socket.sendall(packed)

    def send_some(self, packed: bytes) -> int:
        """Send as much as possible without blocking; returns the number of bytes."""
        try:
            return int(self._socket.send(packed, socket.MSG_DONTWAIT))
        except BlockingIOError:
            return 0

    def receive(self) -> None:
        """Read what has arrived, without blocking."""
        with suppress(BlockingIOError):
            self._feed(self._socket.recv(CHUNK, socket.MSG_DONTWAIT))

    def next_reply(self) -> Any:
        """The next reply, or False if it has not arrived."""
        try:
            return self._reader.gets()
        except ProtocolError as error:
            raise LostConnection(str(error)) from error

    def _feed(self, data: bytes) -> None:
        if not data:
            raise LostConnection("the server closed the connection")
        self._reader.feed(data)

    def fileno(self) -> int:
        return int(self._socket.fileno())

    def closed_by_server(self) -> bool:
        """Is the connection closed? Nothing is expected between two exchanges, so anything that arrives is its end."""
        return bool(self._poll.poll(0))

    def close(self) -> None:
        self._socket.close()

    def __del__(self) -> None:
        """A thread that ends drops its connection."""
        self._socket.close()


def _use_kernel_timeout(plain: socket.socket) -> None:
    """Use the kernel's timeout for a plain socket: Python would poll before every send and read.

    A timeout raises an OSError in both cases.
    """
    limit = plain.gettimeout()
    if not limit or isinstance(plain, SSLSocket):
        return
    seconds = int(limit)
    span = struct.pack("ll", seconds, int((limit - seconds) * 1_000_000))
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, span)
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, span)
    plain.settimeout(None)
