"""Recorded requests and answers, cut to what shows their shape, beside the schemas of the document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api.spec.shape.nodes import operations_by_id, webhook_operations

Node = dict[str, Any]
LONGEST_TEXT = 300
"""Of a text that people read: a board."""
LONGEST_MARKUP = 160
"""Of pictures, streams and lines of JSON."""
LONGEST_LIST = 2
LONGEST_MAP = 6
"""Of the words and places of a sheet."""
SHEETS = "describe"
"""How the operations begin whose answers hold whole tables, which are cut wherever they are long."""


def add_examples(spec: Node, recorded: Node) -> None:
    """Put every recorded request and answer, by operation id, beside its schema."""
    for identifier, operation in (operations_by_id(spec) | webhook_operations(spec)).items():
        examples = recorded.get(identifier, {})
        if "request" in examples and "requestBody" in operation:
            operation["requestBody"]["content"]["application/json"]["example"] = examples["request"]
        tables = identifier.startswith(SHEETS)
        for status, media_type, media in _answers(operation):
            shown = examples.get("responses", {}).get(status, {})
            if cases := examples.get("cases") if status == "200" else None:
                media["examples"] = {name.replace(" ", "_"): {"summary": name, "value": cases[name]} for name in cases}
            elif media_type in shown:
                media["example"] = _shortened(shown[media_type], tables)


def _answers(operation: Node) -> Iterator[tuple[str, str, Node]]:
    """Status, media type and what stands there, of every answer with a body."""
    for status, answer in operation["responses"].items():
        for media_type, media in answer.get("content", {}).items():
            yield status, media_type, media


def _like_a_schema(value: Any) -> bool:
    """An option of a sheet: linters take an object with `type` and `default` anywhere in an answer for a schema."""
    return isinstance(value, dict) and {"type", "default"} <= value.keys()


def _shortened(example: Any, tables: bool) -> Any:
    """A recorded answer with its long texts and long lists of objects cut, and of ``tables`` every long list and map
    of words or places: the document shows what it looks like."""
    if isinstance(example, dict):
        kept = {key: _shortened(value, tables) for key, value in example.items() if not _like_a_schema(value)}
        kinds = {type(value) for value in kept.values()}
        alike = tables and len(kept) > LONGEST_MAP and kinds in ({str}, {list})
        return dict(list(kept.items())[:LONGEST_LIST]) if alike else kept
    if isinstance(example, list):
        several = tables or all(isinstance(entry, dict) and entry.keys() & {"id", "type"} for entry in example)
        return [_shortened(entry, tables) for entry in (example[:LONGEST_LIST] if several else example)]
    if isinstance(example, str):
        longest = LONGEST_MARKUP if example.startswith(("<", "{", "id: ", "event: ")) else LONGEST_TEXT
        return example if len(example) <= longest else f"{example[:longest]}…"
    return example
