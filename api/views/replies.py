"""Turns the outcome of a change into a response."""

from __future__ import annotations

from msgspec import UNSET

from api.http.outcomes import Reply
from api.http.problems import Problem
from api.http.problems.causes import refusal_problem
from api.http.request import ApiRequest, etag
from api.http.responses import plain, private
from store.model.outcomes import Accepted, AnswerExpired, Outcome, Refused, Replayed


def changed(request: ApiRequest, outcome: Outcome, seat: int | None) -> Reply:
    """The response for the bearer of a seat (or a spectator): the events, and the resulting view."""
    if isinstance(outcome, Accepted):
        return private(outcome.body, etag(outcome.game.version, seat), request.language)
    if isinstance(outcome, Replayed):
        reply = private(outcome.body, etag(outcome.version, seat), request.language)
        return reply.set("Idempotent-Replay", "true")
    raise refused(request, outcome)


def created(request: ApiRequest, outcome: Outcome, location: str, tag: str | None = None) -> Reply:
    """A response with new tokens."""
    if isinstance(outcome, Accepted):
        return plain(outcome.body, 201, location=location, tag=tag)
    if isinstance(outcome, Replayed):
        return plain(outcome.body, 201, replay=True, location=location)
    raise refused(request, outcome)


def refused(request: ApiRequest, outcome: Refused | AnswerExpired) -> Problem:
    """The problem of a refused request."""
    if isinstance(outcome, AnswerExpired):
        return Problem("answer-gone", reason="answer_gone", version=outcome.version or UNSET)
    return refusal_problem(outcome.cause, request)
