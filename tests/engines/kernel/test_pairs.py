"""Every text of a game in both languages: none is missing, and none is the same but proper names and figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from engines.kernel.registry import game, slugs

SAME = {
    # proper names, and words that both languages share
    "Kim-Bac", "Bakong", "Babord", "Baïlouké", "Kouronn", "Louk Louké", "Péboudé", "Fer enn lizaz boss", "Port", "Mine",
    "Iceberg", "Pirates", "Combat", "Jungle", "Temple", "Camp", "Journal", "Arsenal", "Illustrations", "village",
    "statuette", "taels", "dragon", "ouch",
    "{points} pts", "Point {point:corner}", "{amount} taels", "Monument {number}, {name}",
}  # fmt: skip
"""Texts that may be the same in both languages."""


def pairs(part: Any, path: str) -> Iterator[tuple[str, dict[str, str]]]:
    if isinstance(part, dict):
        if {"en", "fr"} & part.keys() and all(isinstance(part.get(tag, ""), str) for tag in ("en", "fr")):
            yield path, part
        for key, inner in part.items():
            yield from pairs(inner, f"{path}.{key}")
    elif isinstance(part, list):
        for number, inner in enumerate(part):
            yield from pairs(inner, f"{path}[{number}]")


@pytest.mark.parametrize("slug", slugs())
def test_no_text_is_missing_in_a_language_or_left_untranslated(slug: str) -> None:
    engine = game(slug)
    words = engine.words
    sources = {
        "content": engine.content, "events": words.events, "actions": words.actions, "phases": words.phases,
        "board": words.board, "options": words.options, "reasons": words.reasons, "values": words.values,
    }  # fmt: skip
    beasts = {creature["name"]["fr"] for creature in engine.content.get("creatures", ())}
    for name, source in sources.items():
        for path, pair in pairs(source, name):
            assert {"en", "fr"} <= pair.keys(), path
            assert pair["en"] and pair["fr"], path
            if pair["en"] in SAME or pair["en"] in beasts or not re.search(r"[A-Za-z]{3}", _bare(pair["en"])):
                continue
            assert pair["en"] != pair["fr"], (path, pair["en"])


def _bare(text: str) -> str:
    """The text without its gaps."""
    return re.sub(r"\{[^}]*\}", "", text)
