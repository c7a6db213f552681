"""All public games that are finished, one replay in each line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from api.http.waiting import Outcome, StreamFrom
from api.services import ApiServices
from engines.kernel.game import Game
from store.finished import Ended, FinishedGames
from store.redis.pubsub import Wakeups

if TYPE_CHECKING:
    from api.server.streams import StreamHub

MEDIA_TYPE = "application/x-ndjson"


class ExportStream(Struct):
    """Sends one game after another; it holds no more than one of them and a page of ids."""

    games: FinishedGames
    first: list[Ended]
    until: int | None
    id: str = ""

    async def frames(self, hub: StreamHub) -> AsyncGenerator[bytes, None]:
        """On the event loop: threads read the store meanwhile."""
        page = self.first
        while page and not hub.stopping:
            for entry in page:
                line = await asyncio.to_thread(self.games.replay, entry)
                if line is not None:
                    yield line
            page = await asyncio.to_thread(self.games.page, page[-1], self.until)

    def frames_on_thread(self, wakeups: Wakeups) -> Iterator[bytes]:
        page = self.first
        while page:
            yield from filter(None, map(self.games.replay, page))
            page = self.games.page(page[-1], self.until)


class ExportViews:
    """The finished games of one kind."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.games = FinishedGames(engine, services.store, services.history)

    def export(self, query: dict[str, Any]) -> Outcome:
        """Export finished games.

        Public games that ended between `since` and `until`, oldest first: one replay in each line, as a stream of any
        length. `cursor` of the last whole line is the `after` with which to go on.
        """
        since = query["since"]
        after = (
            Ended.parse(query["after"])
            if query["after"]
            else Ended(0 if since is None else milliseconds(since) - 1, "~")
        )
        until = None if query["until"] is None else milliseconds(query["until"])
        stream = ExportStream(self.games, self.games.page(after, until), until)
        return StreamFrom(stream, [("Content-Type", MEDIA_TYPE), ("Cache-Control", "no-store")])


def milliseconds(moment: datetime) -> int:
    return int(moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() * 1000)
