"""Reading bodies and queries: strict JSON through orjson, with clear errors."""

from __future__ import annotations

from typing import Any, NoReturn

import orjson
from marshmallow import Schema, ValidationError
from webargs.core import Parser
from webargs.multidictproxy import MultiDictProxy

from api.http.problems import Problem, invalid
from api.http.problems.fields import field_errors, parameter_errors
from api.http.request import ApiRequest

JSON = "application/json"
DEPTH = 100
VALUES = 10_000
"""Maximum number of values: no honest document has more, and checking each would take too long."""


class RequestParser(Parser[ApiRequest]):
    """Loads bodies and queries by their marshmallow schemas."""

    def load_json(self, req: ApiRequest, schema: Schema) -> Any:  # noqa: ARG002
        data = req.body
        if not data:
            return {}  # an empty body is an empty object
        if not is_json(req.parsed.mimetype):
            raise Problem("unsupported-media-type")
        return read_json(data)

    def load_querystring(self, req: ApiRequest, schema: Schema) -> Any:
        return MultiDictProxy(req.query, schema)

    def handle_error(self, error: ValidationError, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ARG002
        messages = error.messages
        location, inner = next(iter(messages.items())) if isinstance(messages, dict) else ("", messages)
        errors = field_errors(inner) if location == "json" else parameter_errors(inner)
        raise invalid(errors)


def is_json(mimetype: str) -> bool:
    return mimetype == JSON or (mimetype.startswith("application/") and mimetype.endswith("+json"))


def read_json(data: bytes) -> Any:
    """Parse a body; excessive nesting is malformed too."""
    if data.count(b",") > VALUES:
        raise Problem("too-large", f"The body has more than {VALUES} values.")
    try:
        parsed = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise Problem("not-json", f"The body is not JSON: {error}") from error
    if data.count(b"[") + data.count(b"{") > DEPTH and _depth(parsed) > DEPTH:
        raise Problem("not-json", f"The body is nested deeper than {DEPTH} levels.")
    return parsed


def _depth(parsed: Any) -> int:
    """The nesting depth of the document, without recursion."""
    level, layer = 0, [parsed]
    while layer and level <= DEPTH:
        level += 1
        layer = [
            child
            for node in layer
            if isinstance(node, dict | list)
            for child in (node.values() if isinstance(node, dict) else node)
            if isinstance(child, dict | list)
        ]
    return level


parser = RequestParser()
