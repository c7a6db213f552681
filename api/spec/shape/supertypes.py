"""Types that the games share: what is alike in all of them is one component, and what differs has a supertype.

A function that plays any game takes the supertype (``GameDocument``, ``Acted``): what generated code has for each game
(``BakongGameDocument``) fits it.
"""

from __future__ import annotations

from api.spec.shape.nodes import GAMES, NAME, SCHEMAS, Node, nested, renamed, types

OWN = tuple(SCHEMAS + game for game in GAMES)
"""How references to what belongs to one game begin."""


def share_alike(spec: Node) -> None:
    """Write a component once that is the same in every game, until there is no such any more."""
    while names := _alike(spec["components"]["schemas"]):
        schemas: Node = spec["components"]["schemas"]
        for old, new in names.items():
            schemas[new] = schemas.pop(old)
        for part in ("paths", "webhooks", "components"):
            spec[part] = renamed(spec[part], names)


def _alike(schemas: Node) -> dict[str, str]:
    """New names by old ones."""
    names: dict[str, str] = {}
    for first in [name for name in schemas if name.startswith(GAMES[0])]:
        name, schema = first.removeprefix(GAMES[0]), schemas[first]
        same = all(schemas.get(game + name) == schema for game in GAMES)
        if same and schemas.get(name, schema) == schema and not any(_is_own(part) for part in nested(schema)):
            names |= {game + name: name for game in GAMES}
    return names


def _is_own(part: Node) -> bool:
    return str(part.get("$ref", "")).startswith(OWN)


def add_supertype(schemas: Node, name: str) -> None:
    """The component of what all games have in common in theirs of this name, with the supertypes that it mentions."""
    schemas[name] = {}  # it may mention itself
    own = [schemas[game + name] for game in GAMES]
    if all("oneOf" in union for union in own):
        own = [schemas[variant["$ref"].removeprefix(SCHEMAS)] for union in own for variant in union["oneOf"]]
    shared = set.intersection(*(set(schema["properties"]) for schema in own))
    properties: Node = {}
    for field in own[0]["properties"]:
        common = _common(schemas, [schema["properties"][field] for schema in own]) if field in shared else None
        if common is not None:
            properties[field] = common
    required = set.intersection(*(set(schema.get("required", ())) for schema in own)) & set(properties)
    text = schemas[GAMES[0] + name].get("description", "")
    schemas[name] = {
        "type": "object",
        "properties": properties,
        "required": sorted(required),
        "additionalProperties": True,
        "description": f"{text} This much is the same in every game.",
    }


def _common(schemas: Node, fields: list[Node]) -> Node | None:
    """What several fields have in common; None when that is nothing."""
    texts = {field.get("description", "") for field in fields}
    said = {"description": text} if len(texts) == 1 and (text := texts.pop()) else {}
    bare = [{key: value for key, value in field.items() if key != "description"} for field in fields]
    if all(field == bare[0] for field in bare):
        return fields[0]
    if all("anyOf" in field and len(field["anyOf"]) == 2 and field["anyOf"][1] == {"type": "null"} for field in bare):
        inner = _common(schemas, [field["anyOf"][0] for field in bare])
        return None if inner is None else said | {"anyOf": [inner, {"type": "null"}]}
    if all(_is_own(field) for field in bare):
        inner = _referred(schemas, [field["$ref"].removeprefix(SCHEMAS) for field in bare])
        return None if inner is None else said | inner
    if all(field.get("type") == "array" and "items" in field for field in bare):
        items = _common(schemas, [field["items"] for field in bare])
        return None if items is None else said | {"type": "array", "items": items}
    if len(bare) == len(GAMES) and all("const" in field for field in bare):
        return said | {"type": types(bare[0])[0], "enum": [field["const"] for field in bare], NAME: "Slug"}
    return _kind(bare, said)


def _referred(schemas: Node, names: list[str]) -> Node | None:
    targets = [schemas[name] for name in names]
    if not any("properties" in target or "oneOf" in target for target in targets):
        return _kind(targets, {})
    plain = {name.removeprefix(game) for name in names for game in GAMES if name.startswith(game)}
    if len(plain) != 1:
        return None
    [name] = plain
    if name not in schemas:
        add_supertype(schemas, name)
    if not schemas[name].get("properties", True):  # the games have nothing in common there
        del schemas[name]
        return None
    return {"$ref": SCHEMAS + name}


def _kind(fields: list[Node], said: Node) -> Node | None:
    """Scalars of one type, whatever their bounds and values."""
    kinds = {kind for field in fields for kind in types(field)}
    scalar = kinds - {"null"}
    if len(scalar) != 1 or not scalar <= {"string", "integer", "boolean", "number"}:
        return None
    kind = scalar.pop()
    return said | {"type": [kind, "null"] if "null" in kinds else kind}
