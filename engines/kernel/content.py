"""Content as data: pieces, options and rules are TOML files in ``engines/<slug>/``, each entry with its provenance."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, TypeVar

from msgspec import Struct, ValidationError, convert

from engines.kernel.refusals import InvalidOptions
from engines.kernel.typography import typeset_french

O = TypeVar("O", bound=Struct)  # noqa: E741

Content = dict[str, Any]

PROVENANCES = ("rulebook", "inferred", "reconstructed")


class InvalidContent(SystemExit):
    """A content file of the operator that cannot replace the game's own: its one line ends the start."""


@cache
def load(package: str, name: str = "content.toml") -> Content:
    """A TOML file that lies beside the code, its French typeset; read once, never changed afterwards.

    In place of its content.toml a game takes ``<slug>.toml`` of the operator's folder, if there is one.
    """
    own: Content = typeset_french(tomllib.loads((files(package) / name).read_text("utf-8")))
    folder = os.environ.get("LUDOTHEQUE_CONTENT")
    if name != "content.toml" or not folder:
        return own
    path = Path(folder) / f"{own['game']['slug']}.toml"
    return replaced(own, path) if path.exists() else own


def replaced(own: Content, path: Path) -> Content:
    """The operator's content, checked against the game's own; raises InvalidContent."""
    try:
        given: Content = typeset_french(tomllib.loads(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidContent(f"LUDOTHEQUE_CONTENT: {path}: {error}") from error
    faults = [*_differences(own, given), *(f"{table} has no provenance" for table in undocumented(given))]
    if given.get("game", {}).get("slug") != own["game"]["slug"]:
        faults.append(f"game.slug must be {own['game']['slug']}")
    if faults:
        raise InvalidContent(f"LUDOTHEQUE_CONTENT: {path}: {'; '.join(faults[:5])}")
    return given


def _differences(own: Any, given: Any, at: str = "") -> Iterator[str]:
    """What the game's own content has and this one lacks, or has of another kind. Lists may be of any length."""
    if isinstance(own, dict) and isinstance(given, dict):
        for key, value in own.items():
            place = f"{at}.{key}".lstrip(".")
            if key in given:
                yield from _differences(value, given[key], place)
            elif key not in ("provenance",):
                yield f"{place} is missing"
    elif isinstance(own, list) and isinstance(given, list):
        if own and not given:
            yield f"{at} is empty"
    elif type(own) is not type(given):
        yield f"{at} must be {KINDS.get(type(own), type(own).__name__)}"


KINDS = {dict: "a table", list: "a list", str: "a text", int: "a whole number", bool: "true or false"}


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
    for name, value in given.items():
        _check(name, value, specs[name], seats)
    usual = {name: seats if spec.get("default") == "seats" else spec.get("default") for name, spec in specs.items()}
    try:
        return convert(usual | given, shape)
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
