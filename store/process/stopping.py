"""When to stop: a signal says so, and any thread waits for it."""

from __future__ import annotations

import os
import select
import signal
from typing import Protocol


class Stop(Protocol):
    """What a loop asks between two rounds. ``threading.Event`` has this method too."""

    def wait(self, timeout: float | None = None, /) -> bool:
        """Wait until it is time to stop, at most so many seconds. Is it?"""


class StopSignal:
    """Stops when one of the signals arrives.

    No ``threading.Event``: a handler runs in the main thread, in the middle of whatever that is doing. If that is
    ``Event.wait``, the thread holds the event's lock, and ``Event.set`` in the handler waits for it forever.
    """

    def __init__(self, *numbers: int) -> None:
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._writer, False)
        self.is_set = False
        for number in numbers:
            signal.signal(number, lambda *_: self.set())

    def set(self) -> None:
        """May be called at any time, also while a call is under way."""
        if not self.is_set:
            self.is_set = True
            os.write(self._writer, b"!")  # nobody reads it: all who wait find it

    def wait(self, timeout: float | None = None, /) -> bool:
        return bool(select.select([self._reader], [], [], timeout)[0])
