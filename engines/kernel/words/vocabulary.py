"""Values in words: the names of a game's pieces in one language, and the forms that gaps ask for (see ``phrasing``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.kernel.typography import NO_BREAK
from engines.kernel.words import french, numbers

AND = {"en": " and ", "fr": " et "}
COLON = {"en": ":", "fr": NO_BREAK + ":"}
THEN = {"en": ", then ", "fr": ", puis "}
CORNERS = {
    "en": ("north-west corner", "north-east corner", "south-west corner", "south-east corner"),
    "fr": ("coin nord-ouest", "coin nord-est", "coin sud-ouest", "coin sud-est"),
}
"""Each place of a chart has four points: by row and column, both odd or even."""

CARDS = {
    "en": ("your card {place}", "card {place} of {player}"),
    "fr": ("votre carte {place}", "la carte {place} {player}"),
}
"""A card in a row, counted from the left: one's own, or that of a player."""


class Vocabulary:
    """The names of one game in one language, and the forms that its gaps ask for."""

    def __init__(self, language: str, names: dict[str, str], nouns: french.Nouns) -> None:
        self.language = language
        self.names = names
        self.nouns = nouns

    def shown(  # noqa: PLR0911 - one return for each kind of value
        self, value: Any, form: str = "", players: Sequence[str] | None = None
    ) -> str:
        """A value in words: one of the forms above, or the name of a piece, or the value itself."""
        if not form and isinstance(value, str):
            return self.names.get(value, value)
        word, _, rest = form.partition(" ")
        if isinstance(value, (list, tuple)) and word not in ("n", "plural"):
            return self._listed(value, form, players)
        if word in ("n", "plural"):
            count = len(value) if isinstance(value, (list, tuple)) else int(value)
            return (numbers.counted if word == "n" else numbers.chosen)(count, rest, self.language)
        if word == "changes":
            return ", ".join(f"{self._inside(self.shown(key))} {a} → {b}" for key, (a, b) in value.items())
        if isinstance(value, str):
            return self._piece(value, word, rest)
        if isinstance(value, int) and not isinstance(value, bool):
            return self._number(value, word, rest, players)
        return self.names.get(str(value), str(value))

    def _on_chart(self, pair: Sequence[int], word: str) -> str:
        """Columns have letters, rows have numbers from 1."""
        row, column = pair if word == "place" else (pair[0] // 2, pair[1] // 2)
        place = f"{chr(ord('A') + column)}{row + 1}"
        return place if word == "place" else f"{place} ({CORNERS[self.language][2 * (pair[0] % 2) + pair[1] % 2]})"

    def _listed(self, values: Sequence[Any], form: str, players: Sequence[str] | None) -> str:
        if form in ("place", "corner", "card"):
            return self._card(values, players or ()) if form == "card" else self._on_chart(values, form)
        if form == "by player":
            colon = "" if not values or isinstance(values[0], int) else COLON[self.language]
            shown = [self.shown(value, "" if isinstance(value, str) else "number") for value in values]
            return ", ".join(f"{player}{colon} {text}" for player, text in zip(players or (), shown, strict=False))
        if form == "list":
            return ", ".join(self.shown(value) for value in values)
        word, _, rest = form.partition(" ")
        then = "then" in (word, rest)
        items = [self.shown(value, "" if word == "then" else word, players) for value in values]
        if then:
            return THEN[self.language].join(items)
        if values and (isinstance(values[0], str) or word in ("player", "of")) and len(items) > 1:
            return ", ".join(items[:-1]) + AND[self.language] + items[-1]
        return ", ".join(items)

    def _card(self, card: Sequence[Any], players: Sequence[str]) -> str:
        """A card by its place: an own one, for which there is no owner, or another player's."""
        owner, place = card
        own, other = CARDS[self.language]
        return own.format(place=place) if owner is None else other.format(place=place, player=self.of(players[owner]))

    def _number(self, value: int, word: str, rest: str, players: Sequence[str] | None) -> str:
        if word == "player" and players is not None:
            return players[value]
        if word == "of" and players is not None:
            return self.of(players[value])
        if word == "seat":
            return str(value + 1)
        if word == "as":
            return self.names.get(f"{rest}_{value}", str(value))
        return numbers.grouped(value, self.language) if word == "number" else str(value)

    def _piece(self, value: str, word: str, rest: str) -> str:
        name = self.names.get(value, value)
        if word == "agree":
            return french.agree(rest, name, self.nouns) if self.language == "fr" else rest
        if word in ("the", "of", "to") and self.language == "fr":
            return self.names.get(f"{value}:{word}") or french.forms(name, self.nouns)[word]
        return self._inside(name) if word == "low" else name

    def _inside(self, name: str) -> str:
        return name[:1].lower() + name[1:]

    def of(self, name: str) -> str:
        """A player's name after « de »; in English as it is."""
        return french.de(name) if self.language == "fr" else name
