"""The routes of one game: one generic implementation behind each game's own operations."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from flask import Response, request

from api.http import headers
from api.http.auth import Bearer, asked_decision, bearer_of, bearer_token, stranger
from api.http.body import body_of, read_json
from api.http.client_address import client_of
from api.http.documents import DocumentCache
from api.http.problems import Problem, problem_from
from api.http.request import Environ, present
from api.http.responses import plain, private, waited
from api.http.waiting import Outcome, WaitUntil
from api.schemas.documents import ListedGame, Listing, RuleDocument, RuleList, job_document, sheet_of
from api.schemas.requests import GameSchemas
from api.services import ApiServices
from engines.kernel.game import Game
from engines.kernel.records import Action
from store import seats
from store.actions import SubmitAction
from store.bots.builtin import BOTS, BuiltIn, built_in
from store.bots.remote import Claim, NoSuchBot
from store.cache import StaleCache
from store.clock import iso
from store.create import Opening, RemoteSeat, SeatPlan, Tokens, new_game, new_rematch
from store.errors import BadOpening, NotStarted, SeatUnavailable
from store.game import Clock, StoredGame
from store.ids import hashed, new_id, new_token, same
from store.jobs.jobs import Job
from store.jobs.outbox import Turn
from store.repository import AnswerGone, IdempotencyKey, NoSuchGame, Replayed
from store.service import GameExists
from store.views import (
    SeatTakenDocument,
    acted_document,
    choices_document,
    created_document,
    documents_of,
    encode,
    game_document,
    redacted_events,
)

View = Callable[..., Outcome]


class GameRoutes:
    """Answers for one game. Views that concern a table get it loaded, with its bearer, by ``at_table``."""

    def __init__(self, engine: Game[Any, Any], schemas: GameSchemas, services: ApiServices) -> None:
        self.engine = engine
        self.schemas = schemas
        self.services = services
        self._documents = DocumentCache()

    # --- the door ------------------------------------------------------------------------------------------------

    def at_table(
        self, admit: Callable[[Bearer], Any] | None, several: bool = False, cached: bool = False
    ) -> Callable[[View], View]:
        """Find the game and the bearer, and ask whether it may come in, before the body is read.

        ``several``: a remote bot may say which of its seats it means. ``at_hand``: the view commits or refuses, so a
        table from the shelf may be tried first.
        """
        load, take, slug = self.services.store.load, self.services.cache.take, self.engine.slug

        def door(view: View) -> View:
            def enter(
                table: StoredGame, ticket: IdempotencyKey | None, environ: Environ, args: Any, kwargs: Any
            ) -> Outcome:
                invited = table.record.invite is not None and self._invited(table)
                bearer = self._known(table, bearer_of(table, invited, several, environ))
                if admit is not None:
                    admit(bearer)
                try:
                    return view(table, bearer, ticket, *args, **kwargs)
                except Replayed as repeat:
                    return self._repeated(table, bearer, ticket, repeat)

            @wraps(view)
            def entered(*args: Any, id: str, **kwargs: Any) -> Outcome:  # noqa: A002
                environ = present()
                ticket = self.ticket(environ) if environ["REQUEST_METHOD"] == "POST" else None
                table = take(slug, id) if cached and "HTTP_PREFER" not in environ else None
                if table is not None:
                    try:
                        return enter(table, ticket, environ, args, kwargs)
                    except StaleCache as outdated:
                        return enter(outdated.table, ticket, environ, args, kwargs)
                    except Exception:
                        if table.sent:  # the store has answered, or may have written
                            raise
                return enter(load(self.engine, id, ticket), ticket, environ, args, kwargs)

            return entered

        return door

    def _known(self, table: StoredGame, bearer: Bearer) -> Bearer:
        """The token of a remote bot opens nothing once the bot is deleted, even before its seats are given away."""
        if bearer.role == "bot" and not self.services.remotes.known(
            table.record.seats[bearer.require_seat()].bot or ""
        ):
            raise stranger(table)
        return bearer

    def _repeated(self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None, repeat: Replayed) -> Response:
        """The stored answer, with the headers that it had."""
        if ticket is not None and ticket.sealed:
            return plain(repeat.answer, 201, replay=True, location=self._place(table.id))
        tag = headers.etag(repeat.version, bearer.seat)
        response = private(repeat.answer, tag)
        response.headers["Idempotent-Replay"] = "true"
        return response

    def ticket(self, environ: Environ, scope: str | None = None) -> IdempotencyKey | None:
        """The Idempotency-Key of a POST, within the scope of its bearer; answers that hold tokens are kept sealed."""
        key = headers.idempotency_key(environ)
        if key is None:
            return None
        scope = scope or hashed(bearer_token() or f"guest {request.remote_addr}")
        asked = f"{request.method} {request.path}\n".encode() + body_of(request)
        return IdempotencyKey.of(scope, key, asked, sealed=request.path.endswith(("/seats", "/games")))

    def _invited(self, table: StoredGame) -> bool:
        """A private game opens to its invite, in the body of the request that takes a seat."""
        if table.record.invite is None or not request.path.endswith("/seats"):
            return False
        try:
            body = read_json(body_of(request))
        except Problem:
            return False
        invite = body.get("invite") if isinstance(body, dict) else None
        return isinstance(invite, str) and same(hashed(invite), table.record.invite)

    # --- catalogue -----------------------------------------------------------------------------------------------

    def sheet(self) -> Response:
        """Show the game's sheet.

        Content with names in both languages, options, action types, phases and bots.
        """
        return self._documents.in_language("sheet", lambda language: encode(sheet_of(self.engine, language)))

    def rules(self) -> Response:
        """List the rules.

        Every rule with its stable id, its text and where it comes from. Rules of provenance `reading` stand last: they
        do not say how to play but how an unclear sentence of the rulebook is read.
        """
        return self._documents.in_language("rules", self._rules)

    def _rules(self, language: str) -> bytes:
        return encode(RuleList([self._rule(rule_id, language) for rule_id in self.engine.rulebook]))

    def rule(self, rule_id: str) -> Response:
        """Show one rule.

        This is where the `type` of a refusal points.
        """
        if rule_id not in self.engine.rulebook:
            raise Problem("not-found", "There is no rule with this id.")
        return self._documents.in_language(rule_id, lambda language: encode(self._rule(rule_id, language)))

    def _rule(self, rule_id: str, language: str) -> RuleDocument:
        rule = self.engine.rulebook[rule_id]
        return RuleDocument(
            rule.id,
            self.engine.sections[rule.section][language],
            rule.text[language],
            rule.provenance,
            f"/v1/{self.engine.slug}/rules/{rule.id}",
        )

    # --- games ---------------------------------------------------------------------------------------------------

    def create(self, payload: dict[str, Any]) -> Response:
        """Create a game.

        Everything may be left out: `{}` is one human against greedy bots, `{"seats": 3}` the same with three seats.
        The tokens in the answer are shown this once.
        """
        ticket = self.ticket(request.environ, f"client {request.remote_addr}")
        try:
            if ticket is not None:
                self.services.store.created(ticket)
            identifier = self.services.store.new_id_for(ticket)
            table, tokens = self._open(identifier, payload)
            try:
                self._hold(table.id)
                answer = self.services.changes.open(table, lambda made: encode(created_document(made, tokens)), ticket)
            except Exception:
                self._unseat(table, identifier)
                raise
        except Replayed as repeat:
            place = f"/v1/{self.engine.slug}/games/{msgspec.json.decode(repeat.answer)['id']}"
            return plain(repeat.answer, 201, replay=True, location=place)
        return plain(answer, 201, location=self._place(table.id), tag=headers.etag(table.version, None))

    def _hold(self, identifier: str) -> None:
        """Count a new game as one of its client's, if it may have another."""
        client, most = client_of(request.remote_addr or ""), self.services.settings.client_games
        self.services.holdings.claim(client, "games", identifier, most)

    def _open(self, identifier: str, payload: dict[str, Any]) -> tuple[StoredGame, Tokens]:
        """The new table; remote bots are asked last, so that none counts a game that cannot begin."""
        opening = self._opening(payload)
        table, tokens = new_game(self.engine, identifier, opening)
        if any(plan.kind == "remote" for plan in opening.seats):
            self._seat_bots(identifier, opening)
            table, tokens = new_game(self.engine, identifier, opening)
        table.record.client = client_of(request.remote_addr or "")
        return table, tokens

    def _seat_bots(self, identifier: str, opening: Opening) -> None:
        """Find the remote bots of a new game; all of them accept, or none is kept waiting."""
        claimed: list[str] = []
        try:
            for seat, plan in enumerate(opening.seats):
                if plan.kind == "remote":
                    plan.remote = self._remote_seat(plan.bot, identifier, seat, opening.clock)
                    claimed.append(plan.remote.id)
        except (SeatUnavailable, BadOpening):
            for bot in claimed:
                self.services.remotes.release(bot, identifier, played=False)
            raise

    def _remote_seat(self, bot: str | None, identifier: str, seat: int, clock: Clock | None) -> RemoteSeat:
        try:
            return self.services.remotes.claim(bot or "", self._claim(identifier, clock))
        except NoSuchBot as error:
            raise BadOpening(f"/seats/{seat}/bot", "must be the id of a registered bot") from error

    def _claim(self, identifier: str, clock: Clock | None, token: str | None = None) -> Claim:
        """What a remote bot is asked: whose game it is, and how much time it has there."""
        return Claim(self.engine.slug, identifier, client_of(request.remote_addr or ""), clock, token)

    def _opening(self, payload: dict[str, Any]) -> Opening:
        clock = payload["clock"]
        plans = payload["seats"]
        if plans is None:
            count = self._seats_of(payload["position"]) or self.engine.seats[0]
            plans = [{"kind": "human"}] + [{"kind": "bot"}] * (count - 1)
        return Opening(
            seats=[SeatPlan(**plan) for plan in plans],
            options=payload["options"],
            private=payload["visibility"] == "private",
            seed=bytes.fromhex(payload["seed"]) if payload["seed"] else None,
            position=payload["position"],
            clock=_clock(clock) if clock else None,
        )

    def _seats_of(self, position: Any) -> int | None:
        if position is None:
            return None
        try:
            return self.engine.rules.seat_count(msgspec.convert(position, self.engine.rules.position_type))
        except msgspec.ValidationError:
            return None

    def list(self, query: dict[str, Any]) -> Response:
        """List public games.

        Newest first. `next` of a page is the `cursor` of the page behind it.
        """
        before = None
        if query["cursor"]:
            created, _, identifier = query["cursor"].partition("-")
            before = (int(created), identifier)
        found, following = self.services.history.listed(self.engine.slug, query["status"], before, query["limit"])
        games = [
            ListedGame(
                id=identifier,
                status=head.status,
                version=version,
                players=[place.name for place in head.seats],
                free_seats=[seat for seat, place in enumerate(head.seats) if place.kind == "open"],
                open_seed=head.open_seed,
                sandbox=head.sandbox,
                created_at=iso(head.created),
                expires_at=iso(head.expires),
                url=self._place(identifier),
            )
            for identifier, version, head in found
        ]
        return plain(encode(Listing(games, None if following is None else f"{following[0]}-{following[1]}")))

    def view(self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None) -> Outcome:
        """Look at a game.

        The view of the bearer's seat; spectators, and the host, see what everybody may see. With `If-None-Match` and
        `Prefer: wait=N` the answer waits until the version moves.
        """
        environ = present()
        wait = headers.preferences(environ).wait
        tag = headers.etag(table.version, bearer.seat)
        if not headers.none_match(tag, environ):
            return self._view(table, bearer, wait)
        if wait and not table.over:
            seen, version = table.version, self.services.store.version
            return WaitUntil(
                table.id, wait, lambda: version(table.id) != seen, lambda: self._view_now(table.id, bearer, wait)
            )
        return waited(private(None, tag, status=304), wait)

    def _view_now(self, identifier: str, bearer: Bearer, wait: int) -> Response:
        """The view after a wait; a token that opens the game no more is refused now."""
        table = self.services.store.load(self.engine, identifier)
        tag = headers.etag(table.version, bearer.seat)
        if headers.none_match(tag):
            return waited(private(None, tag, status=304), wait)
        return self._view(table, self._known(table, bearer_of(table, several=True)), wait)

    def _view(self, table: StoredGame, bearer: Bearer, wait: int | None) -> Response:
        body = encode(game_document(table, bearer.seat))
        response = waited(private(body, headers.etag(table.version, bearer.seat)), wait)
        self._keep_at_hand(table, bearer.seat)
        return response

    def _keep_at_hand(self, table: StoredGame, seat: int | None) -> None:
        """Whoever looks at a game that waits for them will act soon."""
        if seat is not None and table.record.decisions[seat] is not None:
            self.services.cache.put(table)

    def abort(self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None) -> Response:
        """Call a game off.

        Only the host may. Later reads still answer, with status `aborted`; the seed and the replay are open then.
        """

        def edit(loaded: StoredGame) -> None:
            seats.require_live(loaded)
            loaded.abort("host")

        return self._changed(table, bearer, edit, None)

    # --- seats ---------------------------------------------------------------------------------------------------

    def take_seat(
        self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None, payload: dict[str, Any]
    ) -> Response:
        """Take an open seat.

        The answer holds the seat's token. When the last open seat is taken, the game is dealt.
        """
        if table.record.private and not self._invited(table):
            raise Problem("forbidden", "A seat of a private game is taken with its invite.")
        token, taken = new_token("seat"), [0]

        def edit(loaded: StoredGame) -> None:
            taken[0] = seats.take(loaded, payload["seat"], payload["name"], token, payload["nonce"])

        def render(made: StoredGame) -> bytes:
            seat = taken[0]
            return encode(SeatTakenDocument(made.id, seat, made.record.seats[seat].name, token, made.version))

        made, answer = self.services.changes.make(table, edit, render, ticket)
        return plain(answer, 201, location=self._place(made.id))

    def change_seat(
        self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None, payload: dict[str, Any], seat: int
    ) -> Response:
        """Hand a seat over, take it back, or open it.

        Its holder may do all three; the host may change open seats, bots, and a human whose clock has run out (to a
        bot). Opening a seat ends its old token.
        """
        if seat >= len(table.record.seats):
            raise Problem("not-found", "There is no such seat.")
        by = "host" if bearer.role == "host" else bearer.require_holder()
        bot: BuiltIn | RemoteSeat | None = None
        if payload["kind"] == "remote":
            seats.may_change(table, seat, by, "remote")
            bot = self._hired(table, payload["bot"])
        elif payload["bot"] not in (None, *BOTS):
            raise SeatUnavailable("a remote bot plays a seat of kind `remote`")
        elif payload["kind"] == "bot":
            bot = built_in(payload["bot"], payload["level"], "", table.fallback_bot)
        sits = any(place.controller == payload["bot"] for place in table.record.seats)
        try:
            return self._changed(table, bearer, lambda t: seats.change(t, seat, by, payload["kind"], bot), ticket)
        except Exception:
            if isinstance(bot, RemoteSeat) and not sits:  # it does not play after all
                self.services.remotes.release(bot.id, table.id, played=False)
            raise

    def _hired(self, table: StoredGame, bot: str | None) -> RemoteSeat:
        """The remote bot that takes a seat over, if it accepts."""
        try:
            return self.services.remotes.claim(bot or "", self._claim(table.id, table.record.clock))
        except NoSuchBot as error:
            raise SeatUnavailable("there is no registered bot with this id") from error

    def resign(
        self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None, nothing: dict[str, Any]
    ) -> Response:
        """Give up.

        A bot plays on in your seat; you may go on watching it.
        """
        seat = bearer.require_holder()
        return self._changed(table, bearer, lambda t: seats.resign(t, seat), ticket)

    def rematch(
        self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None, nothing: dict[str, Any]
    ) -> Response:
        """Play again.

        The same seats, options and tokens in a new game. Whoever asks first opens it; all others are told the same.
        """
        identifier = new_id(int(table.id[:2]))
        if table.over and table.record.rematch is None:
            self._hold(identifier)
            self._seat_again(table, identifier)
        old, _ = self.services.changes.make(table, lambda t: seats.offer_rematch(t, identifier), lambda _: b"", None)
        place = str(old.record.rematch)
        if place != identifier:
            self._unseat(table, identifier)  # somebody else was first, and their game counts
        try:
            made = self.services.store.load(self.engine, place)
        except NoSuchGame:
            made = new_rematch(old, place)
            try:
                self.services.changes.open(made, lambda _: b"")
            except GameExists:  # somebody else asked at the same moment
                made = self.services.store.load(self.engine, place)
        body = encode(created_document(made, None))
        return plain(body, 201, location=self._place(made.id))

    def _seat_again(self, table: StoredGame, identifier: str) -> None:
        """Remote bots of a game that is played again must accept that, too."""
        try:
            for place in table.record.seats:
                if place.kind == "remote":
                    claim = self._claim(identifier, table.record.clock, place.remote)
                    self.services.remotes.claim(place.bot or "", claim)
        except (SeatUnavailable, NoSuchBot) as error:
            self._unseat(table, identifier)
            raise SeatUnavailable("a remote bot does not want to play again") from error

    def _unseat(self, table: StoredGame, identifier: str) -> None:
        for place in table.record.seats:
            if place.kind == "remote":
                self.services.remotes.release(place.bot or "", identifier, played=False)

    # --- acting --------------------------------------------------------------------------------------------------

    def legal(self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None) -> Response:
        """List your legal actions.

        Each can be sent back as it is. Where they explode, `templates` describes them and `actions` is a sample.
        """
        seat = bearer.require_seat()
        if table.position is None:
            raise NotStarted
        body = encode(choices_document(table, seat, remote=bearer.role == "bot"))
        response = private(body, headers.etag(table.version, seat))
        self._keep_at_hand(table, seat)
        return response

    def act(self, table: StoredGame, bearer: Bearer, ticket: IdempotencyKey | None, action: Action) -> Outcome:
        """Act.

        Send one of your legal actions. A refusal names the broken rule and changes nothing. With an Idempotency-Key
        the request may be repeated safely; with `decision` or If-Match it is played only on the choice that you saw.
        """
        seat, environ = bearer.require_seat(), present()
        wanted = headers.preferences(environ)
        try:
            if wanted.respond_async:
                return self._act_later(table, bearer, action, ticket, wanted.wait or 0)
            return self._act_now(table, bearer, action, ticket, environ)
        except AnswerGone as gone:
            now = (
                self.services.store.load(self.engine, table.id) if table.sent else table
            )  # the act was played on that one
            return self._answer_again(now, seat, gone.version, headers.language())

    def _act_now(
        self, table: StoredGame, bearer: Bearer, action: Action, ticket: IdempotencyKey | None, environ: Environ
    ) -> Response:
        language, seat = headers.language(environ), bearer.require_seat()
        remote, decision = _remote(table, bearer), table.record.decisions[seat]
        meant_for = asked_decision() if environ.get("QUERY_STRING") else None
        edit = SubmitAction(seat, action, headers.if_match(environ), remote is not None, meant_for)
        made, answer = self.services.changes.make(
            table, edit, lambda t: encode(acted_document(t, seat, language)), ticket
        )
        if remote is not None:
            self.services.remotes.acted(remote, Turn(self.engine.slug, table.id, seat, decision or 0))
        response = private(answer, headers.etag(made.version, seat), language)
        self.services.cache.put(made)
        return response

    def _answer_again(self, table: StoredGame, seat: int, version: int, language: str) -> Response:
        """A very late repetition: what happened then, and the view as it is now."""
        events = self.services.history.of_version(self.engine.slug, table.id, version, table.record.seq)
        document = documents_of(self.engine).acted(
            version=version, events=redacted_events(table, events, seat, language), view=game_document(table, seat)
        )
        response = private(encode(document), headers.etag(table.version, seat), language)
        response.headers["Idempotent-Replay"] = "true"
        return response

    def _act_later(
        self, table: StoredGame, bearer: Bearer, action: Action, ticket: IdempotencyKey | None, wait: int
    ) -> Outcome:
        """Let a worker play the action; answer at once when it is done within the wait."""
        seat = bearer.require_seat()
        self.services.store.refuse_repeat(table, ticket)
        order = {
            "slug": self.engine.slug,
            "game": table.id,
            "seat": seat,
            "remote": _remote(table, bearer),
            "action": msgspec.to_builtins(action),
            "if_match": headers.if_match(),
            "decision": asked_decision(),
            "language": headers.language(),
            "ticket": None if ticket is None else [ticket.field, ticket.fingerprint.hex()],
        }
        job = self.services.jobs.open("act", order)
        self.services.queue.enqueue_job(job.id)
        if not wait:
            return self._answer_job(job, seat)
        load = self.services.jobs.load

        def answer() -> Response:
            return self._answer_job(load(job.id), seat)

        return WaitUntil(job.id, wait, lambda: load(job.id).ended, answer, refused=answer)

    def _answer_job(self, job: Job, seat: int) -> Response:
        if not job.ended:
            response = plain(encode(job_document(job)), 202, location=f"/v1/jobs/{job.id}")
            response.headers["Preference-Applied"] = "respond-async"
            return response
        if job.status == "done":
            body = bytes(job.result)
            version = msgspec.json.decode(body)["version"]
            return private(body, headers.etag(version, seat), headers.language())
        raise problem_from(msgspec.json.decode(bytes(job.problem)))

    # --- answers -------------------------------------------------------------------------------------------------

    def _changed(
        self, table: StoredGame, bearer: Bearer, edit: Callable[[StoredGame], None], ticket: IdempotencyKey | None
    ) -> Response:
        language = headers.language()
        made, answer = self.services.changes.make(
            table, edit, lambda t: encode(acted_document(t, bearer.seat, language)), ticket
        )
        return private(answer, headers.etag(made.version, bearer.seat), language)

    def _place(self, identifier: str) -> str:
        return f"/v1/{self.engine.slug}/games/{identifier}"


def _clock(payload: dict[str, Any]) -> Clock:
    return Clock(payload["turn_seconds"], payload["on_timeout"], built_in(payload["bot"], payload["level"], "/clock"))


def _remote(table: StoredGame, bearer: Bearer) -> str | None:
    """The id of the remote bot that asks, if one does."""
    return table.record.seats[bearer.require_seat()].bot if bearer.role == "bot" else None
