"""A panel for each seat (mark, name, points, backpack as it is packed), the dice and the supply."""

from __future__ import annotations

from collections.abc import Iterator

from engines.bakong.parts import Current, Player
from engines.bakong.pieces import EMERALDS_OF, OBJECTS, POCKETS
from engines.bakong.position import BakongView, Placed
from engines.bakong.render.captions import SEAT_COLOUR, concerned, points, short
from engines.bakong.render.icons import icon
from engines.kernel.drawing import MARKS, element, mark, piece, text
from engines.kernel.protocols.render import Wording

LEFT, WIDE, GAP = 16, 568, 10
HEADER, PADDING = 56, 10
COLUMNS = {2: 2, 3: 3, 4: 2, 5: 3, 6: 3}
"""How many panels lie side by side, by the number of seats."""
SHORT_NAME = 12
"""Letters of a name for which a panel has room; longer ones are written smaller."""
CELLS_ACROSS, CELLS_DOWN = 6, 4
CORNERS = {"top": (1, 0), "left": (0, 2), "central": (1, 1), "right": (5, 2)}
"""Where the pockets lie on the backpack, in cells."""

LOOK = """
.pocket{fill:$paper;stroke:$line;stroke-width:1.5}
.cells{fill:none;stroke:$line;stroke-width:1;stroke-dasharray:2 3}
.item{fill:$shade;stroke:$soft;stroke-width:1.5}
.on-gem{fill:#0b2318}
"""


class Panels:
    """Where the panels of a game lie."""

    def __init__(self, seats: int, top: float) -> None:
        self.columns = COLUMNS[seats]
        self.top = top
        self.width = (WIDE - GAP * (self.columns - 1)) / self.columns
        self.cell = int((self.width - 2 * PADDING - 8) / CELLS_ACROSS)
        self.height = HEADER + CELLS_DOWN * self.cell + 4 + PADDING
        self.bottom = top + -(-seats // self.columns) * (self.height + GAP)

    def corner(self, seat: int) -> tuple[float, float]:
        row, column = divmod(seat, self.columns)
        return LEFT + column * (self.width + GAP), self.top + row * (self.height + GAP)

    def draw(self, view: BakongView, wording: Wording, seat: int) -> str:
        """One seat."""
        x, y = self.corner(seat)
        player, name = view.players[seat], wording.players[seat]
        colour = SEAT_COLOUR[seat]
        score = wording.say("points", points=points(view, seat))
        where = wording.say(f"where_{player.direction}", slot=player.slot)
        if seat in concerned(view) and view.result is not None:
            where = wording.say("winner")
        return piece(
            f"{wording.say('backpack', player=name)} ({wording.name(colour)}), {score}, {where}",
            element(
                "rect",
                x=x,
                y=y,
                width=self.width,
                height=self.height,
                rx=10,
                class_="now" if seat in concerned(view) else "panel",
            ),
            token(colour, x + 22, y + 20, 12),
            text(x + 38, y + 26, name, "strong" if len(name) <= SHORT_NAME else "small strong"),
            text(x + PADDING, y + 47, score, "strong"),
            text(x + self.width - PADDING, y + 47, where, "small soft end"),
            element("use", href="#backpack", x=self.pack_left(seat), y=y + HEADER),
            *self.beside(view, wording, seat),
            *(self.item(view, wording, seat, number) for number in range(len(player.layout))),
            id=f"seat-{seat}",
        )

    def beside(self, view: BakongView, wording: Wording, seat: int) -> Iterator[str]:
        """Over the side pockets: the first-home tile, and the ouch tokens."""
        player, size = view.players[seat], min(self.cell, 32)
        left, y = self.pack_left(seat), self.corner(seat)[1] + HEADER + self.cell * 0.6
        if player.first_home:
            x = left + self.cell / 2
            yield piece(wording.name("first_arrived"), icon("first_arrived", x, y, size), id="first-home")
        if player.ouch:
            x = left + 5.5 * self.cell + 8
            yield piece(
                wording.say("ouch_count", count=player.ouch),
                icon("ouch", x, y, size),
                text(x, y + size / 2 + 15, f"×{player.ouch}", "small strong middle"),
                id=f"ouch-{seat}",
            )

    def pack_left(self, seat: int) -> float:
        return self.corner(seat)[0] + (self.width - CELLS_ACROSS * self.cell - 8) / 2

    def cell_corner(self, pocket: str, x: int, y: int) -> tuple[float, float]:
        """The corner of a cell on the backpack; pockets keep a little apart."""
        column, row = CORNERS[pocket]
        return (
            (column + x) * self.cell + {"left": 0, "right": 8}.get(pocket, 4),
            (row + y) * self.cell + (0 if pocket == "top" else 4),
        )

    def empty_backpack(self) -> str:
        """Pockets with their cells; every seat has the same."""
        drawn = []
        for pocket, (wide, high) in POCKETS.items():
            x, y = self.cell_corner(pocket, 0, 0)
            drawn.append(
                element("rect", x=x, y=y, width=wide * self.cell, height=high * self.cell, rx=5, class_="pocket")
            )
            lines = [f"M{x + n * self.cell:g} {y:g}v{high * self.cell}" for n in range(1, wide)]
            lines += [f"M{x:g} {y + n * self.cell:g}h{wide * self.cell}" for n in range(1, high)]
            drawn.append(element("path", d="".join(lines), class_="cells"))
        return element("defs", element("g", *drawn, id="backpack"))

    def item(self, view: BakongView, wording: Wording, seat: int, number: int) -> str:
        """A piece in its cells."""
        placed = view.players[seat].layout[number]
        x, y = self.cell_corner(placed.pocket, placed.x, placed.y)
        x, y = x + self.pack_left(seat), y + self.corner(seat)[1] + HEADER
        wide, high = placed.w * self.cell, placed.h * self.cell
        frame = element("rect", x=x + 2, y=y + 2, width=wide - 4, height=high - 4, rx=4, class_="item")
        return piece(
            _title(view, wording, seat, placed),
            frame,
            *_drawing(view.players[seat], placed.piece, x + wide / 2, y + high / 2, min(wide, high)),
            id=f"item-{seat}-{number}",
            data_piece=f"item-{seat}-{placed.piece}",  # as actions call it
        )


def _title(view: BakongView, wording: Wording, seat: int, placed: Placed) -> str:
    if placed.piece == "big":
        return wording.say("big_emerald", value=view.players[seat].big)
    return wording.name(placed.piece)


def _drawing(player: Player, name: str, x: float, y: float, size: float) -> list[str]:
    if name == "big":
        return gem(x, y, size, str(player.big))
    return gem(x, y, size, name[1:]) if name in EMERALDS_OF else [icon(name, x, y, 0.86 * size)]


def gem(x: float, y: float, size: float, value: str) -> list[str]:
    """An emerald with its value."""
    look = "big" if size > 50 else "small"
    return [icon("gem", x, y, size), text(x, y + 4, value, f"{look} strong middle on-gem")]


def token(colour: str, x: float, y: float, radius: float) -> str:
    """A seat's mark on a disc of its colour."""
    disc = element("circle", cx=x, cy=y, r=radius, class_=f"{colour} edge")
    return disc + mark(MARKS[colour], x, y, radius * 0.6, f"on-{colour}")


WIDTH, LEFT = 600, 16


# --- dice and supply -------------------------------------------------------------------------------------------------

_MIDDLE, _DIAGONAL, _OTHER, _SIDES = [(0, 0)], [(-1, -1), (1, 1)], [(-1, 1), (1, -1)], [(-1, 0), (1, 0)]
PIPS = {
    1: _MIDDLE,
    2: _DIAGONAL,
    3: _DIAGONAL + _MIDDLE,
    4: _DIAGONAL + _OTHER,
    5: _DIAGONAL + _OTHER + _MIDDLE,
    6: _DIAGONAL + _OTHER + _SIDES,
}


def dice(turn: Current | None, wording: Wording) -> list[str]:
    """Both dice of the turn; once chosen, what each was or is for."""
    if turn is None:
        return []
    uses = ["die", "die"]
    if turn.flip_die is not None:
        flip = turn.dice.index(turn.flip_die)
        uses[flip], uses[1 - flip] = "flip_die", "move_die"
    return [die(number, turn.dice[number], use, wording) for number, use in enumerate(uses)]


def die(number: int, value: int, use: str, wording: Wording) -> str:
    label = {"flip_die": "short_flip", "move_die": "short_move"}.get(use)
    x, y = WIDTH - LEFT - 36 - (92 if label else 46) * (1 - number), 8
    return piece(
        wording.say(use, die=value),
        element("rect", x=x, y=y, width=36, height=36, rx=7, class_="panel edge"),
        *(element("circle", cx=x + 18 + 10 * dx, cy=y + 18 + 10 * dy, r=3.6, class_="pip") for dx, dy in PIPS[value]),
        text(x - 6, y + 24, wording.say(label), "small soft end") if label else "",
        id=f"die-{number}",
        data_piece=f"die-{value}",  # as actions call it
    )


def supply(view: BakongView, wording: Wording, y: float) -> str:
    """Objects by name, so that the drawings in the backpacks explain themselves, and the tokens left."""
    drawn = [text(LEFT, y + 18, wording.say("supply"), "strong")]
    for number, (name, count) in enumerate(
        [("x3", view.supply.x3), ("x1", view.supply.x1), ("ouch", view.supply.ouch)]
    ):
        x = LEFT + 330 + 84 * number
        token_drawn = [icon("ouch", x, y + 12, 26)] if name == "ouch" else gem(x, y + 12, 26, name[1:])
        title = wording.say("in_supply", piece=wording.name(name), count=count)
        drawn.append(piece(title, *token_drawn, text(x + 19, y + 18, f"×{count}", "strong"), id=f"supply-{name}"))
    for number, name in enumerate(OBJECTS):
        left, count = LEFT + 2.5 + 71 * number, view.supply.objects[name]
        title = wording.say("in_supply", piece=wording.name(name), count=count)
        drawn.append(
            piece(
                title,
                element("rect", x=left, y=y + 30, width=66, height=64, rx=8, class_="panel" if count else "empty"),
                icon(name, left + 23, y + 54, 34),
                text(left + 62, y + 59, f"×{count}", "small strong end"),
                text(left + 33, y + 87, short(name, wording), "small middle"),
                id=f"supply-{name}",
            )
        )
    return element("g", *drawn, id="supply")
