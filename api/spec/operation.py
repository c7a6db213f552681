"""An operation of the API: its route, its rights, its schemas and its documentation, said in one place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any, Literal, get_args

from marshmallow import Schema

from api.http.auth import RIGHTS, Right
from api.http.body import parser
from api.http.outcomes import Outcome
from api.http.problems import KINDS, MEDIA_TYPE, ProblemDocument
from api.http.queries import refuse_unknown_parameters
from api.http.rate_limit import Limit
from api.http.request import ApiRequest
from api.schemas.decoding import Decode, decoder_of
from api.schemas.derive import schema_for
from api.spec.headers import COMPONENTS
from engines.kernel.game import Game

View = Callable[..., Outcome]
Guard = Callable[[ApiRequest, "Operation", dict[str, Any]], Any]
HEADER_NAMES = "x-header-parameters"
"""Where an operation keeps them until the document is put together."""
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
class Route:
    """One method of one path, and the view behind it."""

    name: str
    method: str
    rule: str
    view: View
    _: KW_ONLY
    limit: Limit | None
    """How it counts for the rate limit; None: it is never refused, and ignores unknown parameters."""

    @property
    def id(self) -> str:
        """Its endpoint."""
        return self.name

    @property
    def slug(self) -> str:
        """The game that it belongs to, if any."""
        return ""

    def admit(self, request: ApiRequest, arguments: dict[str, Any]) -> tuple[Any, ...]:  # noqa: ARG002
        """Find what the request is about, for a bearer that is admitted: the first arguments of the view."""
        return ()

    def decode(self, request: ApiRequest) -> tuple[Any, ...]:  # noqa: ARG002
        """The query or the body: the last arguments of the view."""
        return ()


@dataclass(frozen=True)
class Operation(Route):
    """A route of the API: everything that is true of it."""

    answers: Sequence[Answer]
    _: KW_ONLY
    admits: Right
    """Who may use it; checked before the body is read."""
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

    @cached_property
    def id(self) -> str:
        return f"{self.slug}_{self.name}" if self.slug else self.name

    @property
    def slug(self) -> str:
        return "" if self.game is None else self.game.slug

    # --- running it ----------------------------------------------------------------------------------------------

    def admit(self, request: ApiRequest, arguments: dict[str, Any]) -> tuple[Any, ...]:
        return () if self.guard is None else (self.guard(request, self, arguments),)

    def decode(self, request: ApiRequest) -> tuple[Any, ...]:
        if self.limit is not None and request.query_string:
            refuse_unknown_parameters(request.query, self.parameters)
        if self.body is not None:
            return (self._decoded_body(request),)
        if self.query is not None:
            return (parser.parse(self.query, request, location="query"),)
        return ()

    @cached_property
    def admitted(self) -> frozenset[str]:
        """The roles of bearers that may use it."""
        return frozenset(role for role, right in RIGHTS.items() if self.admits & (right | Right.ANYONE))

    @cached_property
    def _decoded_body(self) -> Decode:
        return decoder_of(self.body)  # type: ignore[arg-type]

    @cached_property
    def parameters(self) -> frozenset[str]:
        """The names of its query parameters."""
        return frozenset([*(self.query.fields if self.query is not None else ()), *set(self.headers) & QUERY_NAMES])

    # --- documenting it ------------------------------------------------------------------------------------------

    @property
    def operation_id(self) -> str:
        return self.verb.replace("{Game}", self.slug.capitalize())

    def sample(self, language: str) -> str:
        """The sample in a language, with the values of its game."""
        text: str = getattr(self.samples, language)
        if self.game is None:
            return text
        return text.replace("{game}", self.game.slug).replace("{rule}", next(iter(self.game.rulebook)))

    @property
    def security(self) -> list[dict[str, list[str]]]:
        """Whom it admits, in the words of the document."""
        return [{} if right is Right.ANYONE else {str(right.name).lower(): []} for right in self.admits]

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
        common = [*([422] if self.limit else []), *([429] if self.limit else [])]
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


def _headers(names: Sequence[str]) -> dict[str, Any]:
    """References to components; one that is not named like its header is given as `header=component`."""
    split = (name.partition("=") for name in names)
    return {name: {"$ref": f"#/components/headers/{component or name}"} for name, _, component in split}
