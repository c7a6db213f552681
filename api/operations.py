"""An operation of the API: its route, its schemas and its documentation, said in one place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from flask import Response
from flask_smorest import Blueprint as SmorestBlueprint
from marshmallow import Schema

from api.bodies import parser
from api.derive import schema_for
from api.problems import KINDS, MEDIA_TYPE, ProblemDocument
from api.unions import Union

View = Callable[..., Response]
Door = Callable[[View], View]

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
    503: "The store is away, or its answer was lost (`outcome-unknown`), or too many reads are waiting.",
}
assert set(STATUS_TEXTS) <= {kind["status"] for kind in KINDS.values()}  # noqa: S101


class Blueprint(SmorestBlueprint):
    """Bodies and queries go through the strict parser."""

    ARGUMENTS_PARSER = parser


@dataclass(frozen=True)
class Answer:
    """A success: what it says, and the headers that come with it."""

    status: int
    text: str
    schema: Schema | dict[str, Any] | None = None
    headers: Sequence[str] = ()
    media_type: str = "application/json"
    links: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Operation:
    """One method of one path."""

    id: str
    method: str
    rule: str
    view: View
    answers: Sequence[Answer]
    problems: Sequence[int] = ()
    body: Schema | None = None
    query: Schema | None = None
    headers: Sequence[str] = ()
    security: Sequence[str] = ()
    """Names of the security schemes that fit; `anyone` = a token is not needed."""
    path: Sequence[dict[str, Any]] = ()
    door: Door | None = None
    """Runs before the body is read: it finds the game and the bearer."""
    tags: Sequence[str] | None = None

    def register(self, blueprint: SmorestBlueprint) -> None:
        view = self.view
        if self.query is not None:
            view = blueprint.arguments(self.query, location="query", as_kwargs=False)(view)
        if self.body is not None:
            view = blueprint.arguments(self.body, required=_must_be_given(self.body))(view)
        first = self.answers[0]
        view = blueprint.response(first.status, first.schema if isinstance(first.schema, Schema) else None)(view)
        documented = view._apidoc
        if self.door is not None:
            view = self.door(view)
        view = wraps(self.view)(_named(view, self.id))
        documented.setdefault("arguments", {}).setdefault("parameters", []).extend(self.headers)
        view._apidoc = documented | {"manual_doc": self._document()}
        blueprint.route(self.rule, methods=[self.method], endpoint=self.id, parameters=list(self.path), tags=self.tags)(
            view
        )

    def _document(self) -> dict[str, Any]:
        document: dict[str, Any] = {
            "operationId": self.id,
            "responses": {},
            "security": [{} if name == "anyone" else {name: []} for name in self.security] or [{}],
        }
        for answer in self.answers:
            said = self._answer(answer)
            if answer.status in document["responses"]:  # the same answer in another media type
                document["responses"][answer.status]["content"] |= said["content"]
            else:
                document["responses"][answer.status] = said
        for status in sorted(self.problems):
            document["responses"][status] = {
                "description": STATUS_TEXTS[status],
                "content": {MEDIA_TYPE: {"schema": PROBLEM}},
                "headers": _headers(_problem_headers(status)),
            }
        return document

    @staticmethod
    def _answer(answer: Answer) -> dict[str, Any]:
        document: dict[str, Any] = {
            "description": answer.text,
            "headers": _headers(["X-Request-Id", *answer.headers]),
        }
        if answer.schema is not None:
            document["content"] = {answer.media_type: {"schema": answer.schema}}
        if answer.links:
            document["links"] = answer.links
        return document


def _named(view: View, name: str) -> View:
    def renamed(*args: Any, **kwargs: Any) -> Response:
        return view(*args, **kwargs)

    renamed.__name__ = name
    return renamed


def _must_be_given(body: Schema) -> bool:
    """A body without which the request means nothing; where every field may be left out, so may the body."""
    return isinstance(body, Union) or any(field.required for field in body.fields.values())


def _problem_headers(status: int) -> list[str]:
    return ["X-Request-Id", *{401: ["WWW-Authenticate"], 503: ["Retry-After"]}.get(status, [])]


def _headers(names: Sequence[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
