"""The API as one or several processes (``api/server/process.py``) under a parent that replaces those which die.

The processes share a port, and the kernel deals out the connections.
"""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
import time

from store.settings import Settings

KILL_SECONDS = 10
"""Within which a process must have ended that was told to."""
PORT_SECONDS = 5
"""How long a port is waited for: processes whose parent was killed may still be on their way out."""
SOON, OFTEN = 5, 3
"""A process that ends within so many seconds, so many times in a row, will not come up at all."""


class PortTaken(Exception):
    """Somebody else listens there."""


def serve(settings: Settings) -> int:
    """Serve until a signal comes: running requests are finished first, streams end, and their readers resume."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    reserved = _reserve(settings)
    places = [_Place() for _ in range(settings.api_processes)]
    try:
        while not stop.wait(0.1):
            for place in places:
                if not place.kept():
                    return 1
        return 0
    finally:
        for place in places:
            place.end()
        reserved.close()


class _Place:
    """One process after the other."""

    def __init__(self) -> None:
        self.failures = 0
        self._start()

    def _start(self) -> None:
        self.started = time.monotonic()
        self.process = subprocess.Popen([sys.executable, "-m", "api.server.process"], stdin=subprocess.PIPE)

    def kept(self) -> bool:
        """Replace a process that has ended; False when that is of no use."""
        if self.process.poll() is None:
            return True
        self.failures = self.failures + 1 if time.monotonic() - self.started < SOON else 1
        if self.failures >= OFTEN:
            return False
        self._start()
        return True

    def end(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(KILL_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _reserve(settings: Settings) -> socket.socket:
    """Hold the port, so that nobody takes it while a process is replaced. Raises PortTaken.

    The processes share it with each other, but not with a server that was there before.
    """
    limit = time.monotonic() + PORT_SECONDS
    while True:
        try:
            bound(settings, shared=False).close()
            return bound(settings)
        except OSError as error:
            if time.monotonic() > limit:
                raise PortTaken(f"cannot listen on {settings.host}, port {settings.port}: {error}") from error
            time.sleep(0.05)


def bound(settings: Settings, shared: bool = True) -> socket.socket:
    found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        made.bind(address)
    except OSError:
        made.close()
        raise
    return made
