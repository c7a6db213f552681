"""The cards as pictures: a sign for what the card does, and a word below it."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from engines.kernel.drawing import MARKS, element, mark, polygon, text
from engines.kernel.protocols.render import Wording
from engines.mekong.pieces import AMOUNT, DRAGONS, KIND
from engines.mekong.render.captions import caption

CARD_WIDTH, CARD_HEIGHT = 62, 76

STYLE = """
.face{fill:$panel;stroke:$soft;stroke-width:1.2}
.veiled{fill:$shade;stroke:$soft;stroke-width:1.2;stroke-dasharray:5 3}
.back{fill:#3d6f7d;stroke:$edge;stroke-width:1.2}
.wave{fill:none;stroke:#dcebee;stroke-width:2.5;stroke-linecap:round}
.word{font-size:13px;text-anchor:middle}
.timber{fill:#b98a55;stroke:$edge;stroke-width:1.2}
.arrow{fill:none;stroke:$accent;stroke-width:3.5;stroke-linecap:round;stroke-linejoin:round}
.strike{stroke:$ink;stroke-width:4;stroke-linecap:round}
"""

_SPIKES = 12


def face(card: str, wording: Wording, at: tuple[float, float], class_: str = "face", struck: bool = False) -> str:
    """A card that the reader sees: ``now`` is being carried out, ``veiled`` is face down to others, or struck out."""
    x, y = at
    sign = SIGNS[KIND[card]](card, x + CARD_WIDTH / 2, y + 29)
    if struck:
        strike = element("path", d=f"M{x + 10:.0f} {y + 50:.0f}l42-42", class_="strike")
        sign = element("g", sign, class_="absent") + strike
    word = text(x + CARD_WIDTH / 2, y + 69, caption(card, wording), "word soft" if struck else "word")
    return _sheet(x, y, class_) + sign + word


def back(slot: int, x: float, y: float) -> str:
    """A card that lies face down: the river keeps its secret."""
    waves = "".join(f"M{x + 11:.0f} {y + row:.0f}q10-10 20 0t20 0" for row in (22, 34, 46))
    return _sheet(x, y, "back") + element("path", d=waves, class_="wave") + _slot(slot, x, y, "word on-black")


def blank(slot: int, x: float, y: float) -> str:
    """The place of a card that is not laid yet."""
    return _sheet(x, y, "empty") + _slot(slot, x, y, "word soft")


def _sheet(x: float, y: float, class_: str) -> str:
    return element("rect", x=x, y=y, width=CARD_WIDTH, height=CARD_HEIGHT, rx=7, class_=class_)


def _slot(slot: int, x: float, y: float, class_: str) -> str:
    return text(x + CARD_WIDTH / 2, y + 69, slot + 1, class_)


def _stones(card: str, x: float, y: float) -> str:
    places = [0.0] if AMOUNT[card] == 1 else [-13.0, 13.0]
    return "".join(element("circle", cx=x + dx, cy=y, r=11, class_="stone") for dx in places)


def _planks(card: str, x: float, y: float) -> str:
    rows = [0.0] if AMOUNT[card] == 1 else [-9.0, 9.0]
    return "".join(element("rect", x=x - 23, y=y + dy - 5, width=46, height=10, rx=2, class_="timber") for dy in rows)


def _removal(card: str, x: float, y: float) -> str:
    timber = element("rect", x=x - 23, y=y + 8, width=28, height=9, rx=2, class_="timber")
    stone = element("circle", cx=x + 16, cy=y + 12, r=7, class_="stone")
    return timber + stone + element("path", d=f"M{x:.0f} {y + 2:.0f}v-20m-8 8l8-8l8 8", class_="arrow")


def _steps(card: str, x: float, y: float) -> str:
    if AMOUNT[card] == 1:
        return element("path", d=f"M{x - 17:.0f} {y:.0f}h32m-9-9l9 9l-9 9", class_="arrow")
    return element("path", d=f"M{x - 22:.0f} {y:.0f}h42m-9-9l9 9l-9 9m-16-18l9 9l-9 9", class_="arrow")


def _jump(card: str, x: float, y: float) -> str:
    jumped = element("circle", cx=x, cy=y + 11, r=7, class_="stone")
    return jumped + element("path", d=f"M{x - 20:.0f} {y + 13:.0f}q20-46 40 0m-13-5l13 6l4-13", class_="arrow")


def _dragon(card: str, x: float, y: float) -> str:
    """Scales all around the colour that the dragon strikes."""
    target = DRAGONS[card]
    radii = [22 - 6 * (corner % 2) for corner in range(2 * _SPIKES)]
    scales = [(r * cos(pi * n / _SPIKES), r * sin(pi * n / _SPIKES)) for n, r in enumerate(radii)]
    body = polygon([(x + dx, y + dy) for dx, dy in scales], f"{target} edge")
    return body + mark(MARKS[target], x, y, 9, f"on-{target}")


SIGNS: dict[str, Callable[[str, float, float], str]] = {
    "stone": _stones,
    "plank": _planks,
    "remove": _removal,
    "move": _steps,
    "jump": _jump,
    "dragon": _dragon,
}
