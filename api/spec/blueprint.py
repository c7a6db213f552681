"""Blueprints of flask-smorest: they register operations in Flask at once, and document them when asked to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from apispec import BasePlugin
from flask import Blueprint as FlaskBlueprint
from flask import Response
from flask_smorest import Blueprint as SmorestBlueprint  # type: ignore[import-untyped]
from marshmallow import Schema
from webargs.flaskparser import FlaskParser

from api.schemas.derive.unions import Union
from api.spec.operation import HEADER_NAMES, Operation, Route

FlaskView = Callable[..., Response]


class DocumentingParser(FlaskParser):
    """Parses nothing: operations decode their bodies and queries themselves."""

    def use_args(self, *args: Any, **kwargs: Any) -> Callable[[Any], Any]:  # noqa: ARG002
        return lambda view: view


class Blueprint(SmorestBlueprint):  # type: ignore[misc]
    """Operations below one prefix. Documenting them takes longer than to start a process, so that waits."""

    ARGUMENTS_PARSER = DocumentingParser()

    def __init__(
        self, name: str, prefix: str | None, description: str, operations: Iterable[Operation], view_of: ViewOf
    ) -> None:
        super().__init__(name, __name__, url_prefix=prefix, description=description)
        self.operations = list(operations)
        for operation in self.operations:
            add_route(self, operation, view_of)

    def register_views_in_doc(self, api: Any, app: Any, spec: Any, *, name: str, parameters: Any) -> None:
        """Called at registration: see ``document``."""

    def document(self, api: Any, app: Any) -> None:
        """Document the operations, by a blueprint that is never registered."""
        twin = SmorestBlueprint(self.name, __name__)
        twin.ARGUMENTS_PARSER = self.ARGUMENTS_PARSER
        for operation in self.operations:
            _describe(twin, operation)
        twin.register_views_in_doc(api, app, api.spec, name=self.name, parameters=None)


ViewOf = Callable[[Route], FlaskView]
"""Makes the view function of a route."""


def add_route(blueprint: FlaskBlueprint, route: Route, view_of: ViewOf) -> None:
    FlaskBlueprint.add_url_rule(blueprint, route.rule, route.id, view_of(route), methods=[route.method])


def _describe(blueprint: Any, operation: Operation) -> None:
    """Tell flask-smorest what there is to say of an operation."""

    def view() -> None: ...

    view.__name__, view.__doc__ = operation.id, operation.view.__doc__
    described: Any = view
    if operation.query is not None:
        described = blueprint.arguments(operation.query, location="query")(described)
    if operation.body is not None:
        described = blueprint.arguments(operation.body, required=_must_be_given(operation.body))(described)
    first = operation.answers[0]
    described = blueprint.response(first.status, shape if isinstance(shape := first.shape, Schema) else None)(described)
    described = blueprint.doc(**operation.document())(described)
    path = [entry() if callable(entry) else entry for entry in operation.path]
    blueprint.route(operation.rule, methods=[operation.method], endpoint=operation.id, parameters=path)(described)


class HeaderParameters(BasePlugin):
    """Documents the request headers of an operation, which flask-smorest has no word for: references to components."""

    def operation_helper(self, path: str | None = None, operations: Any = None, **kwargs: Any) -> None:  # noqa: ARG002
        for operation in (operations or {}).values():
            if names := operation.pop(HEADER_NAMES, None):
                operation.setdefault("parameters", []).extend(names)


def _must_be_given(body: Schema) -> bool:
    """A body without which the request means nothing; where every field may be left out, so may the body."""
    return isinstance(body, Union) or any(field.required for field in body.fields.values())
