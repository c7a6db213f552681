"""Open turns and notices of a bot: reading, waiting, streaming."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from typing import Any

import msgspec

from api.http.outcomes import Outcome, Reply, StreamFrom, WaitUntil
from api.http.problems import Problem
from api.http.rate_limit import NEW_TURN
from api.http.request import ApiRequest
from api.http.responses import VARY, private
from api.server.sse import HEARTBEAT, MEDIA_TYPE
from api.server.streams import StreamHub
from api.server.watchers import HEARTBEAT_SECONDS
from api.views.bots.documents import NoticeDocument
from api.views.bots.owner import OwnerRoutes
from engines.kernel.records import Result
from store.bots.notices import Notice
from store.bots.record import RemoteBot
from store.bots.remote import NoSuchBot, Remotes
from store.games.views import encode
from store.process.clock import iso


class TurnReader:
    """The open turns of one bot, in the format that the request asks for."""

    def __init__(
        self, remotes: Remotes, bot: str, after: int | None, text: bool | None, admit: Callable[[int], object]
    ) -> None:
        self.remotes = remotes
        self.bot = bot
        self.admit = admit
        """Counts turns that must be built; raises a problem if they exceed the limit."""
        self.after = after
        """The number of the last notice that was read; None to wait for turns only."""
        self.text = text
        """True with board and actions in words; None = as registered."""

    def turns(self) -> dict[str, bytes]:
        """The turns that the bot owes now; raises NoSuchBot, or a problem if its client exceeds its limit."""
        bot = self.remotes.load(self.bot)
        text = bot.text if self.text is None else self.text
        return self.remotes.turns.bodies_of(bot, text, self.remotes.health.of(bot.id).latency_ms, self.admit)

    def notices(self) -> list[NoticeDocument]:
        return [_notice(number, notice) for number, notice in self.remotes.notices.after(self.bot, self.after or 0)]

    def more_notices(self) -> bool:
        return self.after is not None and self.remotes.notices.last(self.bot) > self.after

    def ready(self) -> bool:
        """Is there an open turn or an unread notice?"""
        return self.remotes.turns.count(self.bot) > 0 or self.more_notices()


class TurnRoutes(OwnerRoutes):
    def turns(self, request: ApiRequest, bot: RemoteBot, query: dict[str, Any]) -> Outcome:
        """Fetch the open turns of your bot.

        In all its games, the most urgent first. A turn is sent again until it is acted on (with the bot's
        token) or its deadline passes. With `Prefer: wait=N` the server waits for the first one; with `Accept:
        text/event-stream` turns arrive as they open. Any number of connections may ask. `notices` announce when
        games begin and end for the bot; they are numbered, and `after` returns only later ones and makes the
        server wait for them, or stream them, too.
        """
        client, extra = request.client, self.services.extra_reads
        reader = TurnReader(
            self.remotes, bot.id, query["after"], query["text"], lambda new: extra.admit(client, NEW_TURN * new)
        )
        if request.wants_stream:
            sent = [("Content-Type", MEDIA_TYPE), ("Cache-Control", "private, no-store"), ("Vary", VARY)]
            return StreamFrom(TurnStream(reader), sent)
        wait = request.preferences.wait
        if wait and not reader.ready():
            return WaitUntil(bot.id, wait, reader.ready, lambda: _answer(reader, wait))
        found = reader.turns()
        if wait and not found and not reader.more_notices():  # the turns found were no longer owed
            return WaitUntil(bot.id, wait, reader.ready, lambda: _answer(reader, wait))
        return _answer(reader, wait, found)


def _answer(reader: TurnReader, wait: int | None, turns: dict[str, bytes] | None = None) -> Reply:
    found = reader.turns() if turns is None else turns
    body = b'{"turns":[' + b",".join(found.values()) + b'],"notices":' + encode(reader.notices()) + b"}"
    return private(body).waited(wait)


class TurnStream:
    """One open stream of turns. Open turns are sent again with every heartbeat."""

    def __init__(self, reader: TurnReader) -> None:
        self.reader = reader
        self.id = reader.bot
        self.sent: set[str] = set()
        self.refused = False
        """True if the client exceeded its limit; the next heartbeat tries again."""

    def fresh(self) -> list[bytes] | None:
        """Frames of turns and notices not sent yet; None once the bot is gone.

        None are built while its client exceeds its limit.
        """
        reader, frames = self.reader, []
        try:
            found = reader.turns()
            self.refused = False
        except NoSuchBot:
            return None
        except Problem:
            self.refused = True
            return []
        if reader.after is not None:
            for notice in reader.notices():
                reader.after = notice.number
                frames.append(b"event: notice\ndata: %s\n\n" % encode(notice))
        frames += [_frame(key, body) for key, body in found.items() if key not in self.sent]
        self.sent = set(found)
        return frames

    def ready(self) -> bool:
        return not self.refused and self._more()

    def _more(self) -> bool:
        return bool(set(self.reader.remotes.turns.offers(self.id)) - self.sent) or self.reader.more_notices()

    async def frames(self, hub: StreamHub) -> AsyncGenerator[bytes, None]:
        yield HEARTBEAT
        while not hub.stopping and (found := await hub.read(self.fresh)) is not None:
            for data in found:
                yield data
            await hub.wait(self.id, HEARTBEAT_SECONDS, self.ready)
            if not await hub.read(self.ready):
                self.sent.clear()
                yield HEARTBEAT


def _frame(key: str, body: bytes) -> bytes:
    return b"id: %s\nevent: turn\ndata: %s\n\n" % (key.encode(), body)


def _notice(number: int, notice: Notice) -> NoticeDocument:
    result = None if notice.result is None else msgspec.convert(notice.result, Result)
    return NoticeDocument(
        number, notice.kind, notice.slug, notice.game, notice.version, notice.seat, iso(notice.at),
        notice.status, result,  # type: ignore[arg-type]
    )  # fmt: skip
