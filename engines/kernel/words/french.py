"""French grammar that sentences need: elision, articles and their contractions, agreement.

A gender is ``m``, ``f``, ``mp`` or ``fp``. ``[nouns]`` of a game's words.toml gives the gender of the noun that
a piece's name begins with; any other value there is a masculine noun that is put before the name ("le carrefour rue du
Thé").
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

GENDERS = ("m", "f", "mp", "fp")
VOWELS = "aeiouœæ"
Nouns = Mapping[str, str]


def elides(word: str) -> bool:
    """True before a vowel or a mute h: « d'Annie », « d'Hélène », but « de Yann », « de Hans »."""
    letters = unicodedata.normalize("NFD", word[:3].lower())
    first, rest = letters[:1], letters[1:]
    if first == "y":
        return rest[:1] not in VOWELS
    if first == "h":
        return rest[:1] in VOWELS.replace("a", "") + "y" and bool(rest)
    return bool(first) and first in VOWELS


def de(name: str) -> str:
    """« d'Annie », « de Bernard »."""
    return f"d'{name}" if elides(name) else f"de {name}"


def gender(name: str, nouns: Nouns) -> str | None:
    """The gender of the noun that the name begins with, if the table has it."""
    known = nouns.get(_first(name))
    return known if known is None or known in GENDERS else "m"


def the(name: str, nouns: Nouns) -> str:
    """« l'île 9 », « la porte A », « le village rouge »; a name without a known noun stays as it is."""
    sort, noun = _noun(name, nouns)
    if sort is None:
        return name
    if sort in ("mp", "fp"):
        return f"les {noun}"
    return f"l'{noun}" if elides(noun) else f"{'le' if sort == 'm' else 'la'} {noun}"


def of_the(name: str, nouns: Nouns) -> str:
    """« de l'île 9 », « du village rouge », « des sables mouvants »."""
    return _contracted("de", name, nouns)


def to_the(name: str, nouns: Nouns) -> str:
    """« à l'île 9 », « au village rouge », « aux sables mouvants »."""
    return _contracted("à", name, nouns)


def agree(participle: str, name: str, nouns: Nouns) -> str:
    """A participle that agrees with a piece: « la corde laissée »."""
    sort = gender(name, nouns) or "m"
    return participle + ("e" if sort.startswith("f") else "") + ("s" if sort.endswith("p") else "")


def forms(name: str, nouns: Nouns) -> dict[str, str]:
    """The name with its article: by itself, after « de » and after « à »."""
    return {"the": the(name, nouns), "of": of_the(name, nouns), "to": to_the(name, nouns)}


def _contracted(preposition: str, name: str, nouns: Nouns) -> str:
    article = the(name, nouns)
    if article == name:
        return de(name) if preposition == "de" else f"{preposition} {name}"
    if article.startswith("le "):
        return ("du " if preposition == "de" else "au ") + article.removeprefix("le ")
    if article.startswith("les "):
        return ("des " if preposition == "de" else "aux ") + article.removeprefix("les ")
    return f"{preposition} {article}"


def _noun(name: str, nouns: Nouns) -> tuple[str | None, str]:
    """The gender and the name as it stands inside a sentence."""
    head = nouns.get(_first(name))
    lowered = name[:1].lower() + name[1:]
    if head is None:
        return None, name
    return (head, lowered) if head in GENDERS else ("m", f"{head} {lowered}")


def _first(name: str) -> str:
    return name.partition(" ")[0].lower()
