"""Waiting reads and event streams of one process, woken by one Redis subscription.

Streams send what is in the game's log: read once for all streams of a game, and rendered once per seat and
language.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable

from api.server.watchers import HEARTBEAT_SECONDS, PAGE, Audience, News, Watcher, Watching, framed, may_look
from store.history import History
from store.process.logs import log
from store.record import OVER, SchemaMismatch
from store.redis.client import StoreUnavailable
from store.redis.pubsub import PubSubListener
from store.repository import GameRepository, NoSuchGame

AT_ONCE = 50
"""Heartbeats sent before other tasks run."""


class StreamHub:
    """The waiting reads and event streams of one process."""

    def __init__(self, store: GameRepository, history: History) -> None:
        self.history = history
        self.counters = store.counters
        self.waiters: dict[str, set[asyncio.Event]] = defaultdict(set)
        self.watchers: dict[str, set[Watcher]] = defaultdict(set)
        self.listener = PubSubListener(store.redis, self._wake)
        self._beating: asyncio.Task[None] | None = None
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
                while not (self.stopping or (hurry is not None and hurry.is_set()) or ready()):
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
            self._feed(request.id, [watcher])
            while data := await watcher.next():
                yield data
        finally:
            self.counters.streams -= 1
            self.watchers[request.id].discard(watcher)
            self._forget(request.id)

    def _feed(self, identifier: str, watchers: Iterable[Watcher]) -> None:
        """Send new events to these watchers of a game; streams that cannot be served end."""
        open_ = [watcher for watcher in watchers if not watcher.closed]
        try:
            while open_ and self._send_page(identifier, open_):
                open_ = [watcher for watcher in open_ if not watcher.closed]
        except (NoSuchGame, StoreUnavailable, SchemaMismatch):
            for watcher in open_:
                watcher.close()
        except Exception:
            log.exception("cannot read events for a stream")
            for watcher in open_:
                watcher.close()

    def _send_page(self, identifier: str, watchers: list[Watcher]) -> bool:
        """Read record and log once for all of them; True if there is more to read."""
        engine, after = watchers[0].request.engine, min(watcher.sent for watcher in watchers)
        head, events = self.history.news(engine.slug, identifier, after, PAGE)
        last = after + len(events)
        news_of: dict[Audience, News] = {}
        for watcher in watchers:
            if not may_look(head, watcher.request):
                watcher.close()
                continue
            news = news_of.get(watcher.audience)
            if news is None:
                frames = framed(engine, events, watcher.audience, head)
                whole = b"".join(data for _, data in frames)
                news = news_of[watcher.audience] = News(after, last, frames, whole)
            watcher.push(news)
            if watcher.request.seat is not None and watcher.sent >= head.seq:
                watcher.send_turn(head)
            if head.status in OVER and watcher.sent >= head.seq:
                watcher.close()
        return bool(events) and last < head.seq

    async def _beat(self) -> None:
        """Periodically check every game, so that a lost wake-up delays at most one period, and send heartbeats."""
        while self.watchers:
            games = list(self.watchers)
            for identifier in games:
                watchers = list(self.watchers.get(identifier, ()))
                self._feed(identifier, watchers)
                for number, watcher in enumerate(watchers):
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
        if watchers := self.watchers.get(identifier):
            self._feed(identifier, watchers)


async def _set_after(hurry: asyncio.Event, changed: asyncio.Event) -> None:
    await hurry.wait()
    changed.set()
