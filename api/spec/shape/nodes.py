"""Ways through the document: its operations, the objects inside a part, the schemas that a part mentions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engines.kernel.registry import slugs

Node = dict[str, Any]
SCHEMAS = "#/components/schemas/"
GAMES = tuple(slug.capitalize() for slug in slugs())
"""The prefixes of the schemas that belong to one game."""
NAME = "x-name"
"""Where a schema or parameter keeps the name that its declaration gives it, until the document is put together."""
METHODS = ("get", "post", "put", "patch", "delete")


def operations(spec: Node) -> Iterator[Node]:
    for item in spec["paths"].values():
        yield from (item[method] for method in METHODS if method in item)


def reachable(spec: Node, places: Iterable[Any]) -> set[str]:
    """Names of the schemas that these places mention, and of all that those mention in turn.

    Supertypes are none of them before they are made.
    """
    found: set[str] = set()
    pending = list(places)
    while pending:
        for name in _mentioned(pending.pop()):
            if name not in found and name in spec["components"]["schemas"]:
                found.add(name)
                pending.append(spec["components"]["schemas"][name])
    return found


def _mentioned(node: Any) -> Iterator[str]:
    for part in nested(node):
        reference = part.get("$ref")
        if isinstance(reference, str) and reference.startswith(SCHEMAS):
            yield reference.removeprefix(SCHEMAS)


def renamed(node: Any, names: dict[str, str]) -> Any:
    """A copy with new names in its references."""
    if isinstance(node, dict):
        return {key: renamed(value, names) for key, value in node.items()}
    if isinstance(node, list):
        return [renamed(value, names) for value in node]
    if isinstance(node, str) and node.startswith(SCHEMAS):
        name = node.removeprefix(SCHEMAS)
        return SCHEMAS + names.get(name, name)
    return node


def types(field: Node) -> list[str]:
    kind = field.get("type", [])
    return kind if isinstance(kind, list) else [kind]


def nested(node: Any) -> Iterator[Node]:
    """Every object inside a part of the document, without examples and defaults."""
    pending = [node]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):
            yield node
            pending += [value for key, value in node.items() if key not in ("example", "examples", "default")]
        elif isinstance(node, list):
            pending += node


def operations_by_id(spec: Node) -> dict[str, Node]:
    return {operation["operationId"]: operation for operation in operations(spec)}


def webhook_operations(spec: Node) -> dict[str, Node]:
    """Every call that the server makes, by its operation id."""
    items = spec["components"].get("pathItems", spec["webhooks"])
    return {item["post"]["operationId"]: item["post"] for item in items.values()}
