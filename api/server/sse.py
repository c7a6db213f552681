"""The wire form of live events (Server-Sent Events)."""

from __future__ import annotations

from engines.kernel.records import Event
from store.views import encode

MEDIA_TYPE = "text/event-stream"
HEARTBEAT = b": still here\n\n"


def frame(event: Event) -> bytes:
    """One event; its id is the sequence number, so that a reader can resume."""
    kind = str(type(event).__struct_config__.tag)
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.seq or 0, kind.encode(), encode(event))
