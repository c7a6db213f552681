"""Every game has a guide for people who play it for the first time, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kernel.registry import game, slugs
from engines.kernel.words import LANGUAGES
from engines.kernel.words.guide import guide, option_help, texts_of

HALF_A_PAGE = 1500
"""Letters in goal, turn and end together."""


@pytest.mark.parametrize("slug", slugs())
def test_how_to_play_fits_half_a_page_in_both_languages(slug: str) -> None:
    guides = [guide(game(slug), language) for language in LANGUAGES]
    for one in guides:
        assert 3 <= len(one.turn) <= 4
        assert 3 <= len(one.first_turns) <= 5
        assert len(" ".join([one.goal, *one.turn, one.end])) < HALF_A_PAGE
    english, french = guides
    assert len(english.turn) == len(french.turn)
    assert english.goal != french.goal
    assert english.end != french.end


@pytest.mark.parametrize("slug", slugs())
def test_advice_for_the_first_turns_names_phases_of_the_game_once(slug: str) -> None:
    engine = game(slug)
    named = [phase for step in guide(engine, "en").first_turns for phase in step.phases]
    assert len(named) == len(set(named))
    assert set(named) <= set(engine.rules.phases)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", slugs())
def test_every_option_is_explained(slug: str, language: str) -> None:
    engine = game(slug)
    assert texts_of(engine)["options"].keys() == engine.content["options"].keys()
    assert all(option_help(engine, name, language) for name in engine.content["options"])


@pytest.mark.parametrize("slug", slugs())
def test_a_first_game_can_be_played_with_what_is_proposed(slug: str) -> None:
    engine = game(slug)
    proposed: dict[str, Any] = texts_of(engine)["first_game"]
    for seats in engine.seats:
        options = engine.options(proposed, seats)
        assert {name: getattr(options, name) for name in proposed} == proposed
    if "memory_aid" in engine.content["options"]:
        assert proposed["memory_aid"] is True
