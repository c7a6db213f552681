"""Legal actions, and acting."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from api.http import headers
from api.http.auth import asked_decision
from api.http.problems import problem_from, refusal_problem
from api.http.request import present
from api.http.responses import plain, private
from api.http.waiting import Outcome, WaitUntil
from api.schemas.jobs import job_document
from api.services import ApiServices
from api.views.access import GameRequest
from api.views.replies import changed
from engines.kernel.game import Game
from engines.kernel.records import Action
from store.actions import SubmitAction
from store.jobs.jobs import Job
from store.jobs.outbox import Turn
from store.outcomes import Accepted, Deferred, NotStarted
from store.views import choices_document, encode


class ActionViews:
    """What the holder of a seat, or the remote bot that plays it, may do."""

    def __init__(self, engine: Game[Any, Any], services: ApiServices) -> None:
        self.engine = engine
        self.services = services

    def legal(self, asked: GameRequest) -> Response:
        """List your legal actions.

        Each can be sent back as it is. Where they explode, `templates` describes them and `actions` is a sample.
        """
        game, seat = asked.game, asked.bearer.require_seat()
        if game.position is None:
            raise refusal_problem(NotStarted())
        body = encode(choices_document(game, seat, remote=asked.bearer.role == "bot"))
        response = private(body, headers.etag(game.version, seat))
        if game.record.decisions[seat] is not None:  # a reader whose turn it is acts soon
            self.services.cache.put(game)
        return response

    def act(self, asked: GameRequest, action: Action) -> Outcome:
        """Act.

        Send one of your legal actions. A refusal names the broken rule and changes nothing. With an Idempotency-Key
        the request may be repeated safely; with `decision` or If-Match it is played only on the choice that you saw.
        """
        game, bearer, environ = asked.game, asked.bearer, present()
        seat, language = bearer.require_seat(), headers.language(environ)
        bot = game.record.seats[seat].bot if bearer.role == "bot" else None
        meant_for = asked_decision() if environ.get("QUERY_STRING") else None
        wanted, decision = headers.preferences(environ), game.record.decisions[seat]
        submitted = SubmitAction(
            seat, action, language, headers.if_match(environ), meant_for, bot, bearer.token, asked.key,
            wanted.respond_async,
        )  # fmt: skip
        outcome = self.services.games.submit_action(game, submitted)
        if isinstance(outcome, Deferred):
            return self._deferred(outcome.job, seat, wanted.wait or 0)
        response = changed(outcome, seat, language)
        if isinstance(outcome, Accepted):
            if bot is not None:
                self.services.remotes.acted(bot, Turn(self.engine.slug, game.id, seat, decision or 0))
            self.services.cache.put(outcome.game)
        return response

    def _deferred(self, job: Job, seat: int, wait: int) -> Outcome:
        """The job of the action, or its result when that is there within the wait."""
        if not wait:
            return self._job_response(job, seat)
        load = self.services.jobs.load

        def answer() -> Response:
            return self._job_response(load(job.id), seat)

        return WaitUntil(job.id, wait, lambda: load(job.id).ended, answer, refused=answer)

    def _job_response(self, job: Job, seat: int) -> Response:
        if not job.ended:
            response = plain(encode(job_document(job)), 202, location=f"/v1/jobs/{job.id}")
            response.headers["Preference-Applied"] = "respond-async"
            return response
        if job.status == "done":
            body = bytes(job.result)
            version = msgspec.json.decode(body)["version"]
            return private(body, headers.etag(version, seat), headers.language())
        return problem_from(msgspec.json.decode(bytes(job.problem))).response()
