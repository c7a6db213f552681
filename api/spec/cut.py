"""Documents for one purpose, cut from the whole: one game, remote bots, or everything without examples."""

from __future__ import annotations

from typing import Any

from api.spec.shape.nodes import GAMES, METHODS, SCHEMAS, Node, nested
from api.spec.webhooks import OF_BOTS, OF_HOOKS, TAG

SHARED_TAGS = ("catalogue", "jobs")
"""What a client of any single game needs besides the game."""


def for_tags(spec: Node, tags: tuple[str, ...], calls: tuple[str, ...]) -> Node:
    """The operations with one of these tags, these webhooks, and only the components that they need."""
    paths: Node = {}
    for path, item in spec["paths"].items():
        kept = {key: value for key, value in item.items() if key in METHODS and set(value["tags"]) & set(tags)}
        if kept:
            paths[path] = {key: value for key, value in item.items() if key not in METHODS} | kept
    one_game = any(game.lower() in tags for game in GAMES)
    others = tuple(game for game in GAMES if one_game and game.lower() not in tags)
    components = spec["components"] | {
        "schemas": {name: _without(schema, others) for name, schema in spec["components"]["schemas"].items()}
    }
    webhooks = {name: item for name, item in spec["webhooks"].items() if name in calls}
    named = [tag for tag in spec["tags"] if tag["name"] in (*tags, TAG["name"])]
    whole = spec | {"paths": paths, "webhooks": webhooks, "tags": named}
    return whole | {"components": _needed(components, [paths, webhooks])}


def for_game(spec: Node, slug: str) -> Node:
    return for_tags(spec, (slug, *SHARED_TAGS), OF_HOOKS)


def for_bots(spec: Node) -> Node:
    return for_tags(spec, ("bots",), OF_BOTS)


def _without(schema: Node, games: tuple[str, ...]) -> Node:
    """The schema with the variants of its unions that belong to other games left out."""
    prefixes = tuple(SCHEMAS + game for game in games)

    def cut(node: Any) -> Any:
        if isinstance(node, list):
            return [cut(value) for value in node]
        if not isinstance(node, dict):
            return node
        kept = {key: cut(value) for key, value in node.items()}
        for key in ("oneOf", "anyOf"):
            if key in kept:
                kept[key] = [variant for variant in kept[key] if not variant.get("$ref", "").startswith(prefixes)]
        if isinstance(mapping := kept.get("mapping"), dict):
            kept["mapping"] = {tag: ref for tag, ref in mapping.items() if not str(ref).startswith(prefixes)}
        return kept

    cut_schema: Node = cut(schema)
    return cut_schema


def without_examples(spec: Node) -> Node:
    """The same document in fewer bytes: no recorded examples, no code samples."""
    lean: Node = _strip(spec)
    lean["components"].pop("examples", None)
    return lean


def _strip(node: Any) -> Any:
    if isinstance(node, dict):
        return {
            key: _strip(value)
            for key, value in node.items()
            if key != "x-codeSamples"
            and not (key in ("example", "examples") and ("schema" in node or isinstance(value, list)))
        }
    return [_strip(value) for value in node] if isinstance(node, list) else node


def _needed(components: Node, parts: list[Node]) -> Node:
    """The components that these parts mention, and those that these mention in turn."""
    found: Node = {}
    pending: list[Any] = list(parts)
    while pending:
        for reference in _references(pending.pop()):
            kind, _, name = reference.removeprefix("#/components/").partition("/")
            if name not in found.setdefault(kind, {}):
                found[kind][name] = components[kind][name]
                pending.append(components[kind][name])
    return {kind: found[kind] for kind in components if kind in found} | {
        "securitySchemes": components["securitySchemes"]
    }


def _references(node: Any) -> list[str]:
    """References anywhere in a part of the document, in its lists of examples too."""
    listed = [part["$ref"] for part in nested(node) if isinstance(part.get("$ref"), str)]
    for part in nested(node):
        cases = part.get("examples")
        if isinstance(cases, dict):
            listed += [case["$ref"] for case in cases.values() if isinstance(case, dict) and "$ref" in case]
        mapping = part.get("discriminator", {})
        if isinstance(mapping, dict) and isinstance(mapping.get("mapping"), dict):
            listed += mapping["mapping"].values()
    return listed
