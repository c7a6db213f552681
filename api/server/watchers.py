"""The readers of event streams: what each may see, and the frames queued for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from api.server.sse import HEARTBEAT, frame, turn_frame
from engines.kernel.game import Game
from engines.kernel.records import Event
from store.games.history import redacted
from store.ids import same
from store.model.documents.parts import NOTHING_MORE, Include
from store.model.record import GameRecord, owed_decision

if TYPE_CHECKING:
    from api.server.streams import StreamHub

HEARTBEAT_SECONDS = 15
MOST_QUEUED = 65_536
"""Bytes queued for a reader that does not keep up; the rest is read from the log once it has taken them."""
PAGE = 500
Audience = tuple[int | None, str, bool, Include]
"""Seat, language, format and what is included: readers with the same audience get the same bytes."""


class Watching(Struct):
    """An event stream after all checks: its game, reader and starting point."""

    engine: Game[Any, Any]
    id: str
    seat: int | None
    token: str
    language: str
    after: int
    named: bool = True
    """True if events have the name of their type; otherwise all are `message`."""
    remote: bool = False
    """True if the reader is the remote bot that plays the seat."""
    include: Include = NOTHING_MORE

    @property
    def audience(self) -> Audience:
        return self.seat, self.language, self.named, self.include

    def turn_in(self, record: GameRecord) -> int | None:
        """The decision that the reader owes."""
        return None if self.seat is None else owed_decision(record, self.seat, self.remote)

    def frames(self, hub: StreamHub) -> AsyncGenerator[bytes, None]:
        return hub.stream(self)


class News(Struct):
    """The events after ``after``, up to ``last``, that one audience may know."""

    after: int
    last: int
    frames: list[tuple[int, bytes]]
    whole: bytes
    """All frames in one piece, for readers that have seen everything before."""

    @classmethod
    def of(cls, after: int, last: int, frames: list[tuple[int, bytes]]) -> News:
        return cls(after, last, frames, b"".join(data for _, data in frames))

    def behind(self, seq: int) -> bytes:
        return self.whole if seq <= self.after else b"".join(data for number, data in self.frames if number > seq)


class Watcher:
    """One open stream."""

    __slots__ = (
        "_changed", "_queued", "audience", "behind", "closed", "request", "sent", "sent_lately", "turn", "waiting"
    )  # fmt: skip

    def __init__(self, request: Watching) -> None:
        self.request = request
        self.audience = request.audience
        self.sent = request.after
        self.turn: int | None = None
        """The last decision that was sent to its reader."""
        self.waiting = 0
        """Queued bytes."""
        self.closed = False
        self.behind = False
        """Was news left out because the queue was full?"""
        self.sent_lately = True
        """Has anything been sent since the last heartbeat? A new stream sends its news first."""
        self._queued: list[bytes] = []
        self._changed = asyncio.Event()

    def accepts_news(self) -> bool:
        """Is the stream open and its queue not full?"""
        self.behind = self.waiting >= MOST_QUEUED
        return not (self.closed or self.behind)

    def push(self, news: News) -> None:
        if self.sent < news.last:
            if data := news.behind(self.sent):
                self._put(data)
            self.sent = news.last

    def send_turn(self, record: GameRecord) -> None:
        """Send the seat's decision, once it has opened and everything before it was sent."""
        owed = self.request.turn_in(record)
        if owed is not None and owed != self.turn:
            self._put(turn_frame(self.request.seat or 0, owed, self.request.named))
        self.turn = owed

    def heartbeat(self) -> None:
        """Send a heartbeat, unless something else was sent since the last."""
        if not self.sent_lately and not self.behind:
            self._put(HEARTBEAT)
        self.sent_lately = False

    def _put(self, data: bytes) -> None:
        self._queued.append(data)
        self.waiting += len(data)
        self.sent_lately = True
        self._changed.set()

    def close(self) -> None:
        """Send what is queued, and then end."""
        self.closed = True
        self._changed.set()

    async def next(self) -> bytes:
        """All queued frames; empty at the end."""
        if not self._queued and not self.closed:
            await self._changed.wait()
        self._changed.clear()
        data = self._queued[0] if len(self._queued) == 1 else b"".join(self._queued)
        self._queued.clear()
        self.waiting = 0
        return data


def framed(
    engine: Game[Any, Any],
    events: Iterable[Event],
    audience: Audience,
    record: GameRecord,
    position: Callable[[], Any],
) -> list[tuple[int, bytes]]:
    """The events that this audience may know, by sequence number, in wire format."""
    seat, language, named, include = audience
    players = [player.name for player in record.seats]
    known = redacted(engine, events, seat, language, players, record, position, include=include)
    return [(event.seq or 0, frame(event, named)) for event in known]


def may_look(head: GameRecord, request: Watching) -> bool:
    """Does the token still give access? A seat's stream needs a token of that seat."""
    if not request.token:
        return not head.private
    if request.seat is not None:
        player = head.seats[request.seat]
        return any(token is not None and same(token, request.token) for token in (player.token, player.remote))
    return any(token is not None and same(token, request.token) for token in (head.host, head.spectator))
