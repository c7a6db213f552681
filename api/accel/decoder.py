"""Fast decoding of actions: msgspec decodes and checks a valid body in one step.

The marshmallow schema is authoritative. Whatever is rejected here goes through the schema, which accepts it or says
what is wrong; what is accepted here, the schema would accept as well. A test checks
that.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Optional, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Meta, Struct

UNDECODABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
Build = Callable[..., Struct]


class Unfit(Exception):
    """A type that is left to the schema."""


class Reader:
    """Decodes the members of a union of tagged structs.

    The structs declare pieces as text, with the allowed values only in the schema (``one_of``); the twins decoded here
    have these values as their type.
    """

    def __init__(self, types: tuple[type[Struct], ...]) -> None:
        self.types = types
        self._builds: dict[type[Struct], Build] = {}

    @cached_property
    def _decode(self) -> Callable[[bytes], Any]:
        """Built with the first body, so that processes that read none start faster."""
        for struct_type in self.types:
            with suppress(Unfit):
                self._builds[_twin(struct_type)] = struct_type
        twins = tuple(self._builds)
        return msgspec.json.Decoder(Union[twins] if twins else Literal[""]).decode  # noqa: UP007

    def read(self, data: bytes) -> Struct | None:
        """The decoded struct, or None to let the schema decide."""
        try:
            twin = self._decode(data)
        except UNDECODABLE:
            return None
        return self._builds[type(twin)](*msgspec.structs.astuple(twin))


def _twin(struct_type: type[Struct]) -> type[Struct]:
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
