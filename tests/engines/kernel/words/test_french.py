"""Elision, articles, contractions, agreement, counts and groups of digits."""

from __future__ import annotations

import pytest

from engines.kernel.words import french, numbers

NOUNS = {"île": "f", "village": "m", "porte": "f", "corde": "f", "grappin": "m", "sables": "mp", "rue": "carrefour"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Annie", "d'Annie"),
        ("Bernard", "de Bernard"),
        ("Élodie", "d'Élodie"),
        ("Œdipe", "d'Œdipe"),
        ("Hélène", "d'Hélène"),
        ("Hans", "de Hans"),
        ("Yves", "d'Yves"),
        ("Yann", "de Yann"),
        ("Maëva", "de Maëva"),
        ("7", "de 7"),
        ("", "de "),
    ],
)
def test_de_elides_before_a_vowel_or_a_mute_h(name: str, text: str) -> None:
    assert french.de(name) == text


@pytest.mark.parametrize(
    ("name", "the", "of", "to"),
    [
        ("Île 9", "l'île 9", "de l'île 9", "à l'île 9"),
        ("Village rouge", "le village rouge", "du village rouge", "au village rouge"),
        ("Porte A", "la porte A", "de la porte A", "à la porte A"),
        ("Sables mouvants", "les sables mouvants", "des sables mouvants", "aux sables mouvants"),
        ("Rue du Thé", "le carrefour rue du Thé", "du carrefour rue du Thé", "au carrefour rue du Thé"),
        ("Annie", "Annie", "d'Annie", "à Annie"),
    ],
)
def test_articles_and_their_contractions(name: str, the: str, of: str, to: str) -> None:
    assert french.forms(name, NOUNS) == {"the": the, "of": of, "to": to}


@pytest.mark.parametrize(
    ("name", "text"), [("Corde", "laissée"), ("Grappin", "laissé"), ("Sables mouvants", "laissés"), ("Truc", "laissé")]
)
def test_participles_agree(name: str, text: str) -> None:
    assert french.agree("laissé", name, NOUNS) == text


@pytest.mark.parametrize(
    ("count", "fr", "en"),
    [
        (0, "0 pion", "0 pawns"),
        (1, "1 pion", "1 pawn"),
        (2, "2 pions", "2 pawns"),
        (4000, "4\u202f000 pions", "4,000 pawns"),
    ],
)
def test_counts(count: int, fr: str, en: str) -> None:
    assert numbers.counted(count, "pion|pions", "fr") == fr
    assert numbers.counted(count, "pawn|pawns", "en") == en


def test_digits_are_grouped_by_a_narrow_no_break_space_in_french() -> None:
    assert numbers.grouped(-14000, "fr") == "-14\u202f000"
    assert numbers.grouped(999, "fr") == "999"
