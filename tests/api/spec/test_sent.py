"""Requests in the document: they ask for no more than the server does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from marshmallow import Schema, fields

from api.schemas.derive.unions import Union
from api.schemas.games import schemas_of
from api.spec.document import COMMITTED
from engines.kernel.registry import game, slugs

SCHEMAS: dict[str, Any] = orjson.loads(COMMITTED.read_bytes())["components"]["schemas"]
REFERENCE = "#/components/schemas/"
ABSENT = {
    "babord": {"first_seat"},  # of games from before there was a draw for it
    "kimbac": {"dry_turns"},  # counted only while the pile is empty, with `reshuffle`
}
"""Fields that a stored position may lack."""


def parts(schema: Schema, node: dict[str, Any]) -> Iterator[tuple[Schema, dict[str, Any]]]:
    """What the server loads and the document says of it, for a body and every object inside."""
    yield schema, node
    for name, outer in schema.fields.items():
        field: Any = outer
        said = node["properties"][name]
        while isinstance(field, fields.List | fields.Dict):
            field = field.inner if isinstance(field, fields.List) else field.value_field
            said = said.get("items") or said["additionalProperties"]
        if isinstance(field, fields.Nested) and not isinstance(field.schema, Union):
            said = next((choice for choice in said.get("anyOf", ()) if "$ref" in choice), said)
            yield from parts(field.schema, SCHEMAS[said["$ref"].removeprefix(REFERENCE)])


@pytest.mark.parametrize("slug", slugs())
def test_a_new_game_may_leave_out_what_the_server_fills_in(slug: str) -> None:
    seen = {
        type(schema).__name__: (
            {name for name, field in schema.fields.items() if field.required and schema.partial is not True},
            set(node.get("required", ())),
        )
        for schema, node in parts(schemas_of(game(slug)).new_game, SCHEMAS[f"{slug.capitalize()}NewGame"])
    }
    assert f"{slug.capitalize()}Position" in seen
    assert {name: said for name, (_, said) in seen.items()} == {name: needed for name, (needed, _) in seen.items()}


@pytest.mark.parametrize("slug", slugs())
def test_a_position_that_is_read_has_every_field(slug: str) -> None:
    position = SCHEMAS[f"{slug.capitalize()}Position"]
    assert set(position["required"]) == set(position["properties"]) - ABSENT.get(slug, set())
    assert "additionalProperties" not in position
