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
from typing import Any, NamedTuple

from msgspec import Struct, to_builtins

from engines.content import Content, load
from engines.records import Action, Event

LANGUAGES = ("en", "fr")


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
    """A sentence with gaps: how it reads, what fills the gaps, and which of them are players."""

    text: str
    values: Callable[[Struct], tuple[Any, ...]]
    by_name: tuple[bool, ...]


class Phrasing:
    """The sentences of one type of event in one language, taken apart once: sentences are made for every answer."""

    def __init__(
        self, entries: dict[str, dict[str, Any]], kind: type[Struct], language: str, names: dict[str, str]
    ) -> None:
        entry = entries[str(kind.__struct_config__.tag)]
        attributes = dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))
        self.names = names
        self.usual = _phrase(entry[language], attributes)
        self.cases = [
            (
                attributes[case["field"]],
                None if case["is"] == "null" else case["is"],
                _phrase(case[language], attributes),
            )
            for case in entry.get("when", ())
        ]

    def of(self, said: Struct, players: Sequence[str]) -> str:
        phrase = self.usual
        for attribute, value, other in self.cases:
            if getattr(said, attribute) == value:
                phrase = other
                break
        names = self.names
        shown = []
        for value, by_name in zip(phrase.values(said), phrase.by_name):  # noqa: B905 - of one length by making
            if by_name and type(value) is int:
                shown.append(players[value])
            elif type(value) is str:
                shown.append(names.get(value, value))
            else:
                shown.append(self._shown(value, players if by_name else None))
        return phrase.text % tuple(shown)

    def _shown(self, value: Any, players: Sequence[str] | None) -> str:
        """A piece by its name, a seat by its player's, lists and tables item by item."""
        if isinstance(value, (list, tuple)):
            return ", ".join([self._shown(item, players) for item in value])
        if players is not None and isinstance(value, int):
            return players[value]
        if isinstance(value, Struct):
            value = to_builtins(value)
        if isinstance(value, dict):
            return ", ".join([f"{self._shown(key, None)} {self._shown(item, None)}" for key, item in value.items()])
        text = str(value)
        return self.names.get(text, text)


def _phrase(template: str, attributes: dict[str, str]) -> Phrase:
    text, fields, by_name = "", [], []
    for literal, name, spec, _ in Formatter().parse(template):
        text += literal.replace("%", "%%")
        if name is not None:
            text += "%s"
            fields.append(attributes[name])
            by_name.append(spec == "player")
    if len(fields) > 1:
        return Phrase(text, attrgetter(*fields), tuple(by_name))
    return Phrase(text, lambda said: tuple([getattr(said, field) for field in fields]), tuple(by_name))


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
