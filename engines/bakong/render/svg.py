"""The jungle as a picture, drawn from what everybody sees: the track winds down from the camp to the temple.

Seven tiles lie in a row. The camp and the temple are two tiles wide, so that the rows are full.
"""

from __future__ import annotations

from engines.bakong.pieces import COLOURS, END_FACES, START_SLOT, TEMPLE_SLOT
from engines.bakong.position import BakongView, TileView
from engines.bakong.render import icons, panels
from engines.bakong.render.captions import SEAT_COLOUR, concerned, headline, news, short, situation
from engines.bakong.render.icons import icon
from engines.bakong.render.panels import LEFT, WIDTH, Panels, dice, gem, supply, token
from engines.kernel.drawing import COLORS, below, document, element, piece, style_sheet, text
from engines.kernel.protocols.render import Wording, shortened

TRACK_TOP = 92
TILE, TALL, ACROSS, DOWN = 76, 110, 6, 10
IN_A_ROW = 7
ROWS = 4
BAND = 21
ONE_LINE = 58
"""Longer sentences are written smaller."""
LEGEND_TOP = TRACK_TOP + ROWS * (TALL + DOWN)
SUPPLY_TOP = LEGEND_TOP + 54
PANELS_TOP = SUPPLY_TOP + 108

SIGNS = {"green": "", "yellow": "■", "red": "!"}
"""What is written on a tile's band besides its colour: a halt, a danger, nothing."""

STYLE = style_sheet(
    """
.way{fill:none;stroke:$line;stroke-width:14;stroke-linejoin:round}
.turned{fill:none;stroke:$accent;stroke-width:3.5}
.corner{fill:$panel;stroke:$soft;stroke-dasharray:3 2}
.pip{fill:$ink}
"""
    + "\n".join(f".tint-{name}{{fill:{COLORS[name][0]};fill-opacity:.17}}" for name in COLOURS)
    + icons.LOOK
    + panels.LOOK
)


def draw(view: BakongView, wording: Wording) -> str:
    """The whole picture."""
    panels = Panels(len(view.players), PANELS_TOP)
    return document(
        WIDTH,
        panels.bottom + 6,
        f"{headline(view, wording)} · {situation(view, wording)}",
        wording.say("description"),
        STYLE,
        icons.symbols(),
        panels.empty_backpack(),
        text(LEFT, 34, headline(view, wording), "big strong"),
        text(LEFT, 61, situation(view, wording), "small" if len(situation(view, wording)) > ONE_LINE else None),
        text(LEFT, 82, shortened(news(view, wording), 80), "small soft"),
        *dice(view.current, wording),
        track(view, wording),
        legend(wording),
        below(
            SUPPLY_TOP,
            supply(view, wording, SUPPLY_TOP),
            *(panels.draw(view, wording, seat) for seat in range(len(view.players))),
        ),
        note=wording.say("reconstructed"),
    )


# --- the track -------------------------------------------------------------------------------------------------------


def corner(slot: int) -> tuple[float, float]:
    """The upper left corner of a slot: even rows run to the right, odd ones to the left."""
    place = slot + (slot > START_SLOT)
    row, column = divmod(place, IN_A_ROW)
    if row % 2:
        column = IN_A_ROW - 1 - column
    if slot == TEMPLE_SLOT:
        column -= 1
    return LEFT + column * (TILE + ACROSS), TRACK_TOP + row * (TALL + DOWN)


def width(slot: int) -> float:
    return 2 * TILE + ACROSS if slot in END_FACES else TILE


def places() -> dict[str, tuple[float, float]]:
    """The middle of every slot of the track."""
    corners = {slot: corner(slot) for slot in range(START_SLOT, TEMPLE_SLOT + 1)}
    return {f"slot-{slot}": (x + width(slot) / 2, y + TALL / 2) for slot, (x, y) in corners.items()}


def track(view: BakongView, wording: Wording) -> str:
    """The way, the tiles on it, and the pawns."""
    return element(
        "g",
        way(),
        end_tile(view, wording, START_SLOT),
        *(jungle_tile(view, wording, tile) for tile in view.track),
        end_tile(view, wording, TEMPLE_SLOT),
        *(pawn(view, wording, seat) for seat in range(len(view.players))),
        id="track",
    )


def way() -> str:
    """A path below the tiles: it shows between neighbours, so that the eye finds the next row."""
    middles = []
    for slot in range(START_SLOT, TEMPLE_SLOT + 1):
        x, y = corner(slot)
        middles.append(f"{x + width(slot) / 2:g} {y + TALL / 2:g}")
    return element("path", d="M" + "L".join(middles), class_="way")


def jungle_tile(view: BakongView, wording: Wording, tile: TileView) -> str:
    x, y = corner(tile.slot)
    turned = view.current is not None and view.current.flipped is not None and view.current.flipped.slot == tile.slot
    title = [wording.say("slot", slot=tile.slot, face=wording.name(tile.face), colour=wording.name(tile.colour))]
    if tile.back is not None:
        title.append(wording.say("known_back", face=wording.name(tile.back)))
    elif view.unseen_tiles:
        title.append(wording.say("unseen"))
    if turned:
        title.append(wording.say("turned_now"))
    return piece(
        ", ".join(title),
        *ground(view, tile.slot, tile.colour),
        text(x + 7, y + 16, tile.slot, f"small strong on-{tile.colour}"),
        text(x + TILE - 8, y + 16, SIGNS[tile.colour], f"small strong end on-{tile.colour}"),
        icon(tile.face, x + 28, y + 45, 40),
        *back(view, tile, x + 61, y + 37),
        text(x + TILE / 2, y + 80, short(tile.face, wording), "small middle"),
        element("rect", x=x, y=y, width=TILE, height=TALL, rx=8, class_="turned") if turned else "",
        id=f"slot-{tile.slot}",
    )


def ground(view: BakongView, slot: int, colour: str | None) -> list[str]:
    """The card of a tile: brighter where the acting pawn stands, with a band of its colour on top."""
    x, y = corner(slot)
    wide = width(slot)
    here = view.result is None and any(view.players[seat].slot == slot for seat in concerned(view))
    card = {"x": x, "y": y, "width": wide, "height": TALL, "rx": 8}
    drawn = [element("rect", **card, class_="now" if here else "panel")]
    if colour is not None:
        band = f"M{x:g} {y + BAND:g}v{8 - BAND}a8 8 0 0 1 8-8h{wide - 16:g}a8 8 0 0 1 8 8v{BAND - 8}z"
        drawn += [element("rect", **card, class_=f"tint-{colour}"), element("path", d=band, class_=colour)]
    return drawn


def back(view: BakongView, tile: TileView, x: float, y: float) -> list[str]:
    """The back of the tile where it is known, small in the corner; a question mark where nobody ever saw it.

    A reader who must remember the backs sees neither.
    """
    if tile.back is None and not view.unseen_tiles:
        return []
    spot = element("circle", cx=x, cy=y, r=12, class_="corner")
    if tile.back is None:
        return [spot, text(x, y + 5, "?", "small middle soft")]
    return [spot, icon(tile.back, x, y, 18)]


def end_tile(view: BakongView, wording: Wording, slot: int) -> str:
    """The camp or the temple, with what lies there."""
    x, y = corner(slot)
    name = END_FACES[slot]
    lying = temple(view, wording, x, y) if slot == TEMPLE_SLOT else []
    return piece(
        wording.name(name),
        *ground(view, slot, None),
        text(x + 8, y + 18, short(name, wording), "strong"),
        text(x + width(slot) - 8, y + 18, slot, "small soft end"),
        icon(name, x + width(slot) / 2, y + 50, 50) if slot == START_SLOT else icon(name, x + 98, y + 15, 26),
        *lying,
        id=f"slot-{slot}",
    )


def temple(view: BakongView, wording: Wording, x: float, y: float) -> list[str]:
    """Big emeralds still to be had, and the objects left there with the marks of those who left them."""
    emeralds, objects = view.temple.big_emeralds, view.temple.objects
    step = min(30, 146 / max(1, len(emeralds)))
    drawn = [
        piece(
            wording.say("at_temple", value=value),
            *gem(x + 18 + step * number, y + 44, 26, str(value)),
            id=f"emerald-{value}",
        )
        for number, value in enumerate(emeralds)
    ]
    step = min(34, 146 / max(1, len(objects)))
    for number, left in enumerate(objects):
        spot = x + 16 + step * number
        title = wording.say("left_at_temple", object=wording.name(left.object), player=wording.players[left.left_by])
        drawn.append(
            piece(
                title,
                icon(left.object, spot, y + 70, 20),
                token(SEAT_COLOUR[left.left_by], spot + 9, y + 77, 6),
                id=f"left-{number}",
            )
        )
    return drawn


def pawn(view: BakongView, wording: Wording, seat: int) -> str:
    """At the foot of its tile; up to three in a row, more in two rows. A returning pawn carries an emerald."""
    player, colour = view.players[seat], SEAT_COLOUR[seat]
    here = [other for other, standing in enumerate(view.players) if standing.slot == player.slot]
    x, y = corner(player.slot)
    most = 6 if player.slot in END_FACES else 3
    row, column = divmod(here.index(seat), most)
    crowded = len(here) > most
    in_row = min(most, len(here) - row * most)
    x += width(player.slot) / 2 + 24 * (column - (in_row - 1) / 2)
    y += 97 if not crowded else 82 + 18 * row
    title = wording.say(
        "pawn",
        player=wording.players[seat],
        colour=wording.name(colour),
        slot=player.slot,
        direction=wording.name(player.direction),
    )
    load = icon("gem", x + 9, y - 8, 12) if player.direction == "return" else ""
    return piece(title, token(colour, x, y, 9 if crowded else 11), load, id=f"pawn-{seat}")


def legend(wording: Wording) -> str:
    """What the colours, their signs and the corners mean."""
    y = LEGEND_TOP + 14
    drawn = []
    for number, colour in enumerate(COLOURS):
        x = LEFT + 190 * number
        drawn.append(element("rect", x=x, y=y - 14, width=22, height=19, rx=4, class_=colour))
        drawn.append(text(x + 11, y + 1, SIGNS[colour], f"small strong middle on-{colour}"))
        drawn.append(text(x + 30, y + 1, wording.say(f"legend_{colour}"), "small soft"))
    drawn.append(element("circle", cx=LEFT + 11, cy=y + 21, r=9, class_="corner"))
    drawn.append(text(LEFT + 30, y + 26, wording.say("legend_back"), "small soft"))
    return element("g", *drawn, id="legend")
