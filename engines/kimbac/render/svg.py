"""The city as an SVG document, drawn from one view: the plan above, the table and the seats below."""

from __future__ import annotations

from functools import cache
from math import dist

from engines.kernel.content import load
from engines.kernel.drawing import below, document, element, figure, mark, piece, polygon, style_sheet, text
from engines.kernel.protocols.render import Wording
from engines.kimbac.pieces import CROSSROADS, FOOT, GATES, REMOVED
from engines.kimbac.position import KimbacView
from engines.kimbac.render import panels
from engines.kimbac.render.captions import COLORS, MONUMENT_NAMES, headline, situation
from engines.kimbac.render.icons import token

WIDTH, HEIGHT, TOP = 600, 606, 74
ACROSS, DOWN = 0.57, 0.8
"""The plan is drawn taller than its data: that suits a phone and leaves room beside the streets."""
FOOT_DISTANCE = 25.0
"""A monument stands at least so far from its foot, so that a pawn there does not cover it."""

Spot = tuple[float, float]

LOOK = """
.ground{fill:$shade}
.kerb{stroke:$line;stroke-width:11;fill:none;stroke-linecap:round}
.streets{stroke:$paper;stroke-width:8.5;fill:none;stroke-linecap:round}
.gateway{stroke:$line;stroke-width:3;stroke-dasharray:3 4;fill:none}
.river{stroke:$water;stroke-width:32;fill:none;stroke-linejoin:round}
.bridge{stroke:$edge;stroke-width:15}
.deck{stroke:#c99a5b;stroke-width:11}
.plank{stroke:$edge;stroke-width:11;stroke-dasharray:1.5 5}
.crossing{fill:$panel;stroke:$soft;stroke-width:1.2}
.foot{fill:$panel;stroke:$ink;stroke-width:2.5}
.path{stroke:$ink;stroke-width:2}
.gate{fill:$panel;stroke:$soft;stroke-width:1.5}
.temple{fill:#7a2e1d;stroke:$edge;stroke-width:1}
.on-temple{fill:#ffffff;font-size:14px;font-weight:700;text-anchor:middle}
.letter{font-size:15px;font-weight:700;text-anchor:middle}
.digit{font-size:14px;font-weight:700;text-anchor:middle}
.reach{opacity:0}
.ring{fill:none;stroke:$accent;stroke-width:3}
.due{fill:none;stroke:$accent;stroke-width:2.5;stroke-dasharray:4 3}
.crown{fill:#f0c330;stroke:$edge;stroke-width:1.2}
"""

STYLE = style_sheet(LOOK + panels.STYLE)

_BOARD = load("engines.kimbac")["board"]


def _spot(x: float, y: float) -> Spot:
    return WIDTH / 2 + (x - 564) * ACROSS, TOP + HEIGHT / 2 + (y - 380) * DOWN


def _inside(spot: Spot) -> Spot:
    """Gates keep a little away from the frame."""
    return min(max(spot[0], 28), WIDTH - 28), spot[1]


AT: dict[str, Spot] = {
    item["id"]: _inside(_spot(item["x"], item["y"]))
    for table in ("crossroads", "gates")
    for item in _BOARD[table]["items"]
}
"""Where crossroads and gates are drawn."""
SIDE_GATES = {gate for gate in GATES if not TOP + 60 < AT[gate][1] < TOP + HEIGHT - 60}


def _monument_spot(number: int, x: float, y: float) -> Spot:
    """Where the data put it, or a little further from its foot."""
    (x, y), (foot_x, foot_y) = _spot(x, y), AT[FOOT[number]]
    stretch = max(1.0, FOOT_DISTANCE / dist((x, y), (foot_x, foot_y)))
    return foot_x + (x - foot_x) * stretch, foot_y + (y - foot_y) * stretch


MONUMENTS: dict[int, Spot] = {
    item["number"]: _monument_spot(item["number"], item["x"], item["y"]) for item in _BOARD["monuments"]["items"]
}


def draw(view: KimbacView, wording: Wording) -> str:
    """The whole picture."""
    heading, news = headline(view, wording), situation(view, wording)
    top: float = TOP + HEIGHT + 8
    y = top + 62
    lower = [panels.middle_of_the_table(view, wording, top)]
    for seat in range(len(view.pawns)):
        lower.append(panels.panel(view, wording, seat, y))
        y += panels.height(view, seat) + 8
    lower.append(panels.finished_rounds(view, wording, y))
    return document(
        WIDTH,
        y + 26 * len(view.round_results) + (8 if view.round_results else 0),
        f"{wording.name('game')} · {heading}",
        news,
        STYLE,
        text(20, 32, heading, "big strong"),
        text(20, 58, news),
        city(view, wording),
        below(top, *lower),
        note=wording.say("reconstructed"),
    )


def city(view: KimbacView, wording: Wording) -> str:
    """The plan with everything on it."""
    return element("g", plan(wording), *monuments(view, wording), *pawns(view, wording), id="city")


def plan(wording: Wording) -> str:
    """What never changes: ground, river, streets, bridges, gates, crossroads."""
    return _ground() + _named(tuple((place, wording.name(place)) for place in (*_BRIDGES, *GATES, *CROSSROADS)))


@cache
def _ground() -> str:
    banks = [_spot(*point) for point in _BOARD["river"]["line"]]
    river = " ".join(f"{figure(max(x, 12))},{figure(y)}" for x, y in banks)  # the plan ends at its frame
    pond_x, pond_y = _spot(_BOARD["river"]["pond"]["x"], _BOARD["river"]["pond"]["y"])
    gateways = [(gate["id"], exit_) for gate in _BOARD["gates"]["items"] for exit_ in gate["opens_on"]]
    streets = _lines(_BOARD["streets"]["items"])
    return (
        element("rect", x=8, y=TOP, width=WIDTH - 16, height=HEIGHT, rx=18, class_="ground")
        + element("polyline", points=river, class_="river")
        + element("circle", cx=pond_x, cy=pond_y, r=24, class_="water")
        + element("path", d=_lines(gateways), class_="gateway")
        + "".join(element("path", d=streets, class_=layer) for layer in ("kerb", "streets"))
    )


def _lines(pairs: list[tuple[str, str]]) -> str:
    return "".join(f"M{_pair(AT[a])}L{_pair(AT[b])}" for a, b in pairs)


def _pair(spot: Spot) -> str:
    return f"{figure(spot[0])} {figure(spot[1])}"


_BRIDGES: dict[str, tuple[str, str]] = {item["id"]: (item["a"], item["b"]) for item in _BOARD["bridges"]["items"]}


@cache
def _named(names: tuple[tuple[str, str], ...]) -> str:
    """The places with a name; made once for each language."""
    draw = {**dict.fromkeys(_BRIDGES, _bridge), **dict.fromkeys(GATES, _gate), **dict.fromkeys(CROSSROADS, _crossroad)}
    return "".join(draw[place](place, name) for place, name in names)


def _bridge(bridge: str, name: str) -> str:
    (x1, y1), (x2, y2) = (AT[end] for end in _BRIDGES[bridge])
    ends = {  # the bridge proper, between the banks
        "x1": x1 + (x2 - x1) * 0.3,
        "y1": y1 + (y2 - y1) * 0.3,
        "x2": x1 + (x2 - x1) * 0.7,
        "y2": y1 + (y2 - y1) * 0.7,
    }
    ways = [element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=layer) for layer in ("kerb", "streets")]
    return piece(
        name,
        *ways,
        *(element("line", class_=layer, **ends) for layer in ("bridge", "deck", "plank")),
        id=f"bridge-{bridge}",
    )


def _gate(gate: str, name: str) -> str:
    """A doorway with its letter and room for one pawn."""
    (x, y), wide = AT[gate], gate in SIDE_GATES
    width, height = (54, 34) if wide else (34, 54)
    door = element("rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=8, class_="gate")
    letter = text(x - 14, y + 5.5, gate, "letter") if wide else text(x, y - 7, gate, "letter")
    return piece(name, door, letter, id=f"gate-{gate}")


def _crossroad(crossroad: str, name: str) -> str:
    x, y = AT[crossroad]
    size, class_ = (8, "foot") if crossroad in FOOT.values() else (5, "crossing")
    reach = element("circle", cx=x, cy=y, r=17, class_="reach")
    return piece(name, reach, element("circle", cx=x, cy=y, r=size, class_=class_), id=f"crossroad-{crossroad}")


def monuments(view: KimbacView, wording: Wording) -> list[str]:
    """A roof and a number; rings around the monument of the secret and, for those who know it, the cache."""
    drawn = []
    secret = view.chest.secret if view.chest is not None else None
    for number, (x, y) in MONUMENTS.items():
        key = "secret" if number == secret else "cache" if number == view.cache else "monument"
        roof = [(x - 16, y - 8), (x - 10, y - 14), (x, y - 17), (x + 10, y - 14), (x + 16, y - 8)]
        foot_x, foot_y = AT[FOOT[number]]
        shapes = [
            element("line", x1=x, y1=y, x2=foot_x, y2=foot_y, class_="path"),
            element("rect", x=x - 12, y=y - 9, width=24, height=20, rx=2, class_="temple"),
            polygon(roof, "temple"),
            text(x, y + 6.5, number, "on-temple"),
            element("circle", cx=x, cy=y, r=21, class_="due") if number == secret else "",
            mark("star", x, y - 21, 11, "crown") if number == view.cache else "",
        ]
        title = wording.say(key, number=number, name=MONUMENT_NAMES[wording.language][number])
        drawn.append(piece(title, *shapes, id=f"monument-{number}"))
    return drawn


def pawns(view: KimbacView, wording: Wording) -> list[str]:
    return [
        pawn(view, wording, seat, number)
        for seat, own in enumerate(view.pawns)
        for number, place in enumerate(own, 1)
        if place is not None and place != REMOVED
    ]


def pawn(view: KimbacView, wording: Wording, seat: int, number: int) -> str:
    """The mark of its colour with its number; the Kim-Bac wears a crown, the pawn to move is ringed."""
    place = view.pawns[seat][number - 1] or ""
    x, y = pawn_spot(place)
    kimbac = view.kimbac is not None and (view.kimbac.seat, view.kimbac.pawn) == (seat, number)
    due = view.active_seat == seat and view.next_pawn == number
    title = wording.say(
        "kimbac_pawn" if kimbac else "pawn",
        pawn=number,
        name=wording.players[seat],
        color=wording.name(COLORS[seat]),
        place=wording.name(place),
    )
    crown = [
        (x - 10, y - 15),
        (x - 12, y - 27),
        (x - 5, y - 21),
        (x, y - 29),
        (x + 5, y - 21),
        (x + 12, y - 27),
        (x + 10, y - 15),
    ]
    return piece(
        title,
        element("circle", cx=x, cy=y, r=20, class_="ring") if due else "",
        token(COLORS[seat], x, y, number),
        polygon(crown, "crown") if kimbac else "",
        id=f"pawn-{seat}-{number}",
    )


def pawn_spot(place: str) -> Spot:
    """On its crossroad, or in the room that a gate has for it."""
    x, y = AT[place]
    if place not in GATES:
        return x, y
    return (x + 10, y) if place in SIDE_GATES else (x, y + 11)
