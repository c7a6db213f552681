"""The types of the content files, read off the files themselves: what a sheet says of boards, tiles and cards."""

from __future__ import annotations

from typing import Any

from api.schemas.sheet import PLAIN_VALUE
from api.spec.shape.nodes import SCHEMAS, Node
from engines.kernel.game import Game

WORDS = "InBothLanguages"
ANY = "AnyValue"
"""A generator for TypeScript reads components by name, and cannot read one of several types after its users."""
KINDS = {bool: "boolean", int: "integer", float: "number", str: "string"}


def type_sheets(spec: Node, engines: list[Game[Any, Any]]) -> None:
    """Give every game a sheet of its own, whose content is typed."""
    schemas: Node = spec["components"]["schemas"]
    shared = schemas.pop("Sheet")
    words = {
        "fr": {"type": "string", "description": "In French."},
        "en": {"type": "string", "description": "In English."},
    }
    schemas[WORDS] = {
        "type": "object", "properties": words, "required": ["en", "fr"], "description": "A text in both languages.",
    }  # fmt: skip
    kinds = [choice["type"] for choice in PLAIN_VALUE["anyOf"]]
    schemas[ANY] = {"type": kinds, "description": "A value of an option or of a parameter."}
    for name in ("OptionSheet", "PhraseCase"):
        for field in schemas[name]["properties"].values():
            if field.get("anyOf") == PLAIN_VALUE["anyOf"]:
                del field["anyOf"]
                field["$ref"] = SCHEMAS + ANY
    for engine in engines:
        prefix = engine.slug.capitalize()
        content = {"description": shared["properties"]["content"]["description"]}
        content |= ContentTypes(schemas, prefix).of([engine.content], f"{prefix}Content")
        schemas[f"{prefix}Sheet"] = shared | {"properties": shared["properties"] | {"content": content}}
        answer = spec["paths"][f"/v1/{engine.slug}"]["get"]["responses"]["200"]
        answer["content"]["application/json"]["schema"] = {"$ref": f"{SCHEMAS}{prefix}Sheet"}


class ContentTypes:
    """Makes components for the tables of one content file."""

    def __init__(self, schemas: Node, prefix: str) -> None:
        self.schemas = schemas
        self.prefix = prefix

    def of(self, values: list[Any], name: str) -> Node:
        """The schema that all these values fit, which stand in the same place of several entries."""
        present = [value for value in values if value is not None]
        if all(isinstance(value, dict) for value in present):
            return self._table(present, name)
        if all(isinstance(value, list) for value in present):
            entries = [entry for value in present for entry in value]
            entry = name.removesuffix("Items").removesuffix("s")
            inner: Node = self.of(entries, entry) if entries else {"type": "string"}
            if choices := inner.get("anyOf"):  # generators would name it after its place: ItemsInnerInner
                self.schemas[entry] = {"type": [choice["type"] for choice in choices]}
                inner = {"$ref": SCHEMAS + entry}
            return {"type": "array", "items": inner}
        kinds = {KINDS[type(value)] for value in present if not isinstance(value, dict | list)}
        if kinds == {"integer", "number"}:
            kinds = {"number"}
        if len(kinds) == 1 and not any(isinstance(value, dict | list) for value in present):
            return {"type": kinds.pop()}
        return {
            "anyOf": [self.of([value for value in present if type(value) is kind], name) for kind in _order(present)]
        }

    def _table(self, tables: list[dict[str, Any]], name: str) -> Node:
        if all(set(table) == {"fr", "en"} for table in tables):
            return {"$ref": SCHEMAS + WORDS}
        if _is_map(tables):
            entries = [entry for table in tables for entry in table.values()]
            return {"type": "object", "additionalProperties": self.of(entries, _entry(name))}
        fields = list(dict.fromkeys(key for table in tables for key in table))
        properties = {
            key: self.of([table[key] for table in tables if key in table], _named(name, key)) for key in fields
        }
        required = sorted(key for key in fields if all(key in table for table in tables))
        self.schemas[name] = {"type": "object", "properties": properties, "required": required}
        return {"$ref": SCHEMAS + name}


def _is_map(tables: list[dict[str, Any]]) -> bool:
    """Tables by id, such as the faces of tiles; each says where it comes from, or they are many."""
    entries = [entry for table in tables for entry in table.values()]
    if not entries or not all(isinstance(entry, dict) for entry in entries):
        return False
    return all("provenance" in entry for entry in entries) or len({frozenset(entry) for entry in entries}) == 1


def _entry(name: str) -> str:
    """A name for one entry of a map; a generator may name a class after the map itself."""
    return name.removesuffix("s") if name.endswith("s") else f"{name}Entry"


def _named(name: str, key: str) -> str:
    return name + "".join(part.capitalize() for part in key.split("_"))


def _order(values: list[Any]) -> list[type]:
    return list(dict.fromkeys(type(value) for value in values))
