"""Every option, every value of it and every reason that ends a game has words in both languages."""

from __future__ import annotations

import pytest

from engines.kernel.registry import game, slugs
from engines.kernel.words import LANGUAGES


@pytest.mark.parametrize("slug", slugs())
def test_every_option_and_value_has_words(slug: str) -> None:
    engine = game(slug)
    assert engine.words.options.keys() == engine.content["options"].keys()
    for name, spec in engine.content["options"].items():
        assert len({engine.words.option(name, language) for language in LANGUAGES}) == 2, name
        assert engine.words.options[name].get("values", {}).keys() == set(spec.get("values", ())), name
        for value in spec.get("values", ()):
            assert len({engine.words.value(name, value, language) for language in LANGUAGES}) == 2, (name, value)


def test_values_that_all_games_share() -> None:
    words = game("mekong").words
    assert words.value("jump_from_village", True, "fr") == "oui"
    assert words.value("jump_from_village", False, "en") == "no"
    assert words.value("first_seat", None, "fr") == "tirage au sort"
    assert words.value("colours", None, "fr") == "dans l'ordre du livret"
    assert words.value("round_cap", 40, "fr") == "40"
    assert game("kimbac").words.value("rounds", "seats", "fr") == "autant que de joueurs"


@pytest.mark.parametrize(
    ("slug", "reasons"),
    [
        ("bakong", {"first_home"}),
        ("mekong", {"goal_reached", "round_cap", "no_planks"}),
        ("babord", {"treasure_home", "all_sunk", "last_afloat", "round_cap"}),
        ("kimbac", {"rounds_played"}),
        ("bailouke", {"wins", "round_cap"}),
    ],
)
def test_every_reason_has_words(slug: str, reasons: set[str]) -> None:
    assert game(slug).words.reasons.keys() == {*reasons, "resigned"}
