"""The sea in a few lines of text, for people in a shell."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from engines.babord.pieces import TRACKS, Pair
from engines.babord.position import board_of
from engines.babord.render.captions import SEAT_COLOURS, Scene
from engines.kernel.drawing import MARKS, SIGNS
from engines.kernel.protocols.render import NOTE_COLUMNS, padded

COLUMNS = 98
CELL = 15
ARROWS = {"n": "↑", "ne": "↗", "e": "→", "se": "↘", "s": "↓", "sw": "↙", "w": "←", "nw": "↖"}


def draw(scene: Scene) -> str:
    """Head, sea, dashboards."""
    note = wrap(scene.say("reconstructed"), NOTE_COLUMNS)
    return "\n".join(line.rstrip() for line in [*_lines(scene), "", *note]) + "\n"


def _lines(scene: Scene) -> Iterator[str]:
    options = scene.view.options
    yield scene.headline()
    yield from wrap(scene.situation(), COLUMNS)
    yield from wrap(scene.news(), COLUMNS)
    yield ""
    yield "   " + "".join(padded(chr(ord("A") + col), CELL) for col in range(options.cols))
    for row in range(options.rows):
        places = [(row, col) for col in range(options.cols)]
        yield f"{row + 1:<3}" + "".join(
            padded(f"{_points(scene, place, 0)} {_label(scene, place)}", CELL) for place in places
        )
        yield "   " + "".join(padded(f"{_points(scene, place, 1)} {_balls(scene, place)}", CELL) for place in places)
    yield from wrap(scene.say("text_key"), COLUMNS)
    for seat in range(len(scene.view.players)):
        yield ""
        yield from _seat(scene, seat)


def sign(seat: int) -> str:
    return SIGNS[MARKS[SEAT_COLOURS[seat]]]


def _points(scene: Scene, place: Pair, half: int) -> str:
    """The upper or lower two points of a place: boats, water, land."""
    boats = {player.boat: sign(player.seat) for player in scene.view.players}
    water = board_of(scene.view).points
    points = [(2 * place[0] + half, 2 * place[1] + x) for x in (0, 1)]
    return "".join(boats.get(point) or ("·" if point in water else "#") for point in points)


def _label(scene: Scene, place: Pair) -> str:
    """What is known to lie on a place."""
    name = scene.view.grid[place[0]][place[1]]
    if name is None:
        return f"({scene.say('short_hole')})"
    port = board_of(scene.view).port_at.get(place)
    if port is not None:
        return scene.wording.name("port") + "".join(
            f" {sign(player.seat)}" for player in scene.view.players if player.home_port == port
        )
    tile = scene.view.tiles[name]
    if tile.kind is None:
        return "?"
    return f"{scene.kind(tile)} {tile.fish}" if tile.fish else scene.kind(tile)


def _balls(scene: Scene, place: Pair) -> str:
    """At most three are named one by one."""
    flying = [f"o{sign(ball.owner)}{ARROWS[ball.direction]}" for ball in scene.view.balls if ball.place == place]
    return " ".join(flying) if len(flying) <= 3 else f"o×{len(flying)}"


def _seat(scene: Scene, seat: int) -> Iterator[str]:
    player = scene.view.players[seat]
    now = ">" if seat in scene.concerned() else " "
    standing = " · ".join([scene.standing(seat), *(scene.wording.name(thing) for thing in scene.aboard(seat))])
    yield f"{now} {sign(seat)} {padded(scene.wording.players[seat], 16)} {standing}"
    levels = [f"{scene.say(f'short_{track}')} {getattr(player, track)}/{TRACKS[track].max}" for track in TRACKS]
    yield "    " + "  ".join(levels)
