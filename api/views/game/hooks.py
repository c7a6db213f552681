"""Hooks: URLs that are called on events of a game."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from api.http.outcomes import Outcome, Reply
from api.http.problems import Problem
from api.http.problems.causes import refusal_problem
from api.http.rate_limit import CALLS_PER_READ
from api.http.request import ApiRequest
from api.http.responses import no_content, plain, private
from api.services import ApiServices
from api.views.bots.documents import DeliveryDocument
from api.views.bots.registration import RegistrationRoutes
from api.views.game.access import GameRequest
from engines.kernel.game import Game
from engines.kernel.records import Record, named
from store.bots.hooks import PER_GAME, Hook
from store.bots.record import RemoteBot
from store.bots.remote import NoSuchBot
from store.games.changes.actions import game_over
from store.games.quotas import QuotaExceeded
from store.games.views import encode
from store.ids import hashed, new_id, same
from store.model.documents.calls import HookEvent
from store.process.clock import iso, now_ms


class HookDocument(Record):
    """A hook of a game, as its creator sees it."""

    id: Annotated[str, Meta(pattern="^[0-9]{2}[a-z0-9]{26}$", description="The hook's id.")]
    url: Annotated[str, Meta(description="Where it is called.")]
    on: Annotated[list[Annotated[HookEvent, named("HookEvent")]], Meta(description="What it is called for.")]
    created_at: Annotated[str, Meta(description="When it was made (UTC).")]
    deliveries: Annotated[list[DeliveryDocument], Meta(description="The last hundred calls, newest first.")]
    secret: Annotated[
        str | UnsetType, Meta(description="The secret that signs calls (Standard Webhooks): shown once.")
    ] = UNSET


class HookViews:
    """The hooks of one game."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.engine = engine
        self.services = services
        self.remotes = services.remotes
        self.registration = RegistrationRoutes(services)

    def create(self, request: ApiRequest, game_request: GameRequest, payload: dict[str, Any]) -> Outcome:
        """Create a hook.

        The server then calls a URL on events of the game. The URL is verified first by a signed call
        `{"notice": "challenge", "challenge": "..."}`, which must be answered with 200 and `{"challenge":
        "..."}`. A seat's hook is called for that seat's turns, a hook of the host or a spectator for all;
        sentences are in the language of this request. It ends with the game, or with its token.
        """
        game, client = game_request.game, request.client
        if game.over:
            raise refusal_problem(game_over(game), request)
        if self.remotes.hooks.count(game.id) >= PER_GAME:
            raise QuotaExceeded("hooks", PER_GAME)
        identifier = new_id(int(game.id[:2]))
        self.services.quotas.claim(client, "hooks", identifier, self.services.settings.client_hooks)
        bot = RemoteBot(identifier, "Hook", "", [], None, [], 1, now_ms(), language=request.language)
        bot.client = hashed(client)
        bot.hook = Hook(self.engine.slug, game.id, game_request.bearer.token, game_request.bearer.seat, payload["on"])
        _, secret = self.remotes.register(bot, payload["url"], self.registration.is_local(request))

        def created(proven: RemoteBot) -> Reply:
            self.remotes.hooks.add(game.id, proven.id)
            location = f"/v1/{self.engine.slug}/games/{game.id}/hooks/{proven.id}"
            return plain(encode(self._document(proven, secret)), 201, location=location)

        return self.registration.prove(bot, created)

    def show(self, request: ApiRequest, game_request: GameRequest, hook: str) -> Reply:
        """Read your hook.

        With the token that created it: its events, and its last hundred calls.
        """
        document = self._document(self._own(game_request, hook))
        self.services.extra_reads.admit_request(request, len(document.deliveries) // CALLS_PER_READ)
        return private(encode(document))

    def delete(self, request: ApiRequest, game_request: GameRequest, hook: str) -> Reply:
        """Delete a hook.

        With the token that created it.
        """
        bot = self._own(game_request, hook)
        self.remotes.delete(bot)
        self.remotes.hooks.remove(game_request.game.id, bot.id)
        return no_content()

    def _own(self, game_request: GameRequest, identifier: str) -> RemoteBot:
        """The hook of this game that the bearer has created; all others are hidden."""
        try:
            bot = self.remotes.load(identifier)
        except NoSuchBot:
            bot = None
        hook = None if bot is None else bot.hook
        if (
            bot is None
            or hook is None
            or hook.game != game_request.game.id
            or not same(hook.bearer, game_request.bearer.token)
        ):
            raise Problem("not-found", "There is no such hook.")
        return bot

    def _document(self, bot: RemoteBot, secret: str | None = None) -> HookDocument:
        entries = [
            DeliveryDocument(**{**msgspec.structs.asdict(entry), "at": iso(entry.at)})
            for entry in self.remotes.deliveries.newest(bot.id)
        ]
        on = [] if bot.hook is None else list(bot.hook.on)
        return HookDocument(bot.id, bot.url or "", on, iso(bot.created), entries, secret or UNSET)
