"""The routes of one game: one generic implementation behind each game's own operations."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from flask import Response, request

from api import headers
from api.access import Bearer, bearer_of, bearer_token
from api.bodies import body_of, read_json
from api.documents import ListedGame, Listing, RuleDocument, RuleList, Sheet, job_document, sheet_of
from api.house import House
from api.problems import Problem, problem_from
from api.schemas import GameSchemas
from engines.game import Game
from store import seats
from store.acting import Act
from store.changes import GameExists
from store.clock import iso
from store.documents import (
    ReplayAct,
    ReplayDeal,
    SeatTakenDocument,
    acted_document,
    choices_document,
    created_document,
    documents_of,
    encode,
    game_document,
    told_events,
)
from store.ids import hashed, new_id, new_token, same
from store.opening import Opening, SeatPlan, open_table, rematch_table
from store.refusals import NotStarted
from store.store import AnswerGone, NoSuchGame, Repeated, Ticket
from store.table import Clock, Table
from store.wakeups import TooManyWaiters

View = Callable[..., Response]
VARY = "Authorization, Accept, Accept-Language"


class GameRoutes:
    """Answers for one game. Views that concern a table get it loaded, with its bearer, by ``at_table``."""

    def __init__(self, engine: Game[Any, Any], schemas: GameSchemas, house: House) -> None:
        self.engine = engine
        self.schemas = schemas
        self.house = house
        self.actions = msgspec.json.Decoder(schemas.action.struct_type)

    # --- the door ------------------------------------------------------------------------------------------------

    def at_table(self, admit: Callable[[Bearer], Any] | None) -> Callable[[View], View]:
        """Find the game and the bearer, and ask whether it may come in, before the body is read."""

        def door(view: View) -> View:
            @wraps(view)
            def entered(*args: Any, id: str, **kwargs: Any) -> Response:  # noqa: A002
                ticket = self._ticket(hashed(bearer_token() or f"guest {request.remote_addr}"))
                table = self.house.store.load(self.engine, id, ticket)
                bearer = bearer_of(table, invited=self._invited(table))
                if admit is not None:
                    admit(bearer)
                try:
                    return view(table, bearer, ticket, *args, **kwargs)
                except Repeated as repeat:
                    return self._repeated(table, bearer, ticket, repeat)

            return entered

        return door

    def _repeated(self, table: Table, bearer: Bearer, ticket: Ticket | None, repeat: Repeated) -> Response:
        """The stored answer, with the headers that it had."""
        if ticket is not None and ticket.sealed:
            return self._json(repeat.answer, 201, replay=True, location=self._place(table.id))
        tag = headers.etag(repeat.version, bearer.seat)
        return self._private(self._json(repeat.answer, replay=True), tag)

    def _ticket(self, scope: str) -> Ticket | None:
        """The Idempotency-Key of a POST; answers of routes that give out tokens are kept sealed."""
        key = headers.idempotency_key() if request.method == "POST" else None
        if key is None:
            return None
        asked = f"{request.method} {request.path}\n".encode() + body_of(request)
        return Ticket.of(scope, key, asked, sealed=request.path.endswith(("/seats", "/games")))

    def _invited(self, table: Table) -> bool:
        """A private game opens to its invite, in the body of the request that takes a seat."""
        if table.head.invite is None or not request.path.endswith("/seats"):
            return False
        try:
            body = read_json(body_of(request))
        except Problem:
            return False
        invite = body.get("invite") if isinstance(body, dict) else None
        return isinstance(invite, str) and same(hashed(invite), table.head.invite)

    # --- catalogue -----------------------------------------------------------------------------------------------

    def sheet(self) -> Response:
        """Show the game's sheet.

        Content with names in both languages, options, action types, phases and bots.
        """
        return self._words(encode(self._sheet(headers.language())))

    def _sheet(self, language: str) -> Sheet:
        return sheet_of(self.engine, language)

    def rules(self) -> Response:
        """List the rules.

        Every rule with its stable id, its text and where it comes from.
        """
        return self._json(encode(RuleList([self._rule(rule_id) for rule_id in self.engine.rules])))

    def rule(self, rule_id: str) -> Response:
        """Show one rule.

        This is where the `type` of a refusal points.
        """
        if rule_id not in self.engine.rules:
            raise Problem("not-found", "There is no rule with this id.")
        return self._json(encode(self._rule(rule_id)))

    def _rule(self, rule_id: str) -> RuleDocument:
        rule = self.engine.rules[rule_id]
        return RuleDocument(
            rule.id, rule.section, rule.text, rule.provenance, f"/v1/{self.engine.slug}/rules/{rule.id}"
        )

    # --- games ---------------------------------------------------------------------------------------------------

    def create(self, wish: dict[str, Any]) -> Response:
        """Create a game.

        Everything may be left out: `{}` is one human against greedy bots, `{"seats": 3}` the same with three seats.
        The tokens in the answer are shown this once.
        """
        ticket = self._ticket(f"client {request.remote_addr}")
        try:
            if ticket is not None:
                self.house.store.created(ticket)
            table, tokens = open_table(self.engine, self.house.store.new_id_for(ticket), self._opening(wish))
            answer = self.house.changes.open(table, lambda made: encode(created_document(made, tokens)), ticket)
        except Repeated as repeat:
            place = f"/v1/{self.engine.slug}/games/{msgspec.json.decode(repeat.answer)['id']}"
            return self._json(repeat.answer, 201, replay=True, location=place)
        return self._json(answer, 201, location=self._place(table.id), tag=headers.etag(table.version, None))

    def _opening(self, wish: dict[str, Any]) -> Opening:
        clock = wish["clock"]
        plans = wish["seats"]
        if plans is None:
            count = self._seats_of(wish["position"]) or self.engine.seats[0]
            plans = [{"kind": "human"}] + [{"kind": "bot"}] * (count - 1)
        return Opening(
            seats=[SeatPlan(**plan) for plan in plans],
            options=wish["options"],
            private=wish["visibility"] == "private",
            seed=bytes.fromhex(wish["seed"]) if wish["seed"] else None,
            position=wish["position"],
            clock=Clock(clock["turn_seconds"], clock["on_timeout"]) if clock else None,
        )

    def _seats_of(self, position: Any) -> int | None:
        if position is None:
            return None
        try:
            return self.engine.seat_count(msgspec.convert(position, self.engine.position_type))
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
        found, following = self.house.history.listed(self.engine.slug, query["status"], before, query["limit"])
        games = [
            ListedGame(
                id=identifier,
                status=head.status,
                version=version,
                players=[place.name for place in head.places],
                free_seats=[seat for seat, place in enumerate(head.places) if place.kind == "open"],
                open_seed=head.open_seed,
                sandbox=head.sandbox,
                created_at=iso(head.created),
                expires_at=iso(head.expires),
                url=self._place(identifier),
            )
            for identifier, version, head in found
        ]
        return self._json(encode(Listing(games, None if following is None else f"{following[0]}-{following[1]}")))

    def view(self, table: Table, bearer: Bearer, ticket: Ticket | None) -> Response:  # noqa: ARG002
        """Look at a game.

        The view of the bearer's seat; spectators, and the host, see what everybody may see. With `If-None-Match` and
        `Prefer: wait=N` the answer waits until the version moves.
        """
        wait = headers.preferences().wait
        tag = headers.etag(table.version, bearer.seat)
        if not headers.none_match(tag):
            return self._view(table, bearer, wait)
        if wait and not table.over:
            table = self._wait_for_change(table, wait)
            tag = headers.etag(table.version, bearer.seat)
            if not headers.none_match(tag):
                bearer = bearer_of(table)
                return self._view(table, bearer, wait)
        response = self._private(Response(status=304), tag)
        return _applied(response, wait)

    def _view(self, table: Table, bearer: Bearer, wait: int | None) -> Response:
        body = encode(game_document(table, bearer.seat))
        response = self._private(self._json(body), headers.etag(table.version, bearer.seat))
        return _applied(response, wait)

    def _wait_for_change(self, table: Table, seconds: int) -> Table:
        deadline = time.monotonic() + seconds
        with self.house.wakeups.bell(table.id) as bell:
            while True:
                fresh = self.house.store.load(self.engine, table.id)
                left = deadline - time.monotonic()
                if fresh.version != table.version or left <= 0 or not bell.wait(left):
                    return fresh
                bell.clear()

    def abort(self, table: Table, bearer: Bearer, ticket: Ticket | None) -> Response:  # noqa: ARG002
        """Call a game off.

        Only the host may. Later reads still answer, with status `aborted`; the seed and the replay are open then.
        """

        def edit(loaded: Table) -> None:
            seats.require_live(loaded)
            loaded.abort("host")

        return self._changed(table, bearer, edit, None)

    # --- seats ---------------------------------------------------------------------------------------------------

    def take_seat(self, table: Table, bearer: Bearer, ticket: Ticket | None, wish: dict[str, Any]) -> Response:  # noqa: ARG002
        """Take an open seat.

        The answer holds the seat's token. When the last open seat is taken, the game is dealt.
        """
        if table.head.private and not self._invited(table):
            raise Problem("forbidden", "A seat of a private game is taken with its invite.")
        token, taken = new_token("seat"), [0]

        def edit(loaded: Table) -> None:
            taken[0] = seats.take(loaded, wish["seat"], wish["name"], token, wish["nonce"])

        def render(made: Table) -> bytes:
            seat = taken[0]
            return encode(SeatTakenDocument(made.id, seat, made.head.places[seat].name, token, made.version))

        made, answer = self.house.changes.make(table, edit, render, ticket)
        return self._json(answer, 201, location=self._place(made.id))

    def change_seat(
        self, table: Table, bearer: Bearer, ticket: Ticket | None, wish: dict[str, Any], seat: int
    ) -> Response:
        """Hand a seat over, take it back, or open it.

        Its holder may do all three; the host may change open seats, bots, and a human whose clock has run out (to a
        bot). Opening a seat ends its old token.
        """
        if seat >= len(table.head.places):
            raise Problem("not-found", "There is no such seat.")
        by = "host" if bearer.seat is None else bearer.seat
        return self._changed(table, bearer, lambda t: seats.change(t, seat, by, wish["kind"], wish["bot"]), ticket)

    def resign(self, table: Table, bearer: Bearer, ticket: Ticket | None, nothing: dict[str, Any]) -> Response:  # noqa: ARG002
        """Give up.

        A bot plays on in your seat; you may go on watching it.
        """
        seat = bearer.require_seat()
        return self._changed(table, bearer, lambda t: seats.resign(t, seat), ticket)

    def rematch(self, table: Table, bearer: Bearer, ticket: Ticket | None, nothing: dict[str, Any]) -> Response:  # noqa: ARG002
        """Play again.

        The same seats, options and tokens in a new game. Whoever asks first opens it; all others are told the same.
        """
        identifier = new_id(int(table.id[:2]))
        old, _ = self.house.changes.make(table, lambda t: seats.offer_rematch(t, identifier), lambda _: b"", None)
        place = str(old.head.rematch)
        try:
            made = self.house.store.load(self.engine, place)
        except NoSuchGame:
            made = rematch_table(old, place)
            try:
                self.house.changes.open(made, lambda _: b"")
            except GameExists:  # somebody else asked at the same moment
                made = self.house.store.load(self.engine, place)
        body = encode(created_document(made, None))
        return self._json(body, 201, location=self._place(made.id))

    # --- acting --------------------------------------------------------------------------------------------------

    def legal(self, table: Table, bearer: Bearer, ticket: Ticket | None) -> Response:  # noqa: ARG002
        """List your legal actions.

        Each can be sent back as it is. Where they explode, `templates` describes them and `actions` is a sample.
        """
        seat = bearer.require_seat()
        if table.position is None:
            raise NotStarted
        body = encode(choices_document(table, seat))
        return self._private(self._json(body), headers.etag(table.version, seat))

    def act(self, table: Table, bearer: Bearer, ticket: Ticket | None, action: dict[str, Any]) -> Response:
        """Act.

        Send one of your legal actions. A refusal names the broken rule and changes nothing. With an Idempotency-Key
        the request may be repeated safely; with If-Match it is played only at that version.
        """
        seat = bearer.require_seat()
        wanted = headers.preferences()
        try:
            if wanted.respond_async:
                return self._act_later(table, seat, action, ticket, wanted.wait or 0)
            return self._act_now(table, seat, action, ticket)
        except AnswerGone as gone:
            return self._answer_again(table, seat, gone.version, headers.language())

    def _act_now(self, table: Table, seat: int, action: dict[str, Any], ticket: Ticket | None) -> Response:
        language = headers.language()
        edit = Act(seat, msgspec.convert(action, self.schemas.action.struct_type), headers.if_match())
        made, answer = self.house.changes.make(table, edit, lambda t: encode(acted_document(t, seat, language)), ticket)
        return self._private(self._words(answer, language), headers.etag(made.version, seat))

    def _answer_again(self, table: Table, seat: int, version: int, language: str) -> Response:
        """A very late repetition: what happened then, and the view as it is now."""
        events = [
            event
            for event in self.house.history.events(self.engine.slug, table.id, 0, table.head.seq)
            if event.version == version
        ]
        document = documents_of(self.engine).acted(
            version=version, events=told_events(table, events, seat, language), view=game_document(table, seat)
        )
        response = self._words(encode(document), language)
        response.headers["Idempotent-Replay"] = "true"
        return self._private(response, headers.etag(table.version, seat))

    def _act_later(self, table: Table, seat: int, action: dict[str, Any], ticket: Ticket | None, wait: int) -> Response:
        """Let a worker play the action; answer at once when it is done within the wait."""
        self.house.store.refuse_repeat(table, ticket)
        order = {
            "slug": self.engine.slug,
            "game": table.id,
            "seat": seat,
            "action": action,
            "if_match": headers.if_match(),
            "language": headers.language(),
            "ticket": None if ticket is None else [ticket.field, ticket.fingerprint.hex()],
        }
        job = self.house.jobs.open("act", order)
        self.house.queue.hand_over_job(job.id)
        if wait:
            job = self._wait_for_job(job.id, wait)
        if not job.ended:
            response = self._json(encode(job_document(job)), 202, location=f"/v1/jobs/{job.id}")
            response.headers["Preference-Applied"] = "respond-async"
            return response
        if job.status == "done":
            body = bytes(job.result)
            version = msgspec.json.decode(body)["version"]
            return self._private(self._words(body, order["language"]), headers.etag(version, seat))
        raise problem_from(msgspec.json.decode(bytes(job.problem)))

    def _wait_for_job(self, identifier: str, seconds: int) -> Any:
        deadline = time.monotonic() + seconds
        try:
            with self.house.wakeups.bell(identifier) as bell:
                while True:
                    job = self.house.jobs.load(identifier)
                    left = deadline - time.monotonic()
                    if job.ended or left <= 0 or not bell.wait(left):
                        return job
                    bell.clear()
        except TooManyWaiters:  # the job is under way all the same
            return self.house.jobs.load(identifier)

    # --- history -------------------------------------------------------------------------------------------------

    def events(self, table: Table, bearer: Bearer, ticket: Ticket | None, query: dict[str, Any]) -> Response:  # noqa: ARG002
        """Read the history.

        Events as the reader may know them, each with a sentence. Sequence numbers of events for others are left out.
        """
        after, language = query["after"], headers.language()
        events = self.house.history.events(self.engine.slug, table.id, after, query["limit"])
        page = documents_of(self.engine).event_page(
            events=told_events(table, events, bearer.seat, language),
            next_after=after + len(events),
            more=after + len(events) < table.head.seq,
        )
        return self._private(self._words(encode(page), language), None)

    def position(self, table: Table, bearer: Bearer, ticket: Ticket | None) -> Response:  # noqa: ARG002
        """Read the full position.

        For the host of a sandbox game at any time, for everybody who may look once the game is over.
        """
        if not table.over:
            if not table.head.sandbox:
                raise Problem("forbidden", "The full position is open once the game is over.")
            bearer.require_host()
        if table.position is None:
            raise NotStarted
        return self._private(self._json(table.snapshot), None)

    def replay(self, table: Table, bearer: Bearer, ticket: Ticket | None) -> Response:  # noqa: ARG002
        """Read the replay.

        Once the game is over: the seed, every action, every die and the hash of every position, for anybody to check
        with `ludotheque verify`.
        """
        if not table.over:
            raise Problem("forbidden", "The replay is open once the game is over.")
        if table.position is None:
            raise NotStarted
        deal, *acts = self.house.history.acts(table.id)
        head = table.head
        document = documents_of(self.engine).replay(
            game=head.slug,
            id=table.id,
            status=head.status,
            seats=len(head.places),
            seed=head.seed.hex(),
            nonces=[place.nonce for place in head.places if place.nonce],
            commitment=table.commitment,
            options=table.position.options,
            opening=None if head.scenario is None else msgspec.Raw(head.scenario),
            deal=ReplayDeal(deal.dice, deal.sha256),
            acts=[ReplayAct(a.seat or 0, a.version, a.action, a.dice, a.sha256) for a in acts],  # type: ignore[arg-type]
            result=self.engine.outcome(table.position),
        )
        return self._private(self._json(encode(document)), None)

    # --- answers -------------------------------------------------------------------------------------------------

    def _changed(self, table: Table, bearer: Bearer, edit: Callable[[Table], None], ticket: Ticket | None) -> Response:
        language = headers.language()
        made, answer = self.house.changes.make(
            table, edit, lambda t: encode(acted_document(t, bearer.seat, language)), ticket
        )
        return self._private(self._words(answer, language), headers.etag(made.version, bearer.seat))

    def _place(self, identifier: str) -> str:
        return f"/v1/{self.engine.slug}/games/{identifier}"

    def _json(
        self, body: bytes, status: int = 200, replay: bool = False, location: str | None = None, tag: str | None = None
    ) -> Response:
        response = Response(body, status, content_type="application/json")
        if replay:
            response.headers["Idempotent-Replay"] = "true"
        if location is not None:
            response.headers["Location"] = location
        if tag is not None:
            response.headers["ETag"] = tag
        if status == 201:
            response.headers["Cache-Control"] = "no-store"
        return response

    def _words(self, body: bytes, language: str | None = None) -> Response:
        response = self._json(body)
        response.headers["Content-Language"] = language or headers.language()
        response.headers["Vary"] = VARY
        return response

    @staticmethod
    def _private(response: Response, tag: str | None) -> Response:
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers["Vary"] = VARY
        if tag is not None:
            response.headers["ETag"] = tag
        return response


def _applied(response: Response, wait: int | None) -> Response:
    if wait is not None:
        response.headers["Preference-Applied"] = f"wait={wait}"
    return response
