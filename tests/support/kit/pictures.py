"""Properties of every game's picture and text board."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

from engines.kernel.dice import SeededDice
from engines.kernel.game import Game
from engines.kernel.words import LANGUAGES
from tests.support.kit.play import opening, steps

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 60_000
MOST_COLUMNS = 100
PLAYERS = ("Ana", '<b id="x">&amp;</b>', "Chloé-Marguerite de la Tour d'Argent", "O'Neill \x00]]>", "王小明", "{seat}")
"""Names that people might choose."""
NAMES = ("Ana", "Bob", "Chloé", "Dan", "Eve", "Fay")


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def ids(picture: str) -> set[str]:
    return {name for element in parsed(picture).iter() if (name := element.get("id"))}


def titles(picture: str) -> dict[str, str]:
    """The text of a screen reader for each piece, by the piece's id."""
    return {
        name: title.text or ""
        for element in parsed(picture).iter()
        if (name := element.get("id")) and (title := element.find(f"{SVG}title")) is not None
    }


def written(picture: str) -> str:
    """All text in the picture."""
    return "\n".join(element.text or "" for element in parsed(picture).iter(f"{SVG}text"))


def classes(picture: str, name: str) -> list[str]:
    """The classes of the shapes in the group with this id."""
    (group,) = (element for element in parsed(picture).iter() if element.get("id") == name)
    return [element.get("class") or "" for element in group.iter()]


class Board:
    """The picture and the text of one game's positions, for players called Ana, Bob, Chloé, Dan, Eve and Fay."""

    def __init__(self, engine: Game[Any, Any]) -> None:
        self.engine = engine

    def svg(self, position: Any, reader: int | None = None, language: str = "en") -> str:
        return self._shown(self.engine.renderer.svg, position, reader, language)

    def text(self, position: Any, reader: int | None = None, language: str = "en") -> str:
        return self._shown(self.engine.renderer.text, position, reader, language)

    def _shown(self, draw: Callable[..., str], position: Any, reader: int | None, language: str) -> str:
        seats = self.engine.rules.seat_count(position)
        return draw(self.engine.visibility.view(position, reader), NAMES[:seats], language)


def along(
    engine: Game[Any, Any], seats: int, stride: int, key: bytes = b"picture", options: dict[str, Any] | None = None
) -> Iterator[Any]:
    """Positions of a greedy game: the opening, every n-th action, the end."""
    position, _, dice = opening(engine, seats, options or {}, key)
    yield position
    for number, step in enumerate(steps(engine, position, dice, SeededDice(key * 2), ["greedy"] * seats)):
        if number % stride == 0:
            yield step.after
    yield position


def check(engine: Game[Any, Any], position: Any) -> None:
    """Picture and text of a position are sound for a spectator and a player, in both languages."""
    seats = engine.rules.seat_count(position)
    for reader in (None, seats - 1):
        view = engine.visibility.view(position, reader)
        for language in LANGUAGES:
            check_picture(engine.renderer.svg(view, PLAYERS[:seats], language))
            check_text(engine.renderer.text(view, PLAYERS[:seats], language))


def check_picture(picture: str) -> None:
    root = parsed(picture)
    assert (root.tag, root.get("role"), root.get("width"), root.get("height")) == (f"{SVG}svg", "img", None, None)
    assert re.fullmatch(r"0 0 \d+ \d+(\.\d)?", root.get("viewBox") or "")
    assert len(picture.encode()) < MOST_BYTES
    assert not re.search(r"\d\.\d\d", "".join(f"{e.attrib}" for e in root.iter())), "coordinates have one decimal"
    assert root[0].tag == f"{SVG}title"
    counts = Counter(name for element in root.iter() if (name := element.get("id")))
    assert [name for name, count in counts.items() if count > 1] == []
    assert all(element.text for element in root.iter(f"{SVG}title"))
    assert not any(element.get("style") for element in root.iter())
    references = {reference for element in root.iter() if (reference := element.get("href")) is not None}
    assert references <= {f"#{name}" for name in counts}, "only drawings of the picture itself are used"
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= DRAWN


DRAWN = {
    "svg",
    "title",
    "desc",
    "style",
    "defs",
    "symbol",
    "use",
    "g",
    "rect",
    "circle",
    "ellipse",
    "line",
    "path",
    "polygon",
    "polyline",
    "text",
    "tspan",
}
"""Nothing that runs or loads."""


def check_text(board: str) -> None:
    assert board.endswith("\n")
    assert not board.endswith("\n\n")
    lines = board.splitlines()
    assert max(map(len, lines)) <= MOST_COLUMNS
    assert all(line == line.rstrip() and re.sub(r"[\u00a0\u202f]", " ", line).isprintable() for line in lines)


def check_secrecy(engine: Game[Any, Any], position: Any, rng: SeededDice) -> None:
    """A reader who cannot distinguish two positions gets the same picture and text of both."""
    seats = engine.rules.seat_count(position)
    for reader in (None, *range(seats)):
        twin = engine.visibility.determinize(engine.visibility.knowledge(position, reader), reader, rng)
        for show in (engine.renderer.svg, engine.renderer.text):
            pair = [show(engine.visibility.view(game, reader), PLAYERS[:seats], "en") for game in (position, twin)]
            assert pair[0] == pair[1]
