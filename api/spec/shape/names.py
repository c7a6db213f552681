"""Components for enums and for bounded values in lists, so that generated code has one well-named type for each.

Each has the name that its declaration gives it (``one_of(..., name=)``, ``named``, ``x-name``), else that of its struct
and field. Names of one game begin with the game.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from api.spec.shape.nodes import GAMES, METHODS, NAME, SCHEMAS, Node, nested, types

Use = tuple[str, str, Node]
"""Owner, property and schema."""


def name_components(spec: Node) -> None:
    """Move enums of two or more values, and bounded values in lists and maps, to components of their own."""
    schemas: Node = spec["components"]["schemas"]
    for schema in schemas.values():
        for field in schema.get("properties", {}).values():
            _spell_out(field, 0)
    enums = _named((use for use in _enums(spec) if len(_values(use[2])) > 1), lambda node: frozenset(_values(node)))
    for name, uses in sorted(enums, key=_by_values):
        first = uses[0][2]
        _add(schemas, name, {"type": types(first)[0], "enum": _values(first)})
        for _, _, node in uses:
            _refer(node, name)
    for name, uses in _named(_bounded(schemas), lambda node: orjson.dumps(node, option=orjson.OPT_SORT_KEYS)):
        _add(schemas, name, {key: value for key, value in uses[0][2].items() if key != NAME})
        for _, _, node in uses:
            node.clear()  # a generator for TypeScript takes no words beside the reference, and no null
            node["$ref"] = SCHEMAS + name


def drop_names(spec: Node) -> None:
    """Forget the names of what has become no component."""
    for node in nested([spec["components"], spec["paths"], spec["webhooks"]]):
        node.pop(NAME, None)


def _named(uses: Iterable[Use], same: Any) -> list[tuple[str, list[Use]]]:
    """The uses of each component with its name; ``same`` tells by what uses of one name belong together."""
    groups: dict[Any, list[Use]] = defaultdict(list)
    for use in uses:
        groups[_said(use), same(use[2])].append(use)
    return [(_with_game(name, found), found) for (name, _), found in groups.items()]


def _said(use: Use) -> str:
    owner, field, node = use
    entry = "" if "enum" in node else "Entry"
    words = "".join(part.capitalize() for part in field.split("_"))
    return str(node.get(NAME) or re.sub("(Document|Options|OptionsRequest)$", "", owner) + words + entry)


def _with_game(name: str, uses: list[Use]) -> str:
    """The name, with the game before it that all uses belong to."""
    games = {next((game for game in GAMES if owner.startswith(game)), "") for owner, _, _ in uses}
    game = games.pop() if len(games) == 1 else ""
    return name if name.startswith(game) else game + name


def _add(schemas: Node, name: str, schema: Node) -> None:
    if name in schemas:
        raise ValueError(f"{name} is both {schemas[name]} and {schema}: name one of them where it is declared")
    schemas[name] = schema


def _spell_out(node: Node, depth: int) -> None:
    """Say an enum in a list of lists, or in a map of lists, as the pattern of the same texts.

    A generator of Python clients calls methods of objects on the members of such an enum.
    """
    for inner in (node.get("items"), node.get("additionalProperties")):
        if isinstance(inner, dict):
            _spell_out(inner, depth + 1)
    if depth > 1 and "string" in types(node) and "enum" in node:
        node["pattern"] = f"^({'|'.join(value for value in node.pop('enum') if value is not None)})$"


def _values(node: Node) -> list[Any]:
    return [value for value in node["enum"] if value is not None]


def _by_values(group: tuple[str, list[Use]]) -> tuple[int, list[str]]:
    values = _values(group[1][0][2])
    return len(values), sorted(map(str, values))


def _enums(spec: Node) -> Iterator[Use]:
    for owner, schema in sorted(spec["components"]["schemas"].items()):
        for name, field in schema.get("properties", {}).items():
            yield from ((owner, name, node) for node in nested(field) if "enum" in node)
    for path, item in spec["paths"].items():
        owner = next((game for game in GAMES if path.startswith(f"/v1/{game.lower()}/")), "")
        listed = [item, *(operation for method, operation in item.items() if method in METHODS)]
        for parameter in [entry for holder in listed for entry in holder.get("parameters", ())]:
            if "enum" in parameter.get("schema", {}):
                yield owner, parameter["name"], parameter["schema"]


def _bounded(schemas: Node) -> Iterator[Use]:
    """Bounded numbers and texts that lists and maps hold: generators make a class of each."""
    for owner, schema in sorted(schemas.items()):
        for name, field in schema.get("properties", {}).items():
            for node in nested(field):
                for inner in (node.get("items"), node.get("additionalProperties")):
                    if isinstance(inner, dict) and _is_bounded(inner):
                        yield owner, name, inner


def _is_bounded(node: Node) -> bool:
    bounded = {"minimum", "maximum", "maxLength", "minLength", "pattern"} & node.keys()
    return bool(bounded) and types(node)[0] in ("integer", "number", "string")


def _refer(node: Node, name: str) -> None:
    """Replace what a node says by a reference; its description and default stay beside it."""
    nullable = "null" in types(node)
    for key in set(node) - {"description", "default"}:
        del node[key]
    if nullable:
        node["anyOf"] = [{"$ref": SCHEMAS + name}, {"type": "null"}]
    else:
        node["$ref"] = SCHEMAS + name
