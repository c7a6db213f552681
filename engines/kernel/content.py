"""Content as data: boards, tiles, cards and options live in ``engines/<slug>/content.toml`` with their provenance."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

Content = dict[str, Any]

PROVENANCES = ("rulebook", "inferred", "reconstructed")


@cache
def load(package: str, name: str = "content.toml") -> Content:
    """A TOML file that lies beside the game's code; read once, never changed afterwards."""
    return tomllib.loads((files(package) / name).read_text("utf-8"))


def undocumented(content: Content, path: str = "") -> list[str]:
    """Tables of the content that do not say where they come from (nor does a table around them)."""
    if content.get("provenance") in PROVENANCES:
        return []
    tables = {key: value for key, value in content.items() if isinstance(value, dict)}
    if not tables or "provenance" in content:
        return [path or "/"]
    return [missing for key, value in tables.items() for missing in undocumented(value, f"{path}/{key}")]
