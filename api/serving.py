"""The API on a real server: granian, the fastest that was measured for small answers."""

from __future__ import annotations

from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from store.settings import Settings


def serve(settings: Settings) -> None:
    """Serve until a signal comes; running requests are finished first."""
    Granian(
        "api.wsgi:app",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.WSGI,
        workers=settings.api_processes,
        blocking_threads=settings.api_threads,
        backlog=1024,
        log_level=LogLevels.warning,
        respawn_failed_workers=True,
    ).serve()
