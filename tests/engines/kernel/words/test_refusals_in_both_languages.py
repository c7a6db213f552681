"""Every reason for which an action or a position is refused has French words, and no words are left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from engines.kernel.content import load
from engines.kernel.refusals import said
from engines.kernel.registry import game, slugs
from engines.kernel.typography import typeset

ENGINES = Path(__file__).parents[4] / "engines"
SHARED = load("engines.kernel.words", "words.toml")["positions"].keys()
RULE_ID = re.compile(r"^'[A-Z]{3}-\d+'$")


def reasons(path: Path) -> Iterator[str]:
    """The texts (templates) with which the code of a file refuses actions and positions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Illegal" and len(node.args) > 1:
            yield from _texts(node.args[1])
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("InvalidPosition", "require"):
            yield from _texts(node.args[-1])
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
    files = [*folder.glob("rules/*.py"), *folder.glob("legal.py"), ENGINES / "kernel" / "protocols" / "rules.py"]
    return {text for path in files for text in reasons(path)} - {"wrong_phase"}


def checked_by(slug: str) -> set[str]:
    """The reasons for which positions are refused."""
    return {text for path in (ENGINES / slug / "validation").glob("*.py") for text in reasons(path)}


def check_words(entries: dict[str, dict[str, str]]) -> None:
    for text, entry in entries.items():
        known = {name for _, name, _, _ in Formatter().parse(text) if name}
        for sentence in entry.values():
            assert {name for _, name, _, _ in Formatter().parse(sentence) if name} <= known, sentence
        assert entry["fr"] not in (text, entry.get("en"))


@pytest.mark.parametrize("slug", slugs())
def test_every_refusal_has_french_words(slug: str) -> None:
    words = game(slug).words
    assert not {text for text in used_by(slug) if "fr" not in words.refusals.get(text, {})}
    check_words(words.refusals)


@pytest.mark.parametrize("slug", slugs())
def test_every_refusal_of_a_position_has_french_words(slug: str) -> None:
    words, tested = game(slug).words, checked_by(slug)
    assert len(tested) > 30
    assert not {text for text in tested if text not in words.positions.keys() | words.refusals.keys()}
    assert not words.positions.keys() - tested - SHARED
    check_words(words.positions)


def test_a_refusal_names_pieces_in_both_languages() -> None:
    words = game("mekong").words
    reason = said("{place} is not next to {here}", place="red_3", here="v_red")
    assert words.refusal(reason, "fr") == "la planche rouge 3 n'est pas à côté du village rouge"
    assert words.refusal(reason, "en") == "red plank 3 is not next to Red village"
    assert words.refusal("there is another way than back and forth", "fr") == (
        "il y a un autre déplacement possible que l'aller-retour"
    )
    assert reason == "red_3 is not next to v_red"


def test_places_and_points_are_refused_as_the_board_names_them() -> None:
    for text, entry in game("babord").words.refusals.items():
        for language in ("en", "fr"):
            gaps = Formatter().parse(entry.get(language, text))
            forms = {form for _, name, form, _ in gaps if name in ("place", "tile", "point", "to")}
            assert forms <= {"place", "corner"}, text
    reason = said("the tile on {tile} was seen just now", tile=[1, 2])
    assert game("babord").words.refusal(reason, "fr") == "la tuile en C2 vient d'être regardée"


def test_a_refused_position_names_pieces_in_both_languages() -> None:
    words = game("mekong").words
    reason = said("{planks}: neither in a reserve nor on the board nor lost", planks=["red_3", "blue_1"])
    assert reason == "red_3, blue_1: neither in a reserve nor on the board nor lost"
    assert words.refusal(reason, "en") == "neither in a reserve nor on the board nor lost: red plank 3, blue plank 1"
    assert words.refusal(reason, "fr") == typeset(
        "ni dans une réserve, ni sur le plateau, ni perdues : planche rouge 3, planche bleue 1"
    )
