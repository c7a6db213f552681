"""The web table's own words: the same keys in both languages, and none of those that the API gives."""

from __future__ import annotations

import re
from pathlib import Path

from engines.kernel.registry import game, slugs
from engines.kernel.words import LANGUAGES

WEB = Path(__file__).parents[3] / "api" / "web" / "words"
SAME = {
    "brand",
    "copies",
    "docs",
    "ladder.bot",
    "ladder.ms",
    "rank",
    "replay.pause",
    "taels",
    "time.hour",
    "time.minute",
    "time.second",
}
"""Words that are the same in both languages."""


def words(name: str) -> dict[str, str]:
    text = (WEB / f"{name}.js").read_text("utf-8")
    return dict(re.findall(r'^  "([^"]+)": "((?:[^"\\]|\\.)*)",$', text, re.MULTILINE))


def test_both_languages_have_the_same_words() -> None:
    english, french = words("en"), words("fr")
    assert english.keys() == french.keys()
    assert len(english) > 100
    assert {key for key in english if english[key] == french[key]} <= SAME
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", french[key])), key


def test_the_page_keeps_no_words_of_the_games() -> None:
    """Options, their values, actions and ends of games come from the API."""
    ids = {entry for slug in slugs() for entry in (*game(slug).words.options, *game(slug).words.reasons)}
    for key in words("en"):
        kind, _, name = key.partition(".")
        assert kind not in ("value", "action", "phase", "hint", "score"), key
        assert kind not in ("option", "reason") or name not in ids, key
    scripts = "".join(path.read_text("utf-8") for path in WEB.parent.rglob("*.js"))
    assert [text for text in sorted(texts_of_games()) if f'"{text}"' in scripts] == []


def texts_of_games() -> set[str]:
    """What the games call their options, phases, ends and pieces, as far as it takes more than one word."""
    known = [game(slug).words for slug in slugs()]
    tables = [table for own in known for table in (own.options, own.phases, own.reasons)]
    entries = [entry for table in tables for key, entry in table.items() if key != "game_over"]
    texts = {entry[language] for entry in entries for language in LANGUAGES}
    texts |= {name for own in known for language in LANGUAGES for name in own.names[language].values()}
    return {text for text in texts if " " in text}


def test_texts_count_without_brackets() -> None:
    assert not [text for text in words("fr").values() if "(s)" in text]
