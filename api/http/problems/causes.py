"""Which problem document stands for a refusal, a fault or a routing error."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import msgspec
from werkzeug.exceptions import HTTPException

from api.http.outcomes import Reply
from api.http.problems import LONGEST, MEDIA_TYPE, FieldError, Problem, too_large, unauthorized
from api.http.request import ApiRequest
from engines.kernel.registry import game, slugs
from store.bots.remote import NoSuchBot
from store.errors import BadOpening
from store.games.quotas import QuotaExceeded
from store.games.repository import NoSuchGame
from store.model.job import NoSuchJob
from store.model.outcomes import (
    ActedSince,
    BrokenRule,
    KeyReused,
    MustRemember,
    NoSuchAction,
    NotAllowed,
    NotStarted,
    Refusal,
    Revealed,
    SeatUnavailable,
    StaleVersion,
    Superseded,
    TakebacksUsedUp,
    TokenRevoked,
)
from store.model.record import SchemaMismatch
from store.process.logs import log
from store.redis.client import OutcomeUnknown, StoreUnavailable, UnfitServer, reason_of

BY_STATUS = {
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media-type",
}
NO_GAMES = ("games", "bots", "jobs", "ladders")
"""Path segments after `/v1/` that are not games."""
HELD = {
    "games": "unfinished games",
    "bots": "remote bots",
    "jobs": "open odds and simulations",
    "hooks": "hooks",
    "entries": "bots in this ladder",
    "stored": "MB of stored games",
}


def broken_rule(error: BrokenRule, request: ApiRequest, next_steps: dict[str, dict[str, str]] | None = None) -> Problem:
    """The problem of an action that the rules refuse; ``next_steps`` replace those of HTTP."""
    url, words = f"/v1/{request.slug}/rules/{error.rule}", game(request.slug).words
    detail = words.refused_action(error.detail, request.language, error.reason, error.decision, next_steps)
    return Problem("conflict", detail, rule=error.rule, reason=error.reason, type_=url)


def _bad_opening(error: BadOpening, request: ApiRequest) -> Problem:
    detail = error.detail
    if error.rule is not None:
        detail = game(request.slug).words.refusal(detail, request.language)
    members: dict[str, Any] = {"errors": [FieldError(error.field, detail=detail)]}
    if error.rule is not None:
        members |= {"rule": error.rule, "type_": f"/v1/{request.slug}/rules/{error.rule}"}
    return Problem("invalid", **members)


REFUSALS: dict[type[Refusal], Callable[[Any], Problem]] = {
    NotStarted: lambda _: Problem(
        "conflict", "Some seats are still open; nothing has been dealt.", reason="not_started"
    ),
    Superseded: lambda refusal: Problem(
        "conflict",
        "Another action came first; read the game and choose again."
        if refusal.never is None
        else f"This seat has no decision {refusal.never}.",
        reason="superseded",
    ),
    NoSuchAction: lambda _: Problem("not-found", "No action of a seat made this version, or it was taken back."),
    ActedSince: lambda _: Problem(
        "conflict", "Another player has acted since; the action can no longer be taken back.", reason="acted_since"
    ),
    Revealed: lambda refusal: Problem(
        "conflict",
        "The action has revealed something or is final, and cannot be taken back.",
        reason="revealed",
        revealed=refusal.shown,
    ),
    TakebacksUsedUp: lambda refusal: Problem(
        "conflict",
        "The game is too long for anything to be taken back."
        if refusal.most is None
        else f"This decision was taken back {refusal.most} times already.",
        reason="takebacks",
    ),
    MustRemember: lambda _: Problem(
        "conflict", "Remembering is a part of this game: look back once it is over.", reason="memory"
    ),
    StaleVersion: lambda refusal: Problem(
        "stale-version", f"The game is at version {refusal.version}.", version=refusal.version
    ),
    NotAllowed: lambda refusal: Problem("forbidden", refusal.detail),
    SeatUnavailable: lambda refusal: Problem("conflict", refusal.detail, reason="seat"),
    KeyReused: lambda _: Problem("key-reused"),
    TokenRevoked: lambda refusal: (
        Problem("not-found", "There is no such game.")
        if refusal.private
        else unauthorized("This game does not know that token.")
    ),
}
WARN_SECONDS = 10
"""At most one line in so many seconds says why the store is unavailable."""
_warned = -math.inf


def _unavailable(error: StoreUnavailable, detail: str = "") -> Problem:
    """Readers learn that the store is unavailable, operators why."""
    global _warned  # noqa: PLW0603 - one for each process
    if (now := time.monotonic()) - _warned >= WARN_SECONDS:
        _warned = now
        log.warning("the store refuses requests", extra={"fields": {"reason": reason_of(error)}})
    return Problem("store-unavailable", detail, headers={"Retry-After": "1"})


FAULTS: dict[type[Exception], Callable[[Any], Problem]] = {
    NoSuchGame: lambda _: Problem("not-found", "There is no such game."),
    NoSuchBot: lambda _: Problem("not-found", "There is no such bot."),
    NoSuchJob: lambda _: Problem("not-found", "There is no such job."),
    QuotaExceeded: lambda error: Problem(
        "too-much-held",
        f"This client holds {error.most} {HELD[error.kind]} already; let go of one first.",
        headers={"Retry-After": "60"},
    ),
    StoreUnavailable: _unavailable,
    UnfitServer: lambda error: _unavailable(error, f"{error}."),
    OutcomeUnknown: lambda _: Problem("outcome-unknown", headers={"Retry-After": "1"}),
    SchemaMismatch: lambda error: Problem("stored-by-another-version", f"This game is {error}."),
}


def refusal_problem(refusal: Refusal, request: ApiRequest) -> Problem:
    """The problem of a refusal."""
    if isinstance(refusal, BrokenRule):
        return broken_rule(refusal, request)
    return REFUSALS[type(refusal)](refusal)


def problem_from(members: dict[str, Any]) -> Problem:
    """The problem that a worker stored."""
    kind, detail, type_ = members.pop("kind"), members.pop("detail"), members.pop("type_", None)
    return Problem(kind, detail, type_=type_, **members)


def problem_of(error: Exception, request: ApiRequest) -> Problem | None:
    """The problem for an exception, or None if it is a fault of the service."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, BadOpening):
        return _bad_opening(error, request)
    if type(error) in FAULTS:
        return FAULTS[type(error)](error)
    if isinstance(error, HTTPException) and error.code is not None and error.code < 500:
        return _routing_problem(error, request)
    return None


def problem_reply(problem: Problem, request: ApiRequest) -> Reply:
    body = msgspec.json.encode(problem.document(request.path, request.id, request.language))
    sent = {"Content-Type": MEDIA_TYPE, "Content-Language": request.language, "Vary": "Accept-Language"}
    return Reply(problem.status, list((sent | problem.headers).items()), body)


def error_reply(error: Exception, request: ApiRequest) -> Reply:
    """Turn every failure into a problem document; log a fault with its cause."""
    problem = problem_of(error, request)
    if problem is None:
        if not isinstance(error, HTTPException):
            log.error("unexpected failure", exc_info=error)
        problem = Problem("internal")
    return problem_reply(problem, request)


def _routing_problem(error: HTTPException, request: ApiRequest) -> Problem:
    """The problem for errors that Flask and Werkzeug raise before a view is called."""
    kind = BY_STATUS.get(error.code or 400, "bad-header")
    if error.code == 405:
        headers = dict(error.get_headers())
        headers.pop("Content-Type", None)
        methods = ", ".join(sorted(headers.get("Allow", "").replace(" ", "").split(",")))
        return Problem(
            kind, f"{request.method[:LONGEST]} is not allowed here; the methods are {methods}.", headers=headers
        )
    if error.code == 404:
        return Problem(kind, _no_path(request.path))
    return too_large(request.settings.body_bytes) if error.code == 413 else Problem(kind)


def _no_path(path: str) -> str:
    """What was not found: a game, by the first part of the path, or the path."""
    root, _, tail = path.removeprefix("/").partition("/")
    name = tail.partition("/")[0]
    if root != "v1" or not name or name in (*slugs(), *NO_GAMES):
        return "There is no such path."
    return f"There is no game called {name[:LONGEST]}; the games are {', '.join(slugs())}."
