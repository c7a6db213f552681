"""Fsync of the embedded server's log once a second, from outside (level `fast`).

With `appendfsync everysec` the server keeps acknowledged commits in its own memory while its fsync runs, and loses them
if it is killed then. With `appendfsync no` it passes each one to the operating system before it answers; this module
syncs them to the disk.
"""

from __future__ import annotations

import logging
import os
import threading
from pathlib import Path

log = logging.getLogger("ludotheque")
INTERVAL = 1.0


class LogSync:
    """Syncs the log in a folder until it is stopped."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="log sync", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()

    def _run(self) -> None:
        while not self._stop.wait(INTERVAL):
            try:
                sync(self._folder)
            except OSError as error:
                log.warning("cannot sync the log of the embedded server", extra={"fields": {"error": str(error)}})


def sync(folder: Path) -> None:
    """Sync the file to which the server currently appends; earlier files were synced by the server."""
    logs = sorted(folder.glob("*.incr.aof"), key=lambda file: int(file.name.split(".")[-3]))
    if logs:
        number = os.open(logs[-1], os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
