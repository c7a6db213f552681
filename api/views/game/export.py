"""Export of public finished games, one replay per line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from api.http.compression import Coding, CompressedFrames, coding_for
from api.http.outcomes import Headers, Outcome, StreamFrom
from api.http.rate_limit import ACTS_PER_READ, ExtraReads
from api.http.request import ApiRequest
from api.services import ApiServices
from engines.kernel.game import Game
from store.games.replay.finished import Ended, FinishedGames

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

    def frames(self, hub: StreamHub) -> AsyncGenerator[bytes, None]:
        lines = self._lines(hub)
        return lines if self.coding is None else CompressedFrames(self.coding).around(lines)

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

    def _must_wait(self, acts: int) -> bool:
        return self.reads.seconds_to_wait(self.client, 1 + acts // ACTS_PER_READ) > 0


class ExportViews:
    """The finished games of one kind."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.games = FinishedGames(engine, services.store, services.history)
        self.reads = services.extra_reads

    def export(self, request: ApiRequest, query: dict[str, Any]) -> Outcome:
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
        coding = coding_for(request)
        stream = ExportStream(self.games, self.reads, request.client, self.games.page(after, until), until, coding)
        headers = line_headers(request, "Accept, Accept-Encoding")
        return StreamFrom(stream, headers if coding is None else [*headers, ("Content-Encoding", coding)])


def line_headers(request: ApiRequest, vary: str = "Accept") -> Headers:
    """The headers of the stream: NDJSON, or text if only that is accepted."""
    kind = request.parsed.accept_mimetypes.best_match([MEDIA_TYPE, TEXT], MEDIA_TYPE)
    content_type = kind if kind == MEDIA_TYPE else f"{kind}; charset=utf-8"
    return [("Content-Type", content_type), ("Cache-Control", "no-store"), ("Vary", vary)]


def milliseconds(moment: datetime) -> int:
    return int(moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() * 1000)
