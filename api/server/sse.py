"""The wire format of live events (Server-Sent Events)."""

from __future__ import annotations

from msgspec import Struct

from engines.kernel.records import Event
from store.games.views import encode

MEDIA_TYPE = "text/event-stream"
HEARTBEAT = b": still here\n\n"


class TurnOpened(Struct, tag="turn", tag_field="type"):
    """Sent to a seat between events when it owes a decision. Not part of the history, without a sequence number."""

    seat: int
    decision: int
    """The version at which this choice opened."""


def frame(event: Event, named: bool = True) -> bytes:
    """One event; its id is the sequence number, so that a reader can resume. Without a name it is a `message`."""
    if not named:
        return b"id: %d\ndata: %s\n\n" % (event.seq or 0, encode(event))
    kind = str(type(event).__struct_config__.tag)
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.seq or 0, kind.encode(), encode(event))


def turn_frame(seat: int, decision: int, named: bool = True) -> bytes:
    """The turn of a seat as a frame; without an id, so that a reader resumes after the last event."""
    data = encode(TurnOpened(seat, decision))
    return b"event: turn\ndata: %s\n\n" % data if named else b"data: %s\n\n" % data
