"""Reading bodies: strict JSON through orjson, clear answers for everything that is not."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn, get_args

import msgspec
import orjson
from flask import Request, request
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser

from api.accel.decoder import Reader
from api.http.problems import Problem, field_errors
from api.http.request import BODY
from api.schemas.unions import Union

JSON = "application/json"
DEPTH = 100
VALUES = 10_000
"""No document that is meant well has so many; checking each would take longer than a request may."""


class BodyParser(FlaskParser):
    """The stock parser turns deep nesting into a 500 and a form into a 422."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "json": None}

    def use_args(self, argmap: Any, req: Request | None = None, *, location: str | None = None, **options: Any) -> Any:
        """Give a view what was read: the fields, or for a union of structs the struct itself."""
        if not isinstance(argmap, Union) or argmap.struct_type is None:
            return super().use_args(argmap, req, location=location, **options)
        reader = Reader(get_args(argmap.struct_type) or (argmap.struct_type,))

        def reading(view: Callable[..., Any]) -> Callable[..., Any]:
            @wraps(view)
            def read(*args: Any, **kwargs: Any) -> Any:
                return view(*args, self._struct(argmap, reader), **kwargs)

            return read

        return reading

    def _struct(self, schema: Union, reader: Reader) -> Any:
        asked: Request = request._get_current_object()  # type: ignore[attr-defined]
        if asked.environ.get("CONTENT_TYPE") == JSON and (read := reader.read(body_of(asked))) is not None:
            return read
        return msgspec.convert(self.parse(schema, asked, location="json"), schema.struct_type)

    def load_json(self, req: Request, schema: Schema) -> Any:  # noqa: ARG002
        data = body_of(req)
        if not data:
            return {}  # an empty body is an empty object: `{}` may be left out
        if not _is_json(req.mimetype):
            raise Problem("unsupported-media-type")
        return read_json(data)

    def handle_error(self, error: ValidationError, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ARG002
        messages = error.messages
        location, inner = next(iter(messages.items())) if isinstance(messages, dict) else ("", messages)
        errors = field_errors(inner, "" if location == "json" else f"/{location}")
        detail = "; ".join(f"{found.pointer or 'body'}: {found.detail}" for found in errors[:3])
        raise Problem("invalid", detail, errors=errors)


def body_of(req: Request) -> bytes:
    """The whole body. One that comes in pieces has no length to refuse it by: it is cut off at the limit instead."""
    data: bytes = req.get_data(cache=True)
    if BODY in req.environ:
        return data
    limit = req.max_content_length
    if req.content_length is None and limit is not None and len(data) >= limit:
        raise Problem("too-large")
    return data


def _is_json(mimetype: str) -> bool:
    return mimetype == JSON or (mimetype.startswith("application/") and mimetype.endswith("+json"))


def read_json(data: bytes) -> Any:
    """Parse a body; too deep is as bad as malformed."""
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
    """How deep the document is, without recursion."""
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
