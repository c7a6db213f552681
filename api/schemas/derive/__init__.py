"""Marshmallow schemas from msgspec structs: the engines say once what a game looks like, the API repeats nothing.

The hints are read one field at a time, not through ``msgspec.inspect.type_info``: that one sorts literals, loses bounds
that stand outside a union with ``UnsetType``, and refuses a struct as a whole where one nested field displeases it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import cache, partial
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, cast, get_args, get_origin
from typing import Union as AnyOf

import msgspec
from marshmallow import RAISE, Schema, fields, validate
from msgspec import NODEFAULT, UNSET, Struct, UnsetType

from api.schemas.derive.strict import (
    BoundedSchema,
    Search,
    ShortDict,
    ShortList,
    StrictBoolean,
    StrictFloat,
    WholeNumber,
)
from api.schemas.derive.unions import Union, union_of

T = TypeVar("T")
Field = fields.Field[Any]
_BOUNDS = ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern")
_STAND_INS: dict[tuple[type[Struct], str], type[Union]] = {}
_DOMAINS: dict[tuple[str, str], list[str]] = {}


class Derived(BoundedSchema):
    """The base of every derived schema."""

    described_as: ClassVar[str] = ""
    struct_type: ClassVar[Any] = None

    class Meta:
        unknown = RAISE
        register = False

    def dump(self, obj: Any, *, many: bool | None = None) -> Any:  # noqa: ARG002
        """msgspec handles wire names, tag and unset fields; it is also seventy times faster."""
        return msgspec.to_builtins(obj, str_keys=True)


_SCALARS: dict[type, Callable[..., Field]] = {
    bool: StrictBoolean,
    int: WholeNumber,
    float: StrictFloat,
    str: fields.String,
}


def schema_for(struct_type: type[Struct], prefix: str = "") -> type[Schema]:
    """The schema class of a struct, always the same one; prefix and struct name make the component's name.

    A struct that ``union_for`` put a union in place of (such as the base class of all actions) gives that union.
    """
    return _STAND_INS.get((struct_type, prefix)) or _derive(struct_type, prefix)


def union_for(
    types: Iterable[type[Struct]], name: str, prefix: str = "", base: type[Struct] | None = None, description: str = ""
) -> type[Union]:
    """A union of tagged structs, as a component called ``name``.

    With ``base``, every later mention of that class under the same prefix means this union: ``list[Action]`` becomes a
    list of the game's own actions.
    """
    union = _union(tuple(types), name, prefix, description)
    if base is not None:
        _STAND_INS[base, prefix] = union
    return union


def set_domain(name: str, prefix: str, values: Iterable[str]) -> None:
    """Under this prefix, a field whose domain is called ``name`` (``domain_of``) takes these values."""
    _DOMAINS[name, prefix] = list(values)


def to_struct(struct_type: type[T] | Any, data: Any) -> T:
    """The struct (or, for a union, the member of ``UnionClass.struct_type``) that loaded data describes."""
    return cast(T, msgspec.convert(data, struct_type, str_keys=True))


@cache
def _union(types: tuple[type[Struct], ...], name: str, prefix: str, description: str = "") -> type[Union]:
    tags = {t.__struct_config__.tag: t for t in types}
    if not types or len(tags) != len(types) or not all(isinstance(tag, str) for tag in tags):
        raise TypeError(f"{name}: every variant needs a tag of its own")
    variants = {cast(str, tag): _derive(t, prefix)() for tag, t in tags.items()}
    union = union_of(name, variants, description, cast(str, types[0].__struct_config__.tag_field))
    union.struct_type = AnyOf[types]  # noqa: UP007
    return union


@cache
def _derive(struct_type: type[Struct], prefix: str) -> type[Schema]:
    config = struct_type.__struct_config__
    # Keyed by wire name: what is loaded goes to msgspec.convert as it is. Marshmallow moves fields out of the class
    # body, so that one called "load" or "schema" does no harm.
    members: dict[str, Any] = {}
    if config.tag is not None:
        tag = {"description": f"Always `{config.tag}`."}
        members[cast(str, config.tag_field)] = fields.String(
            required=True, validate=validate.OneOf([config.tag]), metadata=tag
        )
    for info in msgspec.structs.fields(struct_type):
        try:
            members[info.encode_name] = _field(info.type, prefix, (), _default(info))
        except TypeError as error:
            raise TypeError(f"{struct_type.__name__}.{info.name}: {error}") from error
    name = struct_type.__name__
    members |= {"described_as": inspect.cleandoc(struct_type.__doc__ or ""), "struct_type": struct_type}
    return type(name if name.startswith(prefix) else prefix + name, (Derived,), members)


def _default(info: msgspec.structs.FieldInfo) -> dict[str, Any]:
    """Required, or absent when unset, or a default that the document shows too (apispec ignores factories)."""
    if info.required:
        return {"required": True}
    if info.default is UNSET:
        return {}
    make = (lambda: info.default) if info.default_factory is NODEFAULT else info.default_factory
    encoded = msgspec.json.encode(make())  # through JSON: in the document a default of () is []
    plain = msgspec.json.decode(encoded)
    load_default = partial(msgspec.json.decode, encoded) if isinstance(plain, list | dict) else plain
    return {"load_default": load_default, "metadata": {"default": plain}}


def _field(hint: Any, prefix: str, outer: tuple[msgspec.Meta, ...], options: dict[str, Any]) -> Field:
    """The field for a hint. What is said around a union (``Annotated[X | None, Meta(...)]``) is said of its member."""
    metas = outer
    if get_origin(hint) is Annotated:
        metas = (*(meta for meta in hint.__metadata__ if isinstance(meta, msgspec.Meta)), *outer)
        hint = hint.__origin__
    origin, args = get_origin(hint) or hint, get_args(hint)
    if origin in (AnyOf, UnionType):
        if NoneType in args:
            options = {**options, "allow_none": True}
        rest = tuple(arg for arg in args if arg not in (NoneType, UnsetType))
        if len(rest) == 1:
            return _field(rest[0], prefix, metas, options)
        origin = rest
    words = {key: value for meta in metas for key in ("description", "examples") if (value := getattr(meta, key))}
    if name := next((name for meta in reversed(metas) if (name := (meta.extra or {}).get("name"))), None):
        words["x-name"] = name
    options = {**options, "metadata": {**words, **options.get("metadata", {})}}
    limits = {key: value for meta in metas for key in _BOUNDS if (value := getattr(meta, key)) is not None}
    enum = next((found for meta in reversed(metas) if (found := _enum(meta, prefix)) is not None), None)
    if hint is Any:
        shapes = {key: value for meta in metas for key, value in (meta.extra_json_schema or {}).items()}
        if not shapes:
            raise TypeError("a value of any kind needs a JSON Schema of its own")
        return fields.Raw(**{**options, "metadata": {**options["metadata"], **shapes}})
    if origin is Literal:
        return _literal(args, options)
    if origin in _SCALARS:
        return _SCALARS[origin](validate=_validators(origin, limits, enum), **options)
    return _compound(origin, args, prefix, limits, options)


def _enum(meta: msgspec.Meta, prefix: str) -> list[Any] | None:
    extra = meta.extra or {}
    return extra.get("enum") or _DOMAINS.get((extra.get("domain", ""), prefix))


def _literal(values: tuple[Any, ...], options: dict[str, Any]) -> Field:
    kinds = {type(value) for value in values} - {NoneType}
    if len(kinds) != 1:
        raise TypeError(f"a literal of one type, not {values}")
    if None in values:
        options = {**options, "allow_none": True}
    chosen = [value for value in values if value is not None]
    return _SCALARS[kinds.pop()](validate=validate.OneOf(chosen), **options)


def _nested(origin: Any, prefix: str, options: dict[str, Any]) -> Field:
    """A reference to a struct or to a union of some; found at first use, so that a struct may mention itself."""
    members = origin if isinstance(origin, tuple) else (origin,)
    if not all(isinstance(member, type) and issubclass(member, Struct) for member in members):
        raise TypeError(f"no schema for {origin}")
    if members == (origin,):
        return fields.Nested(partial(schema_for, origin, prefix), **options)
    name = prefix + "Or".join(member.__name__ for member in members)
    return fields.Nested(partial(_union, members, name, prefix), **options)


def _compound(
    origin: Any, args: tuple[Any, ...], prefix: str, limits: dict[str, Any], options: dict[str, Any]
) -> Field:
    def inner(hint: Any) -> Field:
        return _field(hint, prefix, (), {})

    if not args or origin not in (list, tuple, dict):
        return _nested(origin, prefix, options)
    options["validate"] = _validators(origin, limits, None)
    if origin is dict:
        keys = fields.String(validate=Search("^(0|-?[1-9][0-9]*)$")) if args[0] is int else inner(args[0])
        if args[1] is Any:
            options["metadata"]["additionalProperties"] = True
            return ShortDict(keys, **options)
        return ShortDict(keys, inner(args[1]), **options)
    if origin is tuple and args[-1] is not Ellipsis:
        if any(arg != args[0] for arg in args):
            return fields.Tuple([inner(arg) for arg in args], **options)
        options["validate"] = validate.Length(equal=len(args))
    return ShortList(inner(args[0]), **options)


def _validators(kind: type, limits: dict[str, Any], enum: list[Any] | None) -> list[validate.Validator]:
    """Inclusive bounds only: apispec writes an exclusive one down as if it were inclusive."""
    found: list[validate.Validator] = []
    if kind is float and limits.keys() & {"gt", "lt"}:
        raise TypeError("an exclusive bound of a float cannot be documented")
    low = limits["gt"] + 1 if "gt" in limits else limits.get("ge")
    high = limits["lt"] - 1 if "lt" in limits else limits.get("le")
    if low is not None or high is not None:
        found.append(validate.Range(low, high))
    if limits.keys() & {"min_length", "max_length"}:
        found.append(validate.Length(limits.get("min_length"), limits.get("max_length")))
    if "pattern" in limits:
        found.append(Search(limits["pattern"]))
    if enum is not None:
        found.append(validate.OneOf(enum))
    return found
