"""Names for enums and for bounded numbers in lists, so that generated code has one well-named type for each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import orjson

from api.spec.shape.nodes import GAMES, METHODS, SCHEMAS, Node, nested, types
from engines.kernel.registry import slugs

NAMES: dict[tuple[Any, ...], str] = {
    ("queued", "running"): "JobStatus",
    ("open", "running"): "GameStatus",
    ("human", "open"): "SeatKind",
    ("human", "bot"): "SeatKind",
    ("webhook", "pull"): "BotKind",
    ("host", "clock"): "AbortReason",
    ("turn", "seat_taken"): "HookEvent",
    ("timeout", "unreachable"): "BotFault",
    ("bot", "random"): "TimeoutAction",
    ("random", "greedy"): "BuiltInBot",
    slugs()[:2]: "Slug",
    ("supply", "temple"): "BakongPlace",
    ("rope", "grapnel"): "BakongObject",
    ("t01", "t02"): "TileId",
    ("n", "e"): "BabordWindDirection",
    ("n", "ne"): "BabordDirection",
    ("treasure", "mine"): "BabordTileKind",
    ("A", "B"): "KimbacGate",
    ("x102", "x103"): "KimbacCrossroads",
    ("red_1", "red_2"): "MekongPlank",
    ("i01", "i02"): "MekongIsland",
    ("red", "black"): "MekongColour",
    ("per_card", "per_player"): "KimbacReachedBonus",
}
"""Names by the first two values, where the name of the property would say too little."""
LONGER = {
    "GameStatus": "AnyGameStatus",
    "BakongObject": "BakongToken",
    "BakongToken": "BakongTreasure",
    "BakongFace": "BakongTileFace",
    "BabordTileId": "BabordTileOrPort",
    "KimbacGate": "KimbacNode",
    "KimbacNode": "KimbacPawnPlace",
    "MekongPlank": "MekongSupport",
    "MekongIsland": "MekongStoneSite",
}
"""Next names, for a longer list of values that begins like another one."""
PARAMETERS = {"name": "ProblemName"}
"""Names of enums that only a parameter has."""
VALUES = {
    "Row or column of a tile.": "BabordTileCoordinate",
    "Line or column of a point.": "BabordPointCoordinate",
    "Id of a card in this round; says nothing about its value.": "BailoukeCardId",
    "The result of one die.": "BakongDie",
    "The number of a monument, and of its two cards.": "KimbacMonumentNumber",
    "The number on a pawn.": "KimbacPawnNumber",
    "Value of a beast, which identifies it.": "BailoukeBeast",
    "Seat number, counted clockwise from 0.": "Seat",
    "An island with its stone, or a village.": "MekongPlankEnd",
    "Id of a tile or of a port.": "BabordCell",
    "Where a pawn is: a gate, a crossroad, or removed.": "KimbacPawnPlace",
}
"""Names of numbers by their description; others are named after where they stand."""


def name_enums(spec: Node) -> None:
    """Move every enum of two or more values to a component of its own."""
    for schema in spec["components"]["schemas"].values():
        for field in schema.get("properties", {}).values():
            _spell_out(field, 0)
    uses: dict[frozenset[Any], list[tuple[str, str, Node]]] = defaultdict(list)
    for use in _uses(spec):
        uses[frozenset(use[2]["enum"]) - {None}].append(use)
    schemas: Node = spec["components"]["schemas"]
    for same, places in sorted(uses.items(), key=lambda item: (len(item[0]), sorted(map(str, item[0])))):
        values = tuple(value for value in places[0][2]["enum"] if value is not None)
        if len(same) < 2:
            continue
        owner, field, _ = places[0]
        name = _free(_owned(owner, field), schemas) if len(places) == 1 else _name(values, places, schemas)
        schemas[name] = {"type": types(places[0][2])[0], "enum": list(values)}
        for _, _, node in places:
            _refer(node, name)


def _spell_out(node: Node, depth: int) -> None:
    """Say an enum in a list of lists, or in a map of lists, as the pattern of the same texts.

    A generator of Python clients calls methods of objects on the members of such an enum.
    """
    for inner in (node.get("items"), node.get("additionalProperties")):
        if isinstance(inner, dict):
            _spell_out(inner, depth + 1)
    if depth > 1 and "string" in types(node) and "enum" in node:
        node["pattern"] = f"^({'|'.join(value for value in node.pop('enum') if value is not None)})$"


def name_values(spec: Node) -> None:
    """Move bounded numbers and texts that lists and maps hold to components: generators make a class of each."""
    schemas: Node = spec["components"]["schemas"]
    uses: dict[bytes, list[tuple[str, str, Node]]] = defaultdict(list)
    for owner, schema in sorted(schemas.items()):
        for name, field in schema.get("properties", {}).items():
            for node in nested(field):
                for inner in (node.get("items"), node.get("additionalProperties")):
                    if isinstance(inner, dict) and _is_bounded(inner):
                        uses[orjson.dumps(inner, option=orjson.OPT_SORT_KEYS)].append((owner, name, inner))
    for places in uses.values():
        owner, field, node = places[0]
        game = _game(places)
        name = VALUES.get(node.get("description", ""), "")
        name = (name if name.startswith(game) else game + name) if name else _owned(owner, field) + "Entry"
        name = f"{name}OrNull" if name in schemas and "null" in types(node) else _free(name, schemas)
        schemas[name] = dict(node)
        for _, _, use in places:
            use.clear()  # a generator for TypeScript takes no words beside the reference, and no null
            use["$ref"] = SCHEMAS + name


def _is_bounded(node: Node) -> bool:
    bounded = {"minimum", "maximum", "maxLength", "minLength", "pattern"} & node.keys()
    return bool(bounded) and types(node)[0] in ("integer", "number", "string")


def _uses(spec: Node) -> Iterator[tuple[str, str, Node]]:
    """Owner, property and schema of every enum."""
    for owner, schema in sorted(spec["components"]["schemas"].items()):
        for name, field in schema.get("properties", {}).items():
            yield from ((owner, name, node) for node in nested(field) if "enum" in node)
    for path, item in spec["paths"].items():
        owner = next((game for game in GAMES if path.startswith(f"/v1/{game.lower()}/")), "")
        listed = [item, *(operation for method, operation in item.items() if method in METHODS)]
        for parameter in [entry for holder in listed for entry in holder.get("parameters", ())]:
            if "enum" in parameter.get("schema", {}):
                yield owner, parameter["name"], parameter["schema"]


def _name(values: tuple[Any, ...], places: list[tuple[str, str, Node]], schemas: Node) -> str:
    game = _game(places)
    counted = Counter(name for _, name, _ in places)
    name = NAMES.get(values[:2], game + _words(min(counted, key=lambda name: (-counted[name], name))))
    name = name if name.startswith(game) else game + name
    while name in schemas and name in LONGER:
        name = LONGER[name]
    return _free(name, schemas)


def _game(places: list[tuple[str, str, Node]]) -> str:
    """The game that all these places belong to, or nothing."""
    games = {next((game for game in GAMES if owner.startswith(game)), "") for owner, _, _ in places}
    return games.pop() if len(games) == 1 else ""


def _owned(owner: str, field: str) -> str:
    if not owner:
        return PARAMETERS[field]
    return owner.removesuffix("Document") + _words(field)


def _words(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _free(name: str, schemas: Node) -> str:
    """The name, or a longer one when it is taken; never one with a number."""
    while name in schemas:
        name += "Value"
    return name


def _refer(node: Node, name: str) -> None:
    """Replace what a node says by a reference; its description and default stay beside it."""
    nullable = "null" in types(node)
    for key in set(node) - {"description", "default"}:
        del node[key]
    if nullable:
        node["anyOf"] = [{"$ref": SCHEMAS + name}, {"type": "null"}]
    else:
        node["$ref"] = SCHEMAS + name
