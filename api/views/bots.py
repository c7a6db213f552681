"""Remote bots over HTTP: registration, care, and the turns that wait for them."""

from __future__ import annotations

import builtins
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from functools import wraps
from typing import Annotated, Any, Literal

import msgspec
from flask import Response, request
from msgspec import UNSET, Meta, UnsetType

from api.http import headers
from api.http.auth import bearer_token, unauthorized
from api.http.body import body_of
from api.http.client_address import client_of, from_this_machine
from api.http.problems import FieldError, Problem
from api.http.responses import VARY, plain, private, waited
from api.http.waiting import Outcome, StreamFrom, WaitUntil, beats
from api.schemas.documents import BotSheet, bot_sheet
from api.server.sse import HEARTBEAT, MEDIA_TYPE
from api.server.streams import BEAT_SECONDS, StreamHub
from api.services import ApiServices
from engines.kernel.records import Record
from engines.kernel.registry import slugs
from store.bots.builtin import BOTS
from store.bots.remote import NOT_PROVEN, NoSuchBot, RemoteBot
from store.clock import iso
from store.create import clean_name
from store.events import Fault
from store.game import SchemaMismatch
from store.ids import hashed, new_id, new_token, same
from store.jobs.outbox import Turn
from store.redis.pubsub import Wakeups
from store.repository import IdempotencyKey, NoSuchGame, Replayed, engine_of
from store.views import encode

View = Callable[..., Outcome]
CHALLENGE_SECONDS, TEST_SECONDS = 10, 30
BotId = Annotated[
    str, Meta(pattern="^[0-9]{2}[a-z0-9]{26}$", description="The bot's id: what `bot` of a seat is set to.")
]
BotName = Annotated[str, Meta(max_length=40, description="Shown at the table.")]
BotKind = Annotated[
    Literal["webhook", "pull"], Meta(description="`webhook`: it is called; `pull`: it asks for its turns.")
]
GameList = Annotated[list[str], Meta(description="The games that it accepts.")]
Latency = Annotated[int, Meta(ge=0, description="In milliseconds; null where there was no answer.")] | None
Status = Annotated[int, Meta(ge=100, le=999, description="The HTTP status; null when there was none.")]


class BotCard(Record):
    """A remote bot as everybody sees it."""

    id: BotId
    kind: BotKind
    name: BotName
    games: GameList
    healthy: Annotated[bool, Meta(description="False after three failures in a row, until it answers again.")]
    games_played: Annotated[int, Meta(ge=0, description="Games in which it sat at the end.")]
    median_ms: Latency
    p95_ms: Latency


class BotList(Record):
    """Who can play."""

    built_in: Annotated[list[BotSheet], Meta(description="Bots of the house: a seat of kind `bot`.")]
    remote: Annotated[list[BotCard], Meta(description="Bots that somebody has plugged in: a seat of kind `remote`.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page; null on the last.")]


class BotDocument(BotCard):
    """A remote bot as its owner sees it."""

    url: Annotated[str | None, Meta(description="Where it is called; null for a pull bot.")]
    concurrent: Annotated[int, Meta(ge=1, le=1000, description="How many games it plays at once.")]
    created_at: Annotated[str, Meta(description="When it was registered (UTC).")]
    failures: Annotated[int, Meta(ge=0, description="Failures in a row.")]
    token: Annotated[
        str | UnsetType, Meta(description="The bot's bearer token: shown once, kept by the server only as a hash.")
    ] = UNSET
    secret: Annotated[
        str | UnsetType, Meta(description="The secret that signs calls (Standard Webhooks): shown once.")
    ] = UNSET


class DeliveryDocument(Record):
    """One call of the bot, or one turn that it fetched."""

    at: Annotated[str, Meta(description="When it ended (UTC).")]
    call: Annotated[Literal["turn", "start", "end", "challenge", "test"], Meta(description="What it was about.")]
    game: Annotated[str | None, Meta(description="Which game.")]
    id: Annotated[str | None, Meta(description="The game's id.")]
    seat: Annotated[int | None, Meta(ge=0, le=5, description="The bot's seat.")]
    decision: Annotated[int | None, Meta(ge=1, description="The version at which the choice opened.")]
    status: Status | None
    latency_ms: Latency
    fault: Fault | None


class DeliveryList(Record):
    """The last hundred."""

    deliveries: Annotated[list[DeliveryDocument], Meta(description="Newest first.")]


class TestCall(Record):
    """One call of a test."""

    call: Annotated[Literal["challenge", "start", "turn"], Meta(description="What it was about.")]
    game: Annotated[str | None, Meta(description="Which game.")]
    status: Status | None
    latency_ms: Annotated[int, Meta(ge=0, description="How long it took.")]
    fault: Fault | None
    detail: Annotated[str, Meta(description="The same in words.")]


class TestReport(Record):
    """What the calls of a real turn came to."""

    ok: Annotated[bool, Meta(description="True when every call was answered as it should be.")]
    calls: Annotated[list[TestCall], Meta(description="In the order in which they were made.")]


class NoticeDocument(Record):
    """A game begins or ends for a pull bot."""

    number: Annotated[int, Meta(ge=1, description="Counted for each bot: `after` asks for later ones.")]
    notice: Annotated[Literal["start", "end"], Meta(description="What happens.")]
    game: Annotated[str, Meta(description="Which game.")]
    id: Annotated[str, Meta(description="The game's id.")]
    version: Annotated[int, Meta(ge=1, description="The version at which it happened.")]
    seat: Annotated[int, Meta(ge=0, le=5, description="The bot's seat.")]
    at: Annotated[str, Meta(description="When it was told (UTC).")]


class BotRoutes:
    """Answers about remote bots."""

    def __init__(self, services: ApiServices) -> None:
        self.services = services
        self.remotes = services.remotes

    def owned(self, view: View) -> View:
        """Find the bot and its owner, before the body is read."""

        @wraps(view)
        def entered(*args: Any, id: str, **kwargs: Any) -> Outcome:  # noqa: A002
            bot, token = self.remotes.load(id), bearer_token()
            if token is None or not same(hashed(token), bot.token):
                raise unauthorized("This needs the bot's own token.")
            return view(bot, *args, **kwargs)

        return entered

    def list(self, query: dict[str, Any]) -> Response:
        """List bots.

        Those of the house, and those that somebody has plugged in, newest first, with how well they do.
        """
        before = None
        if query["cursor"]:
            created, _, identifier = query["cursor"].partition("-")
            before = (int(created), identifier)
        found, following = self.remotes.listed(before, query["limit"])
        cards = [BotCard(**self._card(bot, health)) for bot, health in found]
        built_in = [bot_sheet(name, slugs()) for name in BOTS]
        cursor = None if following is None else f"{following[0]}-{following[1]}"
        return plain(encode(BotList(built_in, cards, cursor)))

    def _ticket(self, scope: str, sealed: bool) -> IdempotencyKey | None:
        """The Idempotency-Key of the request."""
        key = headers.idempotency_key(request.environ)
        if key is None:
            return None
        return IdempotencyKey.of(scope, key, f"{request.method} {request.path}\n".encode() + body_of(request), sealed)

    # --- the owner -----------------------------------------------------------------------------------------------

    def register(self, payload: dict[str, Any]) -> Outcome:
        """Register a remote bot.

        With a `url` it is a webhook bot: the URL is proven first by a signed call `{"notice": "challenge", "challenge":
        "..."}`, which must be answered with 200 and `{"challenge": "..."}`. Without one it is a pull bot. Token and
        secret in the answer are shown this once; with an Idempotency-Key the request may be repeated safely.
        """
        ticket = self._ticket(f"client {request.remote_addr}", sealed=True)
        try:
            self._refuse_repeat(ticket)
        except Replayed as repeat:
            return self._registered_before(repeat)
        name, games = clean_name(payload["name"], "Bot"), payload["games"] or list(slugs())
        identifier, client = new_id(), client_of(request.remote_addr or "")
        self.services.holdings.claim(client, "bots", identifier, self.services.settings.client_bots)
        bot, token, secret = self.remotes.register(
            identifier, name, payload["url"], games, payload["concurrent"], self._local()
        )
        if payload["url"] is None:
            return self._registered(bot, token, secret, ticket)
        return self._prove(bot, lambda proven: self._registered(proven, token, secret, ticket))

    def _registered(self, bot: RemoteBot, token: str, secret: str, ticket: IdempotencyKey | None) -> Response:
        body = self._document(self.remotes.load(bot.id), token, secret)
        try:
            self._keep(ticket, body)
        except Replayed as repeat:
            self.remotes.delete(bot)  # an equal request was first, and its bot counts
            return self._registered_before(repeat)
        return plain(body, 201, location=f"/v1/bots/{bot.id}")

    def _local(self) -> bool:
        """Does the request come from this machine itself?"""
        return from_this_machine(request.remote_addr or "", request.environ, self.services.settings.trusted_proxies)

    @staticmethod
    def _registered_before(repeat: Replayed) -> Response:
        place = f"/v1/bots/{msgspec.json.decode(repeat.answer)['id']}"
        return plain(repeat.answer, 201, replay=True, location=place)

    def _refuse_repeat(self, ticket: IdempotencyKey | None) -> None:
        if ticket is not None:
            self.services.store.created(ticket)

    def _keep(self, ticket: IdempotencyKey | None, answer: bytes) -> None:
        if ticket is not None:
            self.services.store.keep(ticket, answer)

    def show(self, bot: RemoteBot) -> Response:
        """Look at your bot.

        Its rules, its health and how fast it answers.
        """
        return self._owner(bot)

    def change(self, bot: RemoteBot, payload: dict[str, Any]) -> Outcome:
        """Change your bot.

        What is left out stays. A new `url` is proven like the first one. `rotate_secret` gives a new secret; for a
        while calls are signed with the old one, too.
        """
        bot.name = clean_name(payload["name"], bot.name)
        bot.games = payload["games"] or bot.games
        bot.concurrent = payload["concurrent"] or bot.concurrent
        bot.wanted_url, bot.wanted_local = payload["url"], self._local()
        secret = self.remotes.rotate(bot) if payload["rotate_secret"] else None
        self.remotes.save(bot)
        if payload["url"] is not None:
            return self._prove(bot, lambda proven: self._owner(proven, secret=secret))
        return self._owner(self.remotes.load(bot.id), secret=secret)

    def delete(self, bot: RemoteBot) -> Response:
        """Take your bot out.

        Its token opens nothing any more. In games that it still plays, a built-in bot has its seats from now on.
        """
        self.remotes.delete(bot)
        self.services.queue.enqueue_task(f"leave/{bot.id}")
        gone = Response(status=204)
        del gone.headers["Content-Type"]
        return gone

    def test(self, bot: RemoteBot, nothing: dict[str, Any]) -> Outcome:
        """Test your bot.

        Makes the calls of a real turn of every game that it accepts, in games that nobody else sees, and tells what
        came of them. With an Idempotency-Key a repetition gets the same report, without new calls.
        """
        if bot.url is None:
            raise Problem("conflict", "A pull bot is not called; it asks for its turns.", reason="seat")
        ticket = self._ticket(bot.token, sealed=False)
        try:
            self._refuse_repeat(ticket)
        except Replayed as repeat:
            return self._tested_before(repeat)
        return self._call("test", bot, TEST_SECONDS, lambda report: self._tested(report, ticket))

    def _tested(self, report: bytes | None, ticket: IdempotencyKey | None) -> Response:
        if report is None:
            raise Problem("busy", "The test was not done in time.", headers={"Retry-After": "5"})
        calls = msgspec.json.decode(report, type=list[TestCall])
        body = encode(TestReport(all(call.fault is None for call in calls), calls))
        try:
            self._keep(ticket, body)
        except Replayed as repeat:
            return self._tested_before(repeat)
        return private(body)

    @staticmethod
    def _tested_before(repeat: Replayed) -> Response:
        again = private(repeat.answer)
        again.headers["Idempotent-Replay"] = "true"
        return again

    def deliveries(self, bot: RemoteBot) -> Response:
        """Read the delivery log.

        The last hundred calls and turns, with status, latency and fault.
        """
        entries = [
            DeliveryDocument(**{**msgspec.structs.asdict(entry), "at": iso(entry.at)})
            for entry in self.remotes.deliveries(bot.id)
        ]
        return private(encode(DeliveryList(entries)))

    def _prove(self, bot: RemoteBot, then: Callable[[RemoteBot], Response]) -> WaitUntil:
        """Have the URL called, and refuse one that does not answer as it must."""

        def answer(report: bytes | None) -> Response:
            late = {"fault": "timeout", "detail": NOT_PROVEN}
            outcome = late if report is None else msgspec.json.decode(report)
            tried = self.remotes.load(bot.id)
            if outcome["fault"] is None:
                return then(tried)
            if not tried.proven:
                self.remotes.delete(tried)
            detail = f"Not proven: {outcome['detail']}."
            raise Problem("invalid", f"/url: {detail}", errors=[FieldError("/url", detail)])

        def refused() -> Response:
            if not bot.proven:
                self.remotes.delete(bot)
            raise Problem("busy", headers={"Retry-After": "5"})

        return self._call("challenge", bot, CHALLENGE_SECONDS, answer, refused)

    def _call(
        self,
        kind: str,
        bot: RemoteBot,
        seconds: int,
        answer: Callable[[bytes | None], Response],
        refused: Callable[[], Response] | None = None,
    ) -> WaitUntil:
        """Let the dispatcher call the bot, and answer with its report, or without one when the time is up."""
        number, reported = new_token(kind), self.remotes.reported
        self.services.queue.enqueue_task(f"{kind}/{bot.id}/{number}")
        return WaitUntil(
            bot.id,
            seconds,
            lambda: reported(bot.id, number) is not None,
            lambda: answer(reported(bot.id, number)),
            refused,
        )

    def _card(self, bot: RemoteBot, health: Any) -> dict[str, Any]:
        return {
            "id": bot.id,
            "kind": "pull" if bot.url is None else "webhook",
            "name": bot.name,
            "games": bot.games,
            "healthy": health.healthy,
            "games_played": health.games_played,
            "median_ms": health.median_ms,
            "p95_ms": health.p95_ms,
        }

    def _owner(self, bot: RemoteBot, secret: str | None = None) -> Response:
        return private(self._document(bot, None, secret))

    def _document(self, bot: RemoteBot, token: str | None, secret: str | None) -> bytes:
        health = self.remotes.health(bot)
        return encode(
            BotDocument(
                **self._card(bot, health),
                url=bot.url,
                concurrent=bot.concurrent,
                created_at=iso(bot.created),
                failures=health.failures,
                token=token or UNSET,
                secret=secret or UNSET,
            )
        )

    # --- turns ---------------------------------------------------------------------------------------------------

    def turns(self, bot: RemoteBot, query: dict[str, Any]) -> Outcome:
        """Fetch the turns that wait for your bot.

        In any game, the most urgent first. A turn is told again until it is acted on (with the bot's token) or its time
        is up. With `Prefer: wait=N` the answer waits for the first; with `Accept: text/event-stream` turns arrive as
        they come. Any number of connections may ask. `notices` tell when games begin and end for the bot; they are
        numbered, and `after` asks only for later ones and lets the answer wait for those, or the stream tell them, too.
        """
        after: int | None = query["after"]
        if headers.wants_stream():
            sent = [("Content-Type", MEDIA_TYPE), ("Cache-Control", "private, no-store"), ("Vary", VARY)]
            return StreamFrom(TurnStream(self, bot.id, after), sent)
        wait = headers.preferences().wait
        found, notices = self.waiting(bot.id), self.notices(bot.id, after or 0)
        if wait and not found and not (notices and after is not None):
            return WaitUntil(
                bot.id, wait, lambda: self._anything(bot.id, after), lambda: self._turns_now(bot.id, after, wait)
            )
        return self._turns(found, notices, wait)

    def _turns_now(self, identifier: str, after: int | None, wait: int) -> Response:
        return self._turns(self.waiting(identifier), self.notices(identifier, after or 0), wait)

    @staticmethod
    def _turns(found: dict[str, bytes], notices: builtins.list[NoticeDocument], wait: int | None) -> Response:
        body = b'{"turns":[' + b",".join(found.values()) + b'],"notices":' + encode(notices) + b"}"
        return waited(private(body), wait)

    def _anything(self, identifier: str, after: int | None) -> bool:
        """Is there a turn, or a notice that the bot has not seen?"""
        if self.remotes.waiting(identifier) > 0:
            return True
        return after is not None and self.remotes.last_notice(identifier) > after

    def notices(self, identifier: str, after: int) -> builtins.list[NoticeDocument]:
        return [
            NoticeDocument(number, told.kind, told.slug, told.game, told.version, told.seat, iso(told.at))
            for number, told in self.remotes.notices(identifier, after)
        ]

    def waiting(self, identifier: str) -> dict[str, bytes]:
        """The turns that a bot owes now; those that it owes no more are taken off its list."""
        found = {}
        health = self.remotes.health(self.remotes.load(identifier))
        for key, offer in self.remotes.offers(identifier).items():
            turn = Turn.parse(key)
            try:
                table = self.services.store.load(engine_of(turn.slug), turn.game)
            except (NoSuchGame, SchemaMismatch):
                self.remotes.withdraw(identifier, key)
                continue
            seat = turn.seat
            if (
                table.over
                or table.record.seats[seat].controller != identifier
                or table.record.decisions[seat] != turn.decision
            ):
                self.remotes.withdraw(identifier, key)
                continue
            found[key] = self.remotes.turn_body(table, seat, offer, health.latency_ms)
        return found


class TurnStream:
    """One open stream of turns. What is not acted on is told again with every heartbeat."""

    def __init__(self, routes: BotRoutes, identifier: str, heard: int | None) -> None:
        self.routes = routes
        self.id = identifier
        self.heard = heard
        """The number of the last notice; None when turns alone are wanted."""
        self.sent: set[str] = set()

    def fresh(self) -> list[bytes] | None:
        """Frames of the turns and notices that were not sent yet; None once the bot is gone."""
        try:
            found = self.routes.waiting(self.id)
        except NoSuchBot:
            return None
        frames = []
        if self.heard is not None:
            for notice in self.routes.notices(self.id, self.heard):
                self.heard = notice.number
                frames.append(b"event: notice\ndata: %s\n\n" % encode(notice))
        frames += [frame(key, body) for key, body in found.items() if key not in self.sent]
        self.sent = set(found)
        return frames

    def ready(self) -> bool:
        remotes = self.routes.remotes
        if set(remotes.offers(self.id)) - self.sent:
            return True
        return self.heard is not None and remotes.last_notice(self.id) > self.heard

    async def frames(self, hub: StreamHub) -> AsyncGenerator[bytes, None]:
        yield HEARTBEAT
        while not hub.stopping and (found := self.fresh()) is not None:
            for data in found:
                yield data
            await hub.wait(self.id, BEAT_SECONDS, self.ready)
            if not self.ready():
                self.sent.clear()
                yield HEARTBEAT

    def frames_on_thread(self, wakeups: Wakeups) -> Iterator[bytes]:
        """The same for a plain WSGI server: one thread for each stream."""
        yield HEARTBEAT
        beaten = time.monotonic()
        for _ in beats(wakeups, self.id, BEAT_SECONDS):
            if time.monotonic() - beaten >= BEAT_SECONDS:
                beaten = time.monotonic()
                self.sent.clear()
                yield HEARTBEAT
            found = self.fresh()
            if found is None:
                return
            yield from found


def frame(key: str, body: bytes) -> bytes:
    return b"id: %s\nevent: turn\ndata: %s\n\n" % (key.encode(), body)
