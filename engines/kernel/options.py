"""Options of a game, as its content file defines them: type, default, bounds."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, ValidationError, convert
from typing_extensions import TypeVar

from engines.kernel.content import Content
from engines.kernel.refusals import InvalidOptions

O = TypeVar("O", bound=Struct)  # noqa: E741


def resolve(content: Content, shape: type[O], given: dict[str, Any], seats: int) -> O:
    """All options: the given ones checked against the content, the others at their default."""
    specs = content.get("options", {})
    for name in given:
        if name not in specs:
            raise InvalidOptions(name, f"there is no such option; the options are {', '.join(sorted(specs))}")
    values = {name: given.get(name, spec.get("default")) for name, spec in specs.items()}
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
