"""What the SVG documents of all games share: elements as text, one style for light and dark, marks beside colours.

A picture never carries a colour of its own: shapes have classes, and the style sheet gives each class its colours in
both schemes. A colour that means something always comes with its mark, so that colours need not be distinguished.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from math import cos, pi, sin
from string import Template
from textwrap import wrap

LIGHT = {
    "paper": "#fbf8f1",
    "panel": "#ffffff",
    "line": "#c9c2b2",
    "ink": "#22272e",
    "soft": "#5b6169",
    "edge": "#22272e",
    "accent": "#b0450f",
    "glow": "#fbe3c8",
    "water": "#cfe4ea",
    "land": "#e3d3a8",
    "shade": "#efe9dc",
}
DARK = {
    "paper": "#14181d",
    "panel": "#1f252c",
    "line": "#46505b",
    "ink": "#eceae4",
    "soft": "#aab2bb",
    "edge": "#dfdcd2",
    "accent": "#ffab6b",
    "glow": "#4a3420",
    "water": "#1f4a5c",
    "land": "#57503a",
    "shade": "#2a313a",
}

COLORS = {
    "red": ("#c43c2c", "#ffffff"),
    "blue": ("#2166ac", "#ffffff"),
    "green": ("#1b7f55", "#ffffff"),
    "yellow": ("#f0c330", "#22272e"),
    "white": ("#faf8f2", "#22272e"),
    "black": ("#262a30", "#ffffff"),
}
"""The colours of pieces, the same in both schemes: the piece, and what is written on it."""

MARKS = {
    "red": "triangle",
    "blue": "square",
    "green": "circle",
    "yellow": "star",
    "white": "diamond",
    "black": "cross",
}
"""The shape that goes with each colour."""
SIGNS = {"triangle": "▲", "square": "■", "circle": "●", "star": "★", "diamond": "◆", "cross": "✚"}
"""The same shapes in a line of text."""

NOTE_LETTERS, NOTE_LINE = 92, 16
"""Letters in a line of the note below a picture, and its height."""

_LOOK = """
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-size:16px;fill:$ink}
.small{font-size:14px}
.note{font-size:11px;fill:$soft}
.big{font-size:21px}
.strong{font-weight:700}
.middle{text-anchor:middle}
.end{text-anchor:end}
.paper{fill:$paper}
.panel{fill:$panel;stroke:$line}
.shade{fill:$shade}
.water{fill:$water}
.land{fill:$land}
.ink{fill:$ink}
.soft{fill:$soft}
.accent{fill:$accent}
.edge{stroke:$edge;stroke-width:1.5}
.line{stroke:$line;fill:none}
.now{fill:$glow;stroke:$accent;stroke-width:2.5}
.empty{fill:none;stroke:$soft;stroke-dasharray:4 4}
.ghost{visibility:hidden;pointer-events:none;opacity:.6}
"""

NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escaped(words: object) -> str:
    """Any text, safe inside an element or an attribute; characters that XML cannot hold are dropped."""
    return NOT_XML.sub("", str(words)).translate(_ESCAPES)


def figure(value: float) -> str:
    """A coordinate with one decimal at most."""
    shown = f"{value:.1f}".removesuffix(".0")
    return "0" if shown == "-0" else shown


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """An element around children that are markup already; ``class_`` and ``stroke_width`` become attributes' names."""
    said = "".join(
        f' {_attribute(name)}="{escaped(value) if isinstance(value, str) else figure(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    inside = "".join(children)
    return f"<{tag}{said}>{inside}</{tag}>" if inside else f"<{tag}{said}/>"


@cache
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def piece(title: str, *children: str, **attributes: str | float | None) -> str:
    """A group with a name of its own, for screen readers and pointers."""
    return element("g", element("title", escaped(title)), *children, **attributes)


def text(x: float, y: float, words: object, class_: str | None = None) -> str:
    """A line of text; y is its baseline."""
    return element("text", escaped(words), x=x, y=y, class_=class_)


def polygon(points: Iterable[tuple[float, float]], class_: str | None = None) -> str:
    return element("polygon", points=" ".join(f"{figure(x)},{figure(y)}" for x, y in points), class_=class_)


def mark(shape: str, x: float, y: float, radius: float, class_: str | None = None) -> str:
    """One of the shapes of ``MARKS``, all of about the same weight to the eye."""
    if shape == "circle":
        return element("circle", cx=x, cy=y, r=radius * 0.9, class_=class_)
    if shape == "square":
        side = radius * 1.6
        return element("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, class_=class_)
    return polygon(((x + radius * dx, y + radius * dy) for dx, dy in _OUTLINES[shape]), class_)


def _round(corners: int, *radii: float) -> list[tuple[float, float]]:
    """Corners around the centre, the first one on top, at radii that take turns."""
    turns = [pi * (2 * corner / corners - 0.5) for corner in range(corners)]
    return [(radii[n % len(radii)] * cos(turn), radii[n % len(radii)] * sin(turn)) for n, turn in enumerate(turns)]


_ARM = 0.35
_OUTLINES = {
    "triangle": [(x, y + 0.15) for x, y in _round(3, 1.15)],
    "diamond": _round(4, 1.1),
    "star": _round(10, 1.2, 0.5),
    "cross": [
        (_ARM, -1), (_ARM, -_ARM), (1, -_ARM), (1, _ARM), (_ARM, _ARM), (_ARM, 1),
        (-_ARM, 1), (-_ARM, _ARM), (-1, _ARM), (-1, -_ARM), (-_ARM, -_ARM), (-_ARM, -1),
    ],
}  # fmt: skip


def style_sheet(rules: str = "") -> str:
    """The shared look and a game's own rules (``.wall{fill:$shade}``), in light and, where asked for, in dark.

    It is the same for every position of a game. The dark rules repeat the colours rather than use variables:
    viewers that are no browsers draw them too.
    """
    lines = [line for line in (_LOOK + rules).splitlines() if line]
    lines += [f".{name}{{fill:{fill}}}.on-{name}{{fill:{ink}}}" for name, (fill, ink) in COLORS.items()]
    dark = [Template(line).substitute(DARK) for line in lines if "$" in line]
    light = [Template(line).substitute(LIGHT) for line in lines]
    return "\n".join([*light, "@media(prefers-color-scheme:dark){", *dark, "}"])


def below(top: float, *children: str) -> str:
    """What stands below the board, from ``top`` down. A page that is wide enough may put it beside the board."""
    return element("g", *children, class_="below", data_top=top)


def document(
    width: float, height: float, title: str, description: str, style: str, *children: str, note: str = ""
) -> str:
    """The whole picture, with a note below; it takes the size of the place where it is shown."""
    lines = wrap(note, NOTE_LETTERS)
    written = [text(16, height + 8 + NOTE_LINE * row, line, "note") for row, line in enumerate(lines)]
    children += (below(height, *written),) if written else ()
    height += NOTE_LINE * len(lines)
    return element(
        "svg",
        element("title", escaped(title)),
        element("desc", escaped(description)),
        element("style", style.replace("&", "&amp;").replace("<", "&lt;")),
        element("rect", width=width, height=height, class_="paper"),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {figure(width)} {figure(height)}",
        role="img",
    )
