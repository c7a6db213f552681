"""Embedded servers whose parent was killed: they end by themselves, or the next start ends them."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

SET_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux."""


def end_orphans(holder: list[str]) -> bool:
    """End the leftovers of a killed parent; True while a process is ending.

    The lock names the server and its parent. A server whose parent is gone is asked to end; a server that is itself
    gone may have left a child that was rewriting its log.
    """
    if not holder or not all(number.isdecimal() for number in holder):
        return False
    server, parents = int(holder[0]), [int(number) for number in holder[1:]]
    if not _alive(server):
        with suppress(ProcessLookupError):
            os.killpg(server, signal.SIGKILL)
        return True
    if parents and not _alive(parents[0]):
        with suppress(ProcessLookupError):
            os.kill(server, signal.SIGTERM)
        return True
    return False


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def end_with_parent() -> Callable[[], None] | None:
    """A function for the new process before it becomes the server: requests SIGTERM when its parent dies.

    Only on Linux; elsewhere the next start ends it.
    """
    if sys.platform != "linux":
        return None
    prctl, parent = ctypes.CDLL(None).prctl, os.getpid()

    def ask() -> None:
        prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)
        if os.getppid() != parent:  # the parent died meanwhile
            os._exit(1)

    return ask
