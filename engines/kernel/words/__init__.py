"""Names and sentences in French and English, as data (``words.toml`` and the names in the content)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from string import Formatter
from typing import Any, TypeGuard

from engines.kernel.content import Content, load
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Message, OpenDecision, Reason
from engines.kernel.words import french
from engines.kernel.words.phrasing import Phrasings
from engines.kernel.words.vocabulary import Vocabulary

LANGUAGES = ("en", "fr")
_HAS_FORM = re.compile(r"\{\w+:").search


class Words:
    """The vocabulary of one game. ``[names]`` of its words.toml adds to the names in its content."""

    def __init__(self, words: Content, content: Content) -> None:
        self.names: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
        for source in (content, words.get("names", {})):
            for key, name in _names(source):
                for language in LANGUAGES:
                    self.names[language][key] = name[language]
        nouns = words.get("nouns", {})
        for key, text in list(self.names["fr"].items()):
            if french.gender(text, nouns):
                self.names["fr"] |= {f"{key}:{form}": words for form, words in french.forms(text, nouns).items()}
        self.vocabularies = {language: Vocabulary(language, self.names[language], nouns) for language in LANGUAGES}
        self.events: dict[str, dict[str, Any]] = words["events"]
        self.phases: dict[str, dict[str, str]] = words.get("phases", {})
        self.actions: dict[str, dict[str, Any]] = words.get("actions", {})
        self.effects: dict[str, dict[str, str]] = words.get("effects", {})
        self.board: dict[str, dict[str, str]] = words.get("board", {})
        self.options: dict[str, dict[str, Any]] = words.get("options", {})
        shared = load("engines.kernel.words", "words.toml")
        self.reasons: dict[str, dict[str, str]] = {}
        """What ended a game, by the ``reason`` of its result."""
        if "reasons" in words:
            self.reasons = words["reasons"] | shared["reasons"]
            self.events["game_over"] = _also(self.events["game_over"], shared["events"]["game_over"])
        self.values: dict[str, dict[str, str]] = shared["values"]
        self.notes: dict[str, dict[str, str]] = shared["notes"]
        self.reference: list[dict[str, Any]] = words.get("reference", [])
        self.hints: dict[str, dict[str, str]] = words.get("hints", {})
        """What a piece does, in two or three words, by its id."""
        self.score_lines: dict[str, dict[str, str]] = words.get("score_lines", {})
        self.refusals: dict[str, dict[str, str]] = shared["refusals"] | words.get("refusals", {})
        """Why actions are refused, by the text in the code."""
        self.positions: dict[str, dict[str, str]] = shared["positions"] | words.get("positions", {})
        """The same for imported positions."""
        self.next_steps: dict[str, dict[str, str]] = shared["next_steps"]
        """What follows the reason for which an action is refused."""
        vocabularies = self.vocabularies.items()
        self.sentences = {language: Phrasings(self.events, known) for language, known in vocabularies}
        """By language and type of event."""
        masked = {kind: entry["masked"] for kind, entry in self.events.items() if "masked" in entry}
        self.masked_sentences = {language: Phrasings(masked, known) for language, known in vocabularies}
        """The same for events whose faces are masked."""
        self.imperatives = {language: Phrasings(self.actions, known) for language, known in vocabularies}
        """By language and type of action."""
        self._refusals = {language: _Refusals(self.vocabularies[language]) for language in LANGUAGES}
        self._captions = {language: _Captions(self.vocabularies[language]) for language in LANGUAGES}

    def sentence(self, event: Event, language: str, players: Sequence[str]) -> str:
        """The event in words, for a reader who may see its fields."""
        return self.sentences[language][type(event)].of(event, players)

    def imperative(self, action: Action, language: str, players: Sequence[str], said: Any = None) -> str:
        """What an action does, for a reader who may choose it; ``said`` has its fields as people see them."""
        return self.imperatives[language][type(action)].of(said or action, players)

    def caption(self, key: str, language: str, **values: object) -> str:
        """A few words on the board's picture or text: an entry ``[board.<key>]`` with its values filled in."""
        return self._captions[language].vformat(self.board[key][language], (), values)

    def clause(self, said: Message, language: str, players: Sequence[str]) -> str:
        """What an action would do: an entry ``[effects.<key>]`` with its values filled in."""
        return _Clauses(self.vocabularies[language], players).vformat(
            self.effects[said.template][language], (), said.values
        )

    def option(self, name: str, language: str) -> str:
        """What an option is called."""
        return str(self.options[name][language])

    def value(self, option: str, value: str | int | bool | None, language: str) -> str:
        """A value of an option: its own words, else those that all games share, else the value itself."""
        known = self.options[option].get("values", {}) | {"null": self.options[option].get("unset")}
        key = "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        words = known.get(key) or self.values.get(key)
        return words[language] if words else key

    def refusal(self, detail: str, language: str) -> str:
        """Why an action or a position is refused, with the names of the pieces instead of their ids."""
        template, values = (detail.template, detail.values) if isinstance(detail, Message) else (detail, {})
        words = self.refusals.get(template) or self.positions.get(template, {})
        text = words.get(language, template)
        return self._refusals[language].vformat(text, (), values)

    def refused_action(
        self,
        detail: str,
        language: str,
        reason: Reason,
        decision: OpenDecision | None,
        next_steps: dict[str, dict[str, str]] | None = None,
    ) -> str:
        """Why an action is refused, what is being decided instead and by whom, and the next step.

        ``next_steps``: for readers that do not send HTTP requests themselves.
        """
        refusal = self.refusal(detail, language)
        if decision is None:
            return refusal
        key = reason if reason == "illegal" else "own" if decision.own else "others"
        players = self.vocabularies[language].shown(decision.players)
        phase = self.phases.get(decision.phase, {}).get(language, decision.phase)
        first = refusal[:1].upper() + refusal[1:]
        return (next_steps or self.next_steps)[key][language].format(refusal=first, phase=phase, players=players)


class _Captions(Formatter):
    """Fills values into short texts; the forms after a colon are those of sentences."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def vformat(self, template: str, args: Sequence[Any], values: Any) -> str:
        return super().vformat(template, args, values) if _HAS_FORM(template) else template.format(**values)

    def format_field(self, value: Any, spec: str) -> str:
        return self.vocabulary.shown(value, spec) if spec else str(value)


class _Refusals(_Captions):
    """The same with ids by name everywhere."""

    def vformat(self, template: str, args: Sequence[Any], values: Any) -> str:
        return Formatter.vformat(self, template, args, values)

    def format_field(self, value: Any, spec: str) -> str:
        return self.vocabulary.shown(value, spec)


class _Clauses(_Refusals):
    """The same with the players' names."""

    def __init__(self, vocabulary: Vocabulary, players: Sequence[str]) -> None:
        super().__init__(vocabulary)
        self.players = players

    def format_field(self, value: Any, spec: str) -> str:
        return self.vocabulary.shown(value, spec, self.players)


@cache
def words(package: str) -> Words:
    return Words(load(package, "words.toml"), load(package))


def _names(content: Content) -> Iterator[tuple[str, dict[str, str]]]:
    """Every table called ``name`` with both languages names the table around it; so do list entries with an ``id``."""
    for key, value in content.items():
        if isinstance(value, dict) and key != "text":
            if _bilingual(value):
                if key != "name":  # that names the table around it
                    yield key, value
            elif _bilingual(value.get("name")):
                yield key, value["name"]
            yield from _names(value)
        elif isinstance(value, list):
            for entry in value:
                if isinstance(entry, dict):
                    yield from _entry_names(entry)


def _entry_names(entry: dict[str, Any]) -> Iterator[tuple[str, dict[str, str]]]:
    """The name of a list entry, for cards also with the value (``value_7``), and effects to choose (``effect_0``)."""
    name = entry if _bilingual(entry) else entry.get("name")
    if not _bilingual(name):
        return
    if "id" in entry:
        yield str(entry["id"]), name
    if "id" in entry and "value" in entry:
        yield f"value_{entry['value']}", {language: f"{name[language]} ({entry['value']})" for language in LANGUAGES}
    for index, choice in enumerate(entry.get("choices", ())):
        yield f"effect_{index}", choice


def _bilingual(value: Any) -> TypeGuard[dict[str, str]]:
    return isinstance(value, dict) and set(LANGUAGES) <= value.keys()


def _also(entry: dict[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    """The words of an event with one more case."""
    return {**entry, "when": [*entry.get("when", []), case]}
