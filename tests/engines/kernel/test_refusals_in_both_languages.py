"""Every reason for which an action is refused has French words, and no words are left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from engines.kernel.refusals import said
from engines.kernel.registry import game, slugs

ENGINES = Path(__file__).parents[3] / "engines"
RULE_ID = re.compile(r"^'[A-Z]{3}-\d+'$")


def reasons(path: Path) -> Iterator[str]:
    """The texts (templates) with which the code of a file refuses actions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Illegal" and len(node.args) > 1:
            yield from _texts(node.args[1])
        if isinstance(node, ast.Tuple) and len(node.elts) == 2 and RULE_ID.match(ast.unparse(node.elts[0])):
            yield from _texts(node.elts[1])


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Call) and ast.unparse(node.func) == "said":
        yield from _texts(node.args[0])
    elif isinstance(node, ast.JoinedStr):
        yield ast.unparse(node)  # never translated: use said()


def used_by(slug: str) -> set[str]:
    folder = ENGINES / slug
    files = [*folder.glob("rules/*.py"), *folder.glob("legal.py"), ENGINES / "kernel" / "rules.py"]
    return {text for path in files for text in reasons(path)} - {"wrong_phase"}


@pytest.mark.parametrize("slug", slugs())
def test_every_refusal_has_french_words(slug: str) -> None:
    words = game(slug).words
    missing = {text for text in used_by(slug) if "fr" not in words.refusals.get(text, {})}
    assert not missing
    for text, entry in words.refusals.items():
        known = {name for _, name, _, _ in Formatter().parse(text) if name}
        for sentence in entry.values():
            assert {name for _, name, _, _ in Formatter().parse(sentence) if name} <= known, sentence
        assert entry["fr"] != text


def test_a_refusal_names_pieces_in_both_languages() -> None:
    words = game("mekong").words
    reason = said("{place} is not next to {here}", place="red_3", here="v_red")
    assert words.refusal(reason, "fr") == "la planche rouge 3 n'est pas à côté du village rouge"
    assert words.refusal(reason, "en") == "red plank 3 is not next to Red village"
    assert words.refusal("there is another way than back and forth", "fr") == (
        "il y a un autre déplacement possible que l'aller-retour"
    )
    assert reason == "red_3 is not next to v_red"
