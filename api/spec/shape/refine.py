"""Shapes the document for people who generate code from it: constants, named enums, shared answers, open objects.

apispec writes every answer and every enum where it is used, and marshmallow has no constants. ``refine`` works on the
finished document: what stands in several places is written once, under ``components``.
"""

from __future__ import annotations

from collections.abc import Iterable

from api.spec.shape.names import drop_names, name_components
from api.spec.shape.nodes import SCHEMAS, Node, nested, operations, types
from api.spec.shape.sent import add_requests, answered_schemas, close_actions, defaults_of, say_default, sent_schemas
from api.spec.shape.shared import share_answers, share_parameters
from api.spec.shape.supertypes import OWN, add_supertype, share_alike

EVENT_FIELDS = ("seq", "version", "sentence")
"""What every event in an answer carries, though the engine does not set it."""
DATE_TIMES = ("asked_at", "at", "created_at", "deadline", "ended_at", "expires_at", "started_at")
NOTHING = {"type": "null"}


def refine(spec: Node) -> None:
    """Run every pass over the document, in place."""
    _drop_empty_bodies(spec)
    defaults, sent = defaults_of(spec), sent_schemas(spec)
    _open_answers(spec, answered_schemas(spec))
    for node in nested([spec["components"], spec["paths"], spec["webhooks"]]):
        _simplify(node)
    for name in sent:
        schema = spec["components"]["schemas"][name]
        if "properties" in schema:
            schema["properties"] = {field: say_default(value) for field, value in schema["properties"].items()}
    share_alike(spec)
    schemas: Node = spec["components"]["schemas"]
    for node in nested([*schemas.values(), spec["webhooks"]]):
        _discriminate(node, schemas)
    add_supertype(schemas, "Acted")
    schemas["ActJob"]["properties"]["result"] = {
        "description": schemas["ActJob"]["properties"]["result"]["description"],
        "anyOf": [{"$ref": f"{SCHEMAS}Acted"}, {"type": "null"}],
    }
    _say_once(schemas)
    for schema in schemas.values():
        _put_unions_first(schema.get("properties", {}), schemas)
    name_components(spec)
    add_requests(spec, defaults)
    close_actions(spec)
    share_parameters(spec)
    drop_names(spec)
    share_answers(spec)


def _say_once(schemas: Node) -> None:
    """Events leave to their supertype what it says of the fields that all of them have; a constant needs no words."""
    for name, union in schemas.items():
        if name.endswith("Event") and "oneOf" in union:
            for variant in union["oneOf"]:
                fields = schemas[variant["$ref"].removeprefix(SCHEMAS)]["properties"]
                for field in {*EVENT_FIELDS, "auto"} & fields.keys():
                    fields[field].pop("description", None)
                fields.pop("board", None)  # asked for, and the same in all: the supertype has it
    for node in nested(schemas):
        if "const" in node and node.get("description", "").startswith("Always `"):
            del node["description"]


def _put_unions_first(properties: Node, schemas: Node) -> None:
    """Lists of a union stand before lists of objects: a generator of Python clients types all lists of a class like the
    first one, and what a union holds is more than an object."""
    listed = {
        name: schemas.get(field["items"].get("$ref", "").removeprefix(SCHEMAS), {})
        for name, field in properties.items()
        if field.get("type") == "array"
    }
    unions = [name for name, item in listed.items() if "oneOf" in item]
    first = next((name for name, item in listed.items() if "properties" in item), None)
    if not unions or first is None:
        return
    before = list(properties)[: list(properties).index(first)]
    order = [*before, *(name for name in unions if name not in before)]
    order += [name for name in properties if name not in order]
    fields = {name: properties[name] for name in order}
    properties.clear()
    properties.update(fields)


def _drop_empty_bodies(spec: Node) -> None:
    """Where a body may only be `{}` the document has none: generators would ask for an argument that says nothing."""
    for operation in operations(spec):
        media = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        name = media.get("schema", {}).get("$ref", "").removeprefix(SCHEMAS)
        if name and spec["components"]["schemas"][name].get("properties") == {}:
            del operation["requestBody"]
    spec["components"]["schemas"].pop("Empty", None)


def _open_answers(spec: Node, answered: set[str]) -> None:
    schemas: Node = spec["components"]["schemas"]
    for name in answered:
        _open(schemas[name])
    for name, union in schemas.items():
        if name.endswith("Event") and "oneOf" in union:
            for variant in union["oneOf"]:
                _require(schemas[variant["$ref"].removeprefix(SCHEMAS)], EVENT_FIELDS)


def _open(schema: Node) -> None:
    """An answer may grow; it always carries the fields that have a default."""
    if schema.get("additionalProperties") is False:
        del schema["additionalProperties"]
    properties: Node = schema.get("properties", {})
    _require(schema, [name for name, field in properties.items() if "default" in field])
    for field in properties.values():
        field.pop("default", None)


def _require(schema: Node, names: Iterable[str]) -> None:
    present = {name for name in names if name in schema.get("properties", {})}
    if present:
        schema["required"] = sorted(present | set(schema.get("required", [])))


def _simplify(node: Node) -> None:
    """Say a constant as a constant, a time as a time, and nothing where the default is null."""
    if node.get("default", 0) is None:
        del node["default"]
    values = node.get("enum")
    if isinstance(values, list) and len(values) == 1:
        del node["enum"]
        node["const"] = values[0]
    properties = node.get("properties")
    if not isinstance(properties, dict):
        return
    for name, field in properties.items():
        match field.get("enum"):
            case [int(value)] if name not in node.get("required", ()):
                # A generator of Python clients cannot write a constant number that may be left out.
                del field["enum"]
                field["minimum"] = field["maximum"] = value
    for name in DATE_TIMES:
        for field in properties.get(name, {}), properties.get(f"{name}s", {}).get("items", {}):
            if "string" in types(field) and not {"enum", "pattern", "const"} & field.keys():
                field["format"] = "date-time"


def _discriminate(node: Node, schemas: Node) -> None:
    """Make a component with a discriminator of a choice between objects that differ in a constant."""
    choices = [choice for choice in node.get("anyOf", ()) if choice != NOTHING]
    references = [choice.get("$ref", "") for choice in choices]
    if len(references) < 2 or not all(references):
        return
    variants = [schemas[reference.removeprefix(SCHEMAS)]["properties"] for reference in references]
    for name in variants[0]:
        tags = [variant.get(name, {}).get("const") for variant in variants]
        if None not in tags and len(set(tags)) == len(tags):
            union = next(references[0].removeprefix(own) for own in OWN if references[0].startswith(own))
            schemas[union] = {
                "oneOf": choices,
                "discriminator": {"propertyName": name, "mapping": dict(zip(tags, references, strict=True))},
            }
            if NOTHING in node.pop("anyOf"):
                node["anyOf"] = [{"$ref": SCHEMAS + union}, NOTHING]
            else:
                node["$ref"] = SCHEMAS + union
            return
    raise ValueError(f"nothing tells {references} apart")
