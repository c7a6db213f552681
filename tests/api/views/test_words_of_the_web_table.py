"""The web table's own words: the same keys in both languages, and a name for every option and every value."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.kernel.registry import game, slugs

WEB = Path(__file__).parents[3] / "api" / "web"
SAME = {"brand", "docs", "replay.pause", "rank", "time.hour", "time.minute", "time.second"}
"""Words that are the same in both languages."""


def words(name: str) -> dict[str, str]:
    text = (WEB / f"{name}.js").read_text("utf-8")
    return dict(re.findall(r'^  "([^"]+)": "((?:[^"\\]|\\.)*)",$', text, re.MULTILINE))


def test_both_languages_have_the_same_words() -> None:
    english, french = words("english"), words("french")
    assert english.keys() == french.keys()
    assert len(english) > 150
    assert {key for key in english if english[key] == french[key]} <= SAME
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", french[key])), key


@pytest.mark.parametrize("language", ["english", "french"])
@pytest.mark.parametrize("slug", slugs())
def test_every_option_and_every_value_has_a_name(slug: str, language: str) -> None:
    known = words(language)
    for name, spec in game(slug).content["options"].items():
        assert f"option.{name}" in known
        if spec["type"] == "enum":
            assert [value for value in spec["values"] if f"value.{value}" not in known] == []


def test_texts_count_without_brackets() -> None:
    assert not [text for text in words("french").values() if "(s)" in text]
