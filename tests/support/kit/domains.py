"""The domain of an action's parameters, from their types: what a schema accepts, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from math import prod
from typing import Any

from msgspec import inspect as info
from msgspec import structs

from engines.kernel.dice import SeededDice
from engines.kernel.records import Action, Domain, Template


def values(kind: info.Type) -> list[Any] | None:
    """Every value of a parameter's type, or None if there are too many."""
    if isinstance(kind, info.Metadata):
        if kind.extra and "enum" in kind.extra:
            return list(kind.extra["enum"])
        return values(kind.type)
    if isinstance(kind, info.IntType):
        return None if kind.ge is None or kind.le is None else list(range(kind.ge, kind.le + 1))
    if isinstance(kind, info.BoolType):
        return [False, True]
    if isinstance(kind, info.LiteralType):
        return list(kind.values)
    if isinstance(kind, info.NoneType):
        return [None]
    if isinstance(kind, info.UnionType):
        parts = [values(part) for part in kind.types]
        return None if any(part is None for part in parts) else [value for part in parts for value in part or ()]
    if isinstance(kind, info.TupleType):
        parts = [values(part) for part in kind.item_types]
        if any(part is None for part in parts) or prod(len(part or ()) for part in parts) > 5000:
            return None
        return list(product(*[part or () for part in parts]))
    return None


def item_values(kind: info.Type) -> list[Any] | None:
    """What an item of a list parameter may be."""
    if isinstance(kind, info.Metadata):
        return item_values(kind.type)
    if isinstance(kind, info.VarTupleType):
        return values(kind.item_type)
    if isinstance(kind, info.TupleType):
        return values(kind.item_types[0])
    return None


def parameters(action_type: type[Action]) -> dict[str, info.Type]:
    described = info.type_info(action_type)
    assert isinstance(described, info.StructType)
    return {field.name: field.type for field in described.fields}


def whole_domain(action_types: tuple[type[Action], ...], at_most: int = 5000) -> list[Action] | None:
    """Every action that the schemas accept, or None if there are more than ``at_most``."""
    domain: list[Action] = []
    for action_type in action_types:
        columns = [values(kind) for kind in parameters(action_type).values()]
        if any(column is None for column in columns):
            return None
        if len(domain) + prod(len(column or ()) for column in columns) > at_most:
            return None
        domain += [action_type(*row) for row in product(*[column or () for column in columns])]
    return domain


def mutations(legal: list[Action], rng: SeededDice, count: int) -> Iterator[Action]:
    """Legal actions with one field changed to another value that its schema accepts."""
    return islice(_mutations(legal, rng), count)


def _mutations(legal: list[Action], rng: SeededDice) -> Iterator[Action]:
    candidates = [action for action in legal if parameters(type(action))]
    misses = 0
    while candidates and misses < 200:
        action = candidates[rng.below(min(256, len(candidates)))]
        fields = parameters(type(action))
        name = rng.choose(list(fields))
        mutated = _mutate(getattr(action, name), fields[name], rng)
        if mutated is None:
            misses += 1
            continue
        yield structs.replace(action, **{name: mutated[0]})


def _mutate(value: Any, kind: info.Type, rng: SeededDice) -> tuple[Any] | None:
    if isinstance(value, tuple) and value and (items := item_values(kind)):
        place = rng.below(len(value))
        return ((*value[:place], _any(items, rng), *value[place + 1 :]),)
    domain = values(kind)
    return None if not domain else (_any(domain, rng),)


def _any(items: list[Any], rng: SeededDice) -> Any:
    return items[(rng.below(256) * 256 + rng.below(256)) % len(items)]


def fits(template: Template, action: Action) -> bool:
    """Does the action match the template?"""
    if (
        structs.asdict(action).keys() != template.parameters.keys()
        or type(action).__struct_config__.tag != template.type
    ):
        return False
    return all(_in_domain(domain, getattr(action, name)) for name, domain in template.parameters.items())


def _in_domain(domain: Domain, items: tuple[str, ...]) -> bool:
    return (
        len(items) == domain.length
        and set(items) <= set(domain.from_)
        and (not domain.distinct or len(set(items)) == len(items))
        and all(sum(item.startswith(word) for item in items) <= most for word, most in domain.at_most.items())
    )
