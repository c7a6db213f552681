"""The drawings on the tiles and of the pieces: each fills a square of 48 around its middle.

They are symbols of the document, drawn once and used wherever the piece lies.
"""

from __future__ import annotations

from engines.babord.pieces import Pair
from engines.kernel.drawing import MARKS, element, mark

LOOK = """
.pen{fill:none;stroke:$ink;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
.body{stroke:$ink;stroke-width:2;stroke-linejoin:round}
.gold{fill:#e0ab1f}
.wood{fill:#a8713a}
.iron{fill:#4a5059}
.ice{fill:#dff1f7}
.cloth{fill:#f6f1e4}
.black-flag{fill:#23262b}
.bone{fill:#f6f1e4}
.leaf{fill:#4a9a5b}
.scale{fill:#5aa6c9}
.grey{fill:#8d99a6}
.deep{fill:none;stroke:#3f93c8;stroke-width:4.5;stroke-linecap:round}
.mist{fill:$soft;fill-opacity:.3}
.shot{fill:#23262b;stroke:#f6f1e4;stroke-width:1.5}
.aim{fill:none;stroke:$accent;stroke-width:3.5;stroke-linecap:round;stroke-linejoin:round}
"""

_FISH = '<path class="body scale" d="M-20 0Q-6-15 9-2L19-10V10L9 2Q-6 15-20 0Z"/><circle cx="-11" cy="-2" r="2"/>'

ICONS = {
    "treasure": (
        '<path class="body wood" d="M-19-2Q-19-17 0-17Q19-17 19-2Z"/>'
        '<rect class="body wood" x="-19" y="-2" width="38" height="19"/><rect class="body gold" x="-5" y="-6" '
        'width="10" height="11"/><path class="pen" d="M-12-14V17M12-14V17"/>'
    ),
    "mine": (
        '<path class="pen" d="M0-22V22M-22 0H22M-15-15L15 15M-15 15L15-15"/><circle class="body iron" r="13"/>'
        '<circle class="bone" cx="-4" cy="-5" r="3"/>'
    ),
    "iceberg": (
        '<path class="body ice" d="M-20 9L-11-10L-4-5L4-20L20 9Z"/><path class="pen" d="M4-20L1-3L8 9"/>'
        '<path class="deep" d="M-20 17Q-13 11-7 17T7 17T20 17"/>'
    ),
    "pirates": (
        '<path class="pen" d="M-18-22V22"/><path class="body black-flag" d="M-18-20H21L16-3L21 13H-18Z"/>'
        '<path class="bone" d="M-7-6A8 8 0 0 1 9-6Q9-1 6 0V5H-4V0Q-7-1-7-6Z"/>'
        '<circle class="black-flag" cx="-2" cy="-6" r="2.2"/><circle class="black-flag" cx="4" cy="-6" r="2.2"/>'
    ),
    "bermuda": ('<path class="body gold" d="M0-20L22 18H-22Z"/><path class="pen" d="M0-6V5M0 11V12"/>'),
    "tornado": '<path class="pen" d="M-19-17H19M-14-9H15M-9-1H10M-5 7H8M0 14H6M4 21H5"/>',
    "spyglass": (
        '<path class="body wood" d="M-22 13L-14 21L2 5L-6-3Z"/><path class="body gold" d="M-6-5L4 5L20-11L10-21Z"/>'
        '<path class="pen" d="M7-24L23-8"/>'
    ),
    "palm": (
        '<path class="body wood" d="M-3 20Q3 4-1-8L4-9Q9 6 4 20Z"/>'
        '<path class="body leaf" d="M1-9Q-14-22-21-6Q-10-11 1-9ZM1-9Q16-22 22-6Q12-11 1-9Z'
        'M1-9Q-9-1-12 7Q-11-8 1-9ZM1-9Q12 0 15 7Q13-8 1-9Z"/>'
    ),
    "sea": '<path class="deep" d="M-20-8Q-13-16-7-8T7-8T20-8M-20 7Q-13-1-7 7T7 7T20 7"/>',
    "fish": _FISH,
    "whale": (
        '<path class="body grey" d="M-3 20Q-2 4-7-3Q-19-4-21-17Q-8-18 0-6Q8-18 21-17Q19-4 7-3Q2 4 3 20Z"/>'
        '<path class="deep" d="M-20 19Q-13 13-7 19M7 19Q13 13 20 19"/>'
    ),
    "shark": (
        '<path class="body grey" d="M-12 12Q-8-12 14-19Q7-4 14 12Z"/>'
        '<path class="deep" d="M-20 17Q-13 11-7 17T7 17T20 17"/>'
    ),
    "port": (
        '<circle class="pen" cy="-16" r="5"/>'
        '<path class="pen" d="M0-11V19M-9-5H9M-18 4Q-16 19 0 19Q16 19 18 4M-22 8L-18 4L-13 8M22 8L18 4L13 8"/>'
    ),
    "fog": '<path class="mist" d="M-15 10A8 8 0 0 1-15-6A11 11 0 0 1 5-9A8 8 0 0 1 15-4A7 7 0 0 1 15 10Z"/>',
    "hole": '<path class="pen" d="M19 0A19 19 0 1 1 0-19M12 0A12 12 0 1 0 0 12M6 0A6 6 0 1 1 0-6"/>',
    "knife": (
        '<path class="body ice" d="M-7 3L12-20Q22-16 16-7L0 10Z"/>'
        '<path class="body wood" d="M-8 2L1 11L-12 22L-19 14Z"/>'
    ),
}


def symbols() -> str:
    """All drawings, to be put at the head of a picture."""
    return element(
        "defs",
        *(element("symbol", drawing, id=f"icon-{name}", viewBox="-24 -24 48 48") for name, drawing in ICONS.items()),
    )


def icon(name: str, x: float, y: float, size: float) -> str:
    """One drawing around the point (x, y)."""
    return element("use", href=f"#icon-{name}", x=x - size / 2, y=y - size / 2, width=size, height=size)


def disc(colour: str, x: float, y: float, radius: float) -> str:
    """A seat's mark."""
    rim = element("circle", cx=x, cy=y, r=radius, class_=f"{colour} edge")
    return rim + mark(MARKS[colour], x, y, radius * 0.6, f"on-{colour}")


def ship(colour: str, x: float, y: float) -> str:
    """A boat seen from the side: a hull, and a round sail with the seat's mark."""
    hull = f"M{x - 23:g} {y + 9:g}h46l-9 13h-28z"
    return (
        element("path", d=f"M{x:g} {y:g}v11", class_="pen")
        + element("path", d=hull, class_=f"{colour} edge")
        + disc(colour, x, y - 6, 14.5)
    )


def arrow(x: float, y: float, delta: Pair, length: float) -> str:
    """From the middle outwards, with a head."""
    dy, dx = delta
    scale = length / (dx * dx + dy * dy) ** 0.5
    tip_x, tip_y = x + dx * scale, y + dy * scale
    side_x, side_y = -dy * scale * 0.35, dx * scale * 0.35
    back_x, back_y = x + dx * scale * 0.6, y + dy * scale * 0.6
    d = (
        f"M{x:.1f} {y:.1f}L{tip_x:.1f} {tip_y:.1f}M{back_x + side_x:.1f} {back_y + side_y:.1f}"
        f"L{tip_x:.1f} {tip_y:.1f}L{back_x - side_x:.1f} {back_y - side_y:.1f}"
    )
    return element("path", d=d, class_="aim")
