"""Ladders: the table, entries, games and results."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from api.http.outcomes import Outcome, Reply, StreamFrom
from api.http.problems import Problem, unauthorized
from api.http.problems.causes import refusal_problem
from api.http.rate_limit import LISTED_PER_READ, ExtraReads
from api.http.request import ApiRequest
from api.http.responses import linked, no_content, plain
from api.services import ApiServices
from api.spec.operation import Operation
from api.views.bots.owner import NOT_OWNER, owned_bot
from api.views.game.export import PAUSE, line_headers
from engines.kernel.registry import slugs
from store.bots.record import Claim, RemoteBot
from store.bots.remote import NoSuchBot
from store.games.changes.create import clean_name
from store.games.views import encode
from store.ladders.documents import games_of, row_of, table_of
from store.ladders.entries import LadderEntry
from store.ladders.ladders import LadderFull, Ladders
from store.ladders.ratings import new_standing
from store.ladders.results import LadderResult
from store.model.outcomes import SeatUnavailable
from store.process.clock import now_ms

if TYPE_CHECKING:
    from api.server.streams import StreamHub

REPLAYED = 2
"""Reads that a line with its replay counts as."""


class LadderViews:
    def __init__(self, services: ApiServices) -> None:
        self.services = services
        self.ladders = services.ladders

    def table(self, request: ApiRequest, slug: str) -> Reply:
        """Read the table of a ladder.

        Sorted by `rating`, which is `mu` - 3 `sigma`. Everything in it follows from the results (`ludotheque
        ladder verify`). `next.commitment` fixes the seed of the next game before its players are chosen.
        """
        ladder, settings = self.ladders.load(_known(slug)), self.services.settings
        self.services.extra_reads.admit_request(request, len(ladder.results) // LISTED_PER_READ)
        table = table_of(ladder, settings.ladder_anchors.split(), settings.ladder_entry_games)
        return plain(encode(table))

    def games(self, request: ApiRequest, query: dict[str, Any], slug: str) -> Reply:
        """List the games of a ladder.

        Running games, then the newest results. Each can be watched, and replayed once it is over.
        """
        self.services.extra_reads.admit_request(request, query["limit"] // LISTED_PER_READ)
        ladder = self.ladders.load(_known(slug))
        ladder.open = self.ladders.created(ladder.open)
        page = games_of(ladder, query["limit"], query["cursor"])
        return linked(request, plain(encode(page)), page.next)

    def results(self, request: ApiRequest, query: dict[str, Any], slug: str) -> Outcome:
        """Read the results of a ladder.

        One line per game, in the order in which they count: a `LadderResult`, with the game's `replay` unless
        it is void. `ludotheque ladder verify` replays them all and computes the same table. With `Accept:
        text/plain` the same lines are sent as text.
        """
        lines = self.ladders.lines(_known(slug), query["after"])
        stream = ResultStream(self.ladders, self.services.extra_reads, request.client, slug, lines)
        return StreamFrom(stream, line_headers(request))

    def enter(self, request: ApiRequest, _: None, payload: dict[str, Any], slug: str) -> Reply:
        """Enter your bot into a ladder.

        It is tested with one private game, then paired with others until it has played its games; entering a
        benched bot again reactivates it. By entering, its owner accepts any opponent in the ladder, within the
        bot's `concurrent` games.
        """
        bot = self._own(request, payload["bot"], _known(slug))
        accepted = self.services.remotes.acceptable(bot.id, Claim(slug, "", "", entered=True))
        if isinstance(accepted, SeatUnavailable):
            raise refusal_problem(accepted, request)
        following = self.ladders.load(slug).next
        owner = clean_name(payload["owner"], "")
        first = 1 if following is None else following.number
        entry = LadderEntry(bot.id, bot.name, owner, bot.client, now_ms(), first)
        try:
            known = self.ladders.enter(slug, entry)
        except LadderFull as error:
            full = SeatUnavailable(f"the ladder has {error.most} entries, and takes no more")
            raise refusal_problem(full, request) from error
        standing = self.ladders.load(slug).standings.get(bot.id) or new_standing(bot.id)
        standing.name, standing.owner = entry.name, entry.owner
        row = row_of(standing, entry, self.services.settings.ladder_entry_games)
        return plain(encode(row), 200 if known else 201, location=f"/v1/ladders/{slug}")

    def leave(self, request: ApiRequest, _: None, slug: str, bot: str) -> Reply:
        """Withdraw your bot from a ladder.

        Its results stay, and a running game still counts.
        """
        if not self.ladders.leave(slug, self._own(request, bot, _known(slug)).id):
            raise Problem("not-found", "This bot is not in the ladder.")
        return no_content()

    @staticmethod
    def guard(request: ApiRequest, operation: Operation, arguments: dict[str, Any]) -> None:  # noqa: ARG004
        """Refuse requests without a token; ``_own`` checks whose it is, once the bot is known."""
        if request.token is None:
            raise unauthorized(NOT_OWNER)

    def _own(self, request: ApiRequest, identifier: str, slug: str) -> RemoteBot:
        """The bot, if the request has its token."""
        bot = self.services.remotes.load(identifier)
        if bot.hook is not None or not bot.proven:
            raise NoSuchBot(identifier)
        return owned_bot(request, bot)


def _known(slug: str) -> str:
    if slug not in slugs():
        raise Problem("not-found", "There is no such game.")
    return slug


class ResultStream(Struct):
    """Streams one result after another, each with its replay; a client over its limit waits."""

    ladders: Ladders
    reads: ExtraReads
    client: str
    slug: str
    results: list[LadderResult]

    async def frames(self, hub: StreamHub) -> AsyncGenerator[bytes, None]:
        for result in self.results:
            while await hub.read(self._must_wait) and not hub.stopping:
                await asyncio.sleep(PAUSE)
            if hub.stopping:
                return
            yield await hub.read(partial(self._line, result))

    def _line(self, result: LadderResult) -> bytes:
        replay = self.ladders.replay(self.slug, result.id)
        line = encode(result)
        return line[:-1] + b',"replay":' + (replay or b"null") + b"}\n"

    def _must_wait(self) -> bool:
        return self.reads.seconds_to_wait(self.client, REPLAYED) > 0
