"""Content as data: pieces, options and rules are TOML files in ``engines/<slug>/``, each entry with its provenance."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from msgspec import Struct, ValidationError, convert
from typing_extensions import TypeVar

from engines.kernel.refusals import InvalidOptions

O = TypeVar("O", bound=Struct)  # noqa: E741

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


def tables(part: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every table of the content by its path, with its provenance; the entries of a list share a path."""
    if isinstance(part, dict):
        if "provenance" in part:
            yield path, part["provenance"]
        for name, inner in part.items():
            yield from tables(inner, f"{path}.{name}".lstrip("."))
    elif isinstance(part, list):
        for inner in part:
            yield from tables(inner, path)


class Rule(Struct, frozen=True):
    """One rule of a game: an entry of ``rules.toml``. ``section`` is the key of its heading."""

    id: str
    section: str
    text: dict[str, str]
    provenance: Literal["rulebook", "inferred", "reconstructed", "reading"]

    @property
    def is_reading(self) -> bool:
        """True for a note on how an unclear sentence is read; the other rules say how to play."""
        return self.provenance == "reading"


@cache
def rulebook(package: str) -> dict[str, Rule]:
    """The game's rules by id, in the order of the file, in both languages."""
    listed = convert(load(package, "rules.toml")["rules"], list[Rule])
    return {rule.id: rule for rule in listed}


@cache
def sections(package: str) -> dict[str, dict[str, str]]:
    """The headings by key, in both languages."""
    return convert(load(package, "rules.toml")["sections"], dict[str, dict[str, str]])


def resolve(content: Content, shape: type[O], given: dict[str, Any], seats: int) -> O:
    """All options: the given ones checked against the content, the others at their default (``"seats"``: as many)."""
    specs = content.get("options", {})
    for name in given:
        if name not in specs:
            raise InvalidOptions(name, f"there is no such option; the options are {', '.join(sorted(specs))}")
    usual = {name: seats if spec.get("default") == "seats" else spec.get("default") for name, spec in specs.items()}
    values = usual | given
    for name, value in values.items():
        _check(name, value, specs[name], seats)
    try:
        return convert(values, shape)
    except ValidationError as error:
        raise InvalidOptions("", str(error)) from error


def _check(name: str, value: Any, spec: dict[str, Any], seats: int) -> None:
    kind = spec["type"]
    if kind == "bool" and not isinstance(value, bool):
        raise InvalidOptions(name, f"{value!r} is neither true nor false")
    if kind == "enum" and value not in spec["values"]:
        raise InvalidOptions(name, f"{value!r} is not one of {', '.join(map(str, spec['values']))}")
    if kind == "int":
        _check_int(name, value, spec["min"], spec["max"])
    if kind == "seat_or_null" and value is not None:
        _check_int(name, value, 0, seats - 1)
    if kind == "list_or_null" and value is not None and not isinstance(value, list):
        raise InvalidOptions(name, f"{value!r} is neither a list nor null")
    if name == "first_seat" and isinstance(value, int) and value >= seats:
        raise InvalidOptions(name, f"there is no seat {value} at a table of {seats}")


def _check_int(name: str, value: Any, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidOptions(name, f"{value!r} is not an integer from {low} to {high}")
