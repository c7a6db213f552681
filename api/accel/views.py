"""Views without the wrappers of flask-smorest; msgspec decodes and checks a valid body in one step."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, get_args

import msgspec
from flask import Blueprint as FlaskBlueprint
from flask import Request, request

from api.accel.decoder import Reader
from api.accel.new_game import NewGameReader
from api.http.body import JSON, body_of, parser
from api.schemas.derive.unions import Union
from api.spec.operation import Operation, View, responding

_current: Callable[[], Request] = request._get_current_object  # type: ignore[attr-defined]


class FastBlueprint(FlaskBlueprint):
    """Serves operations and documents none."""

    def __init__(self, name: str, import_name: str, url_prefix: str | None = None, description: str = "") -> None:
        super().__init__(name, import_name, url_prefix=url_prefix)
        self.description = description
        self.operations: list[Operation] = []

    def add(self, operation: Operation) -> None:
        self.operations.append(operation)
        view = operation.view
        if operation.query is not None:
            view = parser.use_args(operation.query, location="query")(view)
        if isinstance(body := operation.body, Union) and body.struct_type is not None:
            view = _reading(view, body)
        elif body is not None:
            reader = NewGameReader.of(body)
            stock = parser.use_args(body, location="json")(view)
            view = stock if reader is None else _creating(view, stock, reader)
        self.add_url_rule(operation.rule, operation.id, responding(operation, view), methods=[operation.method])


def _reading(view: View, schema: Union) -> View:
    """A view that receives the decoded struct; the schema handles what the decoder rejects."""
    reader = Reader(get_args(schema.struct_type) or (schema.struct_type,))

    @wraps(view)
    def read(*args: Any, **kwargs: Any) -> Any:
        request = _current()
        action: Any = reader.read(body_of(request)) if request.environ.get("CONTENT_TYPE") == JSON else None
        if action is None:
            action = msgspec.convert(parser.parse(schema, request, location="json"), schema.struct_type)
        return view(*args, action, **kwargs)

    return read


def _creating(view: View, stock: View, reader: NewGameReader) -> View:
    """A view that receives the decoded body; the stock view if the decoder rejects it."""

    @wraps(view)
    def read(*args: Any, **kwargs: Any) -> Any:
        request = _current()
        payload = reader.read(body_of(request)) if request.environ.get("CONTENT_TYPE") == JSON else None
        return stock(*args, **kwargs) if payload is None else view(*args, payload, **kwargs)

    return read
