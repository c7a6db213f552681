"""The history of a game: events in pages or as a stream, position and replay."""

from __future__ import annotations

from typing import Any

from api.http.auth import Bearer, Right
from api.http.outcomes import Outcome, Reply, StreamFrom
from api.http.problems import not_over
from api.http.problems.causes import refusal_problem
from api.http.rate_limit import ACTS_PER_READ, EVENTS_PER_READ
from api.http.request import ApiRequest
from api.http.responses import VARY, linked, private
from api.server.sse import MEDIA_TYPE
from api.server.watchers import Watching
from api.services import ApiServices
from api.views.game.access import GameRequest
from api.views.game.past import LookBack
from engines.kernel.game import Game
from store.games.replay.document import replay_document
from store.games.views import encode, redacted_events
from store.model.documents.game import documents_of
from store.model.documents.parts import Include
from store.model.game import StoredGame
from store.model.outcomes import NotStarted


def require_whole(game: StoredGame, bearer: Bearer) -> None:
    """Refuse bearers who may not read the full position yet."""
    if not game.over:
        if not game.record.sandbox:
            raise not_over("position")
        bearer.require(Right.HOST)


class HistoryViews:
    """The history of one game."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.engine = engine
        self.services = services
        self.past = LookBack(services)

    def events(self, request: ApiRequest, game_request: GameRequest, query: dict[str, Any]) -> Outcome:
        """Read the history.

        Events as the reader may know them, each with a sentence. Events that are not for this reader leave gaps
        in the sequence numbers. With `Accept: text/event-stream` events arrive live: the stream continues after
        `Last-Event-ID` (or `after`), sends comments as heartbeats and ends with the last event of the game;
        after that the response is 204. A seat also receives `turn` (`{"type": "turn", "seat", "decision"}`,
        without an id) when its decision opens, or at once if it already owes one. `named=0` omits event names,
        for readers that only know the generic `message`.
        """
        after = query["after"] if query["cursor"] is None else int(query["cursor"])
        language, resume, include = request.language, request.last_event_id, Include(board=query["include"] == "board")
        if request.wants_stream:
            return self._live(request, game_request, after if resume is None else resume, query["named"], include)
        self.services.extra_reads.admit_request(
            request, min(query["limit"], game_request.game.record.seq - after) // EVENTS_PER_READ
        )
        events = self.services.history.events(self.engine.slug, game_request.game.id, after, query["limit"])
        last = after + len(events)
        more = last < game_request.game.record.seq
        cursor = str(last) if more else None
        found = redacted_events(game_request.game, events, game_request.bearer.seat, language, include=include)
        document = documents_of(self.engine).event_page(events=found, next=cursor, next_after=last, more=more)
        return linked(request, private(encode(document), language=language), cursor)

    def _live(
        self, request: ApiRequest, game_request: GameRequest, after: int, named: bool, include: Include
    ) -> Outcome:
        game, bearer, language = game_request.game, game_request.bearer, request.language
        if game.over and after >= game.record.seq:
            return private(None, status=204)
        self.services.extra_reads.admit_request(request, (game.record.seq - after) // EVENTS_PER_READ)
        remote = bearer.role == "bot"
        watching = Watching(self.engine, game.id, bearer.seat, bearer.token, language, after, named, remote, include)
        sent = [("Content-Type", MEDIA_TYPE), ("Content-Language", language), ("Cache-Control", "private, no-store")]
        return StreamFrom(watching, [*sent, ("Vary", VARY)])

    def position(self, request: ApiRequest, game_request: GameRequest) -> Reply:
        """Read the full position.

        For the host of a sandbox game at any time, for all who may see the game once it is over. `at` selects a
        past version.
        """
        require_whole(game_request.game, game_request.bearer)
        past = self.past.whole(request, game_request.game)
        game = past or game_request.game
        if game.position is None:
            raise refusal_problem(NotStarted(), request)
        if past is None:
            return private(game.snapshot)
        return self.past.reply(request, game_request.game, game.snapshot)

    def replay(self, request: ApiRequest, game_request: GameRequest) -> Reply:
        """Read the replay.

        Once the game is over: the seed, every action, every die and the hash of every position; `ludotheque
        verify` checks it.
        """
        game = game_request.game
        if not game.over:
            raise not_over("replay")
        if game.position is None:
            raise refusal_problem(NotStarted(), request)
        self.services.extra_reads.admit_request(request, game.version // ACTS_PER_READ)
        return private(encode(replay_document(game, self.services.history.acts(game.id))))
