"""Beside the sea: the wind rose, and for each seat its boat, its home port, and how full its tracks are."""

from __future__ import annotations

from engines.babord.pieces import PUSHES, TRACKS
from engines.babord.render.captions import SEAT_COLOURS, Scene
from engines.babord.render.icons import arrow, disc, icon
from engines.kernel.drawing import element, piece, text

LEFT, WIDE, GAP = 16, 568, 10
COLUMNS = 2
HEADER, LINE = 58, 21
BARS = tuple(track for track in TRACKS if track != "knife")
"""The knife is there or not: it is drawn beside the name."""
HEIGHT = HEADER + LINE * len(BARS) + 4

LOOK = """
.row{fill:$glow}
.trough{fill:$shade;stroke:$line}
.level{fill:#3f7fb0}
.low{fill:#c43c2c}
.gone rect,.gone circle,.gone use{opacity:.55}
"""
LOW = 0.3
"""Hull and fuel below this part of their track are shown in another colour, with a sign."""


def wind_rose(scene: Scene, x: float, y: float) -> str:
    """Where the wind pushes: one arrow, or four to choose from."""
    wind = scene.view.current.wind
    if wind is None:
        return ""
    arrows = [arrow(x, y, PUSHES[name], 15) for name in wind.winds]
    title = scene.say("wind", winds=", ".join(scene.wording.name(name) for name in wind.winds))
    return piece(title, element("circle", cx=x, cy=y, r=23, class_="rose"), *arrows, id="wind")


def bottom(seats: int, top: float) -> float:
    return top + -(-seats // COLUMNS) * (HEIGHT + GAP)


def dashboard(scene: Scene, seat: int, top: float) -> str:
    """One seat."""
    row, column = divmod(seat, COLUMNS)
    width = (WIDE - GAP) / COLUMNS
    x, y = LEFT + column * (width + GAP), top + row * (HEIGHT + GAP)
    view, name = scene.view, scene.wording.players[seat]
    frame = "now" if seat in scene.concerned() else "panel"
    aboard = [
        piece(scene.wording.name(thing), icon(thing, x + width - 24 - 34 * number, y + 22, 28), id=f"{thing}-{seat}")
        for number, thing in enumerate(scene.aboard(seat))
    ]
    return piece(
        f"{scene.say('dashboard', player=name)}, {scene.standing(seat)}",
        element("rect", x=x, y=y, width=width, height=HEIGHT, rx=10, class_=frame),
        disc(SEAT_COLOURS[seat], x + 22, y + 22, 12),
        text(x + 42, y + 28, name, "strong"),
        *aboard,
        text(x + 12, y + 50, scene.standing(seat), "small soft"),
        *(bar(scene, seat, track, x, y + HEADER + LINE * number) for number, track in enumerate(BARS)),
        id=f"seat-{seat}",
        class_="gone" if view.players[seat].sunk else None,
    )


def bar(scene: Scene, seat: int, track: str, x: float, y: float) -> str:
    """A track as a bar with its value; on a ground of its own where it can be chosen, so that marks are around it."""
    value, most = getattr(scene.view.players[seat], track), TRACKS[track].max
    low = track in ("hull", "fuel") and value < LOW * most
    width = 120
    filled = element(
        "rect", x=x + 94, y=y + 4, width=width * value / most, height=11, rx=3, class_="low" if low else "level"
    )
    acting = seat in scene.concerned()
    return piece(
        scene.say("level", track=scene.wording.name(track), value=value, most=most),
        element("rect", x=x + 7, y=y, width=265, height=19, rx=4, class_="row") if acting else "",
        text(x + 12, y + 15, scene.say(f"short_{track}"), "small"),
        element("rect", x=x + 94, y=y + 4, width=width, height=11, rx=3, class_="trough"),
        filled if value else "",
        text(x + 267, y + 15, f"{'! ' if low else ''}{value}/{most}", "small strong end" if low else "small end"),
        id=f"{track}-{seat}",
    )
