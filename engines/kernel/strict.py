"""Types that accept only what the schema of a game lists.

The structs declare pieces as text, with the allowed values in their metadata (``one_of``); their strict twins have
these values as their type.
"""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Annotated, Any, Generic, Literal, Optional, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Meta, Struct

S = TypeVar("S", bound=Struct)


class Unfit(Exception):
    """A type that has no strict twin."""


class StrictUnion(Generic[S]):
    """Converts plain data to one of several tagged structs; one without a twin is converted as it is."""

    def __init__(self, types: tuple[type[S], ...]) -> None:
        self._types: dict[type[Struct], type[S]] = {}
        for struct_type in types:
            try:
                self._types[strict_twin(struct_type)] = struct_type
            except Unfit:
                self._types[struct_type] = struct_type
        self._union: Any = Union[tuple(self._types)]  # noqa: UP007

    def convert(self, data: Any) -> S:
        """Raises msgspec.ValidationError."""
        twin = msgspec.convert(data, self._union)
        struct_type = self._types[type(twin)]
        return struct_type(*msgspec.structs.astuple(twin))


def strict_twin(struct_type: type[Struct]) -> type[Struct]:
    """The struct with every list of names as a type. Raises Unfit."""
    config = struct_type.__struct_config__
    fields = []
    for info in msgspec.structs.fields(struct_type):
        if info.default_factory is not NODEFAULT:
            raise Unfit(info.name)
        default = () if info.default is NODEFAULT else (info.default,)
        fields.append((info.name, _strict(info.type), *default))
    return msgspec.defstruct(
        struct_type.__name__,
        fields,
        tag=config.tag,
        tag_field=config.tag_field,
        forbid_unknown_fields=True,
        rename={info.name: info.encode_name for info in msgspec.structs.fields(struct_type)},
    )


def _strict(hint: Any, enum: tuple[Any, ...] | None = None) -> Any:
    """The hint with every list of names as a literal; unrestricted text is not supported."""
    if get_origin(hint) is Annotated:
        metas = [meta for meta in hint.__metadata__ if isinstance(meta, Meta)]
        named = next((tuple(extra["enum"]) for meta in reversed(metas) if "enum" in (extra := meta.extra or {})), enum)
        inner = _strict(hint.__origin__, named)
        bounds = [meta for meta in metas if not meta.extra]
        return Annotated[(inner, *bounds)] if bounds else inner
    origin, args = get_origin(hint) or hint, get_args(hint)
    if origin in (Union, UnionType) and NoneType in args and len(args) == 2:
        [member] = [arg for arg in args if arg is not NoneType]
        return Optional[_strict(member, enum)]  # noqa: UP045 - a literal cannot be joined with a bar
    if origin is str and enum is not None:
        return Literal[enum]
    if origin in (int, bool) and enum is None:
        return origin
    if origin is Literal:
        return hint
    if origin in (list, tuple) and args:
        return origin[tuple(arg if arg is Ellipsis else _strict(arg) for arg in args)]
    raise Unfit(str(hint))
