"""Stop signals that any thread can wait for."""

from __future__ import annotations

import os
import select
import signal
from typing import Protocol


class Stop(Protocol):
    """What a loop checks between two rounds; ``threading.Event`` is one."""

    def wait(self, timeout: float | None = None, /) -> bool:
        """Wait up to ``timeout`` seconds; True if stopping."""


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
        """Reentrant: a signal may interrupt another call."""
        if not self.is_set:
            self.is_set = True
            os.write(self._writer, b"!")  # never read, so that it wakes every waiting thread

    def wait(self, timeout: float | None = None, /) -> bool:
        return bool(select.select([self._reader], [], [], timeout)[0])
