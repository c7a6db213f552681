"""The delta as a picture, drawn from a reader's view alone: the board above, a panel for each seat below."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, dist, sin

from engines.kernel.drawing import COLORS, MARKS, below, document, element, mark, piece, polygon, style_sheet, text
from engines.kernel.protocols.render import Wording
from engines.mekong.pieces import COLOUR, CONTENT, HOME, ISLANDS, STONES
from engines.mekong.pieces import COLOURS as VILLAGE_COLOURS
from engines.mekong.position import MekongView
from engines.mekong.render import icons
from engines.mekong.render.captions import headline, situation
from engines.mekong.render.panels import CHIP_HEIGHT, CHIP_WIDTH, UNIT, chip, height, panel, token
from engines.mekong.rules import spans
from engines.mekong.rules.planks import chosen_plank, ghost_of, open_places

WIDTH = 600
HEAD, WATER = 74, 532
CENTRE_X, CENTRE_Y = WIDTH / 2, HEAD + WATER / 2
SHORE = 19
ROOM = 33
"""How far the label of a plank and a pawn keep from islands that they do not belong to."""
CHIPS_IN_A_ROW = 11

STYLE = style_sheet(
    """
.stone{fill:#a3a8ac;stroke:#4c5258;stroke-width:1.5}
.number{font-size:15px;text-anchor:middle}
.on-stone{fill:#16191d}
.rim{stroke:$edge;stroke-width:12;stroke-linecap:round}
.halo{fill:$paper;stroke:$edge;stroke-width:1.5}
.idol{fill:#d9a521;stroke:$edge}
.chosen{stroke:$accent;stroke-width:4}
.reach{opacity:0}
.absent{opacity:.5}
"""
    + "\n".join(
        f".beam-{name}{{stroke:{fill};stroke-width:9;stroke-linecap:round}}" for name, (fill, _) in COLORS.items()
    )
    + icons.STYLE
)

Spot = tuple[float, float]

PLACE: dict[str, Spot] = {
    item["id"]: (CENTRE_X + UNIT * item["x"], CENTRE_Y + UNIT * item["y"])
    for table in ("islands", "villages")
    for item in CONTENT[table]["items"]
}
"""Where islands and villages are drawn."""


def draw(view: MekongView, wording: Wording) -> str:
    """The whole picture."""
    top = y = HEAD + WATER + 10.0
    panels = [lost_planks(view, wording, y)] if view.lost else []
    y += 32 * -(-len(view.lost) // CHIPS_IN_A_ROW)
    for seat in range(len(view.players)):
        panels.append(panel(view, wording, seat, y))
        y += height(view, seat) + 8
    heading, news = headline(view, wording), situation(view, wording)
    return document(
        WIDTH,
        y,
        f"{wording.name('game')} · {heading}",
        news,
        STYLE,
        text(20, 32, heading, "big strong"),
        text(20, 58, news),
        delta(view, wording),
        below(top, *panels),
        note=wording.say("reconstructed"),
    )


def delta(view: MekongView, wording: Wording) -> str:
    """Water, islands, planks from stone to stone, villages around, pawns on top."""
    labels = label_places(view)
    return element(
        "g",
        element("rect", x=8, y=HEAD, width=WIDTH - 16, height=WATER, rx=22, class_="water"),
        element("circle", cx=246, cy=HEAD + WATER - 22, r=10, class_="stone"),
        text(262, HEAD + WATER - 17, wording.say("stones", count=STONES - len(view.stones)), "small"),
        *(element("circle", cx=PLACE[name][0], cy=PLACE[name][1], r=SHORE, class_="land") for name in ISLANDS),
        *(beam(view, plank) for plank in view.planks),
        *ghosts(view),
        *(island(view, wording, name) for name in ISLANDS),
        *(village(view, wording, colour) for colour in VILLAGE_COLOURS),
        *(laid_plank(view, wording, plank, labels[plank]) for plank in view.planks),
        *(pawn(view, wording, seat, pawn_place(view, seat, labels)) for seat in range(len(view.players))),
        id="delta",
    )


def island(view: MekongView, wording: Wording, name: str) -> str:
    """Its number, on the stone or on bare land; planks may pass over the shore."""
    (x, y), title = PLACE[name], wording.name(name)
    reach = element("circle", cx=x, cy=y, r=SHORE, class_="reach")
    if name in view.stones:
        title = wording.say("with_stone", island=title)
        ground = element("circle", cx=x, cy=y, r=13, class_="stone", id=f"stone-{name}")
        number = text(x, y + 5.5, int(name[1:]), "number strong on-stone")
    else:
        ground = element("circle", cx=x, cy=y, r=11, class_="land")
        number = text(x, y + 5.5, int(name[1:]), "number")
    return piece(title, reach, ground, number, id=f"island-{name}")


def beam(view: MekongView, plank: str) -> str:
    """The plank from support to support."""
    (x1, y1), (x2, y2) = (PLACE[support] for support in view.planks[plank])
    rim = element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="rim")
    return rim + element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=f"beam-{COLOUR[plank]}", id=f"beam-{plank}")


def ghosts(view: MekongView) -> Iterator[str]:
    """Every place that may be named for the chosen plank, hidden until a page shows one (MEK-45, MEK-103)."""
    if view.phase != "place_plank":
        return
    plank = chosen_plank(view)
    for pair in spans.among(open_places(view, plank), spans.PAIRS):
        (x1, y1), (x2, y2) = (PLACE[support] for support in pair)
        yield element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=f"ghost beam-{COLOUR[plank]}", id=ghost_of(pair))


def laid_plank(view: MekongView, wording: Wording, plank: str, label: Spot) -> str:
    """The label on the beam: mark and size."""
    supports = ", ".join(wording.name(support) for support in view.planks[plank])
    title = wording.say("laid", plank=wording.name(plank), supports=supports)
    drawn = chip(plank, label[0] - CHIP_WIDTH / 2, label[1] - CHIP_HEIGHT / 2)
    return piece(title, drawn, id=f"plank-{plank}")


def label_places(view: MekongView) -> dict[str, Spot]:
    """Where each plank shows its size: in the middle, or as near to it as islands and other labels leave room."""
    places: dict[str, Spot] = {}
    for plank, (a, b) in view.planks.items():
        (x1, y1), (x2, y2) = PLACE[a], PLACE[b]
        others = [place for name, place in PLACE.items() if name not in (a, b)]
        spots = [(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part) for part in (0.5, 0.43, 0.57, 0.36, 0.64, 0.3, 0.7)]
        places[plank] = roomiest(spots, others + list(places.values()))
    return places


def pawn_place(view: MekongView, seat: int, labels: dict[str, Spot]) -> Spot:
    """Beside the label of its plank, above it if there is room; or beside its village."""
    at = view.players[seat].pawn
    if at not in labels:
        return beside_village(view, seat)
    x, y = labels[at]
    others = [*PLACE.values(), *(spot for plank, spot in labels.items() if plank != at)]
    return roomiest([(x, y - 22), (x, y + 22), (x - 30, y), (x + 30, y)], others)


def roomiest(spots: list[Spot], others: list[Spot]) -> Spot:
    """The first spot that keeps away from the others, or else the one that does so best."""
    clearances = [min(dist(spot, other) for other in others) for spot in spots]
    return max(zip(clearances, spots, strict=True), key=lambda pair: min(pair[0], ROOM))[1]


def village(view: MekongView, wording: Wording, colour: str) -> str:
    """A house in its colour; paler where nobody plays that colour."""
    x, y = PLACE[HOME[colour]]
    walls = [(x - 21, y + 21), (x - 21, y - 5), (x, y - 25), (x + 21, y - 5), (x + 21, y + 21)]
    played = any(player.colour == colour for player in view.players)
    house = polygon(walls, f"{colour} edge" if played else f"{colour} edge absent")
    sign = mark(MARKS[colour], x, y + 5, 11, f"on-{colour}")
    return piece(wording.name(HOME[colour]), house, sign, id=f"village-{HOME[colour]}")


def pawn(view: MekongView, wording: Wording, seat: int, spot: Spot) -> str:
    player = view.players[seat]
    colour, place = wording.name(player.colour), wording.name(player.pawn)
    title = wording.say("pawn", name=wording.players[seat], colour=colour, place=place)
    return piece(title, token(player.colour, *spot), id=f"pawn-{seat}")


def beside_village(view: MekongView, seat: int) -> Spot:
    """Pawns on one village spread from its outer side to the left and to the right."""
    at = view.players[seat].pawn
    number = [s for s, player in enumerate(view.players) if player.pawn == at].index(seat)
    x, y = PLACE[at]
    turn = atan2(y - CENTRE_Y, x - CENTRE_X) + 0.85 * (-(-number // 2)) * (-1) ** number
    return x + 33 * cos(turn), y + 33 * sin(turn)


def lost_planks(view: MekongView, wording: Wording, y: float) -> str:
    """Out of the game for good (MEK-49)."""
    chips = []
    for number, plank in enumerate(view.lost):
        row, column = divmod(number, CHIPS_IN_A_ROW)
        title = wording.say("is_lost", plank=wording.name(plank))
        drawn = chip(plank, 164 + column * (CHIP_WIDTH + 5), y + row * 32)
        chips.append(piece(title, drawn, id=f"plank-{plank}"))
    return text(20, y + 17, wording.say("lost"), "small soft") + "".join(chips)
