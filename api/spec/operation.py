"""An operation of the API: its route, its schemas and its documentation, said in one place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import wraps
from typing import Any, Literal, get_args

import msgspec
from apispec import BasePlugin
from flask import Response, request
from flask_smorest import Blueprint as SmorestBlueprint  # type: ignore[import-untyped]
from marshmallow import Schema
from werkzeug.datastructures import MultiDict

from api.http.auth import Right
from api.http.body import parser
from api.http.problems import KINDS, LONGEST, MEDIA_TYPE, FieldError, ProblemDocument, invalid
from api.http.problems.fields import MOST_ERRORS
from api.http.rate_limit import Limit
from api.http.request import present
from api.http.waiting import Outcome, as_response
from api.schemas.derive import schema_for
from api.schemas.derive.unions import Union
from api.spec.headers import COMPONENTS
from engines.kernel.game import Game

View = Callable[..., Outcome]
HEADER_NAMES = "x-header-parameters"
"""Where an operation keeps them until the document is put together."""
Guard = Callable[[View], View]
QUERY_NAMES = frozenset({"seat", "decision", "at", "include"})
"""Query parameters that stand among the headers, since they are read where they are needed."""

PROBLEM = schema_for(ProblemDocument)()
STATUS_TEXTS = {
    400: "The body or a header cannot be read.",
    401: "The game does not know the token, or a token is needed.",
    403: "The token does not carry the right to do this.",
    404: "There is no such thing; private games are found only with a token or invite.",
    409: "The state of the game does not allow this: `reason` and, where a rule is broken, `rule`. Nothing changed.",
    412: "If-Match named a version that is not the present one. Nothing changed.",
    413: "The body is too large.",
    415: "The body is not `application/json`.",
    422: "The body or a parameter is not valid: `errors` names each field. Nothing changed.",
    429: "Too many requests of this class in this minute, or too much is held already. Nothing changed.",
    503: "The store is away, or its answer was lost (`outcome-unknown`), or too many reads are waiting.",
}
PROBLEM_HEADERS = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}
assert set(STATUS_TEXTS) <= {kind["status"] for kind in KINDS.values()}  # noqa: S101


class Blueprint(SmorestBlueprint):  # type: ignore[misc]
    """Bodies and queries go through the strict parser; every operation has its class of rate limit."""

    ARGUMENTS_PARSER = parser

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.operations: list[Operation] = []

    def add(self, operation: Operation) -> None:
        """Serve and document an operation."""
        self.operations.append(operation)
        view = operation.view
        if operation.query is not None:
            view = self.arguments(operation.query, location="query")(view)
        if (body := operation.body) is not None:
            struct_type = body.struct_type if isinstance(body, Union) else None
            view = view if struct_type is None else _with_struct(view, struct_type)
            view = self.arguments(body, required=_must_be_given(body))(view)
        first = operation.answers[0]
        view = responding(operation, view)
        view = self.response(first.status, shape if isinstance(shape := first.shape, Schema) else None)(view)
        view = self.doc(**operation.document())(view)
        path = [entry() if callable(entry) else entry for entry in operation.path]
        route = self.route(
            operation.rule, methods=[operation.method], endpoint=operation.id, parameters=path, tags=None
        )
        route(view)


class HeaderParameters(BasePlugin):
    """Documents the request headers of an operation, which flask-smorest has no word for: references to components."""

    def operation_helper(self, path: str | None = None, operations: Any = None, **kwargs: Any) -> None:  # noqa: ARG002
        for operation in (operations or {}).values():
            if names := operation.pop(HEADER_NAMES, None):
                operation.setdefault("parameters", []).extend(names)


@dataclass(frozen=True)
class Answer:
    """A success: what it says, and the headers that come with it."""

    status: int
    text: str
    schema: Schema | Callable[[], Schema] | dict[str, Any] | None = None
    """The schema, or what makes it when the document is asked for."""
    headers: Sequence[str] = ()
    media_type: str = "application/json"
    links: dict[str, Any] = field(default_factory=dict)

    @property
    def shape(self) -> Schema | dict[str, Any] | None:
        return self.schema() if callable(self.schema) else self.schema


Task = Literal["find", "start", "play", "watch", "review", "analyse", "notify", "connect", "compete"]


@dataclass(frozen=True)
class Samples:
    """Code that uses an operation; ``{game}`` and ``{rule}`` stand for a slug and a rule of that game."""

    curl: str
    python: str
    typescript: str


@dataclass(frozen=True)
class Operation:
    """One method of one path: everything that is true of it."""

    name: str
    method: str
    rule: str
    view: View
    answers: Sequence[Answer]
    _: KW_ONLY
    admits: Right
    """Who may use it; checked before the body is read."""
    limit: Limit | None
    """How it counts for the rate limit; None: it is never refused, and ignores unknown parameters."""
    task: Task | None
    """The group of the documentation in which it stands."""
    verb: str
    """Its operation id, by which generated clients name their functions; ``{Game}`` stands for the name of the game."""
    samples: Samples
    game: Game[Any, Any] | None = None
    """The game that it belongs to; None: all of them share it."""
    problems: Sequence[int] = ()
    body: Schema | None = None
    query: Schema | None = None
    headers: Sequence[str] = ()
    path: Sequence[dict[str, Any] | Callable[[], dict[str, Any]]] = ()
    sealed: bool = False
    """Its response holds a secret, which is encrypted where it is kept for repetitions."""
    guard: Guard | None = None
    """Finds what the request is about, and refuses bearers that are not admitted; runs before the body is read."""

    def __post_init__(self) -> None:
        if not isinstance(self.admits, Right) or not self.admits:
            raise TypeError(f"{self.name} admits nobody")
        if self.guard is None and Right.ANYONE not in self.admits:
            raise TypeError(f"{self.name} has no guard that checks its bearers")
        if self.task not in (None, *get_args(Task)):
            raise TypeError(f"{self.name} belongs to no task")

    @property
    def id(self) -> str:
        """Its endpoint."""
        return self.name if self.game is None else f"{self.game.slug}_{self.name}"

    @property
    def operation_id(self) -> str:
        return self.verb.replace("{Game}", "" if self.game is None else self.game.slug.capitalize())

    def sample(self, language: str) -> str:
        """The sample in a language, with the values of its game."""
        text: str = getattr(self.samples, language)
        if self.game is None:
            return text
        return text.replace("{game}", self.game.slug).replace("{rule}", next(iter(self.game.rulebook)))

    @property
    def strict(self) -> bool:
        """Refuses query parameters that it does not know; probes of health may send what they like."""
        return self.limit is not None

    def query_names(self) -> frozenset[str]:
        return frozenset([*(self.query.fields if self.query is not None else ()), *set(self.headers) & QUERY_NAMES])

    @property
    def security(self) -> list[dict[str, list[str]]]:
        """Whom it admits, in the words of the document."""
        return [{} if right is Right.ANYONE else {str(right.name).lower(): []} for right in self.admits]

    def register(self, blueprint: Blueprint) -> None:
        blueprint.add(self)

    def document(self) -> dict[str, Any]:
        """What the document says of it beside its schemas."""
        document: dict[str, Any] = {
            "operationId": self.operation_id,
            HEADER_NAMES: [COMPONENTS.get(name, name) for name in self.headers],
            "responses": {},
            "security": self.security,
        }
        for answer in self.answers:
            said = self._answer(answer)
            if answer.status in document["responses"]:  # the same answer in another media type
                document["responses"][answer.status]["content"] |= said["content"]
            else:
                document["responses"][answer.status] = said
        common = [*([422] if self.strict else []), *([429] if self.limit else [])]
        for status in sorted({*self.problems, *common}):
            document["responses"][status] = {
                "description": STATUS_TEXTS[status],
                "content": {MEDIA_TYPE: {"schema": PROBLEM}},
                "headers": _headers(
                    [*self._common_headers(), "Content-Language", "Vary", *PROBLEM_HEADERS.get(status, ())]
                ),
            }
        return document

    def _common_headers(self) -> list[str]:
        return ["X-Request-Id", *(["RateLimit", "RateLimit-Policy"] if self.limit else [])]

    def _answer(self, answer: Answer) -> dict[str, Any]:
        document: dict[str, Any] = {
            "description": answer.text,
            "headers": _headers([*self._common_headers(), *answer.headers]),
        }
        if (shape := answer.shape) is not None:
            document["content"] = {answer.media_type: {"schema": shape}}
        if answer.links:
            document["links"] = answer.links
        return document


def responding(operation: Operation, view: View) -> Callable[..., Response]:
    """The view behind its checks, named after its operation, that gives Flask a response."""
    if operation.strict:
        view = _checking_parameters(view, operation.query_names())
    if operation.guard is not None:
        view = operation.guard(view)

    @wraps(view)
    def respond(*args: Any, **kwargs: Any) -> Response:
        outcome = view(*args, **kwargs)
        return outcome if isinstance(outcome, Response) else as_response(outcome)

    respond.__name__ = operation.id
    return respond


def _with_struct(view: View, struct_type: Any) -> View:
    """A view that gets the struct which its body describes."""

    @wraps(view)
    def converted(*args: Any, **kwargs: Any) -> Outcome:
        return view(*args[:-1], msgspec.convert(args[-1], struct_type), **kwargs)

    return converted


def _checking_parameters(view: View, known: frozenset[str]) -> View:
    """A parameter that would be overlooked is refused instead: a client that misspells `limit` should learn of it."""

    @wraps(view)
    def checked(*args: Any, **kwargs: Any) -> Outcome:
        if present().get("QUERY_STRING"):
            refuse_unknown_parameters(request.args, known)
        return view(*args, **kwargs)

    return checked


def refuse_unknown_parameters(given: MultiDict[str, str], known: frozenset[str]) -> None:
    """Raise a problem that names each query parameter which is not known, or is there twice."""
    listed = f"the parameters are {', '.join(sorted(known))}" if known else "there are none"
    strange = [(name, f"Unknown parameter; {listed}.") for name in given if name not in known]
    strange += [(name, "Given more than once.") for name, values in given.lists() if name in known and len(values) > 1]
    if strange:
        raise invalid([FieldError(parameter=name[:LONGEST], detail=detail) for name, detail in strange[:MOST_ERRORS]])


def _must_be_given(body: Schema) -> bool:
    """A body without which the request means nothing; where every field may be left out, so may the body."""
    return isinstance(body, Union) or any(field.required for field in body.fields.values())


def _headers(names: Sequence[str]) -> dict[str, Any]:
    """References to components; one that is not named like its header is given as `header=component`."""
    split = (name.partition("=") for name in names)
    return {name: {"$ref": f"#/components/headers/{component or name}"} for name, _, component in split}
