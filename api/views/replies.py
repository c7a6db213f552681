"""Turns the outcome of a change into a response."""

from __future__ import annotations

from flask import Response
from msgspec import UNSET

from api.http import headers
from api.http.problems import Problem
from api.http.problems.causes import refusal_problem
from api.http.responses import plain, private
from store.model.outcomes import Accepted, AnswerExpired, Outcome, Refused, Replayed


def changed(outcome: Outcome, seat: int | None, language: str) -> Response:
    """The response for the bearer of a seat (or a spectator): the events, and the resulting view."""
    if isinstance(outcome, Accepted):
        return private(outcome.body, headers.etag(outcome.game.version, seat), language)
    if isinstance(outcome, Replayed):
        response = private(outcome.body, headers.etag(outcome.version, seat), language)
        response.headers["Idempotent-Replay"] = "true"
        return response
    return refused(outcome)


def created(outcome: Outcome, location: str, tag: str | None = None) -> Response:
    """A response with new tokens."""
    if isinstance(outcome, Accepted):
        return plain(outcome.body, 201, location=location, tag=tag)
    if isinstance(outcome, Replayed):
        return plain(outcome.body, 201, replay=True, location=location)
    return refused(outcome)


def refused(outcome: Refused | AnswerExpired) -> Response:
    """The problem document of a refused request."""
    if isinstance(outcome, AnswerExpired):
        return Problem("answer-gone", reason="answer_gone", version=outcome.version or UNSET).response()
    return refusal_problem(outcome.cause).response()
