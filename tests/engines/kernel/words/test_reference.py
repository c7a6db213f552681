"""The reference of a game: every kind of piece with name, copies and effect in both languages."""

from __future__ import annotations

import pytest

from engines.kernel.registry import game, slugs
from engines.kernel.words.reference import ReferenceEntry, notes, reconstructed, reference


def entries(slug: str, language: str = "fr") -> dict[str, ReferenceEntry]:
    return {entry.id: entry for group in reference(game(slug), language) for entry in group.entries}


@pytest.mark.parametrize("slug", slugs())
def test_both_languages_show_the_same_pieces(slug: str) -> None:
    french, english = entries(slug), entries(slug, "en")
    assert french.keys() == english.keys()
    assert french
    for identifier, entry in french.items():
        assert entry.name and english[identifier].name
        assert (entry.copies, entry.reconstructed) == (english[identifier].copies, english[identifier].reconstructed)
        assert bool(entry.effect) == bool(english[identifier].effect) == (slug != "kimbac"), identifier
        assert not entry.effect or entry.effect != english[identifier].effect


def test_the_bestiary_has_all_fifteen_beasts_with_copies_and_effects() -> None:
    beasts = entries("bailouke")
    assert len(beasts) == 15
    assert sum(beast.copies or 0 for beast in beasts.values()) == 50
    assert beasts["liboude"].reconstructed == []
    assert beasts["macabam"].reconstructed == ["copies"]
    assert beasts["beast_2"].reconstructed == ["name", "copies", "effect"]


def test_copies_are_those_of_the_box() -> None:
    assert sum(entry.copies or 0 for entry in entries("babord").values()) == 36
    assert (entries("babord")["treasure"].reconstructed, entries("babord")["palm"].reconstructed) == ([], ["copies"])
    faces = ("jungle", "jungle_emerald", "abandoned_camp", "waterfall", "cave", "river", "cliff", "ditch", "quicksand")
    assert sum(entries("bakong")[face].copies or 0 for face in faces) == 2 * 24
    assert entries("bakong")["rope"].copies == 2


@pytest.mark.parametrize("slug", slugs())
def test_what_is_reconstructed_is_said(slug: str) -> None:
    engine = game(slug)
    assert reconstructed(engine.content)
    for language, begins in (("fr", "Reconstitué"), ("en", "Reconstructed")):
        said = notes(engine, language)
        assert said[0].startswith(begins)
        assert len(said) == (2 if "memory_aid" in engine.content["options"] else 1)
