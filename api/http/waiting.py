"""Requests that wait: on the edge without a thread, elsewhere on a bounded number of threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from flask import request
from msgspec import Struct

from store.redis.pubsub import Wakeups

EDGE, WAIT, RESUMED, STREAM = "ludotheque.edge", "ludotheque.wait", "ludotheque.resumed", "ludotheque.stream"
REFUSED = "ludotheque.refused"
"""The edge does not take this request: the kind of problem that it is answered with."""


class Waiting(Struct):
    """A request that wants to be answered when a game or job changes, or after so many seconds."""

    id: str
    seconds: float
    ready: Callable[[], bool]
    """Has it changed already?"""
    memory: Any = None
    """What the request must not forget until it is asked again."""


class Held(Exception):
    """The edge waits and then asks again; nothing has been answered yet."""


def hold(wakeups: Wakeups, identifier: str, seconds: float, ready: Callable[[], bool], memory: Any = None) -> None:
    """Return when it is ready or the time is up."""
    environ = request.environ
    if environ.get(RESUMED) is not None:
        return
    if environ.get(EDGE):
        environ[WAIT] = Waiting(identifier, seconds, ready, memory)
        raise Held
    deadline = time.monotonic() + seconds
    with wakeups.bell(identifier) as bell:
        while not ready() and (left := deadline - time.monotonic()) > 0 and bell.wait(left):
            bell.clear()


def resumed() -> Waiting | None:
    """What the request waited for, when it is asked again."""
    waited: Waiting | None = request.environ.get(RESUMED)
    return waited


def beats(wakeups: Wakeups, identifier: str, seconds: float) -> Iterator[Any]:
    """Something may have happened: at once, on every change, and at least so often."""
    with wakeups.bell(identifier) as bell:
        while True:
            yield None
            bell.wait(seconds)
            bell.clear()
