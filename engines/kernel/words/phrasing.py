"""Sentences with gaps: ``"{seat:player} takes {object:the}."``

A gap is filled with the field's value: an id by the name of its piece, a list item by item. The form after the colon
says how, in the language of the sentence:

- ``player`` the seat's player; ``of`` the same after « de » (« d'Annie »); ``seat`` the seat, counted from 1
- ``the``, ``of``, ``to`` a piece with its article (« l'île 9 », « de l'île 9 », « à l'île 9 »); ``agree laissé`` agrees
- ``n pion|pions`` a count with its noun; ``plural gagne|gagnent`` only the word; ``number`` with groups of digits
- ``place`` a pair of row and column as on a chart (B3); ``corner`` a point of the lattice between two places a row
- ``as value`` the name ``value_<value>``; ``card`` a card by owner and place; ``by player`` a list by seat; ``list``
  with commas; ``then`` one after the other; ``changes`` before and after; ``each`` records, by the template in
  ``items.<field>``

``when`` gives another sentence for a special value of a field (``is = "null"`` for null).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from operator import attrgetter
from string import Formatter
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from engines.kernel.words.vocabulary import Vocabulary

MOST_KNOWN = 4096
"""So many sentences of one type of event are kept but for the names; others are put together each time."""
Names = Callable[[Any, Sequence[str]], Any]
"""Picks from the names of all players those that a sentence mentions, by the seats in its struct: one, or a tuple."""
BY_NAME = ("player", "of", "by player", "each", "card")
"""Forms that may need the players' names."""


class Phrase(NamedTuple):
    """A sentence with gaps: how it reads, what fills the gaps, and which of these values are shown in other words."""

    text: str
    attributes: tuple[str, ...]
    values: Callable[[Struct], tuple[Any, ...]]
    seats: dict[int, Names]
    """Places of seat numbers, shown as the players' names."""
    shown: tuple[tuple[int, Callable[[Any, Sequence[str]], str]], ...]
    """Places of all other values that are not shown as they are."""
    by_name: bool
    """True where a list needs the players' names."""

    @property
    def keyed(self) -> list[str]:
        """The attributes by which the sentence differs, but for the players' names."""
        return [attribute for place, attribute in enumerate(self.attributes) if place not in self.seats]

    def names(self) -> Names | None:
        """What gives all names of the sentence; None where it has none."""
        picks = tuple(self.seats.values())
        if len(picks) < 2:
            return picks[0] if picks else None
        return lambda said, players: tuple([pick(said, players) for pick in picks])


class Phrasing:
    """The sentences of one type of event in one language, taken apart once: sentences are made for every answer."""

    def __init__(self, entries: dict[str, dict[str, Any]], kind: type[Struct], vocabulary: Vocabulary) -> None:
        entry, language = entries[str(kind.__struct_config__.tag)], vocabulary.language
        known = {info.encode_name: info for info in fields(kind)}
        items = {field: template[language] for field, template in entry.get("items", {}).items()}
        self.vocabulary = vocabulary
        self.usual = _phrase(entry[language], known, vocabulary, items)
        self.cases = [
            (
                known[case["field"]].name,
                None if case["is"] == "null" else case["is"],
                _phrase(case[language], known, vocabulary, items),
            )
            for case in entry.get("when", ())
        ]
        phrases = [self.usual, *[phrase for _, _, phrase in self.cases]]
        mentioned = {name for phrase in phrases for name in phrase.keyed} | {name for name, _, _ in self.cases}
        hints = [_bare(info.type) for info in known.values() if info.name in mentioned]
        self.repeats = all(map(_plain, hints)) and not any(phrase.by_name for phrase in phrases)
        """True where the same few values come again and again, and only single seats are called by name."""
        self.key: Callable[[Struct], Hashable] = attrgetter(*sorted(mentioned)) if mentioned else _no_values
        self.known: dict[Hashable, tuple[str, Names | None]] = {}
        """By all values but seats: the sentence but for the players' names, and what picks these from all names."""

    def of(self, said: Struct, players: Sequence[str]) -> str:
        if not self.repeats:
            phrase, shown = self._filled(said, players)
            for place, name in phrase.seats.items():
                shown[place] = name(said, players)
            return phrase.text % tuple(shown)
        key = self.key(said)
        text, names = self.known.get(key) or self._learn(key, said)
        return text if names is None else text % names(said, players)

    def _learn(self, key: Hashable, said: Struct) -> tuple[str, Names | None]:
        phrase, shown = self._filled(said, ())
        names = phrase.names()
        filled = ["%s" if place in phrase.seats else str(value).replace("%", "%%") for place, value in enumerate(shown)]
        text = phrase.text.replace("%%", "%%%%") % tuple(filled)
        learned = (text % (), None) if names is None else (text, names)
        if len(self.known) < MOST_KNOWN:
            self.known[key] = learned
        return learned

    def _filled(self, said: Struct, players: Sequence[str]) -> tuple[Phrase, list[Any]]:
        """The phrase for these values and what stands in its gaps; seats are still numbers."""
        phrase = self.usual
        for attribute, value, other in self.cases:
            if getattr(said, attribute) == value:
                phrase = other
                break
        shown = list(phrase.values(said))
        for place, show in phrase.shown:
            shown[place] = show(shown[place], players)
        return phrase, shown


class Phrasings(dict[type[Struct], Phrasing]):
    """The sentences of all types of events, or of actions, in one language; each is taken apart on first use."""

    def __init__(self, entries: dict[str, dict[str, Any]], vocabulary: Vocabulary) -> None:
        super().__init__()
        self.entries = entries
        self.vocabulary = vocabulary

    def __missing__(self, kind: type[Struct]) -> Phrasing:
        phrasing = self[kind] = Phrasing(self.entries, kind, self.vocabulary)
        return phrasing


def _phrase(template: str, known: dict[str, FieldInfo], vocabulary: Vocabulary, items: dict[str, str]) -> Phrase:
    text, attributes, by_name = "", list[str](), False
    seats, shown = dict[int, Names](), list[tuple[int, Callable[[Any, Sequence[str]], str]]]()
    for literal, name, form, _ in Formatter().parse(template):
        text += literal.replace("%", "%%")
        if name is None:
            continue
        text += "%s"
        place, hint = len(attributes), _bare(known[name].type)
        attributes.append(known[name].name)
        if hint is int and form in ("player", "of"):
            seats[place] = _name(known[name].name, form == "of", vocabulary)
        elif form == "each":
            shown.append((place, _each(hint, items[name], vocabulary)))
            by_name = True
        elif hint is not int or form:  # a bare number is shown as it is
            shown.append((place, _shower(vocabulary, form or "")))
            by_name |= hint is not str and form in BY_NAME
    return Phrase(text, tuple(attributes), _values(attributes), seats, tuple(shown), by_name)


def _name(attribute: str, after_of: bool, vocabulary: Vocabulary) -> Names:
    """What gives the name of the seat in an attribute; ``after_of``: after « de »."""
    seat = attrgetter(attribute)
    if after_of:
        return lambda said, players: vocabulary.of(players[seat(said)])
    return lambda said, players: players[seat(said)]


def _shower(vocabulary: Vocabulary, form: str) -> Callable[[Any, Sequence[str]], str]:
    return lambda value, players: vocabulary.shown(value, form, players)


def _each(hint: Any, template: str, vocabulary: Vocabulary) -> Callable[[Any, Sequence[str]], str]:
    """Records of a list, each by the same small template."""
    kind = _bare(get_args(hint)[0])
    phrase = _phrase(template, {info.encode_name: info for info in fields(kind)}, vocabulary, {})

    def show(records: Any, players: Sequence[str]) -> str:
        parts = []
        for record in records:
            values = list(phrase.values(record))
            for place, shower in phrase.shown:
                values[place] = shower(values[place], players)
            for place, name in phrase.seats.items():
                values[place] = name(record, players)
            parts.append(phrase.text % tuple(values))
        return ", ".join(parts)

    return show


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _plain(hint: Any) -> bool:
    """Is this a number, a word, a truth value, null, or a pair or triple of such: something to look up by?"""
    if get_origin(hint) in (Union, UnionType):
        return all(_plain(_bare(part)) for part in get_args(hint))
    if get_origin(hint) is tuple:
        return Ellipsis not in get_args(hint) and all(_plain(_bare(part)) for part in get_args(hint))
    return hint in (int, str, bool, NoneType) or get_origin(hint) is Literal


def _values(attributes: list[str]) -> Callable[[Struct], tuple[Any, ...]]:
    if len(attributes) > 1:
        return attrgetter(*attributes)
    if not attributes:
        return _no_values
    value = attrgetter(attributes[0])
    return lambda said: (value(said),)


def _no_values(said: Struct) -> tuple[Any, ...]:
    return ()
