"""Waiting in a greenlet of an event loop: the loop runs other greenlets meanwhile."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import Any, TypeVar

from greenlet import getcurrent, greenlet

T = TypeVar("T")
MOST_IDLE = 64
"""Greenlets that are kept for the next calls; under load a process has about as many at once as connections."""


class GreenletPool:
    """Greenlets of one event loop, each of which runs one call after the other.

    Python asks the system for memory for the frames of each new greenlet and gives it back when the greenlet ends:
    for a short call that costs as much as a round trip to Redis.
    """

    def __init__(self) -> None:
        self._idle: list[greenlet] = []

    def run(self, function: Callable[..., None], *args: Any) -> None:
        """Call the function in a greenlet, with a context of its own, until it waits or is done.

        To be called by the loop itself: a greenlet that waits goes on with its loop, and so do its successors.
        """
        worker = self._idle.pop() if self._idle else greenlet(self._work)
        worker.gr_context = None
        worker.switch(function, args)

    def _work(self, function: Callable[..., None], args: tuple[Any, ...]) -> None:
        worker = getcurrent()
        while True:
            function(*args)
            del function, args  # what an idle greenlet names would stay in memory
            if len(self._idle) >= MOST_IDLE:
                return
            self._idle.append(worker)
            function, args = worker.parent.switch()


def in_greenlet() -> bool:
    """Can the current caller be suspended?"""
    return getcurrent().parent is not None


def pause(loop: AbstractEventLoop, seconds: float) -> None:
    """Suspend the caller for this long."""
    caller = getcurrent()
    loop.call_later(seconds, caller.switch)
    caller.parent.switch()


def on_thread(loop: AbstractEventLoop, function: Callable[[], T]) -> T:
    """Run a blocking call on a thread, and suspend the caller until it is done."""
    caller = getcurrent()
    loop.run_in_executor(None, function).add_done_callback(caller.switch)
    done = caller.parent.switch()
    result: T = done.result()
    return result
