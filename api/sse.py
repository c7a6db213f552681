"""The wire form of live events (Server-Sent Events)."""

from __future__ import annotations

from typing import Any

MEDIA_TYPE = "text/event-stream"
HEARTBEAT = b": still here\n\n"


def frame(seq: Any, kind: str, data: bytes) -> bytes:
    """One event; its id is the sequence number, so that a reader can resume."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (seq, kind.encode(), data)
