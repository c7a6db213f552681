"""Every rule and every heading in French and English, and no rule that names one that does not exist."""

from __future__ import annotations

import re

import pytest

from engines.kernel.registry import game, slugs
from engines.kernel.words import LANGUAGES

CODE = re.compile(r"`[^`]*`")
RULE_ID = re.compile(r"\b(?:BAB|BAI|BAK|KIM|MEK)-\d+")


def test_all_rules_of_all_games_are_counted() -> None:
    assert sum(len(game(slug).rulebook) for slug in slugs()) >= 525


@pytest.mark.parametrize("slug", slugs())
def test_every_rule_has_two_different_texts(slug: str) -> None:
    for rule in game(slug).rulebook.values():
        assert set(rule.text) == set(LANGUAGES), rule.id
        assert rule.text["en"].strip() != rule.text["fr"].strip(), rule.id


@pytest.mark.parametrize("slug", slugs())
def test_every_rule_ends_like_a_sentence(slug: str) -> None:
    for rule in game(slug).rulebook.values():
        assert all(text.endswith((".", "…", ".)")) for text in rule.text.values()), rule.id


@pytest.mark.parametrize("slug", slugs())
def test_every_heading_has_two_different_texts(slug: str) -> None:
    used = {rule.section for rule in game(slug).rulebook.values()}
    assert used == game(slug).sections.keys()
    for key, heading in game(slug).sections.items():
        assert set(heading) == set(LANGUAGES), key
        assert heading["en"] != heading["fr"], key


@pytest.mark.parametrize("slug", slugs())
def test_both_texts_name_the_same_rules_and_options(slug: str) -> None:
    engine = game(slug)
    for rule in engine.rulebook.values():
        english, french = (rule.text[language] for language in LANGUAGES)
        assert _ids(english) == _ids(french), rule.id
        for option in engine.content["options"]:
            assert (f"`{option}`" in english) == (f"`{option}`" in french), (rule.id, option)


@pytest.mark.parametrize("slug", slugs())
def test_rules_name_only_rules_that_exist(slug: str) -> None:
    engine = game(slug)
    for rule in engine.rulebook.values():
        for text in rule.text.values():
            assert _ids(text) <= engine.rulebook.keys(), rule.id


@pytest.mark.parametrize("slug", slugs())
def test_readings_stand_apart_and_last(slug: str) -> None:
    listed = list(game(slug).rulebook.values())
    first = next(place for place, rule in enumerate(listed) if rule.is_reading)
    assert all(rule.is_reading == (place >= first) for place, rule in enumerate(listed))
    assert {rule.section for rule in listed if rule.is_reading} == {"readings"}


def _ids(text: str) -> set[str]:
    return set(RULE_ID.findall(CODE.sub("", text)))
