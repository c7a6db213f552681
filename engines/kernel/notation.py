"""A position in one line of text, to paste into bug reports, docs and tests.

The slug comes first, then the fields of the position in the order of its class, without ``game`` and ``schema``. A
record is its fields in parentheses, and those at the end that have their default are left out. A list is in brackets,
with equal neighbours counted (``3*x``), a table in braces (``key:value``). ``~`` is null, ``!`` is absent, ``+`` is
true and ``-`` is false. Words are bare where they cannot be misread, else in quotes. The class of the position says
what stands where, so that nothing else is written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any, cast

from msgspec import NODEFAULT, UNSET, Struct, ValidationError, convert, inspect

from engines.kernel.refusals import InvalidPosition

MARKS: dict[Any, str] = {None: "~", UNSET: "!", True: "+", False: "-"}
VALUES = {mark: value for value, mark in MARKS.items()}
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*\Z")
_NUMBER = re.compile(r"-?[0-9]+\Z")
_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[()\[\]{}:*]|[^\s()\[\]{}:*"]+)\s*')
_ENDS = {"(": ")", "[": "]", "{": "}"}
MOST_ALIKE = 999
"""Equal neighbours in a list."""


# --- writing ---------------------------------------------------------------------------------------------------------


def write(position: Struct, slug: str) -> str:
    """The position in one line."""
    return " ".join([slug, *_record(position, _shape(type(position)))])


def _shape(kind: Any) -> inspect.StructType:
    return cast(inspect.StructType, inspect.type_info(kind))


def _fields(shape: inspect.StructType) -> list[inspect.Field]:
    """The fields that are written: a constant says nothing."""
    return [field for field in shape.fields if not isinstance(_bare(field.type), inspect.LiteralType) or _free(field)]


def _free(field: inspect.Field) -> bool:
    literal = _bare(field.type)
    return not isinstance(literal, inspect.LiteralType) or len(literal.values) > 1


def _bare(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def fields_of(kind: type[Struct]) -> list[str]:
    """What a text tells of such a record, in order."""
    return [field.encode_name for field in _fields(_shape(kind))]


def _record(record: Struct, shape: inspect.StructType) -> list[str]:
    shown = []
    for field in _fields(shape):
        value = getattr(record, field.name)
        shown.append((_is_default(field, value), _value(value)))
    while shown and shown[-1][0]:
        shown.pop()
    return [text for _, text in shown]


def _is_default(field: inspect.Field, value: Any) -> bool:
    if value is UNSET:
        return True
    if field.default_factory is not NODEFAULT:
        return bool(field.default_factory() == value)
    return field.default is not NODEFAULT and type(field.default) is type(value) and field.default == value


def _value(value: Any) -> str:
    if value is None or value is UNSET or isinstance(value, bool):
        return MARKS[value]
    if isinstance(value, Struct):
        return f"({' '.join(_record(value, _shape(type(value))))})"
    if isinstance(value, dict):
        return "{" + " ".join(f"{_word(key)}:{_value(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        counted = [(text, len(list(alike))) for text, alike in groupby(map(_value, value))]
        return f"[{' '.join(text if count == 1 else f'{count}*{text}' for text, count in counted)}]"
    return str(value) if isinstance(value, int) else _word(value)


def _word(text: str) -> str:
    return text if _WORD.match(text) else json.dumps(text, ensure_ascii=False)


# --- reading ---------------------------------------------------------------------------------------------------------


def read(text: str, kind: type[Struct], slug: str) -> Any:
    """The position that a text describes; raises ``InvalidPosition``. Whether play could reach it is not asked."""
    tokens = _tokens(text.strip())
    if next(tokens, None) != slug:
        raise InvalidPosition("", "", f"the text does not begin with {slug}")
    tree = ("(", _items(tokens, None))
    try:
        return convert(_document(tree, inspect.type_info(kind)), kind)
    except ValidationError as error:
        raise InvalidPosition("", "", str(error)) from error


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise InvalidPosition("", "", f"cannot read the text from {text[at : at + 20]!r} on")
        yield found[1]
        at = found.end()


def _items(tokens: Iterator[str], end: str | None) -> list[Any]:
    """What stands up to the closing bracket: atoms, and groups with their opening bracket."""
    found: list[Any] = []
    for token in tokens:
        if token == end:
            return found
        if token in _ENDS:
            found.append((token, _items(tokens, _ENDS[token])))
        elif token in _ENDS.values():
            break
        else:
            found.append(token)
    else:
        if end is None:
            return found
    raise InvalidPosition("", "", "the brackets of the text do not match")


def _document(tree: Any, kind: inspect.Type) -> Any:
    """A part of the text as the data of this type."""
    if isinstance(tree, str):
        return _atom(tree)
    bracket, items = tree
    for option in _options(kind):
        if bracket == "(" and isinstance(option, inspect.StructType):
            return _struct(items, option)
        if bracket == "{" and isinstance(option, inspect.DictType):
            return {_atom(key): _document(value, option.value_type) for key, value in _pairs(items)}
        if bracket == "[" and isinstance(option, inspect.TupleType):
            each = zip(_repeated(items), option.item_types, strict=False)
            return [_document(item, item_type) for item, item_type in each]
        if bracket == "[" and isinstance(option, (inspect.ListType, inspect.VarTupleType)):
            return [_document(item, option.item_type) for item in _repeated(items)]
    raise InvalidPosition("", "", f"no {bracket}…{_ENDS[bracket]} is expected there")


def _options(kind: inspect.Type) -> Iterator[inspect.Type]:
    kind = _bare(kind)
    if isinstance(kind, inspect.UnionType):
        for option in kind.types:
            yield from _options(option)
    else:
        yield kind


def _struct(items: list[Any], shape: inspect.StructType) -> dict[str, Any]:
    known = _fields(shape)
    if len(items) > len(known):
        raise InvalidPosition("", "", f"{shape.cls.__name__} has {len(known)} fields, not {len(items)}")
    constants = {
        field.encode_name: literal.values[0]
        for field in shape.fields
        if isinstance(literal := _bare(field.type), inspect.LiteralType) and not _free(field)
    }
    given = {field.encode_name: _document(item, field.type) for field, item in zip(known, items, strict=False)}
    return constants | {name: value for name, value in given.items() if value is not UNSET}


def _atom(token: str) -> Any:
    if token in VALUES:
        return VALUES[token]
    if _NUMBER.match(token):
        return int(token)
    if not token.startswith('"'):
        return token
    try:
        return json.loads(token)
    except ValueError as error:
        raise InvalidPosition("", "", f"cannot read {token}") from error


def _repeated(items: list[Any]) -> Iterator[Any]:
    """The items of a list, ``3*x`` written out."""
    at = 0
    while at < len(items):
        if items[at + 1 : at + 2] == ["*"] and at + 2 < len(items):
            count = _atom(items[at]) if isinstance(items[at], str) else None
            if not isinstance(count, int) or not 0 < count <= MOST_ALIKE:
                raise InvalidPosition("", "", "a small number stands before `*`")
            yield from [items[at + 2]] * count
            at += 3
        else:
            yield items[at]
            at += 1


def _pairs(items: list[Any]) -> Iterator[tuple[Any, Any]]:
    """The entries of a table."""
    if len(items) % 3 or any(colon != ":" for colon in items[1::3]):
        raise InvalidPosition("", "", "a table has entries like `key:value`")
    yield from zip(items[::3], items[2::3], strict=True)
