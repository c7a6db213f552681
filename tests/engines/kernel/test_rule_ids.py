"""Every rule id of a game stands literally in the game's code, where the rule is applied: one search finds it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.kernel.registry import game, slugs

ENGINES = Path(__file__).parents[3] / "engines"
RULE_ID = re.compile(r"\b[A-Z]{3}-\d+\b")
RANGE = re.compile(r"\b[A-Z]{3}-\d+ (?:to|and|or|-) (?:[A-Z]{3}-)?\d+|\b[A-Z]{3}-\d+, \d+")
OUTSIDE = re.compile(r"\bledger\b|\(T\d+\)|\(X\d+\)", re.IGNORECASE)
"""Words for documents that are not part of the project."""


def sources(slug: str) -> dict[str, str]:
    return {str(path.relative_to(ENGINES)): path.read_text("utf-8") for path in (ENGINES / slug).rglob("*.py")}


@pytest.mark.parametrize("slug", slugs())
def test_every_rule_id_is_found_in_the_code(slug: str) -> None:
    found = {rule for text in sources(slug).values() for rule in RULE_ID.findall(text)}
    rules = game(slug).rulebook.keys()
    assert not rules - found, f"the code does not name {', '.join(sorted(rules - found))}"
    assert not found - rules, f"the code names unknown rules: {', '.join(sorted(found - rules))}"


@pytest.mark.parametrize("slug", slugs())
def test_no_rule_hides_in_a_range(slug: str) -> None:
    ranges = {name: RANGE.findall(text) for name, text in sources(slug).items()}
    assert not any(ranges.values()), {name: found for name, found in ranges.items() if found}


@pytest.mark.parametrize("slug", [*slugs(), "kernel"])
def test_no_document_outside_the_project_is_cited(slug: str) -> None:
    assert [name for name, text in sources(slug).items() if OUTSIDE.search(text)] == []
