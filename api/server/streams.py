"""Waiting reads and event streams of one process, woken by one Redis subscription.

What a stream sends is always read from the game's log: once for all its streams, and put into words once for all that
show the same seat in the same language.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from msgspec import Struct

from api.http.waiting import beats
from api.server.pubsub import PubSubListener
from api.server.sse import HEARTBEAT, frame
from engines.kernel.game import Game
from engines.kernel.records import Event
from store.history import History, redacted
from store.ids import same
from store.logs import log
from store.record import OVER, GameRecord, SchemaMismatch
from store.redis.client import StoreUnavailable
from store.redis.pubsub import Wakeups
from store.repository import GameRepository, NoSuchGame

BEAT_SECONDS = 15
MOST_HELD = 1_000_000
"""Bytes that wait for a reader who fetches nothing; then the stream ends behind them, and its reader may resume."""
PAGE = 500
AT_ONCE = 50
"""Heartbeats that are sent before others have their turn."""
Audience = tuple[int | None, str]
"""Seat and language: those who hear the same."""


class Watching(Struct):
    """An event stream, after all checks: whose, of what, from where."""

    engine: Game[Any, Any]
    id: str
    seat: int | None
    token: str
    language: str
    after: int
    history: History

    @property
    def audience(self) -> Audience:
        return self.seat, self.language

    def frames(self, hub: StreamHub) -> AsyncGenerator[bytes, None]:
        return hub.stream(self)

    def frames_on_thread(self, wakeups: Wakeups) -> Iterator[bytes]:
        """The same for a plain WSGI server: one thread for each stream."""
        sent = self.after
        with suppress(NoSuchGame, StoreUnavailable, SchemaMismatch):
            for _ in beats(wakeups, self.id, BEAT_SECONDS):
                yield HEARTBEAT
                more = True
                while more:
                    record, events = self.history.news(self.engine.slug, self.id, sent, PAGE)
                    if not may_look(record, self):
                        return
                    yield b"".join(data for _, data in framed(self.engine, events, self.audience, record))
                    sent += len(events)
                    more = bool(events) and sent < record.seq
                if record.status in OVER:
                    return


class News(Struct):
    """What one audience hears of the events behind ``after``, up to ``last``."""

    after: int
    last: int
    frames: list[tuple[int, bytes]]
    whole: bytes
    """All frames in one piece, for those who have seen everything before."""

    def behind(self, seq: int) -> bytes:
        return self.whole if seq <= self.after else b"".join(data for number, data in self.frames if number > seq)


class Watcher:
    """One open stream."""

    __slots__ = ("_bell", "_held", "audience", "beaten", "closed", "request", "sent", "waiting")

    def __init__(self, request: Watching) -> None:
        self.request = request
        self.audience = request.audience
        self.sent = request.after
        self.waiting = 0
        """Bytes that are held."""
        self.closed = False
        self.beaten = False
        """Has anything been sent since the last heartbeat?"""
        self._held: list[bytes] = []
        self._bell = asyncio.Event()

    def push(self, news: News) -> None:
        if self.sent < news.last:
            if data := news.behind(self.sent):
                self._put(data)
            self.sent = news.last

    def beat(self) -> None:
        """Send a heartbeat, unless something else was sent since the last."""
        if not self.beaten:
            self._put(HEARTBEAT)
        self.beaten = False

    def _put(self, data: bytes) -> None:
        self._held.append(data)
        self.waiting += len(data)
        self.beaten = True
        self._bell.set()
        if self.waiting > MOST_HELD:
            self.close()

    def close(self) -> None:
        """Send what is held, and no more."""
        self.closed = True
        self._bell.set()

    async def next(self) -> bytes:
        """All that has come since; empty at the end."""
        if not self._held and not self.closed:
            await self._bell.wait()
        self._bell.clear()
        data = self._held[0] if len(self._held) == 1 else b"".join(self._held)
        self._held.clear()
        self.waiting = 0
        return data


class StreamHub:
    """What waits and streams in one process."""

    def __init__(self, store: GameRepository, history: History) -> None:
        self.history = history
        self.counters = store.counters
        self.bells: dict[str, set[asyncio.Event]] = defaultdict(set)
        self.watchers: dict[str, set[Watcher]] = defaultdict(set)
        self.listener = PubSubListener(store.redis.listening_url, self._ring)
        self._beating: asyncio.Task[None] | None = None
        self.stopping = False

    def stop(self) -> None:
        """Let go of all who wait and watch: the process ends."""
        self.stopping = True
        for bells in self.bells.values():
            for bell in bells:
                bell.set()
        for watchers in self.watchers.values():
            for watcher in watchers:
                watcher.close()

    # --- waiting reads -------------------------------------------------------------------------------------------

    async def wait(
        self, identifier: str, seconds: float, ready: Callable[[], bool], hurry: asyncio.Event | None = None
    ) -> None:
        """Return when the game, job or bot changes, the time is up, the store is away, or ``hurry`` is set."""
        bell = asyncio.Event()
        self.bells[identifier].add(bell)
        ending = None if hurry is None else asyncio.ensure_future(_ring_after(hurry, bell))
        try:
            async with asyncio.timeout(seconds):
                await self.listener.hear(identifier)
                while not (self.stopping or (hurry is not None and hurry.is_set()) or ready()):
                    await bell.wait()
                    bell.clear()
        except (TimeoutError, StoreUnavailable):
            pass  # the response says what there is to say
        finally:
            if ending is not None:
                ending.cancel()
            self.bells[identifier].discard(bell)
            self._forget(identifier)

    # --- streams -------------------------------------------------------------------------------------------------

    async def stream(self, request: Watching) -> AsyncGenerator[bytes, None]:
        """Frames for one reader, until the game is over or the reader may no longer look."""
        watcher = Watcher(request)
        self.watchers[request.id].add(watcher)
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._beat())
        self.counters.streams += 1
        try:
            await self.listener.hear(request.id)
            self._feed(request.id, [watcher])
            while data := await watcher.next():
                yield data
        finally:
            self.counters.streams -= 1
            self.watchers[request.id].discard(watcher)
            self._forget(request.id)

    def _feed(self, identifier: str, watchers: Iterable[Watcher]) -> None:
        """Send these watchers of a game what they have not seen yet; whoever cannot be served is let go."""
        open_ = [watcher for watcher in watchers if not watcher.closed]
        try:
            while open_ and self._send_page(identifier, open_):
                open_ = [watcher for watcher in open_ if not watcher.closed]
        except (NoSuchGame, StoreUnavailable, SchemaMismatch):
            for watcher in open_:
                watcher.close()
        except Exception:
            log.exception("a stream could not be fed")
            for watcher in open_:
                watcher.close()

    def _send_page(self, identifier: str, watchers: list[Watcher]) -> bool:
        """One read of head and log for all of them; True when there is more to read."""
        engine, after = watchers[0].request.engine, min(watcher.sent for watcher in watchers)
        head, events = self.history.news(engine.slug, identifier, after, PAGE)
        last = after + len(events)
        heard: dict[Audience, News] = {}
        for watcher in watchers:
            if not may_look(head, watcher.request):
                watcher.close()
                continue
            news = heard.get(watcher.audience)
            if news is None:
                frames = framed(engine, events, watcher.audience, head)
                whole = b"".join(data for _, data in frames)
                news = heard[watcher.audience] = News(after, last, frames, whole)
            watcher.push(news)
            if head.status in OVER and watcher.sent >= head.seq:
                watcher.close()
        return bool(events) and last < head.seq

    async def _beat(self) -> None:
        """Once in a while look at every game, so that a lost wake-up costs at most one beat, and send heartbeats."""
        while self.watchers:
            games = list(self.watchers)
            for identifier in games:
                watchers = list(self.watchers.get(identifier, ()))
                self._feed(identifier, watchers)
                for number, watcher in enumerate(watchers):
                    if number % AT_ONCE == AT_ONCE - 1:
                        await asyncio.sleep(0.001)
                    watcher.beat()
                await asyncio.sleep(BEAT_SECONDS / len(games))

    def _forget(self, identifier: str) -> None:
        for held in (self.bells, self.watchers):
            if identifier in held and not held[identifier]:
                del held[identifier]
        if identifier not in self.bells and identifier not in self.watchers:
            self.listener.leave(identifier)

    def _ring(self, identifier: str) -> None:
        for bell in self.bells.get(identifier, ()):
            bell.set()
        if watchers := self.watchers.get(identifier):
            self._feed(identifier, watchers)


async def _ring_after(hurry: asyncio.Event, bell: asyncio.Event) -> None:
    await hurry.wait()
    bell.set()


def framed(
    engine: Game[Any, Any], events: Iterable[Event], audience: Audience, record: GameRecord
) -> list[tuple[int, bytes]]:
    """The events that this audience may know, by sequence number, as they go over the wire."""
    seat, language = audience
    players = [place.name for place in record.seats]
    known = (redacted(engine, event, seat, language, players) for event in events)
    return [(event.seq or 0, frame(event)) for event in known if event is not None]


def may_look(head: GameRecord, request: Watching) -> bool:
    """A token that no longer opens what it opened ends its streams: a seat's stream needs a token of that seat."""
    if not request.token:
        return not head.private
    if request.seat is not None:
        place = head.seats[request.seat]
        return any(token is not None and same(token, request.token) for token in (place.token, place.remote))
    return any(token is not None and same(token, request.token) for token in (head.host, head.spectator))
