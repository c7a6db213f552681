"""The drawings on the tiles and of the pieces: each fills a square of 48 around its middle.

They are symbols of the document, drawn once and used wherever the piece lies.
"""

from __future__ import annotations

from engines.kernel.drawing import element

LOOK = """
.pen{fill:none;stroke:$ink;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
.body{stroke:$ink;stroke-width:2;stroke-linejoin:round}
.leaf{fill:#4a9a5b}
.gem{fill:#2fb380}
.cloth{fill:#d9a75c}
.stone{fill:#9b978d}
.hole{fill:#23262b}
.wave{fill:none;stroke:#3f93c8;stroke-width:5;stroke-linecap:round}
.sand{fill:#cfa75f}
.flame{fill:#e9962f}
.sheet{fill:#f3ead2}
.steel{fill:#c3cad1}
.hurt{fill:#c43c2c}
.dark{fill:none;stroke:#22272e;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
"""

_LEAF = '<path class="body leaf" d="M0 21C-15 9-14-10 0-21C14-10 15 9 0 21Z"/><path class="pen" d="M0 21V-8"/>'
_GEM = '<path class="body gem" d="M-12-16H12L21-4L0 20L-21-4Z"/><path class="pen" d="M-21-4H21M-8-4L0 20L8-4L0-16Z"/>'
_TENT = (
    '<path class="body cloth" d="M0-16L22 18H-22Z"/><path class="body hole" d="M0-4L9 18H-9Z"/>'
    '<path class="pen" d="M-4-22L0-16L4-22"/>'
)

ICONS = {
    # faces of the jungle
    "jungle": (
        f'<g transform="translate(-10 3) rotate(-38) scale(.85)">{_LEAF}</g>'
        f'<g transform="translate(10 3) rotate(38) scale(.85)">{_LEAF}</g>'
        f'<g transform="translate(0 -2) scale(.95)">{_LEAF}</g>'
    ),
    "jungle_emerald": (
        f'<g transform="translate(-12 -4) rotate(-30) scale(.8)">{_LEAF}</g>'
        f'<g transform="translate(12 -4) rotate(30) scale(.8)">{_LEAF}</g>'
        f'<g transform="translate(0 8) scale(.72)">{_GEM}</g>'
    ),
    "abandoned_camp": _TENT,
    "waterfall": (
        '<path class="body stone" d="M-22-20H-9L-11 18H-22ZM22-20H9L11 18H22Z"/>'
        '<path class="wave" d="M-5-18V8M5-18V8"/><path class="wave" d="M-17 19Q-11 13-6 19T6 19T17 19"/>'
    ),
    "cave": (
        '<path class="body stone" d="M-22 19L-18-4L-8-17L6-20L18-9L22 19Z"/>'
        '<path class="body hole" d="M-11 19V6C-11-8 11-8 11 6V19Z"/>'
    ),
    "river": (
        '<path class="wave" d="M-20-11Q-13-19-7-11T7-11T20-11M-20 2Q-13-6-7 2T7 2T20 2M-20 15Q-13 7-7 15T7 15T20 15"/>'
    ),
    "cliff": (
        '<path class="body stone" d="M-21 20V2L-12-2L-9-19L8-20L20-12V20Z"/>'
        '<path class="pen" d="M-12-2L-4 3V20M8-20L5-8L11-2V9"/>'
    ),
    "ditch": (
        '<path class="body sand" d="M-22-8H-9L-6 17H7L10-8H22V21H-22Z"/>'
        '<path class="body hurt" d="M-4 15L-1 4L2 15ZM2 15L5 4L7 15Z"/>'
        '<path class="pen" d="M0-20V-7M-5-12L0-7L5-12"/>'
    ),
    "quicksand": (
        '<ellipse class="body sand" cx="0" cy="4" rx="22" ry="16"/>'
        '<path class="dark" d="M14 5C14-4-13-5-13 4C-13 12 8 12 7 5C6 1-5 1-5 5"/>'
        '<path class="pen" d="M0 3V-18M0-18L7-14"/>'
    ),
    # both ends of the track
    "start_camp": _TENT,
    "temple": (
        '<path class="body stone" d="M-23 20V10H-17V0H-11V-9H11V0H17V10H23V20Z"/>'
        '<path class="body hole" d="M-5 20V8H5V20Z"/><path class="body gem" d="M0-22L6-15L0-9L-6-15Z"/>'
    ),
    # objects
    "rope": (
        '<circle class="body cloth" r="17"/><circle class="dark" r="11"/><circle class="body hole" r="5"/>'
        '<path class="pen" d="M12 12L21 21"/>'
    ),
    "grapnel": (
        '<path class="pen" d="M0-12V17M-17 0C-17 15-8 18 0 18C8 18 17 15 17 0M-22 5L-17 0L-12 5M22 5L17 0L12 5"/>'
        '<circle class="pen" cy="-17" r="5"/>'
    ),
    "first_aid_kit": (
        '<path class="pen" d="M-7-12V-18H7V-12"/>'
        '<rect class="body sheet" x="-21" y="-12" width="42" height="31" rx="4"/>'
        '<path class="hurt" d="M-4-6H4V0H10V8H4V14H-4V8H-10V0H-4Z"/>'
    ),
    "journal": (
        '<rect class="body cloth" x="-16" y="-20" width="32" height="40" rx="3"/>'
        '<path class="dark" d="M-9-20V20M-2-10H10M-2-2H10M-2 6H6"/>'
    ),
    "machete": (
        '<path class="body steel" d="M-9 5L12-20C20-20 22-13 20-8L-3 11Z"/>'
        '<path class="body cloth" d="M-9 5L-3 11L-14 22L-21 16Z"/>'
    ),
    "torch": (
        '<path class="body cloth" d="M-6 2H6L3 22H-3Z"/>'
        '<path class="body flame" d="M0-23C8-14 11-9 11-4C11 1 7 4 0 4C-7 4-11 1-11-4C-11-9-4-12 0-23Z"/>'
    ),
    "map": (
        '<path class="body sheet" d="M-21-13L-7-18L7-13L21-18V13L7 18L-7 13L-21 18Z"/>'
        '<path class="dark" d="M-7-18V13M7-13V18M-17 8L-12 4M-3 2L3-2M11-8L17-2M17-8L11-2"/>'
    ),
    "compass": (
        '<circle class="body sheet" r="20"/><path class="body hurt" d="M9-13L3 4L-4-2Z"/>'
        '<path class="body steel" d="M-9 13L3 4L-4-2Z"/>'
    ),
    # emeralds and tokens
    "gem": '<path class="body gem" d="M-12-19H12L22-5L0 22L-22-5Z"/>',
    "ouch": (
        '<path class="body hurt" d="M0-23L6-11L18-17L14-4L23 4L11 8L12 21L0 13L-12 21L-11 8'
        'L-23 4L-14-4L-18-17L-6-11Z"/>'
    ),
    "first_arrived": '<path class="pen" d="M-14-21V22"/><path class="body flame" d="M-14-20H19L11-9L19 2H-14Z"/>',
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
