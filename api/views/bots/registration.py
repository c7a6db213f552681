"""Listing, registering, changing and deleting bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET

from api.http.outcomes import Outcome, Reply, WaitUntil
from api.http.problems import FieldError, Problem, invalid
from api.http.rate_limit import LISTED_PER_READ
from api.http.request import ApiRequest, from_this_machine
from api.http.responses import linked, no_content, plain, private
from api.schemas.documents import bot_sheet
from api.views.bots.documents import BotCard, BotDocument, BotList
from api.views.bots.owner import OwnerRoutes
from api.views.game.access import idempotency_key
from api.views.replies import created
from engines.kernel.registry import slugs
from store.bots.health import Health
from store.bots.record import RemoteBot
from store.bots.remote import BUSY, NOT_PROVEN
from store.games.changes.create import clean_name
from store.games.idempotency import IdempotencyKey
from store.games.views import encode
from store.ids import hashed, new_id
from store.model.builtin import BOTS
from store.model.outcomes import Repeat, Replayed
from store.process.clock import iso, now_ms

CHALLENGE_SECONDS = 10
RULES = ("games", "concurrent", "min_turn_seconds", "hosts", "language", "text")
"""What an owner may set: fields of both the request and the bot."""


class RegistrationRoutes(OwnerRoutes):
    def list(self, request: ApiRequest, query: dict[str, Any]) -> Reply:
        """List bots.

        The built-in bots, then registered ones, newest first, with their health and latency.
        """
        before = None
        if query["cursor"]:
            created_at, _, identifier = query["cursor"].partition("-")
            before = (int(created_at), identifier)
        self.services.extra_reads.admit_request(request, query["limit"] // LISTED_PER_READ)
        found, following = self.remotes.listed(before, query["limit"])
        cards = [BotCard(**_card(bot, health)) for bot, health in found]
        built_in = [bot_sheet(name, slugs()) for name in BOTS]
        cursor = None if following is None else f"{following[0]}-{following[1]}"
        return linked(request, plain(encode(BotList(built_in, cards, cursor))), cursor)

    def register(self, request: ApiRequest, payload: dict[str, Any]) -> Outcome:
        """Register a remote bot.

        With a `url` it is a webhook bot: the URL is verified first by a signed call `{"notice": "challenge",
        "challenge": "..."}`, which must be answered with 200 and `{"challenge": "..."}`. Without one it is a
        pull bot. Token and secret in the response are shown only once; with an Idempotency-Key the request can
        be repeated safely.
        """
        key = idempotency_key(request)
        if (repeat := self.repeat_of(key)) is not None:
            return self._registered_before(request, repeat)
        identifier, client = new_id(), request.client
        self.services.quotas.claim(client, "bots", identifier, self.services.settings.client_bots)
        bot = RemoteBot(identifier, clean_name(payload["name"], "Bot"), "", [], None, [], 1, now_ms())
        bot.client = hashed(client)
        _set_rules(bot, {**payload, "games": payload["games"] or list(slugs())})
        token, secret = self.remotes.register(bot, payload["url"], self.is_local(request))
        if payload["url"] is None:
            return self._registered(request, bot, token, secret, key)
        return self.prove(bot, lambda proven: self._registered(request, proven, token, secret, key))

    def _registered(
        self, request: ApiRequest, bot: RemoteBot, token: str, secret: str, key: IdempotencyKey | None
    ) -> Reply:
        body = self._document(self.remotes.load(bot.id), token, secret)
        if (repeat := self.keep_answer(key, body)) is not None:
            self.remotes.delete(bot)  # an equal request was first: its bot counts
            return self._registered_before(request, repeat)
        return plain(body, 201, location=f"/v1/bots/{bot.id}")

    @staticmethod
    def _registered_before(request: ApiRequest, repeat: Repeat) -> Reply:
        bot = msgspec.json.decode(repeat.body)["id"] if isinstance(repeat, Replayed) else ""
        return created(request, repeat, f"/v1/bots/{bot}")

    def show(self, request: ApiRequest, bot: RemoteBot) -> Reply:
        """Read your bot.

        Its rules, health and latency.
        """
        return self._owner(bot)

    def change(self, request: ApiRequest, bot: RemoteBot, payload: dict[str, Any]) -> Outcome:
        """Change your bot.

        Omitted fields stay. A new `url` is verified like the first one. `rotate_secret` returns a new secret;
        for a while calls are also signed with the old one. A changed bot counts as healthy.
        """
        bot.name = clean_name(payload["name"], bot.name)
        _set_rules(bot, payload)
        bot.wanted_url, bot.wanted_local = payload["url"], self.is_local(request)
        secret = self.remotes.rotate(bot) if payload["rotate_secret"] else None
        self.remotes.save(bot)
        self.remotes.health.reset(bot.id)
        if payload["url"] is not None:
            return self.prove(bot, lambda proven: self._owner(proven, secret=secret))
        return self._owner(self.remotes.load(bot.id), secret=secret)

    def delete(self, request: ApiRequest, bot: RemoteBot) -> Reply:
        """Delete your bot.

        Its token becomes invalid. In its running games, a built-in bot takes over its seats.
        """
        self.remotes.delete(bot)
        self.services.queue.enqueue_tasks(f"leave/{bot.id}")
        return no_content()

    def is_local(self, request: ApiRequest) -> bool:
        """Is the client on this machine?"""
        return from_this_machine(request.address, request.environ, self.services.settings.trusted_proxies)

    def prove(self, bot: RemoteBot, then: Callable[[RemoteBot], Reply]) -> WaitUntil:
        """Have the URL called, and refuse one that does not answer the challenge."""

        def outcome_in(report: bytes | None) -> dict[str, str | None]:
            return {"fault": BUSY} if report is None else msgspec.json.decode(report, type=dict[str, str | None])

        def ready(report: bytes | None) -> bool:
            """A failed call is reported when the time is up: its duration would tell what listens where."""
            return report is not None and outcome_in(report).get("detail") != NOT_PROVEN

        def answer(report: bytes | None) -> Reply:
            outcome = outcome_in(report)
            if outcome["fault"] == BUSY:
                return refused(Problem("busy", "The URL could not be called in time.", headers={"Retry-After": "5"}))
            tried = self.remotes.load(bot.id)
            if outcome["fault"] is None:
                return then(tried)
            if not tried.proven:
                self.remotes.delete(tried)
            detail = f"Not proven: {outcome['detail']}."
            raise invalid([FieldError("/url", detail=detail)])

        def refused(problem: Problem) -> Reply:
            if not bot.proven:
                self.remotes.delete(bot)
            raise problem

        return self.call("challenge", bot, CHALLENGE_SECONDS, answer, refused, ready=ready)

    def _owner(self, bot: RemoteBot, secret: str | None = None) -> Reply:
        return private(self._document(bot, None, secret))

    def _document(self, bot: RemoteBot, token: str | None, secret: str | None) -> bytes:
        health = self.remotes.health.of(bot.id)
        return encode(
            BotDocument(
                **_card(bot, health),
                url=bot.url,
                concurrent=bot.concurrent,
                hosts=bot.hosts,
                language=bot.language,  # type: ignore[arg-type]
                text=bot.text,
                created_at=iso(bot.created),
                failures=health.failures,
                token=token or UNSET,
                secret=secret or UNSET,
            )
        )


def _set_rules(bot: RemoteBot, payload: dict[str, Any]) -> None:
    for name in RULES:
        if payload[name] is not None:
            setattr(bot, name, payload[name])


def _card(bot: RemoteBot, health: Health) -> dict[str, Any]:
    return {
        "id": bot.id,
        "kind": "pull" if bot.url is None else "webhook",
        "name": bot.name,
        "games": bot.games,
        "healthy": health.healthy,
        "games_played": health.games_played,
        "median_ms": health.median_ms,
        "p95_ms": health.p95_ms,
        "min_turn_seconds": bot.min_turn_seconds,
    }
