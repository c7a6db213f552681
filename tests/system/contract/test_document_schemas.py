"""The schemas of the document: none is empty, unions have their tags, every component is used."""

from __future__ import annotations

import pytest

from api.spec.document import COMMITTED
from api.spec.shape.nodes import reachable
from engines.kernel.registry import game, slugs
from tests.system.contract.answers import (
    OPERATIONS,
    Json,
    committed,
    document,
    every_schema,
)

FREE_FORM = {
    "/Masked/properties/fields": "the fields of any event, by name",
    "/Domain/properties/schema": "a JSON Schema, which has no schema of its own here",
}
"""Objects whose members the document does not name."""
SENT = [operation.get(place) for operation in OPERATIONS.values() for place in ("requestBody", "parameters")]
RECEIVED = [
    committed()["components"]["pathItems"],
    committed()["components"]["responses"],
    *(operation["responses"] for operation in OPERATIONS.values()),
]
ANSWERED = reachable(committed(), RECEIVED)
"""Schemas of what is sent to clients: they may grow."""
SUPERTYPES = [
    name
    for name, schema in committed()["components"]["schemas"].items()
    if schema.get("description", "").endswith("This much is the same in every game.")
]
"""What a function that plays any game takes: each game has more."""


def test_no_schema_is_empty_or_free_form() -> None:
    for path, schema in every_schema():
        assert set(schema) - {"description", "default", "examples"}, f"{path} allows anything"
        if "object" in schema.get("type", ()) and "properties" not in schema:
            named = isinstance(schema.get("additionalProperties"), dict)
            assert named != (path in FREE_FORM), path
        elif "object" in schema.get("type", ()):
            name = path.split("/")[1]
            closed = None if name in ANSWERED else False
            assert schema.get("additionalProperties") is (True if name in SUPERTYPES else closed), path


def test_nullable_values_are_said_in_every_way_at_once() -> None:
    seen = 0
    for path, schema in every_schema():
        if isinstance(schema.get("type"), list):
            assert schema["type"][1:] == ["null"] or path.count("/") == 1, path  # a value of several kinds has a name
            assert "enum" not in schema or None in schema["enum"], path
            seen += 1
        assert schema.get("default", 0) is not None, path
    assert seen > 50


def test_unions_are_told_apart_by_their_tag() -> None:
    components = committed()["components"]["schemas"]
    for slug in slugs():
        for name in (f"{slug.capitalize()}Action", f"{slug.capitalize()}Event"):
            union = components[name]
            assert union["discriminator"]["propertyName"] == "type"
            mapping = union["discriminator"]["mapping"]
            assert [entry["$ref"] for entry in union["oneOf"]] == list(mapping.values())
            for tag, reference in mapping.items():
                variant = components[reference.rpartition("/")[2]]
                assert variant["properties"]["type"]["const"] == tag
                assert "type" in variant["required"]
                assert "additionalProperties" not in variant, "what is answered may grow"


@pytest.mark.parametrize("slug", slugs())
def test_an_action_is_one_type_that_is_open_in_answers_and_closed_in_requests(slug: str) -> None:
    place = f"/paths/~1v1~1{slug}~1games~1%7Bid%7D~1actions"
    sent = document().validator(f"{place}/post/requestBody/content/application~1json/schema")
    answered = document().validator(f"/components/schemas/{slug.capitalize()}Action")
    for action in example_actions(slug):
        assert sent.is_valid(action) and answered.is_valid(action)
        assert answered.is_valid(action | {"since_0_9": 1})
        assert not sent.is_valid(action | {"since_0_9": 1}), "the server refuses what it does not know"


def example_actions(slug: str) -> list[Json]:
    content = OPERATIONS[f"list{slug.capitalize()}Actions"]["responses"]["200"]["content"]["application/json"]
    actions: list[Json] = content["example"]["actions"]
    assert actions
    return actions


def test_every_choice_between_objects_has_a_discriminator() -> None:
    for path, schema in every_schema():
        choices = [choice for choice in schema.get("anyOf", schema.get("oneOf", ())) if "$ref" in choice]
        assert len(choices) < 2 or "discriminator" in schema, path


def test_a_request_may_leave_out_what_has_a_default() -> None:
    """Generators take what has a `default` for something that is always there."""
    assert [path for path, schema in every_schema() if "default" in schema] == []
    text = committed()["components"]["schemas"]["BakongNewGame"]["properties"]["visibility"]["description"]
    assert text.endswith('`"public"` unless given.')


@pytest.mark.parametrize("slug", slugs())
def test_what_every_game_answers_fits_the_supertype(slug: str) -> None:
    answer = document().resolved(OPERATIONS[f"act{slug.capitalize()}"]["responses"]["200"])
    acted = answer["content"]["application/json"]["example"]
    assert [error.message for error in document().validator("/components/schemas/Acted").iter_errors(acted)] == []
    common = committed()["components"]["schemas"]["GameDocument"]["properties"]
    assert {"game", "version", "status", "phase", "to_act", "seats", "you", "position"} <= set(common)


@pytest.mark.parametrize("slug", slugs())
def test_the_content_of_a_sheet_is_typed(slug: str) -> None:
    judge = document().validator(f"/components/schemas/{slug.capitalize()}Content")
    assert [error.message for error in judge.iter_errors(game(slug).content)] == []
    assert list(judge.iter_errors({})) != []


def test_no_component_is_numbered() -> None:
    """Two enums that begin alike have names that tell them apart."""
    assert [name for name in committed()["components"]["schemas"] if name[-1].isdecimal()] == []


def test_every_component_is_used() -> None:
    text = COMMITTED.read_text("utf-8")
    for kind in ("schemas", "parameters", "headers", "responses", "examples"):
        for name in committed()["components"][kind]:
            assert f'"#/components/{kind}/{name}"' in text, f"{kind}/{name}"
    used = {scheme for operation in OPERATIONS.values() for choice in operation["security"] for scheme in choice}
    assert used == set(committed()["components"]["securitySchemes"])
