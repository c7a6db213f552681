"""Names and sentences in French and English, as data (``words.toml`` and the names in the content).

A sentence is a template such as ``"{seat:player} takes the {object}."``. A field is shown as the name of the piece
that it identifies, ``:player`` turns a seat number into the player's name, lists are joined. ``when`` gives another
sentence for a special value of a field (``is = "null"`` for null).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from string import Formatter
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from msgspec import Struct, to_builtins
from msgspec.structs import FieldInfo, fields

from engines.kernel.content import Content, load
from engines.kernel.records import Action, Event

LANGUAGES = ("en", "fr")
MOST_KNOWN = 2048
"""So many sentences of one type of event are kept but for the names; others are put together each time."""


class Words:
    """The vocabulary of one game."""

    def __init__(self, package: str) -> None:
        words = load(package, "words.toml")
        self.names: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
        for source in (load(package), words.get("names", {})):
            for key, name in _names(source):
                for language in LANGUAGES:
                    self.names[language][key] = name[language]
        self.events: dict[str, dict[str, Any]] = words["events"]
        self.phases: dict[str, dict[str, str]] = words.get("phases", {})
        self.actions: dict[str, dict[str, Any]] = words.get("actions", {})
        self.board: dict[str, dict[str, str]] = words.get("board", {})
        self._phrasings: dict[tuple[type[Struct], str], Phrasing] = {}

    def sentence(self, event: Event, language: str, players: Sequence[str]) -> str:
        """The event in words, for somebody who may see its fields."""
        phrasing = self._phrasings.get((type(event), language))
        return (phrasing or self._phrasing(self.events, type(event), language)).of(event, players)

    def imperative(self, action: Action, language: str, players: Sequence[str]) -> str:
        """What an action does, for somebody who may choose it."""
        phrasing = self._phrasings.get((type(action), language))
        return (phrasing or self._phrasing(self.actions, type(action), language)).of(action, players)

    def caption(self, key: str, language: str, **values: object) -> str:
        """A few words on the board's picture or text: an entry ``[board.<key>]`` with its values filled in."""
        return self.board[key][language].format(**values)

    def _phrasing(self, entries: dict[str, dict[str, Any]], kind: type[Struct], language: str) -> Phrasing:
        phrasing = self._phrasings[kind, language] = Phrasing(entries, kind, language, self.names[language])
        return phrasing


class Phrase(NamedTuple):
    """A sentence with gaps: how it reads, what fills the gaps, and which of these values are shown in other words."""

    text: str
    attributes: tuple[str, ...]
    values: Callable[[Struct], tuple[Any, ...]]
    seats: tuple[int, ...]
    """Places of seat numbers, shown as the players' names."""
    pieces: tuple[int, ...]
    """Places of ids, shown as the names of the pieces."""
    others: tuple[tuple[int, bool], ...]
    """Places of lists, tables and what may be null, and whether seats are meant."""


class Phrasing:
    """The sentences of one type of event in one language, taken apart once: sentences are made for every answer."""

    def __init__(
        self, entries: dict[str, dict[str, Any]], kind: type[Struct], language: str, names: dict[str, str]
    ) -> None:
        entry = entries[str(kind.__struct_config__.tag)]
        known = {info.encode_name: info for info in fields(kind)}
        self.names = names
        self.usual = _phrase(entry[language], known)
        self.cases = [
            (known[case["field"]].name, None if case["is"] == "null" else case["is"], _phrase(case[language], known))
            for case in entry.get("when", ())
        ]
        phrases = [self.usual, *[phrase for _, _, phrase in self.cases]]
        told = {name for phrase in phrases for name in phrase.attributes} | {name for name, _, _ in self.cases}
        hints = [_bare(info.type) for info in known.values() if info.name in told]
        self.repeats = all(map(_plain, hints)) and not any(
            by_name for phrase in phrases for _, by_name in phrase.others
        )
        """True where the same few values come again and again, and only single seats are called by name."""
        self.key = _values(sorted(told))
        self.known: dict[tuple[Any, ...], tuple[str, tuple[int, ...]]] = {}
        """By values: the sentence but for the players' names, and whose they are."""

    def of(self, said: Struct, players: Sequence[str]) -> str:
        if not self.repeats:
            phrase, shown = self._filled(said, players)
            for place in phrase.seats:
                shown[place] = players[shown[place]]
            return phrase.text % tuple(shown)
        key = self.key(said)
        text, seats = self.known.get(key) or self._learn(key, said)
        return text % players[seats[0]] if len(seats) == 1 else text % tuple([players[seat] for seat in seats])

    def _learn(self, key: tuple[Any, ...], said: Struct) -> tuple[str, tuple[int, ...]]:
        phrase, shown = self._filled(said, ())
        seats = tuple([shown[place] for place in phrase.seats])
        filled = ["%s" if place in phrase.seats else str(value).replace("%", "%%") for place, value in enumerate(shown)]
        learned = phrase.text.replace("%%", "%%%%") % tuple(filled), seats
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
        for place in phrase.pieces:
            shown[place] = self.names.get(shown[place], shown[place])
        for place, by_name in phrase.others:
            shown[place] = self._shown(shown[place], players if by_name else None)
        return phrase, shown

    def _shown(self, value: Any, players: Sequence[str] | None) -> str:
        """A piece by its name, a seat by its player's, lists and tables item by item."""
        if isinstance(value, str):
            return self.names.get(value, value)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value) if players is None else players[value]
        if isinstance(value, (list, tuple)):
            return ", ".join([self._shown(item, players) for item in value])
        if isinstance(value, Struct):
            value = to_builtins(value)
        if isinstance(value, dict):
            return ", ".join([f"{self._shown(key, None)} {self._shown(item, None)}" for key, item in value.items()])
        text = str(value)
        return self.names.get(text, text)


def _phrase(template: str, known: dict[str, FieldInfo]) -> Phrase:
    text, attributes, seats, pieces, others = "", list[str](), list[int](), list[int](), list[tuple[int, bool]]()
    for literal, name, spec, _ in Formatter().parse(template):
        text += literal.replace("%", "%%")
        if name is None:
            continue
        text += "%s"
        place, hint = len(attributes), _bare(known[name].type)
        attributes.append(known[name].name)
        if hint is int and spec == "player":
            seats.append(place)
        elif hint is str:
            pieces.append(place)
        elif hint is not int:  # a number is shown as it is
            others.append((place, spec == "player"))
    return Phrase(text, tuple(attributes), _values(attributes), tuple(seats), tuple(pieces), tuple(others))


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
        return lambda _: ()
    value = attrgetter(attributes[0])
    return lambda said: (value(said),)


@cache
def words(package: str) -> Words:
    return Words(package)


def _names(content: Content) -> Iterator[tuple[str, dict[str, str]]]:
    """Every table called ``name`` with both languages names the table around it; so do list entries with an ``id``."""
    for key, value in content.items():
        if isinstance(value, dict):
            if set(LANGUAGES) <= value.keys():
                yield key, value
            elif set(LANGUAGES) <= value.get("name", {}).keys() if isinstance(value.get("name"), dict) else False:
                yield key, value["name"]
            yield from _names(value)
        elif isinstance(value, list):
            for entry in value:
                if isinstance(entry, dict) and "id" in entry and set(LANGUAGES) <= entry.keys():
                    yield str(entry["id"]), entry
                elif isinstance(entry, dict) and "id" in entry and isinstance(entry.get("name"), dict):
                    yield str(entry["id"]), entry["name"]
