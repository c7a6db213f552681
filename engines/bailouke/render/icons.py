"""Cards and tokens as they are drawn: backs with eyes in the dark, faces with their value."""

from __future__ import annotations

from engines.bailouke.render.captions import Scene
from engines.kernel.drawing import MARKS, element, mark, piece, text

CARD_WIDTH, CARD_HEIGHT = 60, 84

LOOK = """
.back{fill:#3a3566;stroke:$edge;stroke-width:1.5}
.frame{fill:none;stroke:#8f88c9}
.eyes{fill:#f0c330}
.slit{fill:#1d1a38}
.on-back{fill:#ffffff}
.place{fill:#ffffff;stroke:#22272e}
.on-place{fill:#22272e}
.face{fill:#fbf3df;stroke:$edge;stroke-width:1.5}
.value{font-size:30px;font-weight:700;text-anchor:middle;fill:#22272e}
.on-face{fill:#5b5240}
.ring{fill:none;stroke:$accent;stroke-width:4}
.seen{fill:none;stroke:$accent;stroke-width:3;stroke-dasharray:5 4}
.eye{fill:#ffffff;stroke:#22272e;stroke-width:1.5}
.iris{fill:#2166ac}
.pupil{fill:#22272e}
.crown{fill:#e0ab1f;stroke:$edge;stroke-width:1.2}
.to-win{fill:none;stroke:$soft;stroke-width:1.2}
.sulk{fill:#d9b8e8;stroke:#22272e;stroke-width:1.5}
.mouth{fill:none;stroke:#22272e;stroke-width:2;stroke-linecap:round}
.tag{fill:#f3d0a2;stroke:#22272e;stroke-width:1.5}
.on-tag{fill:#22272e}
"""

_SYMBOLS = {
    "back": (
        f"0 0 {CARD_WIDTH} {CARD_HEIGHT}",
        '<rect class="back" x="1" y="1" width="58" height="82" rx="7"/>'
        '<rect class="frame" x="6" y="6" width="48" height="72" rx="4"/>'
        '<path class="eyes" d="M11 26Q20 22 27 36Q15 38 11 26ZM49 26Q40 22 33 36Q45 38 49 26Z"/>'
        '<path class="slit" d="M20 27L22 34L18 32ZM40 27L38 34L42 32Z"/>'
        '<path class="on-back" d="M18 46H42L39 52L36 46L33 52L30 46L27 52L24 46L21 52Z"/>',
    ),
    "eye": (
        "-12 -12 24 24",
        '<circle class="eye" r="11"/><path class="iris" d="M-9 0Q0-9 9 0Q0 9-9 0Z"/><circle class="pupil" r="3"/>',
    ),
    "crown": ("-12 -12 24 24", '<path class="crown" d="M-10 8V-6L-4 0L0-9L4 0L10-6V8Z"/>'),
    "crown-to-win": ("-12 -12 24 24", '<path class="to-win" d="M-10 8V-6L-4 0L0-9L4 0L10-6V8Z"/>'),
    "sulk": (
        "-12 -12 24 24",
        '<circle class="sulk" r="11"/><path class="mouth" d="M-6-5L-2-3M6-5L2-3M-5 6Q0 1 5 6"/>',
    ),
}


def symbols() -> str:
    """Drawings that are used more than once."""
    return element(
        "defs", *(element("symbol", drawn, id=f"icon-{name}", viewBox=box) for name, (box, drawn) in _SYMBOLS.items())
    )


def icon(name: str, x: float, y: float, size: float) -> str:
    """A small drawing around the point (x, y)."""
    return element("use", href=f"#icon-{name}", x=x - size / 2, y=y - size / 2, width=size, height=size)


def back(x: float, y: float) -> str:
    return element("use", href="#icon-back", x=x, y=y, width=CARD_WIDTH, height=CARD_HEIGHT)


def card(
    scene: Scene, number: int, value: int | None, x: float, y: float, *, place: int | None = None, token: bool = False
) -> str:
    """A card, with what the reader may know of it, its place in a row, and what is laid on it or marked."""
    title = [scene.card(value, place)]
    drawn = [face(value, x, y) if value is not None else back(x, y)]
    if place is not None:
        drawn.append(place_tag(place, x + 13, y + CARD_HEIGHT - 13))
    if token:
        title.append(scene.say("with_token"))
        drawn.append(icon("eye", x + CARD_WIDTH - 11, y + 10, 28))
    effect = scene.view.effect
    for marked, look, words in (
        (effect is not None and number in effect.looked, "seen", "looked"),
        (effect is not None and number == effect.own_choice, "ring", "chosen"),
    ):
        if marked:
            title.append(scene.say(words))
            drawn.append(element("rect", x=x, y=y, width=CARD_WIDTH, height=CARD_HEIGHT, rx=8, class_=look))
    return piece(", ".join(title), *drawn, id=f"card-{number}")


def place_tag(place: int, x: float, y: float) -> str:
    """The number of a place in a row, by which people call a card that they cannot see."""
    return element("circle", cx=x, cy=y, r=9, class_="place") + text(x, y + 5, place, "small strong middle on-place")


def face(value: int, x: float, y: float) -> str:
    sheet = element("rect", x=x + 1, y=y + 1, width=CARD_WIDTH - 2, height=CARD_HEIGHT - 2, rx=7, class_="face")
    return sheet + text(x + CARD_WIDTH / 2, y + 46, value, "value")


def gap(x: float, y: float) -> str:
    """Where a card could lie."""
    return element("rect", x=x + 1, y=y + 1, width=CARD_WIDTH - 2, height=CARD_HEIGHT - 2, rx=7, class_="empty")


def disc(colour: str, x: float, y: float, radius: float) -> str:
    """A seat's mark."""
    return element("circle", cx=x, cy=y, r=radius, class_=f"{colour} edge") + mark(
        MARKS[colour], x, y, radius * 0.6, f"on-{colour}"
    )
