"""Live tables: one Redis reader per process wakes waiting reads and feeds every open event stream.

A view that wants to wait or to stream says so in the WSGI environ after all its checks; the edge does the waiting, so
that a thousand watchers cost neither threads nor connections. What is sent is always read from the game's log.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from typing import Any

from msgspec import Struct
from redis.asyncio import Redis
from redis.exceptions import RedisError

from api.observing import STREAMS, log
from api.sse import HEARTBEAT, frame
from api.waiting import Waiting
from engines.game import Game
from store.documents import told_events
from store.history import History
from store.ids import same
from store.keys import WAKE
from store.link import StoreUnavailable
from store.store import NoSuchGame, Store
from store.table import Head, Table

BEAT_SECONDS = 15
BACKLOG = 512
"""Events that a slow reader may lag behind before it is cut off; it can resume from its Last-Event-ID."""
PAGE = 500
LINGER_SECONDS = 5.0
"""How long wake-ups of a game are still heard when nobody waits for them: who polls is soon back."""


class Watching(Struct):
    """An event stream, after all checks: whose, of what, from where."""

    engine: Game[Any, Any]
    id: str
    seat: int | None
    token: str
    language: str
    after: int


class Watcher:
    """One open stream."""

    def __init__(self, request: Watching) -> None:
        self.request = request
        self.sent = request.after
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    @property
    def group(self) -> tuple[int | None, str]:
        """Streams of the same seat and language hear the same bytes."""
        return self.request.seat, self.request.language

    def push(self, frames: list[tuple[int, bytes]]) -> None:
        for seq, data in frames:
            if seq > self.sent:
                self.sent = seq
                self.queue.put_nowait(data)
        if self.queue.qsize() > BACKLOG:
            self.close()

    def close(self) -> None:
        self.queue.put_nowait(None)


class Live:
    """The waiting room of one process."""

    def __init__(self, store: Store, history: History) -> None:
        self.store = store
        self.history = history
        self.bells: dict[str, set[asyncio.Event]] = defaultdict(set)
        self.watchers: dict[str, set[Watcher]] = defaultdict(set)
        self._reader: asyncio.Task[None] | None = None
        self._subscribed: set[str] = set()
        self._left: dict[str, float] = {}
        """When the last one who waited for it went away."""
        self._changed = asyncio.Event()

    # --- waiting reads -------------------------------------------------------------------------------------------

    async def wait(self, waiting: Waiting) -> None:
        """Return when the game or job changes, or when the time is up."""
        bell = asyncio.Event()
        self.bells[waiting.id].add(bell)
        try:
            await self._listen_to(waiting.id)
            until = time.monotonic() + waiting.seconds
            while not waiting.ready():
                await asyncio.wait_for(bell.wait(), until - time.monotonic())
                bell.clear()
        except TimeoutError:
            pass
        finally:
            self.bells[waiting.id].discard(bell)
            self._forget(waiting.id)

    # --- streams -------------------------------------------------------------------------------------------------

    async def stream(self, request: Watching) -> AsyncIterator[bytes]:
        """Frames for one reader, until the game is over or the reader may no longer look."""
        watcher = Watcher(request)
        self.watchers[request.id].add(watcher)
        STREAMS.inc()
        try:
            await self._listen_to(request.id)
            self._feed(request.id)
            while True:
                try:
                    data = await asyncio.wait_for(watcher.queue.get(), BEAT_SECONDS)
                except TimeoutError:
                    data = HEARTBEAT
                    self._feed(request.id)  # a lost wake-up costs at most one beat
                if data is None:
                    return
                yield data
        finally:
            STREAMS.dec()
            self.watchers[request.id].discard(watcher)
            self._forget(request.id)

    def _feed(self, identifier: str) -> None:
        """Send every watcher of a game what it has not seen yet; one read of the log serves them all."""
        watchers = self.watchers.get(identifier)
        if not watchers:
            return
        try:
            table = self.store.load(next(iter(watchers)).request.engine, identifier)
            self._send_new(table, watchers)
        except (NoSuchGame, StoreUnavailable):
            for watcher in watchers:
                watcher.close()
            return
        for watcher in list(watchers):
            if (table.over and watcher.sent >= table.head.seq) or not may_look(table.head, watcher.request):
                watcher.close()

    def _send_new(self, table: Table, watchers: set[Watcher]) -> None:
        behind = min(watcher.sent for watcher in watchers)
        while behind < table.head.seq:
            events = self.history.events(table.head.slug, table.id, behind, PAGE)
            if not events:
                return
            last = behind + len(events)
            for group in {watcher.group for watcher in watchers}:
                seat, language = group
                heard = told_events(table, events, seat, language)
                frames = [(int(event.seq or 0), frame(event)) for event in heard]
                for watcher in watchers:
                    if watcher.group == group and may_look(table.head, watcher.request):
                        watcher.push(frames)
                        watcher.sent = max(watcher.sent, last)
            behind = last

    # --- the one reader ------------------------------------------------------------------------------------------

    async def _listen_to(self, identifier: str) -> None:
        """Make sure that wake-ups of this game reach the process."""
        if self._reader is None or self._reader.done():
            self._subscribed.clear()
            self._left.clear()
            self._reader = asyncio.create_task(self._read())
        while identifier not in self._subscribed:
            self._changed.set()
            await asyncio.sleep(0.005)
            if self._reader.done():
                return

    def _forget(self, identifier: str) -> None:
        for held in (self.bells, self.watchers):
            if identifier in held and not held[identifier]:
                del held[identifier]
        self._left[identifier] = time.monotonic()
        self._changed.set()

    async def _read(self) -> None:
        """Subscribe to the games that somebody waits for, and ring when they change."""
        client = Redis.from_url(self.store.settings.redis_url, socket_timeout=None)
        reader = client.pubsub(ignore_subscribe_messages=True)
        try:
            while True:
                await self._adjust(reader)
                if not self._subscribed:
                    await self._changed.wait()
                    continue
                message = await reader.get_message(timeout=0.05 if self._changed.is_set() else 0.25)
                while message is not None:
                    self._ring(message["channel"].decode()[len(WAKE) :])
                    message = await reader.get_message(timeout=0)
        except (RedisError, OSError) as error:
            log.warning("the reader of wake-ups lost the store", extra={"fields": {"error": str(error)}})
            for identifier in [*self.bells, *self.watchers]:
                self._ring(identifier)
        finally:
            await reader.aclose()  # type: ignore[no-untyped-call]
            await client.aclose()

    async def _adjust(self, reader: Any) -> None:
        self._changed.clear()
        wanted = {*self.bells, *self.watchers}
        if fresh := wanted - self._subscribed:
            await reader.subscribe(*[WAKE + identifier for identifier in fresh])
        gone = time.monotonic() - LINGER_SECONDS
        if stale := {identifier for identifier in self._subscribed - wanted if self._left.get(identifier, 0) < gone}:
            self._subscribed -= stale  # before anything is awaited: who comes now must not rely on it
            self._left = {identifier: at for identifier, at in self._left.items() if identifier not in stale}
            await reader.unsubscribe(*[WAKE + identifier for identifier in stale])
        self._subscribed |= fresh

    def _ring(self, identifier: str) -> None:
        for bell in self.bells.get(identifier, ()):
            bell.set()
        self._feed(identifier)


def may_look(head: Head, request: Watching) -> bool:
    """A token that no longer opens the game ends its streams."""
    if not request.token:
        return not head.private
    held = [place.token for place in head.places] + [place.remote for place in head.places]
    held += [head.host, head.spectator]
    return any(token is not None and same(token, request.token) for token in held)
