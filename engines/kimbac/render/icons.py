"""The drawings of the pieces: cards, dice, pawns."""

from __future__ import annotations

from engines.kernel.drawing import MARKS, element, mark, text

CARD_WIDTH, CARD_HEIGHT = 32, 40


def sheet(x: float, y: float, class_: str) -> str:
    return element("rect", x=x, y=y, width=CARD_WIDTH, height=CARD_HEIGHT, rx=4, class_=class_)


def card(number: int, x: float, y: float, class_: str) -> str:
    return sheet(x, y, class_) + text(x + CARD_WIDTH / 2, y + 26, number, "count")


def back(x: float, y: float) -> str:
    return sheet(x, y, "back") + element("path", d=f"M{x + 5:.0f} {y + 10:.0f}l22 22m0-22l-22 22", class_="weave")


def die(face: int | None, x: float, y: float) -> str:
    sides = element("rect", x=x, y=y, width=28, height=28, rx=5, class_="die")
    return sides + text(x + 14, y + 20, "?" if face is None else face, "count on-black")


def token(color: str, x: float, y: float, number: int) -> str:
    """A pawn: the shape tells the seat, the number the pawn."""
    shape = MARKS[color]
    low = {"triangle": 8, "star": 5.5}.get(shape, 5)
    return mark(shape, x, y, SIZES[shape], f"{color} edge") + text(x, y + low, number, f"digit on-{color}")


SIZES = {"triangle": 18, "square": 15, "star": 19, "diamond": 18}
"""So that every shape has room for a number."""
