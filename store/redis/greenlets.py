"""Waiting in a greenlet of an event loop: the loop runs others meanwhile."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import TypeVar

from greenlet import getcurrent

T = TypeVar("T")


def in_greenlet() -> bool:
    """Can the present caller be suspended?"""
    return getcurrent().parent is not None


def pause(loop: AbstractEventLoop, seconds: float) -> None:
    """Suspend the caller for so long."""
    caller = getcurrent()
    loop.call_later(seconds, caller.switch)
    caller.parent.switch()


def on_thread(loop: AbstractEventLoop, function: Callable[[], T]) -> T:
    """Call what may block on a thread, and suspend the caller until it is done."""
    caller = getcurrent()
    loop.run_in_executor(None, function).add_done_callback(caller.switch)
    done = caller.parent.switch()
    result: T = done.result()
    return result
