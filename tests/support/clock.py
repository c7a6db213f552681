"""An event loop whose clock advances only when it is idle: timeouts without waiting for them."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class IdleClockLoop(asyncio.SelectorEventLoop):
    """Where other loops sleep until a timer is due, this one advances its clock."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(_Selector(self))

    def time(self) -> float:
        return self.now


class _Selector(selectors.DefaultSelector):
    def __init__(self, loop: IdleClockLoop) -> None:
        super().__init__()
        self.loop = loop

    def select(self, timeout: float | None = None) -> list[Any]:
        if not timeout:
            return super().select(timeout)
        ready = super().select(0.02)  # local traffic has arrived by then
        if not ready:
            self.loop.now += timeout
        return ready


def run_idle(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=IdleClockLoop) as runner:
        return runner.run(work)
