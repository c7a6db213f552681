"""The renderer protocol, and what text boards and SVG documents share: names, captions, columns, maps of letters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, ClassVar, Generic, TypeVar
from unicodedata import east_asian_width

from engines.kernel.changes import BoardState, OfEvent
from engines.kernel.drawing import NOT_XML
from engines.kernel.records import Action, Event, Record
from engines.kernel.words import Words, words

V = TypeVar("V", bound=Record)
NOTE_COLUMNS = 76
"""Letters in a line of the note below a text board."""


class Wording:
    """The words of one drawing: the game's vocabulary in the reader's language, and the players' names."""

    def __init__(self, words: Words, players: Sequence[str], language: str, longest: int = 16) -> None:
        self.language = language
        self.names = words.names[language]
        self.phases = {phase: entry[language] for phase, entry in words.phases.items()}
        self.players = [shortened(name, longest) for name in players]
        self._caption = words.caption

    def name(self, piece_id: object) -> str:
        """What a piece of the content is called."""
        return self.names[str(piece_id)]

    def say(self, key: str, **values: object) -> str:
        """An entry ``[board.<key>]`` of the words."""
        return self._caption(key, self.language, **values)

    def all(self, seats: Sequence[int], most: int = 6) -> str:
        """Several players in a row; those beyond ``most`` are only counted."""
        named = ", ".join(self.players[seat] for seat in seats[:most])
        return f"{named} +{len(seats) - most}" if len(seats) > most else named


class Renderer(ABC, Generic[V]):
    """Draws the board from one reader's view alone."""

    longest_name: ClassVar[int] = 16
    """Longer names of players are cut to so many columns."""
    changes: ClassVar[Mapping[type[Event], OfEvent]] = {}
    """By event type: what the event changes in the picture, as far as its reader may know."""

    def __init__(self, package: str) -> None:
        self.package = package

    @abstractmethod
    def svg(self, view: V, players: Sequence[str], language: str) -> str:
        """The board as an SVG document."""

    @abstractmethod
    def text(self, view: V, players: Sequence[str], language: str) -> str:
        """The board as a few lines of text, for a shell."""

    @abstractmethod
    def elements(self, view: V, seat: int, action: Action) -> list[str]:
        """The ids of the SVG elements that an action of the seat concerns: clicking them means the action."""

    def said(self, view: V, seat: int, action: Action) -> Any:
        """What the words for an action are made of: the action, or its fields as people see them in the view."""
        return action

    def item_elements(self, seat: int, item: str) -> list[str]:
        """The same for an item of a template, such as a card of a programme."""
        return []

    @abstractmethod
    def seat_colours(self, seats: int) -> list[str]:
        """The colours of the seats in a game of so many, unless the options choose others."""

    def places(self) -> dict[str, tuple[float, float]]:
        """Where the fixed places of the board lie in the picture (their middle), by the ids of their elements."""
        return {}

    def state(self, view: V) -> BoardState:
        """What of the picture ``changes`` describe."""
        return BoardState(Counter())

    def wording(self, players: Sequence[str], language: str) -> Wording:
        """The words of a drawing for these players in this language."""
        return Wording(words(self.package), players, language, self.longest_name)


def shortened(name: str, most: int) -> str:
    """A name on one line that fits its place; wide letters count twice."""
    name = " ".join(NOT_XML.sub("", name).split())
    widths = [2 if east_asian_width(letter) in "WF" else 1 for letter in name]
    if sum(widths) <= most:
        return name
    fitting = sum(width < most for width in accumulate(widths))  # one is left for the dots
    return name[:fitting].rstrip() + "…"


def padded(words: str, columns: int) -> str:
    """Words in a column of a text board, whatever the width of their letters."""
    return words + " " * (columns - sum(2 if east_asian_width(letter) in "WF" else 1 for letter in words))


class LetterMap:
    """A map made of letters: lines first, then words over them."""

    def __init__(self, columns: int, rows: int) -> None:
        self._grid = [[" "] * columns for _ in range(rows)]

    def line(self, start: tuple[int, int], end: tuple[int, int], stroke: str | None = None) -> None:
        """Between two places (column, row), without them; the strokes lean the way the line does."""
        (x1, y1), (x2, y2) = start, end
        across, down = x2 - x1, y2 - y1
        steps = max(abs(across), abs(down))
        if stroke is None:
            slanted = "\\" if across * down > 0 else "/"
            stroke = "-" if abs(down) * 4 < abs(across) else "|" if abs(across) < abs(down) else slanted
        for step in range(1, steps):
            self._grid[(y1 * steps + down * step) // steps][(x1 * steps + across * step) // steps] = stroke

    def write(self, place: tuple[int, int], words: str) -> None:
        """Words around a place; they stay on the map."""
        row = self._grid[place[1]]
        first = min(max(0, place[0] - len(words) // 2), len(row) - len(words))
        row[first : first + len(words)] = words

    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self._grid]
