"""Errors in the fields of a body or the parameters of a query."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from api.http.problems import LONGEST, FieldError

MOST_ERRORS = 100


def field_errors(messages: Any, pointer: str = "") -> list[FieldError]:
    """Marshmallow's nested messages as a flat, bounded list of JSON pointers."""
    return list(islice(_field_errors(messages, pointer), MOST_ERRORS))


def _field_errors(messages: Any, pointer: str) -> Iterator[FieldError]:
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _field_errors(inner, pointer if key == "_schema" else f"{pointer}/{escaped(str(key))}")
        return
    for text in messages if isinstance(messages, list) else [messages]:
        yield FieldError(pointer[:LONGEST], detail=str(text)[:LONGEST])


def escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def parameter_errors(messages: Any) -> list[FieldError]:
    """The same for the parameters of a query."""
    found = field_errors(messages)
    return [FieldError(parameter=error.pointer.lstrip("/"), detail=error.detail) for error in found]  # type: ignore[union-attr]
