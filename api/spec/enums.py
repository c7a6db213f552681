"""Names for enums that stand in several places of the document, so that generated code has one type for each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

Node = dict[str, Any]
SCHEMAS = "#/components/schemas/"
GAMES = ("Bakong", "Mekong", "Babord", "Kimbac", "Bailouke")
NAMES = {
    ("queued", "running"): "JobStatus",
    ("open", "running"): "GameStatus",
    ("human", "open"): "SeatKind",
    ("webhook", "pull"): "BotKind",
    ("host", "clock"): "AbortReason",
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
    ("A", "B"): "KimbacNode",
    ("x102", "x103"): "KimbacCrossroads",
    ("red_1", "red_2"): "MekongPlank",
    ("i01", "i02"): "MekongIsland",
    ("red", "black"): "MekongColour",
    ("per_card", "per_player"): "KimbacReachedBonus",
}
"""Names by the first two values, where the name of the property would say too little."""
LONGER = {"BakongObject": "BakongItem", "MekongPlank": "MekongSupport", "MekongIsland": "MekongStoneSite"}
"""Second names, for a longer list of values that begins like another one."""


def name_enums(spec: Node) -> None:
    """Move every enum of two or more values that stands in two or more places to a component of its own."""
    uses: dict[frozenset[Any], list[tuple[str, str, Node]]] = defaultdict(list)
    for use in _uses(spec):
        uses[frozenset(use[2]["enum"]) - {None}].append(use)
    schemas: Node = spec["components"]["schemas"]
    for same, places in sorted(uses.items(), key=lambda item: (len(item[0]), sorted(map(str, item[0])))):
        values = tuple(value for value in places[0][2]["enum"] if value is not None)
        if len(places) > 1 and len(same) > 1:
            name = _name(values, places, schemas)
            schemas[name] = {"type": types(places[0][2])[0], "enum": list(values)}
            for _, _, node in places:
                _refer(node, name)


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
    games = {next((game for game in GAMES if owner.startswith(game)), "") for owner, _, _ in places}
    game = games.pop() if len(games) == 1 else ""
    counted = Counter(name for _, name, _ in places)
    common = min(counted, key=lambda name: (-counted[name], name))
    words = "".join(part.capitalize() for part in common.split("_"))
    name = NAMES.get(values[:2], game + words)
    name = name if name.startswith(game) else game + name
    if name in schemas and name in LONGER:
        name = LONGER[name]
    if name in schemas:
        name += "Value" if f"{name}Value" not in schemas else f"Of{len(values)}"
    return name


def _refer(node: Node, name: str) -> None:
    """Replace an inline enum by a reference; its description and default stay beside it."""
    nullable = "null" in types(node)
    for key in ("type", "enum"):
        node.pop(key, None)
    if nullable:
        node["anyOf"] = [{"$ref": SCHEMAS + name}, {"type": "null"}]
    else:
        node["$ref"] = SCHEMAS + name
