"""Names for enums and for bounded numbers in lists, so that generated code has one well-named type for each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import orjson

Node = dict[str, Any]
SCHEMAS = "#/components/schemas/"
GAMES = ("Bakong", "Mekong", "Babord", "Kimbac", "Bailouke")
NAMES = {
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
    ("bakong", "mekong"): "Slug",
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
VALUES = {
    "Row or column of a tile.": "BabordTileCoordinate",
    "Line or column of a point.": "BabordPointCoordinate",
    "Id of a card in this round; says nothing about its value.": "BailoukeCardId",
    "The result of one die.": "BakongDie",
    "The number of a monument, and of its two cards.": "KimbacMonumentNumber",
    "The number on a pawn.": "KimbacPawnNumber",
    "Value of a beast, which identifies it.": "BailoukeBeast",
    "Seat number, counted clockwise from 0.": "Seat",
}
"""Names of numbers by their description; others are named after where they stand."""


def name_enums(spec: Node) -> None:
    """Move every enum of two or more values to a component of its own."""
    uses: dict[frozenset[Any], list[tuple[str, str, Node]]] = defaultdict(list)
    for use in _uses(spec):
        uses[frozenset(use[2]["enum"]) - {None}].append(use)
    schemas: Node = spec["components"]["schemas"]
    for same, places in sorted(uses.items(), key=lambda item: (len(item[0]), sorted(map(str, item[0])))):
        values = tuple(value for value in places[0][2]["enum"] if value is not None)
        owners = [owner for owner, _, _ in places if owner in schemas]
        if len(same) < 2 or (len(places) == 1 and not owners):
            continue
        name = _name(values, places, schemas) if len(places) > 1 else _free(_owned(owners[0], places[0][1]), schemas)
        schemas[name] = {"type": types(places[0][2])[0], "enum": list(values)}
        for _, _, node in places:
            _refer(node, name)


def name_values(spec: Node) -> None:
    """Move bounded numbers and texts that lists and maps hold to components: generators make a class of each."""
    schemas: Node = spec["components"]["schemas"]
    uses: dict[bytes, list[tuple[str, str, Node]]] = defaultdict(list)
    for owner, schema in sorted(schemas.items()):
        for name, field in schema.get("properties", {}).items():
            for node in nested(field):
                for inner in (node.get("items"), node.get("additionalProperties")):
                    if isinstance(inner, dict) and _is_bounded(inner):
                        said = orjson.dumps(inner | {"type": types(inner)[0]}, option=orjson.OPT_SORT_KEYS)
                        uses[said].append((owner, name, inner))
    for places in uses.values():
        owner, field, node = places[0]
        game = _game(places)
        name = VALUES.get(node.get("description", ""), "")
        name = (name if name.startswith(game) else game + name) if name else _owned(owner, field) + "Entry"
        name = _free(name, schemas)
        schemas[name] = node | {"type": types(node)[0]}
        for _, _, use in places:
            _refer(use, name)


def _is_bounded(node: Node) -> bool:
    bounded = {"minimum", "maximum", "maxLength", "minLength", "pattern"} & node.keys()
    return bool(bounded) and types(node)[0] in ("integer", "number", "string")


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


def _uses(spec: Node) -> Iterator[tuple[str, str, Node]]:
    """Owner, property and schema of every enum."""
    for owner, schema in sorted(spec["components"]["schemas"].items()):
        for name, field in schema.get("properties", {}).items():
            yield from ((owner, name, node) for node in nested(field) if "enum" in node)
    for path, item in spec["paths"].items():
        for operation in item.values():
            for parameter in operation.get("parameters", []) if isinstance(operation, dict) else ():
                if "enum" in parameter.get("schema", {}):
                    yield path, parameter["name"], parameter["schema"]


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
