"""Reading bodies: strict JSON through orjson, with clear errors."""

from __future__ import annotations

from typing import Any, NoReturn

import orjson
from flask import Request
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser

from api.http.problems import Problem, invalid, too_large
from api.http.problems.fields import field_errors, parameter_errors
from api.http.request import BODY

JSON = "application/json"
DEPTH = 100
VALUES = 10_000
"""Maximum number of values: no honest document has more, and checking each would take too long."""


class BodyParser(FlaskParser):
    """Flask's parser turns deep nesting into a 500 and a form into a 422."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "json": None}

    def load_json(self, req: Request, schema: Schema) -> Any:  # noqa: ARG002
        data = body_of(req)
        if not data:
            return {}  # an empty body is an empty object
        if not is_json(req.mimetype):
            raise Problem("unsupported-media-type")
        return read_json(data)

    def handle_error(self, error: ValidationError, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ARG002
        messages = error.messages
        location, inner = next(iter(messages.items())) if isinstance(messages, dict) else ("", messages)
        errors = field_errors(inner) if location == "json" else parameter_errors(inner)
        raise invalid(errors)


def body_of(req: Request) -> bytes:
    """The whole body. A chunked body has no length to refuse it by: it is cut off at the limit instead."""
    data: bytes = req.get_data(cache=True)
    if BODY in req.environ:
        return data
    limit = req.max_content_length
    if req.content_length is None and limit is not None and len(data) >= limit:
        raise too_large()
    return data


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


parser = BodyParser()
