"""Export of public finished games, one replay per line."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import request
from msgspec import Struct

from api.http.compression import Coding, CompressedFrames, coding_for
from api.http.rate_limit import ACTS_PER_READ, ExtraReads
from api.http.request import present_client
from api.http.waiting import Outcome, StreamFrom
from api.services import ApiServices
from engines.kernel.game import Game
from store.games.replay.finished import Ended, FinishedGames
from store.redis.wakeups import Wakeups

if TYPE_CHECKING:
    from api.server.streams import StreamHub

MEDIA_TYPE, TEXT = "application/x-ndjson", "text/plain"
PAUSE = 0.25
"""Seconds between two checks of whether a stream may continue."""


class ExportStream(Struct):
    """Streams one game after another; holds one of them and a page of ids.

    Each game counts as a read of its replay: a client over its limit waits for the next minute.
    """

    games: FinishedGames
    reads: ExtraReads
    client: str
    first: list[Ended]
    until: int | None
    coding: Coding | None = None
    id: str = ""

    def frames(self, hub: StreamHub) -> AsyncGenerator[bytes, None]:
        lines = self._lines(hub)
        return lines if self.coding is None else CompressedFrames(self.coding).around(lines)

    def frames_on_thread(self, wakeups: Wakeups) -> Iterator[bytes]:
        lines = self._lines_on_thread()
        return lines if self.coding is None else CompressedFrames(self.coding).around_plain(lines)

    async def _lines(self, hub: StreamHub) -> AsyncGenerator[bytes, None]:
        page = self.first
        while page and not hub.stopping:
            for entry in page:
                found = await hub.read(partial(self.games.replay, entry))
                if found is None:
                    continue
                while await hub.read(partial(self._must_wait, found[1])) and not hub.stopping:
                    await asyncio.sleep(PAUSE)
                yield found[0]
            page = await hub.read(partial(self.games.page, page[-1], self.until))

    def _lines_on_thread(self) -> Iterator[bytes]:
        page = self.first
        while page:
            for line, acts in filter(None, map(self.games.replay, page)):
                while self._must_wait(acts):
                    time.sleep(PAUSE)
                yield line
            page = self.games.page(page[-1], self.until)

    def _must_wait(self, acts: int) -> bool:
        return self.reads.seconds_to_wait(self.client, 1 + acts // ACTS_PER_READ) > 0


class ExportViews:
    """The finished games of one kind."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.games = FinishedGames(engine, services.store, services.history)
        self.reads = services.extra_reads

    def export(self, query: dict[str, Any]) -> Outcome:
        """Export finished games.

        Public games that ended between `since` and `until`, oldest first: one replay per line, as a stream of
        any length. To continue, pass the `cursor` of the last complete line as `after`. With `Accept:
        text/plain` the same lines are sent as text.
        """
        since = query["since"]
        after = (
            Ended.parse(query["after"])
            if query["after"]
            else Ended(0 if since is None else milliseconds(since) - 1, "~")
        )
        until = None if query["until"] is None else milliseconds(query["until"])
        client = present_client()
        stream = ExportStream(
            self.games, self.reads, client, self.games.page(after, until), until, coding_for(request.environ)
        )
        kind = request.accept_mimetypes.best_match([MEDIA_TYPE, TEXT], MEDIA_TYPE)
        content_type = kind if kind == MEDIA_TYPE else f"{kind}; charset=utf-8"
        sent = [("Content-Type", content_type), ("Cache-Control", "no-store"), ("Vary", "Accept, Accept-Encoding")]
        if stream.coding is not None:
            sent.append(("Content-Encoding", stream.coding))
        return StreamFrom(stream, sent)


def line_headers() -> list[tuple[str, str]]:
    """The headers of the stream: NDJSON, or text if only that is accepted."""
    kind = request.accept_mimetypes.best_match([MEDIA_TYPE, TEXT], MEDIA_TYPE)
    content_type = kind if kind == MEDIA_TYPE else f"{kind}; charset=utf-8"
    return [("Content-Type", content_type), ("Cache-Control", "no-store"), ("Vary", "Accept")]


def milliseconds(moment: datetime) -> int:
    return int(moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() * 1000)
