"""Sentences that were told before are remembered but for the names; they must read as when told for the first time."""

from __future__ import annotations

from engines.bakong.events import DiceRolled, SlotEntered
from engines.kernel.content import load
from engines.kernel.registry import game
from engines.kernel.words import Words
from engines.kernel.words.phrasing import MOST_KNOWN


def test_a_sentence_told_again_has_the_names_of_its_own_players() -> None:
    words = Words(load("engines.bakong", "words.toml"), load("engines.bakong"))
    event = SlotEntered(seat=1, slot=3, face="ditch")
    first = words.sentence(event, "en", ["Ann", "100 %s"])
    assert "100 %s" in first
    assert words.sentence(event, "en", ["Ann", "Bob"]) == first.replace("100 %s", "Bob")
    assert words.sentence(SlotEntered(seat=0, slot=3, face="ditch"), "en", ["Ann", "Bob"]) == first.replace(
        "100 %s", "Ann"
    )


def test_other_values_and_the_other_language_are_other_sentences() -> None:
    words = game("bakong").words
    sentences = {
        words.sentence(DiceRolled(seat=0, dice=dice), language, ["Ann"])
        for dice in ((1, 2), (2, 1), (1, 2))
        for language in ("en", "fr")
    }
    assert len(sentences) == 4


def test_a_sentence_is_remembered_once_for_all_seats() -> None:
    words = Words(load("engines.bakong", "words.toml"), load("engines.bakong"))
    players = ["Ann", "50 %s", "Cléo"]
    said = [words.sentence(SlotEntered(seat=seat, slot=3, face="ditch"), "en", players) for seat in range(3)]
    assert said == [said[0].replace("Ann", name) for name in players]
    assert len(words.sentences["en"][SlotEntered].known) == 1


def test_what_is_remembered_is_bounded() -> None:
    words = Words(load("engines.bakong", "words.toml"), load("engines.bakong"))
    for slot in range(MOST_KNOWN + 10):
        assert str(slot) in words.sentence(SlotEntered(seat=0, slot=slot, face="ditch"), "en", ["Ann"])
    assert len(words.sentences["en"][SlotEntered].known) == MOST_KNOWN
