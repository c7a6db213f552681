"""Components are named where they are declared: mending a sentence renames none."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from apispec import APISpec
from msgspec import Meta

from api.schemas.derive import schema_for
from api.schemas.derive.unions import DerivedPlugin
from api.spec.shape.names import drop_names, name_components
from engines.kernel.records import Record, named, one_of


def components(*structs: type[Record]) -> dict[str, Any]:
    """The components of the document of these structs."""
    plugin = DerivedPlugin()
    spec = APISpec("", "", "3.1.0", plugins=[plugin])
    for struct in structs:
        plugin.resolve(schema_for(struct)())
    document = spec.to_dict() | {"webhooks": {}}
    name_components(document)
    drop_names(document)
    schemas: dict[str, Any] = document["components"]["schemas"]
    return schemas


def test_an_enum_has_the_name_of_its_declaration() -> None:
    class Road(Record):
        to: Annotated[str, one_of(["a", "b"], "A gate.", "Gate")]

    class Street(Record):
        to: Annotated[str, one_of(["a", "b"], "Another sentence.", "Gate")]

    found = components(Road, Street)
    assert set(found) == {"Road", "Street", "Gate"}
    assert found["Gate"] == {"type": "string", "enum": ["a", "b"]}
    assert found["Street"]["properties"]["to"] == {
        "$ref": "#/components/schemas/Gate", "description": "Another sentence."
    }  # fmt: skip


def test_an_enum_without_a_name_has_that_of_its_struct_and_field() -> None:
    class Lane(Record):
        main_side: Literal["left", "right"]

    assert set(components(Lane)) == {"Lane", "LaneMainSide"}


def test_a_bounded_number_in_a_list_has_the_name_of_its_declaration() -> None:
    class Throw(Record):
        dice: list[Annotated[int, Meta(ge=1, le=6, description="A die."), named("Die")]]
        rest: list[Annotated[int, Meta(ge=1, le=3)]]

    found = components(Throw)
    assert found["Die"] == {"type": "integer", "minimum": 1, "maximum": 6, "description": "A die."}
    assert found["Throw"]["properties"]["dice"]["items"] == {"$ref": "#/components/schemas/Die"}
    assert "ThrowRestEntry" in found


def test_one_name_for_two_things_is_refused() -> None:
    class Harbour(Record):
        a: Annotated[str, one_of(["a", "b"], "A quay.", "Quay")]
        b: Annotated[str, one_of(["c", "d"], "A quay.", "Quay")]

    with pytest.raises(ValueError, match="name one of them where it is declared"):
        components(Harbour)
