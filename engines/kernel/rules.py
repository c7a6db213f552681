"""The rules as data, in both languages: every id with its text and its provenance (``engines/<slug>/rules.toml``)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct, convert

from engines.kernel.content import load


class Rule(Struct, frozen=True):
    """One rule of a game; ``section`` is the key of its heading."""

    id: str
    section: str
    text: dict[str, str]
    provenance: str

    @property
    def is_reading(self) -> bool:
        """True for a note on how an unclear sentence is read; the other rules say how to play."""
        return self.provenance == "reading"


@cache
def rules(package: str) -> dict[str, Rule]:
    """The game's rules by id, in the order of the file."""
    listed = convert(load(package, "rules.toml")["rules"], list[Rule])
    return {rule.id: rule for rule in listed}


@cache
def sections(package: str) -> dict[str, dict[str, str]]:
    """The headings by key, in both languages."""
    return convert(load(package, "rules.toml")["sections"], dict[str, dict[str, str]])
