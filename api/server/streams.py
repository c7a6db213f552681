"""Waiting reads and event streams of one process, woken by one Redis subscription.

Streams send what is in the game's log: read once for all streams of a game, and rendered once per seat and
language. Nothing here waits for Redis on the event loop itself: whatever reads the store goes through ``read``.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial
from typing import Protocol, TypeVar

from api.server.watchers import HEARTBEAT_SECONDS, PAGE, Audience, News, Watcher, Watching, framed, may_look
from store.games.history import History
from store.games.repository import GameRepository, NoSuchGame
from store.model.record import OVER, GameRecord, SchemaMismatch
from store.process.logs import log
from store.redis.client import StoreUnavailable
from store.redis.pubsub import PubSubListener

T = TypeVar("T")
AT_ONCE = 50
"""Heartbeats sent before other tasks run."""


class Read(Protocol):
    """Calls a function that waits for the store, while the event loop runs on."""

    def __call__(self, function: Callable[[], T], /) -> Awaitable[T]: ...


class StreamHub:
    """The waiting reads and event streams of one process."""

    def __init__(self, store: GameRepository, history: History, read: Read) -> None:
        self.history = history
        self.read = read
        self.counters = store.counters
        self.waiters: dict[str, set[asyncio.Event]] = defaultdict(set)
        self.watchers: dict[str, set[Watcher]] = defaultdict(set)
        self.listener = PubSubListener(store.redis, self._wake)
        self._beating: asyncio.Task[None] | None = None
        self._feeding: dict[str, asyncio.Task[None]] = {}
        """By game: the task that reads its news. One at a time, so that streams get everything in order."""
        self._changed: set[str] = set()
        """Games that have changed since their news were last read."""
        self.stopping = False

    def stop(self) -> None:
        """End every wait and stream before the process ends."""
        self.stopping = True
        for waiters in self.waiters.values():
            for changed in waiters:
                changed.set()
        for watchers in self.watchers.values():
            for watcher in watchers:
                watcher.close()

    # --- waiting reads -------------------------------------------------------------------------------------------

    async def wait(
        self, identifier: str, seconds: float, ready: Callable[[], bool], hurry: asyncio.Event | None = None
    ) -> None:
        """Return when the game, job or bot changes, the time is up, the store is unavailable, or ``hurry`` is set."""
        changed = asyncio.Event()
        self.waiters[identifier].add(changed)
        ending = None if hurry is None else asyncio.ensure_future(_set_after(hurry, changed))
        try:
            async with asyncio.timeout(seconds):
                await self.listener.subscribe(identifier)
                while not (self.stopping or (hurry is not None and hurry.is_set()) or await self.read(ready)):
                    await changed.wait()
                    changed.clear()
        except (TimeoutError, StoreUnavailable):
            pass  # building the response reports it
        finally:
            if ending is not None:
                ending.cancel()
            self.waiters[identifier].discard(changed)
            self._forget(identifier)

    # --- streams -------------------------------------------------------------------------------------------------

    async def stream(self, request: Watching) -> AsyncGenerator[bytes, None]:
        """Frames for one reader, until the game is over or the reader loses access."""
        watcher = Watcher(request)
        self.watchers[request.id].add(watcher)
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._beat())
        self.counters.streams += 1
        try:
            await self.listener.subscribe(request.id)
            self._feed_soon(request.id)
            while data := await watcher.next():
                yield data
                if watcher.behind:
                    self._feed_soon(request.id)
        finally:
            self.counters.streams -= 1
            self.watchers[request.id].discard(watcher)
            self._forget(request.id)

    def _feed_soon(self, identifier: str) -> None:
        """Read the news of a game for its streams, now or once they have been read."""
        self._changed.add(identifier)
        if identifier not in self._feeding:
            self._feeding[identifier] = asyncio.create_task(self._feed(identifier))

    async def _feed(self, identifier: str) -> None:
        """Send new events to the streams of a game; streams that cannot be served end."""
        try:
            while identifier in self._changed:
                self._changed.discard(identifier)
                while (watchers := self._accepting(identifier)) and await self._send_page(identifier, watchers):
                    pass
        except (NoSuchGame, StoreUnavailable, SchemaMismatch):
            self._close(identifier)
        except Exception:
            log.exception("cannot read events for a stream")
            self._close(identifier)
        finally:
            del self._feeding[identifier]
            self._changed.discard(identifier)

    def _open(self, identifier: str) -> list[Watcher]:
        return [watcher for watcher in self.watchers.get(identifier, ()) if not watcher.closed]

    def _accepting(self, identifier: str) -> list[Watcher]:
        return [watcher for watcher in self._open(identifier) if watcher.accepts_news()]

    def _close(self, identifier: str) -> None:
        for watcher in self._open(identifier):
            watcher.close()

    async def _send_page(self, identifier: str, watchers: list[Watcher]) -> bool:
        """Read record and log once for all of them; True if there is more to read."""
        engine, after = watchers[0].request.engine, min(watcher.sent for watcher in watchers)

        def news() -> tuple[GameRecord, int, dict[Audience, News]]:
            """Rendering reads the position where an old event has a face to remember."""
            head, events = self.history.news(engine.slug, identifier, after, PAGE)
            last, position = after + len(events), partial(self.history.position, engine, identifier)
            behind = {watcher.audience for watcher in watchers if watcher.sent < last}
            shown = {audience: framed(engine, events, audience, head, position) for audience in behind}
            return head, last, {audience: News.of(after, last, frames) for audience, frames in shown.items()}

        head, last, news_of = await self.read(news)
        for watcher in watchers:
            if not may_look(head, watcher.request):
                watcher.close()
                continue
            if watcher.sent < last:
                watcher.push(news_of[watcher.audience])
            if watcher.request.seat is not None and watcher.sent >= head.seq:
                watcher.send_turn(head)
            if head.status in OVER and watcher.sent >= head.seq:
                watcher.close()
        return after < last < head.seq

    async def _beat(self) -> None:
        """Periodically check every game, so that a lost wake-up delays at most one period, and send heartbeats."""
        while self.watchers:
            games = list(self.watchers)
            for identifier in games:
                self._feed_soon(identifier)
                for number, watcher in enumerate(list(self.watchers.get(identifier, ()))):
                    if number % AT_ONCE == AT_ONCE - 1:
                        await asyncio.sleep(0.001)
                    watcher.heartbeat()
                await asyncio.sleep(HEARTBEAT_SECONDS / len(games))

    def _forget(self, identifier: str) -> None:
        for held in (self.waiters, self.watchers):
            if identifier in held and not held[identifier]:
                del held[identifier]
        if identifier not in self.waiters and identifier not in self.watchers:
            self.listener.unsubscribe(identifier)

    def _wake(self, identifier: str) -> None:
        for changed in self.waiters.get(identifier, ()):
            changed.set()
        if identifier in self.watchers:
            self._feed_soon(identifier)


async def _set_after(hurry: asyncio.Event, changed: asyncio.Event) -> None:
    await hurry.wait()
    changed.set()
