"""The seam between our Redis client and a real server: the place where faults come in, one for each step.

Everything above it is the product's own code, and so are the scripts on the server below it.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from redis.exceptions import ConnectionError as LostConnection

from store.games.repository import COMMIT
from store.redis.client import RedisClient
from store.redis.connection import RedisConnection

Kind = Literal[
    "refused", "lost before", "lost after", "died before", "died after", "restart before", "restart after",
    "cut before", "cut after", "rival",
]  # fmt: skip
KINDS: tuple[Kind, ...] = Kind.__args__  # type: ignore[attr-defined]
"""What happens: the connection is refused; the reply is lost, and the command with it or not; the process dies; the
server restarts, with all that it had or without its last second; another process acts first."""


class ProcessDied(BaseException):
    """The process that made this exchange is gone, whatever it still had to do."""


@dataclass(frozen=True)
class Fault:
    """One fault, at the so manieth exchange of a step."""

    kind: Kind
    at: int = 0


class Seam:
    """The exchanges of one process. Without a plan they go through as they are."""

    def __init__(self, client: RedisClient, seen: Counter[str], restart: Callable[[bool], None]) -> None:
        self.seen = seen
        """What has happened so far, by name."""
        self.restart = restart
        self.rival: Callable[[], None] = lambda: None
        self._fault: Fault | None = None
        self._count = 0
        self._connect = client._new_connection
        self._thread = threading.current_thread()
        client._new_connection = self._new_connection  # type: ignore[method-assign]

    @contextmanager
    def plan(self, fault: Fault | None) -> Iterator[None]:
        """Let the fault happen in this block; sums that threads write beside it are left alone."""
        self._fault, self._count = fault, 0
        try:
            yield
        finally:
            self._fault = None

    @property
    def refuses(self) -> bool:
        return self._due("refused") and threading.current_thread() is self._thread

    def _due(self, *kinds: str) -> bool:
        return self._fault is not None and self._fault.kind in kinds and self._count >= self._fault.at

    def _new_connection(self) -> RedisConnection:
        if self.refuses:
            self.seen["connection refused"] += 1
            raise LostConnection("refused")
        return SeamConnection(self._connect(), self)  # type: ignore[return-value]

    def exchange(self, real: RedisConnection, commands: Sequence[Sequence[Any]]) -> list[Any]:
        if threading.current_thread() is not self._thread:
            return real.exchange(commands)
        fault, commits = self._fault, _commits(commands)
        if fault is None or self._count != fault.at or fault.kind == "refused":
            self._count += 1
            return self._watched(real, commands)
        self._count, self._fault = self._count + 1, None
        what = "a commit" if commits else "another exchange"
        if fault.kind == "rival":
            self.seen[f"rival before {what}"] += 1
            self.rival()
            return self._watched(real, commands)
        if fault.kind.endswith("after"):
            self._watched(real, commands)
        self.seen[f"{fault.kind} {what}"] += 1
        if fault.kind.startswith("died"):
            raise ProcessDied
        if fault.kind.startswith(("restart", "cut")):
            self.restart(fault.kind.startswith("cut"))
        real.close()
        raise LostConnection(fault.kind)

    def _watched(self, real: RedisConnection, commands: Sequence[Sequence[Any]]) -> list[Any]:
        replies = real.exchange(commands)
        if _commits(commands) and isinstance(replies[0], list) and replies[0][0] == 0:
            numbers = commands[0][3 + commands[0][2]]  # the first argument after the keys; it begins with the version
            expected, (version, *_), done = numbers.split()[0], replies[0][1], replies[0][2:]
            if done and done[0] is not None:
                self.seen["commit met its own key"] += 1
            elif (version or b"0").decode() == expected:
                self.seen["same version, another state"] += 1
            else:
                self.seen["conflict"] += 1
        return replies


class SeamConnection:
    """A real connection whose exchanges pass the seam."""

    def __init__(self, real: RedisConnection, seam: Seam) -> None:
        self._real = real
        self._seam = seam

    def exchange(self, commands: Sequence[Sequence[Any]]) -> list[Any]:
        return self._seam.exchange(self._real, commands)

    def closed_by_server(self) -> bool:
        return self._seam.refuses or self._real.closed_by_server()

    def close(self) -> None:
        self._real.close()


def _commits(commands: Sequence[Sequence[Any]]) -> bool:
    return commands[0][0] in ("EVALSHA", "EVAL") and commands[0][1] in (COMMIT.sha, COMMIT.source)
