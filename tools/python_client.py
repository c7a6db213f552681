"""Generates parts of the Python client: types from the OpenAPI document, and the twin of the async client."""

from __future__ import annotations

import re
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path
from textwrap import fill
from typing import Any

PACKAGE = Path(__file__).parents[1] / "clients" / "python" / "ludotheque_client"
MODELS = PACKAGE / "models.py"
ROOTS = ("Action", "GameDocument", "LegalActions", "Event", "Acted", "Created", "Replay", "Turn", "Position")
"""Types of every game, with everything that they refer to."""
REF = "#/components/schemas/"
PLAIN = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}
TWIN = (
    ("async def __aiter__", "def __iter__"),
    ("__aenter__", "__enter__"),
    ("__aexit__", "__exit__"),
    ("aclose", "close"),
    ("aread", "read"),
    ("aiter_lines", "iter_lines"),
    ("from asyncio import sleep", "from time import sleep"),
    ("programs with an event loop", "plain programs"),
    ("This file has a generated twin.", "Generated from ludotheque_client/aio."),
    ("ludotheque_client.aio", "ludotheque_client.sync"),
)
Schema = dict[str, Any]


def sync(source: str) -> str:
    """The async client without its event loop: the same calls without ``await``."""
    text = source
    for old, new in TWIN:
        text = text.replace(old, new)
    text = re.sub(r"\bawait |\basync (?=def|for|with)", "", text)
    return re.sub(r"\bAsync(?=[A-Z])", "", text)


def models(document: Schema) -> str:
    """Typed dictionaries of what clients send and receive."""
    schemas = document["components"]["schemas"]
    wanted = sorted(reachable(schemas, [name for name in schemas if name.endswith(ROOTS)]))
    head = [
        '"""Types of the API\'s documents, made from `openapi/openapi.json` by `ludotheque openapi --write`."""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict",
    ]
    blocks = [class_of(name, schemas[name]) for name in wanted if is_class(schemas[name])]
    aliases = [alias_of(name, schemas[name]) for name in wanted if not is_class(schemas[name])]
    return "\n".join(head) + "\n\n\n" + "\n\n\n".join(blocks) + "\n\n\n" + "\n".join(aliases) + "\n"


def reachable(schemas: Schema, names: list[str]) -> set[str]:
    found: set[str] = set()
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            names += references(schemas[name])
    return found


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if str(value.get("$ref", "")).startswith(REF):
            yield value["$ref"].removeprefix(REF)
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from references(part)


def is_class(schema: Schema) -> bool:
    """A class shows its fields; names that are Python keywords need the functional form."""
    return bool(schema.get("properties")) and not any(iskeyword(name) for name in schema["properties"])


def class_of(name: str, schema: Schema) -> str:
    lines = [f"class {name}(TypedDict):"]
    if schema.get("description"):
        text = schema["description"].replace("\\", "\\\\")
        lines += [
            fill(f'"""{text}"""', 116, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False),
            "",
        ]
    required = schema.get("required", [])
    for field, kind in schema["properties"].items():
        said = type_of(kind)
        lines.append(f"    {field}: {said if field in required else f'NotRequired[{said}]'}")
    return "\n".join(lines)


def alias_of(name: str, schema: Schema) -> str:
    if schema.get("properties"):
        required = schema.get("required", [])
        fields = ", ".join(
            f'"{field}": "{type_of(kind) if field in required else f"NotRequired[{type_of(kind)}]"}"'
            for field, kind in schema["properties"].items()
        )
        return f'{name} = TypedDict("{name}", {{{fields}}})'
    return f'{name}: TypeAlias = "{type_of(schema)}"'


def type_of(schema: Schema) -> str:  # noqa: PLR0911
    """The Python type of a schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(REF)
    if "const" in schema:
        return f"Literal[{schema['const']!r}]".replace('"', "'")
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    for union in ("oneOf", "anyOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(map(type_of, schema[union])))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(type_of({**schema, "type": one}) for one in kind)
    if kind == "array":
        return f"list[{type_of(schema['items'])}]" if "items" in schema else "list[Any]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"dict[str, {type_of(values)}]" if isinstance(values, dict) and values else "dict[str, Any]"
    return PLAIN.get(str(kind), "Any")


def files(document: Schema) -> dict[Path, str]:
    """All generated files by path."""
    twins = {PACKAGE / "sync" / path.name: sync(path.read_text("utf-8")) for path in (PACKAGE / "aio").glob("*.py")}
    return {MODELS: models(document), **twins}
