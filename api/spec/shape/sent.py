"""Types of requests, where an answer always carries what a request may leave out."""

from __future__ import annotations

import orjson

from api.spec.shape.nodes import Node, operations, reachable, renamed

Defaults = dict[str, Node]
"""By schema: the defaults of its fields."""


def sent_schemas(spec: Node) -> set[str]:
    """Names of the schemas that requests have."""
    places = ("requestBody", "parameters")
    return reachable(spec, (operation.get(place) for operation in operations(spec) for place in places))


def answered_schemas(spec: Node) -> set[str]:
    """Names of the schemas that answers and the calls of webhooks have."""
    return reachable(spec, [spec["webhooks"], *(operation["responses"] for operation in operations(spec))])


def defaults_of(spec: Node) -> Defaults:
    """The defaults of what is both sent and answered; read before answers lose them."""
    found: Defaults = {}
    for name in sorted(sent_schemas(spec) & answered_schemas(spec)):
        properties: Node = spec["components"]["schemas"][name].get("properties", {})
        if fields := {field: schema["default"] for field, schema in properties.items() if "default" in schema}:
            found[name] = fields
    return found


def add_requests(spec: Node, defaults: Defaults) -> None:
    """Give positions to import a type of their own (``BakongPositionRequest``), with every part that has defaults.

    Actions have none. They keep one type, so that an action that was read can be sent as it is.
    """
    schemas: Node = spec["components"]["schemas"]
    sent, answered = sent_schemas(spec), answered_schemas(spec)
    names = {
        name: f"{name}Request"
        for name in sorted(sent & answered)
        if defaults.keys() & {name, *reachable(spec, [schemas[name]])}
    }
    for name in sent - answered:
        schemas[name] = renamed(schemas[name], names)
    for name, request in names.items():
        if request not in schemas:  # options have theirs
            schemas[request] = _request(renamed(schemas[name], names), defaults.get(name, {}))


def close_actions(spec: Node) -> None:
    """Say of the body of an act that it has no other fields: its schema is that of answers, which are open."""
    for operation in operations(spec):
        schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        if schema.get("$ref", "").endswith("Action"):
            schema["unevaluatedProperties"] = False


def _request(schema: Node, defaults: Node) -> Node:
    schema["additionalProperties"] = False
    schema["required"] = [name for name in schema["required"] if name not in defaults]
    for name, default in defaults.items():
        field: Node = schema["properties"][name]
        if "const" not in field:
            schema["properties"][name] = say_default(field | {"default": default})
        elif isinstance(default, int):  # a generator of Python clients cannot write one that may be left out
            field["minimum"] = field["maximum"] = field.pop("const")
    return schema


def say_default(field: Node) -> Node:
    """Say in words what a field of a request is unless given: generators take a field with a `default` for one that is
    always there, and ``{"seats": 2}`` would not compile."""
    default, text = field.get("default"), field.get("description", "")
    said = {key: value for key, value in field.items() if key != "default"}
    if default is not None and "unless given" not in text:
        said["description"] = f"{text} `{orjson.dumps(default).decode()}` unless given.".lstrip()
    return said
