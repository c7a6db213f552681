"""The sea as a picture, drawn from a reader's view alone: fog over everything that the reader does not know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from textwrap import wrap

from engines.babord.pieces import CONTENT, DIRECTIONS, PORTS, Pair, board, place_of
from engines.babord.position import TileView, board_of
from engines.babord.render import icons, panels
from engines.babord.render.captions import SEAT_COLOURS, Scene
from engines.babord.render.icons import arrow, disc, icon, ship
from engines.babord.render.panels import dashboard, wind_rose
from engines.kernel.drawing import below, document, element, piece, style_sheet, text

WIDTH, LEFT = 600, 16
TILE = 90
SEA_TOP = 116
LETTERS_IN_A_LINE = 70

STYLE = style_sheet(
    """
.open{fill:$panel;stroke:$soft}
.fog{fill:$water;stroke:$paper;stroke-width:2}
.quay{fill:$land;stroke:$soft}
.gulf{fill:$shade;stroke:$soft;stroke-dasharray:4 4}
.dot{fill:$ink;fill-opacity:.28}
.cost{fill:$panel;stroke:$soft}
.fuel{font-size:12px;font-weight:700}
.kind{font-size:11.5px;pointer-events:none}
.shown{fill:none;stroke:$accent;stroke-width:4}
.marked{fill:none;stroke:$accent;stroke-width:3;stroke-dasharray:6 4}
.rose{fill:$panel;stroke:$soft;stroke-width:1.5}
"""
    + icons.LOOK
    + panels.LOOK
)


def draw(scene: Scene) -> str:
    """The whole picture."""
    rows, seats = scene.view.options.rows, len(scene.view.players)
    top = SEA_TOP + rows * TILE + 14.0
    return document(
        WIDTH,
        panels.bottom(seats, top) + 4,
        f"{scene.headline()} · {scene.situation()}",
        scene.say("description"),
        STYLE,
        icons.symbols(),
        text(LEFT, 34, scene.headline(), "big strong"),
        *heading(scene),
        wind_rose(scene, WIDTH - LEFT - 24, 32),
        sea(scene),
        below(top, *(dashboard(scene, seat, top) for seat in range(seats))),
        note=scene.say("reconstructed"),
    )


def heading(scene: Scene) -> Iterator[str]:
    """Who has to do what, and what matters besides."""
    lines = wrap(scene.situation(), LETTERS_IN_A_LINE)
    for number, line in enumerate(lines):
        yield text(LEFT, 58 + 18 * number, line, "small strong")
    yield text(LEFT, 58 + 18 * len(lines), scene.news(), "small soft")


# --- the sea ---------------------------------------------------------------------------------------------------------


def corner(scene: Scene, place: Pair) -> tuple[float, float]:
    """The upper left corner of a place; small seas lie in the middle."""
    return _corner(scene.view.options.cols, place)


def _corner(cols: int, place: Pair) -> tuple[float, float]:
    left = (WIDTH - cols * TILE) / 2 + 8
    return left + place[1] * TILE, SEA_TOP + place[0] * TILE


def at(scene: Scene, point: Pair) -> tuple[float, float]:
    """Where a point of the lattice lies."""
    return _at(scene.view.options.cols, point)


def _at(cols: int, point: Pair) -> tuple[float, float]:
    x, y = _corner(cols, place_of(point))
    return x + TILE * (0.25 + 0.5 * (point[1] % 2)), y + TILE * (0.25 + 0.5 * (point[0] % 2))


def places() -> dict[str, tuple[float, float]]:
    """The points and ports of the sea of usual size; tiles move."""
    rows, cols = (CONTENT["options"][name]["default"] for name in ("rows", "cols"))
    sea_board = board(rows, cols)
    points = {f"point-{point[0]}-{point[1]}": _at(cols, point) for point in sea_board.points}
    ports = {port: _corner(cols, place) for place, port in sea_board.port_at.items()}
    return points | {f"tile-port_{port}": (x + TILE / 2, y + TILE / 2) for port, (x, y) in ports.items()}


def sea(scene: Scene) -> str:
    """Tiles, points, names, balls, boats, in this order; rows have numbers, columns letters."""
    view, fuel = scene.view, scene.fuel_to()
    board = board_of(view)
    numbers = [
        text(corner(scene, (0, col))[0] + TILE / 2, SEA_TOP - 6, chr(ord("A") + col), "small soft middle")
        for col in range(board.cols)
    ]
    numbers += [
        text(corner(scene, (row, 0))[0] - 9, corner(scene, (row, 0))[1] + TILE / 2 + 5, row + 1, "small soft middle")
        for row in range(board.rows)
    ]
    return element(
        "g",
        *numbers,
        *(lying(scene, (row, col)) for row in range(board.rows) for col in range(board.cols)),
        *(dot(scene, point, fuel.get(point)) for point in board.points),
        *names(scene),
        *(ball(scene, number) for number in range(len(view.balls))),
        *(boat(scene, seat) for seat in range(len(view.players))),
        id="sea",
    )


def lying(scene: Scene, place: Pair) -> str:
    """Whatever lies on a place: a port, a tile, or nothing."""
    name = scene.view.grid[place[0]][place[1]]
    if name is None:
        return hole(scene, place)
    port = board_of(scene.view).port_at.get(place)
    return tile(scene, place, name) if port is None else harbour(scene, place, port)


def square(scene: Scene, place: Pair, look: str, inset: float = 1.5) -> str:
    x, y = corner(scene, place)
    side = TILE - 2 * inset
    return element("rect", x=x + inset, y=y + inset, width=side, height=side, rx=7, class_=look)


def tile(scene: Scene, place: Pair, name: str) -> str:
    """A tile face up, or under fog."""
    x, y = corner(scene, place)
    shown, current = scene.view.tiles[name], scene.view.current
    middle = x + TILE / 2
    drawn = [
        square(scene, place, "fog"),
        icon("fog", middle, y + 45, 50),
    ]
    if shown.kind is not None:
        drawn = [square(scene, place, "open"), *face(scene, shown, middle, y)]
    if place == current.face_up:
        drawn.append(square(scene, place, "shown", 3))
    elif place in (*current.peeked, *current.jumped):
        drawn.append(square(scene, place, "marked", 4))
    return piece(scene.tile(place, shown), *drawn, id=f"tile-{name}", data_piece=f"tile-{place[0]}-{place[1]}")


def face(scene: Scene, shown: TileView, x: float, y: float) -> Iterator[str]:
    """The drawing of a tile, and its fish."""
    yield icon(str(shown.kind), x, y + 45, 36)
    if shown.fish:
        yield icon("fish", x - 8, y + 14, 18)
        yield text(x + 4, y + 19, shown.fish, "small strong")


def names(scene: Scene) -> Iterator[str]:
    """The names of the tiles face up, over the numbers of the points."""
    board = board_of(scene.view)
    for row, col in product(range(board.rows), range(board.cols)):
        shown = scene.view.tiles.get(scene.view.grid[row][col] or "")
        if shown is not None and shown.kind is not None:
            x, y = corner(scene, (row, col))
            yield text(x + TILE / 2, y + 86, scene.kind(shown), "kind middle")


def harbour(scene: Scene, place: Pair, port: str) -> str:
    """A port, its land in the outer corner, and the mark of the seat that calls it home."""
    x, y = corner(scene, place)
    land_y, land_x = PORTS[port].land
    title = [scene.wording.name(f"port_{port}")]
    drawn = [square(scene, place, "quay"), icon("port", x + TILE / 2, y + TILE / 2, 40)]
    for player in scene.view.players:
        if player.home_port == port:
            title.append(scene.say("home_of", player=scene.wording.players[player.seat]))
            spot = x + 17 + (TILE - 34) * land_x, y + 17 + (TILE - 34) * land_y
            drawn.append(disc(SEAT_COLOURS[player.seat], *spot, 11))
    labels = f"port-{port} tile-{place[0]}-{place[1]}"  # as actions call it
    return piece(", ".join(title), *drawn, id=f"tile-port_{port}", data_piece=labels)


def hole(scene: Scene, place: Pair) -> str:
    x, y = corner(scene, place)
    swirl = icon("hole", x + TILE / 2, y + TILE / 2, 50)
    return piece(scene.say("hole", place=place), square(scene, place, "gulf"), swirl, id="hole")


def dot(scene: Scene, point: Pair, fuel: int | None) -> str:
    """A point; where the boat can sail there now, with the fuel that it takes."""
    x, y = at(scene, point)
    if fuel is None:
        title, drawn = scene.say("point", point=point), [element("circle", cx=x, cy=y, r=4, class_="dot")]
    else:
        title = scene.say("point_in_reach", point=point, fuel=fuel)
        drawn = [element("circle", cx=x, cy=y, r=8.5, class_="cost"), text(x, y + 4, fuel, "fuel middle")]
    return piece(title, *drawn, id=f"point-{point[0]}-{point[1]}")


def ball(scene: Scene, number: int) -> str:
    """In the middle of its tile, with an arrow; several on one tile lie side by side."""
    flying = scene.view.balls[number]
    here = [other for other, shot in enumerate(scene.view.balls) if shot.place == flying.place]
    x, y = corner(scene, flying.place)
    x += TILE / 2 + min(24, 60 / len(here)) * (here.index(number) - (len(here) - 1) / 2)
    y += TILE / 2
    title = scene.say(
        "ball",
        player=scene.wording.players[flying.owner],
        place=flying.place,
        direction=scene.wording.name(flying.direction),
    )
    return piece(
        title,
        arrow(x, y, DIRECTIONS[flying.direction], 27),
        element("circle", cx=x, cy=y, r=11, class_="shot"),
        disc(SEAT_COLOURS[flying.owner], x, y, 7),
        id=f"ball-{number}",
    )


def boat(scene: Scene, seat: int) -> str:
    """On its point; a boat that has sunk, or has no port yet, is not at sea."""
    point = scene.view.players[seat].boat
    if point is None:
        return ""
    x, y = at(scene, point)
    title = scene.say("boat", player=scene.wording.players[seat], point=point)
    drawn = [ship(SEAT_COLOURS[seat], x, y)]
    if seat in scene.concerned():
        drawn.insert(0, element("circle", cx=x, cy=y + 1, r=26, class_="now"))
    if scene.view.treasure.carrier == seat:
        title = f"{title}, {scene.say('with_treasure')}"
        drawn.append(icon("treasure", x + 15, y + 5, 25))
    return piece(title, *drawn, id=f"boat-{seat}")
