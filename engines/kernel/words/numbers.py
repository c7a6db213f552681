"""Numbers as people write them, and the word that goes with a count."""

from __future__ import annotations

from engines.kernel.typography import NARROW_NO_BREAK

SEPARATORS = {"en": ",", "fr": NARROW_NO_BREAK}
"""Between groups of three digits."""


def grouped(number: int, language: str) -> str:
    """4,000 in English, 4 000 in French."""
    return f"{number:,}".replace(",", SEPARATORS[language])


def is_plural(count: int, language: str) -> bool:
    """French has the singular for 0 and 1, English for 1 alone."""
    return count >= 2 if language == "fr" else count != 1


def counted(count: int, forms: str, language: str) -> str:
    """« 1 pion », « 3 pions »; the forms are ``one|many``."""
    return f"{grouped(count, language)} {chosen(count, forms, language)}"


def chosen(count: int, forms: str, language: str) -> str:
    """The singular or the plural of ``one|many``."""
    one, _, many = forms.partition("|")
    return many if is_plural(count, language) else one
