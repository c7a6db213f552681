"""What has happened in a game: its events, as pages or as a stream, and all of it once it is over."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from api.http import headers
from api.http.auth import Bearer
from api.http.problems import Problem
from api.http.responses import VARY, private
from api.http.waiting import Outcome, StreamFrom
from api.server.sse import MEDIA_TYPE
from api.server.streams import Watching
from api.services import ApiServices
from engines.kernel.game import Game
from store.errors import NotStarted
from store.game import StoredGame
from store.repository import IdempotencyKey
from store.views import ReplayAct, ReplayDeal, documents_of, encode, redacted_events


class HistoryRoutes:
    """The history of one game's tables."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.engine = engine
        self.services = services

    def events(
        self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None, query: dict[str, Any]
    ) -> Outcome:
        """Read the history.

        Events as the reader may know them, each with a sentence. Sequence numbers of events for others are left out.
        With `Accept: text/event-stream` they arrive live: the stream goes on from `Last-Event-ID` (or `after`), sends a
        comment as heartbeat and ends after the last event of the game; asked for more than that, it answers 204.
        """
        after, language, resume = query["after"], headers.language(), headers.last_event_id()
        if headers.wants_stream():
            return self._live(table, bearer, after if resume is None else resume, language)
        events = self.services.history.events(self.engine.slug, table.id, after, query["limit"])
        page = documents_of(self.engine).event_page(
            events=redacted_events(table, events, bearer.seat, language),
            next_after=after + len(events),
            more=after + len(events) < table.record.seq,
        )
        return private(encode(page), language=language)

    def _live(self, table: StoredGame, bearer: Bearer, after: int, language: str) -> Outcome:
        if table.over and after >= table.record.seq:
            return private(None, status=204)
        watching = Watching(self.engine, table.id, bearer.seat, bearer.token, language, after, self.services.history)
        sent = [("Content-Type", MEDIA_TYPE), ("Content-Language", language), ("Cache-Control", "private, no-store")]
        return StreamFrom(watching, [*sent, ("Vary", VARY)])

    def position(self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None) -> Response:
        """Read the full position.

        For the host of a sandbox game at any time, for everybody who may look once the game is over.
        """
        if not table.over:
            if not table.record.sandbox:
                raise Problem("forbidden", "The full position is open once the game is over.")
            bearer.require_host()
        if table.position is None:
            raise NotStarted
        return private(table.snapshot)

    def replay(self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None) -> Response:
        """Read the replay.

        Once the game is over: the seed, every action, every die and the hash of every position, for anybody to check
        with `ludotheque verify`.
        """
        if not table.over:
            raise Problem("forbidden", "The replay is open once the game is over.")
        if table.position is None:
            raise NotStarted
        deal, *acts = self.services.history.acts(table.id)
        head = table.record
        document = documents_of(self.engine).replay(
            game=head.slug,
            id=table.id,
            status=head.status,
            seats=len(head.seats),
            seed=head.seed.hex(),
            nonces=[place.nonce for place in head.seats if place.nonce],
            commitment=table.commitment,
            options=table.position.options,
            opening=None if head.scenario is None else msgspec.Raw(head.scenario),
            deal=ReplayDeal(deal.dice, deal.sha256),
            acts=[ReplayAct(a.seat or 0, a.version, a.action, a.dice, a.sha256) for a in acts],  # type: ignore[arg-type]
            result=self.engine.rules.outcome(table.position),
        )
        return private(encode(document))
