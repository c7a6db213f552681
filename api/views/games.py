"""Creating games, and the list of public ones."""

from __future__ import annotations

from typing import Any

import msgspec

from api.http.outcomes import Reply
from api.http.request import ApiRequest, etag
from api.services import ApiServices
from api.views.game.access import idempotency_key
from api.views.game.creation import Creation
from api.views.listing import listed_page
from api.views.replies import created
from engines.kernel.game import Game
from store.games.idempotency import IdempotencyKey
from store.games.views import only_human
from store.model.outcomes import Accepted, Conflict, Outcome, Replayed


class GamesViews:
    """All games of one kind."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.engine = engine
        self.services = services
        self.creation = Creation(engine, services)

    def create(self, request: ApiRequest, payload: dict[str, Any]) -> Reply:
        """Create a game.

        Every field is optional: `{}` is one human against greedy bots, `{"seats": 3}` the same with three
        seats. The tokens in the response are shown only once; a repetition returns them only for an
        Idempotency-Key of at least 20 characters, which must be random. `fork` starts from a past position of
        another game: anyone who may read that position may fork it, with the token that grants access.
        """
        key = idempotency_key(request)
        repeat = None if key is None else self.services.store.repeat_of_creation(key)
        if repeat is not None:
            return self._created(request, repeat)
        return self._created(request, self.open(request, payload, key))

    def open(self, request: ApiRequest, payload: dict[str, Any], key: IdempotencyKey | None = None) -> Outcome:
        """Build and store the game that a valid request describes."""
        game, tokens = self.creation.new_game(request, self.services.store.new_id_for(key), payload)
        outcome: Outcome | Conflict | None = None
        try:
            self.creation.count(game.record.client, game.id)
            outcome = self.services.games.create(game, tokens, key, request.language)
        finally:
            if not isinstance(outcome, Accepted):
                self.creation.release(game, game.id)
        if isinstance(outcome, Conflict):
            raise RuntimeError(f"two games of the id {game.id}")
        return outcome

    def _created(self, request: ApiRequest, outcome: Outcome) -> Reply:
        identifier, tag = "", None
        if isinstance(outcome, Accepted):
            identifier, tag = outcome.game.id, etag(outcome.game.version, only_human(outcome.game))
        elif isinstance(outcome, Replayed):
            identifier = msgspec.json.decode(outcome.body)["id"]
        return created(request, outcome, self._path(identifier), tag)

    def list(self, request: ApiRequest, query: dict[str, Any]) -> Reply:
        """List public games.

        Newest first, in any status unless `status` is given. Pass `next` as `cursor` to read the next page.
        """
        return listed_page(request, self.services, [self.engine.slug], query)

    def _path(self, identifier: str) -> str:
        return f"/v1/{self.engine.slug}/games/{identifier}"
