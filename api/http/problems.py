"""Everything that is not a success is a problem document (RFC 9457), whatever its cause."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Annotated, Any

import msgspec
from flask import Response, request
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace
from werkzeug.exceptions import HTTPException

from api.http.request import BODY_LIMIT, language, request_id, slug
from engines.kernel.content import load
from engines.kernel.records import Record, one_of
from engines.kernel.registry import game, slugs
from store.bots.remote import NoSuchBot
from store.changes.outcomes import (
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
    TokenRevoked,
)
from store.errors import BadOpening
from store.jobs.jobs import NoSuchJob
from store.limits.quotas import TooManyHeld
from store.record import SchemaMismatch
from store.redis.client import OutcomeUnknown, StoreUnavailable, UnfitServer
from store.redis.pubsub import TooManyWaiters
from store.repository import NoSuchGame

MEDIA_TYPE = "application/problem+json"
CHALLENGE = 'Bearer realm="ludotheque"'
"""The header WWW-Authenticate of every 401."""
MOST_ERRORS = 100
MOST_SUMMED_UP = 3
AND_MORE = {"en": "(and {} more)", "fr": "(et {} de plus)"}
LONGEST = 300
"""Characters that an answer repeats of a field's name or value."""

KINDS = load("api.http", "problems.toml")
BY_STATUS = {
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media-type",
}
NO_GAMES = ("games", "bots", "jobs", "ladders")
"""What follows `/v1/` where it is no game."""
REASONS = (
    "game_over", "not_over", "not_started", "not_to_act", "wrong_phase", "illegal", "superseded", "seat", "answer_gone",
    "memory", "revealed", "acted_since",
)  # fmt: skip


HELD = {"games": "unfinished games", "bots": "remote bots", "jobs": "open odds and simulations", "hooks": "hooks"}


class FieldError(Record):
    """One thing that is wrong with the request: a field of the body, or a parameter of the query."""

    pointer: Annotated[
        str | UnsetType, Meta(description="JSON pointer to the field of the body.", examples=["/die"])
    ] = UNSET
    parameter: Annotated[str | UnsetType, Meta(description="The name of the query parameter.", examples=["limit"])] = (
        UNSET
    )
    detail: Annotated[str, Meta(description="What is wrong with it, and what would be right.")] = ""

    @property
    def place(self) -> str:
        """What the summary calls it."""
        return str(self.parameter or self.pointer or "body")


class ProblemDocument(Record):
    """An error, after RFC 9457."""

    type: Annotated[
        str, Meta(description="The broken rule's URL, or `/problems/<name>`.", examples=["/v1/bakong/rules/BAK-12"])
    ]
    title: Annotated[str, Meta(description="What kind of problem this is.")]
    status: Annotated[int, Meta(ge=400, le=599, description="The HTTP status.")]
    detail: Annotated[str, Meta(description="What went wrong this time.")]
    instance: Annotated[str, Meta(description="The path of the request.")]
    request_id: Annotated[str, Meta(description="Names the request in the server's log.")]
    rule: Annotated[str | UnsetType, Meta(description="The id of the broken rule.", examples=["BAK-12"])] = UNSET
    reason: Annotated[
        str | UnsetType,
        one_of(REASONS, "Why the state of the game does not allow this."),
    ] = UNSET
    revealed: Annotated[
        list[str] | UnsetType,
        Meta(
            description="What an action has shown that was to be taken back: `dice`, or types of events.",
            examples=[["step_revealed"]],
        ),
    ] = UNSET
    errors: Annotated[list[FieldError] | UnsetType, Meta(description="Each field that is wrong.")] = UNSET
    version: Annotated[int | UnsetType, Meta(ge=0, description="The game's present version.")] = UNSET


class Problem(Exception):
    """Raise it anywhere below a request; the handler writes it down."""

    def __init__(
        self,
        kind: str,
        detail: str = "",
        headers: dict[str, str] | None = None,
        type_: str | None = None,
        **members: Any,
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.status: int = KINDS[kind]["status"]
        self.detail = detail
        self.headers = headers or {}
        self.type = type_ or f"/problems/{kind}"
        self.members = members

    def document(self, instance: str, request_id: str, language: str = "en") -> ProblemDocument:
        """The problem in words; fields and details that have no French stay English."""
        members, detail = self.members, detail_in(self.detail, language)
        if errors := members.get("errors"):
            errors = [replace(error, detail=detail_in(error.detail, language)) for error in errors]
            members, detail = members | {"errors": errors}, detail or summary(errors, language)
        return ProblemDocument(
            type=self.type,
            title=KINDS[self.kind]["title"][language],
            status=self.status,
            detail=detail or KINDS[self.kind]["text"][language],
            instance=instance,
            request_id=request_id,
            **members,
        )

    def response(self) -> Response:
        spoken = language()
        body = msgspec.json.encode(self.document(request.path, request_id(), spoken))
        response = Response(body, self.status, content_type=MEDIA_TYPE)
        response.headers["Content-Language"] = spoken
        response.headers["Vary"] = "Accept-Language"
        response.headers.update(self.headers)
        return response


def _broken_rule(error: BrokenRule) -> Problem:
    url, words = f"/v1/{slug()}/rules/{error.rule}", game(slug()).words
    detail = words.refusal(error.detail, language())
    return Problem("conflict", detail, rule=error.rule, reason=error.reason, type_=url)


def _bad_opening(error: BadOpening) -> Problem:
    detail = (
        error.detail if error.rule is None else game(str(request.blueprint)).words.refusal(error.detail, language())
    )
    members: dict[str, Any] = {"errors": [FieldError(error.field, detail=detail)]}
    if error.rule is not None:
        members |= {"rule": error.rule, "type_": f"/v1/{slug()}/rules/{error.rule}"}
    return Problem("invalid", **members)


REFUSALS: dict[type[Refusal], Callable[[Any], Problem]] = {
    BrokenRule: _broken_rule,
    NotStarted: lambda _: Problem(
        "conflict", "Some seats are still open; nothing has been dealt.", reason="not_started"
    ),
    Superseded: lambda _: Problem(
        "conflict", "Another action came first; read the game and choose again.", reason="superseded"
    ),
    NoSuchAction: lambda _: Problem("not-found", "No action of a seat made this version, or it was taken back."),
    ActedSince: lambda _: Problem(
        "conflict", "Another player has acted since; the action can no longer be taken back.", reason="acted_since"
    ),
    Revealed: lambda refusal: Problem(
        "conflict",
        "The action has revealed something and cannot be taken back.",
        reason="revealed",
        revealed=refusal.shown,
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
        else Problem("unauthorized", "This game does not know that token.", headers={"WWW-Authenticate": CHALLENGE})
    ),
}
FAULTS: dict[type[Exception], Callable[[Any], Problem]] = {
    BadOpening: _bad_opening,
    NoSuchGame: lambda _: Problem("not-found", "There is no such game."),
    NoSuchBot: lambda _: Problem("not-found", "There is no such bot."),
    NoSuchJob: lambda _: Problem("not-found", "There is no such job."),
    TooManyWaiters: lambda _: Problem("busy", headers={"Retry-After": "5"}),
    TooManyHeld: lambda error: Problem(
        "too-much-held",
        f"This client holds {error.most} {HELD[error.kind]} already; let go of one first.",
        headers={"Retry-After": "60"},
    ),
    StoreUnavailable: lambda _: Problem("store-unavailable", headers={"Retry-After": "1"}),
    UnfitServer: lambda error: Problem("store-unavailable", f"{error}.", headers={"Retry-After": "1"}),
    OutcomeUnknown: lambda _: Problem("outcome-unknown", headers={"Retry-After": "1"}),
    SchemaMismatch: lambda error: Problem("stored-by-another-version", f"This game is {error}."),
}


def refusal_problem(refusal: Refusal) -> Problem:
    """The problem document of a refusal."""
    return REFUSALS[type(refusal)](refusal)


def problem_from(members: dict[str, Any]) -> Problem:
    """The problem that a worker wrote down."""
    kind, detail, type_ = members.pop("kind"), members.pop("detail"), members.pop("type_", None)
    return Problem(kind, detail, type_=type_, **members)


def problem_of(error: Exception) -> Problem | None:
    """The problem that an exception stands for, or None when it is a fault of ours."""
    if isinstance(error, Problem):
        return error
    if type(error) in FAULTS:
        return FAULTS[type(error)](error)
    if isinstance(error, HTTPException) and error.code is not None and error.code < 500:
        return _routing_problem(error)
    return None


def _routing_problem(error: HTTPException) -> Problem:
    """What Flask and Werkzeug refuse before a view is called."""
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
    return too_large() if error.code == 413 else Problem(kind)


def _no_path(path: str) -> str:
    """What is not there: a game, by the first part of the path, or the path."""
    root, _, tail = path.removeprefix("/").partition("/")
    name = tail.partition("/")[0]
    if root != "v1" or not name or name in (*slugs(), *NO_GAMES):
        return "There is no such path."
    return f"There is no game called {name[:LONGEST]}; the games are {', '.join(slugs())}."


def too_large() -> Problem:
    """A body over the limit, which the text names."""
    limit = request.environ.get(BODY_LIMIT) or request.max_content_length
    return Problem("too-large", f"The body has more than {limit} bytes." if limit else "")


def summary(errors: list[FieldError], language: str) -> str:
    """The first of several errors in one line; the others are counted."""
    said = "; ".join(f"{error.place}: {error.detail}" for error in errors[:MOST_SUMMED_UP])
    left = len(errors) - MOST_SUMMED_UP
    return said if left <= 0 else f"{said} {AND_MORE[language].format(left)}"


def not_over(what: str) -> Problem:
    """A document that shows everything, asked for while the game goes on."""
    return Problem("conflict", f"The {what} is open once the game is over.", reason="not_over")


def parameter_errors(messages: Any) -> list[FieldError]:
    """The same for the parameters of a query."""
    found = field_errors(messages)
    return [FieldError(parameter=error.pointer.lstrip("/"), detail=error.detail) for error in found]  # type: ignore[union-attr]


def invalid(errors: list[FieldError]) -> Problem:
    """The problem of a request whose fields or parameters are wrong."""
    return Problem("invalid", errors=errors)


def field_errors(messages: Any, pointer: str = "") -> list[FieldError]:
    """Marshmallow's nested messages as a flat list of JSON pointers; a body of mistakes gets no endless answer."""
    return list(islice(_field_errors(messages, pointer), MOST_ERRORS))


def _field_errors(messages: Any, pointer: str) -> Iterator[FieldError]:
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _field_errors(inner, pointer if key == "_schema" else f"{pointer}/{escaped(str(key))}")
        return
    for text in messages if isinstance(messages, list) else [messages]:
        yield FieldError(pointer[:LONGEST], detail=str(text)[:LONGEST])


def escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


@lru_cache(maxsize=1024)
def detail_in(text: str, language: str) -> str:
    """A detail in full and in the language; what the catalogue does not have stays as it is."""
    for pattern, words in _catalogue():
        if found := pattern.fullmatch(text):
            first, *rest = words[language].split("{}")
            return first + "".join(part + after for part, after in zip(found.groups(), rest, strict=True))
    return text


@cache
def _catalogue() -> list[tuple[re.Pattern[str], dict[str, str]]]:
    entries = load("api.http", "details.toml").items()
    return [(re.compile("(.+?)".join(map(re.escape, short.split("{}"))), re.DOTALL), words) for short, words in entries]
