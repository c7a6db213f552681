"""French has no-break spaces before : ; ! ?, inside « » and between groups of digits, wherever people read it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from engines.kernel.content import load
from engines.kernel.registry import slugs
from engines.kernel.typography import typeset
from tests.support.stack import ROOT

FILES = [
    *[
        (f"engines.{slug}", name)
        for slug in slugs()
        for name in ("words.toml", "rules.toml", "content.toml", "guide.toml")
    ],
    ("engines.kernel.words", "words.toml"),
    ("store", "words.toml"),
    ("api.http.problems", "problems.toml"),
    ("api.http.problems", "details.toml"),
    ("api.mcp", "words.toml"),
    ("api.views", "previews.toml"),
]
PAGES = ["api/web/words/fr.js", "docs/readings.fr.md"]
WORDS_OF_CLIENTS = [
    ("clients/python/ludotheque_client/phrases.py", "FRENCH = {", "\n}"),
    ("clients/typescript/src/look.ts", "  fr: {", "\n  }"),
]
BREAKABLE = re.compile(r"\S [:;!?](?![\w=])|« | »|\d \d{3}\b|n° |\.\.\.")
UNSPACED = re.compile(r"[^\W\d][:;!?](?!\w)|«(?!\u00a0)|(?<!\u00a0)»|\d{5,}")
CODE = re.compile(r"`[^`]*`|\{[^{}]*\}|\w+://\S+|\b[\da-f]+(:+[\da-f]*)+/\d+")


def french(part: Any, inside: bool = False) -> Iterator[str]:
    """Every text below a key ``fr``."""
    if isinstance(part, dict):
        for key, inner in part.items():
            yield from french(inner, inside or key == "fr")
    elif isinstance(part, list):
        for inner in part:
            yield from french(inner, inside)
    elif inside and isinstance(part, str):
        yield part


@pytest.mark.parametrize(("package", "name"), FILES)
def test_french_texts_break_at_no_wrong_place(package: str, name: str) -> None:
    texts = list(french(load(package, name)))
    assert texts
    for text in texts:
        plain = CODE.sub("x", text)
        assert not BREAKABLE.search(plain), text
        assert not UNSPACED.search(plain), text


@pytest.mark.parametrize("page", PAGES)
def test_french_pages_break_at_no_wrong_place(page: str) -> None:
    lines = (ROOT / page).read_text("utf-8").splitlines()
    texts = [re.sub(r'^  ".*?": ', "", line) for line in lines]
    wrong = [text for text in texts if BREAKABLE.search(CODE.sub("x", text))]
    assert not wrong


@pytest.mark.parametrize(("path", "start", "end"), WORDS_OF_CLIENTS)
def test_french_of_clients_breaks_at_no_wrong_place(path: str, start: str, end: str) -> None:
    part = (ROOT / path).read_text("utf-8").partition(start)[2].partition(end)[0]
    texts = re.findall(r': "([^"]*)"', part)
    assert len(texts) >= 9
    for text in texts:
        plain = CODE.sub("x", text)
        assert not BREAKABLE.search(plain), text
        assert not UNSPACED.search(plain), text


@pytest.mark.parametrize(
    ("plain", "set_"),
    [
        ("Tour 3 : à vous !", "Tour 3\u00a0: à vous\u202f!"),
        ("« ouch » ; 2 000 taels", "«\u00a0ouch\u00a0»\u202f; 2\u202f000 taels"),
        ("vraiment ? oui", "vraiment\u202f? oui"),
        ("{seats:n joueur|joueurs} : n° {step}", "{seats:n joueur|joueurs}\u00a0: n°\u00a0{step}"),
        ("il y a 3 cartes", "il y a 3 cartes"),
    ],
)
def test_texts_are_typeset_once(plain: str, set_: str) -> None:
    assert typeset(plain) == set_
    assert typeset(set_) == set_
