"""Every rule id of a game is cited by at least one test, and no test cites more than three."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.kernel.registry import game, slugs

HERE = Path(__file__).parents[1]


def citations(slug: str) -> Iterator[tuple[str, list[str]]]:
    """Each test of the game's folder with the rule ids of its ``@pytest.mark.rule``."""
    for path in sorted((HERE / slug).glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{path.name}::{node.name}", [rule for mark in node.decorator_list for rule in _cited(mark)]


def _cited(mark: ast.expr) -> list[str]:
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
        return [str(ast.literal_eval(argument)) for argument in mark.args]
    return []


@pytest.mark.parametrize("slug", slugs())
def test_every_rule_is_cited(slug: str) -> None:
    cited = {rule for _, rules in citations(slug) for rule in rules}
    rules = game(slug).rulebook
    missing = [rule for rule in rules if rule not in cited]
    assert not missing, f"no test cites {', '.join(missing)}"
    assert cited <= rules.keys(), f"no such rule: {', '.join(sorted(cited - rules.keys()))}"


@pytest.mark.parametrize("slug", slugs())
def test_no_test_cites_more_than_three_rules(slug: str) -> None:
    crowded = [test for test, rules in citations(slug) if len(rules) > 3]
    assert not crowded, f"too many rules: {', '.join(crowded)}"
