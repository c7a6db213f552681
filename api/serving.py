"""The API on a real server: granian, the fastest that was measured for small answers, with our edge inside."""

from __future__ import annotations

from granian import Granian
from granian.constants import Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from store.settings import Settings

STREAMS_END = 2
"""Seconds after which a stopping server no longer waits for streams and waiting reads; anything else takes far less."""

HEAD_SECONDS = 10
"""Within which the head of a request must have arrived, or the connection is closed."""
HEAD_BYTES = 65536


def serve(settings: Settings) -> None:
    """Serve until a signal comes; running requests are finished first, open streams are cut: readers resume."""
    Granian(
        "api.edge:app",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.RSGI,
        workers=settings.api_processes,
        backlog=1024,
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_SECONDS * 1000, max_buffer_size=HEAD_BYTES),
        log_level=LogLevels.warning,
        respawn_failed_workers=True,
        workers_kill_timeout=STREAMS_END,
    ).serve()
