"""Positions that are filled up with what does not belong there are refused soon: no list is read beyond its bound."""

from __future__ import annotations

import copy
import re
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

import orjson
import pytest

from engines.kernel.registry import slugs
from tests.system.access.games import ApiCaller, Json
from tests.system.contract.reach import positions

MANY = 9_000
"""Values; a body with more than 10,000 is refused unread."""
NO_POSITION = orjson.dumps({"position": [{}] * MANY})
DEAREST = 6
"""How many times as much CPU as a list of so many values where a position should be: about 50 ms on one core."""
TRIES = 10
"""Now and then Python's garbage collection adds some, and other programs take the caches."""
COMBINED = ("oneOf", "anyOf", "allOf", "prefixItems")


def containers(document: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Every list and object in a document, with its JSON pointer."""
    if isinstance(document, dict | list):
        yield pointer, document
        entries = document.items() if isinstance(document, dict) else enumerate(document)
        for key, value in entries:
            yield from containers(value, f"{pointer}/{key}")


def filled(document: Json) -> Iterator[tuple[str, Json]]:
    """The document with one container of each kind overfull, in turn: with empty objects, and with more of the same."""
    seen: set[str] = set()
    for number, (pointer, found) in enumerate(containers(document)):
        kind = re.sub(r"/(\d+|t\d+)(?=/|$)", "/*", pointer)
        for junk in [] if kind in seen else [{}, found[0] if isinstance(found, list) and found else 0]:
            bad = copy.deepcopy(document)
            _, container = next(islice(containers(bad), number, None))
            if isinstance(container, list):
                container += [junk] * (MANY // (orjson.dumps(junk).count(b",") + 1))
            else:
                container |= {f"x{n}": junk for n in range(MANY)}
            yield kind, bad
        seen.add(kind)


@pytest.mark.parametrize("slug", slugs())
def test_a_position_with_an_endless_part_is_refused_soon(open_caller: ApiCaller, slug: str) -> None:
    phases, _ = positions(slug)
    richest = max((held for some in phases.values() for held in some), key=lambda held: len(list(containers(held))))
    for kind, bad in filled(richest):
        body = orjson.dumps({"position": bad})
        assert any(
            spent(open_caller, slug, body) < DEAREST * spent(open_caller, slug, NO_POSITION) for _ in range(TRIES)
        ), kind


def spent(caller: ApiCaller, slug: str, body: bytes) -> float:
    """Seconds of CPU until the position was refused."""
    begun = time.process_time()
    answer = caller.client.post(f"/v1/{slug}/games", data=body, content_type="application/json")
    assert answer.status_code == 422, answer.text
    return time.process_time() - begun


class Unbounded:
    """Lists and maps without a bound in the bodies that operations read."""

    def __init__(self, document: Json) -> None:
        self.schemas, self.seen, self.found = document["components"]["schemas"], set[str](), list[str]()
        for path, operations in document["paths"].items():
            for method in operations.keys() - {"parameters"}:
                for media in operations[method].get("requestBody", {}).get("content", {}).values():
                    self.look(media["schema"], f"{method} {path}")

    def look(self, schema: Json, where: str) -> None:
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            if name not in self.seen:
                self.seen.add(name)
                self.look(self.schemas[name], name)
            return
        free = schema.get("additionalProperties", False)
        endless_list = "array" in schema.get("type", []) and "maxItems" not in schema
        endless_map = free is not False and "maxProperties" not in schema
        if endless_list or endless_map:
            self.found.append(where)
        for name, part in schema.get("properties", {}).items():
            self.look(part, f"{where}.{name}")
        for part in (schema.get("items"), free, *(part for kind in COMBINED for part in schema.get(kind, []))):
            if isinstance(part, dict):
                self.look(part, where)


def test_every_list_and_map_of_a_body_has_a_bound(open_caller: ApiCaller) -> None:
    document = open_caller.expect(200, "GET", "/openapi.json")
    assert Unbounded(document).found == []
