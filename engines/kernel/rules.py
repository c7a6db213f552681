"""The rules as data: every id with its text and where it comes from (``engines/<slug>/rules.toml``)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct, convert

from engines.kernel.content import load


class Rule(Struct, frozen=True):
    """One rule of a game."""

    id: str
    section: str
    text: str
    provenance: str


@cache
def rules(package: str) -> dict[str, Rule]:
    """The game's rules by id, in the order of the ledger."""
    listed = convert(load(package, "rules.toml")["rules"], list[Rule])
    return {rule.id: rule for rule in listed}
