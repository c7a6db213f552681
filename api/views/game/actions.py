"""Legal actions, and acting."""

from __future__ import annotations

from typing import Any

import msgspec

from api.http.auth import Bearer
from api.http.outcomes import Outcome, Reply, WaitUntil
from api.http.problems.causes import problem_from, refusal_problem
from api.http.queries import included, requested_decision
from api.http.request import ApiRequest, etag
from api.http.responses import plain, private
from api.schemas.jobs import job_document
from api.services import ApiServices
from api.views.game.access import GameAccess, GameRequest
from api.views.replies import changed
from engines.kernel.game import Game
from engines.kernel.records import Action
from store.games.changes.actions import SubmitAction
from store.games.repository import NoSuchGame
from store.games.views import Reader, choices_document, encode
from store.model.documents.parts import NOTHING_MORE, Include
from store.model.game import StoredGame
from store.model.job import Job
from store.model.outcomes import Accepted, Deferred, NotStarted, Refused, Replayed
from store.model.record import OVER, owed_decision
from store.model.turns import Turn


def applied(include: Include) -> str:
    """What of `Prefer: include=…` was honoured."""
    return ", ".join(f"include={name}" for name in include.__struct_fields__ if getattr(include, name))


class ActionViews:
    """Actions of the holder of a seat, or of the remote bot that plays it."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices, access: GameAccess) -> None:
        self.engine = engine
        self.services = services
        self.access = access

    def legal(self, request: ApiRequest, game_request: GameRequest) -> Outcome:
        """List your legal actions.

        Each can be sent back unchanged. If there are too many, `templates` describe them and `actions` is a
        sample. With `Prefer: wait=N` the server waits until your seat owes a decision (other than the one that
        `If-None-Match` names) or the game is over; an unchanged list is 304.
        """
        game, bearer = game_request.game, game_request.bearer
        included(request)  # refuses unknown values before waiting
        seat, remote = bearer.require_seat(), bearer.role == "bot"
        wait, owed = request.preferences.wait, owed_decision(game.record, seat, remote)
        known = request.none_match_version(game.version, seat)
        if not wait or game.over or (owed is not None and not known):
            return self._legal(request, game, bearer, wait)

        def ready() -> bool:
            try:
                record = self.services.store.record(game.id)
            except NoSuchGame:
                return True
            return record.status in OVER or owed_decision(record, seat, remote) not in (None, owed)

        return WaitUntil(game.id, wait, ready, lambda: self._legal_now(request, game.id, wait))

    def _legal_now(self, request: ApiRequest, identifier: str, wait: int) -> Reply:
        """The list after a wait; a token that has lost access is refused."""
        game = self.services.store.load(self.engine, identifier)
        return self._legal(request, game, self.access.bearer(request, game, several=True), wait)

    def _legal(self, request: ApiRequest, game: StoredGame, bearer: Bearer, wait: int | None) -> Reply:
        if game.position is None:
            raise refusal_problem(NotStarted(), request)
        seat = bearer.require_seat()
        language = request.language
        tag = etag(game.version, seat, language)
        if request.none_match(tag):
            return private(None, tag, status=304).waited(wait)
        include = Include(effects=included(request) == "effects")
        body = encode(choices_document(game, seat, language, remote=bearer.role == "bot", include=include))
        if game.record.decisions[seat] is not None:  # a reader to move acts soon
            self.services.cache.put(game)
        return private(body, tag, language).waited(wait)

    def act(self, request: ApiRequest, game_request: GameRequest, action: Action) -> Outcome:
        """Act.

        Send one of your legal actions. A refusal names the broken rule and changes nothing. With an
        Idempotency-Key the request can be repeated safely; with `decision` or If-Match it is applied only to
        the choice that you saw.
        """
        game, bearer = game_request.game, game_request.bearer
        seat, wanted = bearer.require_seat(), request.preferences
        bot = game.record.seats[seat].bot if bearer.role == "bot" else None
        meant_for = requested_decision(request) if request.query_string else None
        submitted = SubmitAction(
            seat, action, request.language, request.if_match, meant_for, bot, bearer.token, game_request.key,
            wanted.respond_async, wanted.include,
        )  # fmt: skip
        outcome = self.submit(game, submitted)
        if isinstance(outcome, Deferred):
            return self._deferred(request, outcome.job, seat, wanted.wait or 0)
        reply = changed(request, outcome, seat)
        if wanted.include != NOTHING_MORE:
            return reply.set("Preference-Applied", applied(wanted.include))
        return reply

    def submit(self, game: StoredGame, submitted: SubmitAction) -> Accepted | Replayed | Refused | Deferred:
        """Play an action; close the offer to a remote bot, and cache the game for the next act."""
        seat, bot = submitted.seat, submitted.bot
        decision = game.record.decisions[seat]
        self.services.store.stored.check(game.record.client)
        outcome = self.services.games.submit_action(game, submitted)
        if isinstance(outcome, Accepted):
            if bot is not None:
                self.services.remotes.acted(bot, Turn(self.engine.slug, game.id, seat, decision or 0))
            self.services.cache.put(outcome.game)
        return outcome

    def take_back(self, request: ApiRequest, game_request: GameRequest, version: int) -> Reply:
        """Take your last action back.

        Only for the seat that acted, if nobody has acted since, no dice were drawn and the action revealed
        nothing: otherwise 409 with reason `revealed`, and what was revealed, or `acted_since`. Three times for
        each decision, and not in a game with half as many events as it may have: 409 with reason `takebacks`.
        The history keeps both; the version increases.
        """
        seat, games = game_request.bearer.require_seat(), self.services.games
        reader = Reader(seat, request.language)
        return changed(request, games.take_back(game_request.game, seat, version, self.services.past, reader), seat)

    def _deferred(self, request: ApiRequest, job: Job, seat: int, wait: int) -> Outcome:
        """The job of the action, or its result if that arrives within the wait."""
        if not wait:
            return self._job_reply(request, job, seat)
        load = self.services.jobs.load

        def answer() -> Reply:
            return self._job_reply(request, load(job.id), seat)

        return WaitUntil(job.id, wait, lambda: load(job.id).ended, answer, refused=lambda _: answer())

    @staticmethod
    def _job_reply(request: ApiRequest, job: Job, seat: int) -> Reply:
        if not job.ended:
            reply = plain(encode(job_document(job, request)), 202, location=f"/v1/jobs/{job.id}")
            return reply.set("Preference-Applied", "respond-async")
        if job.status == "done":
            body = bytes(job.result)
            version = msgspec.json.decode(body)["version"]
            return private(body, etag(version, seat), request.language)
        raise problem_from(msgspec.json.decode(bytes(job.problem)))
