"""Problem documents (RFC 9457) for everything that is not a success."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from api.http.problems.details import detail_in
from engines.kernel.content import load
from engines.kernel.records import Record, one_of

MEDIA_TYPE = "application/problem+json"
CHALLENGE = 'Bearer realm="ludotheque"'
"""The WWW-Authenticate header of every 401."""
MOST_SUMMED_UP = 3
AND_MORE = {"en": "(and {} more)", "fr": "(et {} de plus)"}
LONGEST = 300
"""Characters of a field's name or value that a response quotes."""

KINDS = load("api.http.problems", "problems.toml")
REASONS = (
    "game_over", "not_over", "not_started", "not_to_act", "wrong_phase", "illegal", "superseded", "seat", "answer_gone",
    "memory", "revealed", "acted_since", "takebacks",
)  # fmt: skip


class FieldError(Record):
    """One error in the request: a field of the body, or a parameter of the query."""

    pointer: Annotated[
        str | UnsetType, Meta(description="JSON pointer to the field of the body.", examples=["/die"])
    ] = UNSET
    parameter: Annotated[str | UnsetType, Meta(description="The name of the query parameter.", examples=["limit"])] = (
        UNSET
    )
    detail: Annotated[str, Meta(description="What is wrong with it, and what would be right.")] = ""

    @property
    def place(self) -> str:
        """Its name in the summary."""
        return str(self.parameter or self.pointer or "body")


class ProblemDocument(Record):
    """A problem document (RFC 9457)."""

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
    """Raise it anywhere below a request; the pipeline makes a reply of it."""

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
        """The problem in words; fields and details without a translation stay English."""
        members, detail = self.members, detail_in(self.detail, language)
        if errors := members.get("errors"):
            errors = [replace(error, detail=detail_in(error.detail, language)) for error in errors]
            members, detail = members | {"errors": errors}, detail or summary(errors, language)
        return ProblemDocument(
            type=self.type,
            title=KINDS[self.kind]["illegal" if members.get("reason") == "illegal" else "title"][language],
            status=self.status,
            detail=detail or KINDS[self.kind]["text"][language],
            instance=instance,
            request_id=request_id,
            **members,
        )


def too_large(limit: int) -> Problem:
    """A body over the limit, which the text names."""
    return Problem("too-large", f"The body has more than {limit} bytes.")


def unauthorized(detail: str) -> Problem:
    return Problem("unauthorized", detail, headers={"WWW-Authenticate": CHALLENGE})


def summary(errors: list[FieldError], language: str) -> str:
    """The first of several errors in one line; the others are counted."""
    said = " ".join(f"{error.place}: {error.detail}" for error in errors[:MOST_SUMMED_UP])
    left = len(errors) - MOST_SUMMED_UP
    return said if left <= 0 else f"{said} {AND_MORE[language].format(left)}"


def not_over(what: str) -> Problem:
    """A document that shows everything, requested while the game is running."""
    return Problem("conflict", f"The {what} is open once the game is over.", reason="not_over")


def invalid(errors: list[FieldError]) -> Problem:
    """The problem of a request with wrong fields or parameters."""
    return Problem("invalid", errors=errors)
