"""A panel for each seat: its pawn, its goal, its reserve of planks, the cards it has laid and those in hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.kernel.drawing import MARKS, element, mark, piece, polygon, text
from engines.kernel.protocols.render import Wording
from engines.kernel.records import GAME_OVER
from engines.mekong.pieces import COLOUR, GOAL, PROGRAM_LENGTH, REACH, SIZE
from engines.mekong.position import MekongView, acting
from engines.mekong.render.captions import cancelled, cards_in_hand, waited_for
from engines.mekong.render.icons import CARD_HEIGHT, CARD_WIDTH, back, blank, face

LEFT, WIDE = 8, 584
HEIGHT = 96
UNIT = 11.7
"""A unit of the board in the picture."""
CHIP_WIDTH, CHIP_HEIGHT = 34, 22
BESIDE, BELOW = 226, WIDE - 8
"""Room for planks in reserve beside the laid cards, and in a row below them."""
BAR_ROW = CHIP_HEIGHT + 4
CARDS_IN_A_ROW = 9
_ROW = CARD_HEIGHT + 6


def height(view: MekongView, seat: int) -> float:
    """A panel grows with the cards in hand that are shown in it."""
    rows = -(-len(cards_in_hand(view, seat)) // CARDS_IN_A_ROW)
    return top_height(view, seat) + rows * _ROW + (10 if rows else 0)


def top_height(view: MekongView, seat: int) -> float:
    """The part above the cards in hand: it grows with the planks that do not fit beside the laid cards."""
    rows = max((row for row, _ in bar_places(view.players[seat].reserve)), default=0)
    return HEIGHT + rows * BAR_ROW


def panel(view: MekongView, wording: Wording, seat: int, y: float) -> str:
    """One seat."""
    player = view.players[seat]
    concerned = seat in (view.result.winners if view.result else waited_for(view))
    frame = "now" if concerned else "panel"
    title = wording.say("seat", name=wording.players[seat], colour=wording.name(player.colour))
    goal = wording.say("goal", village=wording.name(GOAL[player.colour]))
    return piece(
        title,
        element("rect", x=LEFT, y=y, width=WIDE, height=height(view, seat), rx=10, class_=frame),
        token(player.colour, LEFT + 22, y + 24),
        text(LEFT + 44, y + 24, wording.players[seat], "strong"),
        text(LEFT + 44, y + 43, goal, "small soft"),
        statuette(wording, seat, y) if seat == view.statuette else "",
        *reserve(view, wording, seat, y + 62),
        *(laid_card(view, wording, seat, slot, y + 10) for slot in range(PROGRAM_LENGTH)),
        *hand(view, wording, seat, y + top_height(view, seat)),
        id=f"seat-{seat}",
    )


def token(colour: str, x: float, y: float) -> str:
    """A pawn seen from above."""
    rim = element("circle", cx=x, cy=y, r=15, class_="halo")
    return (
        rim
        + element("circle", cx=x, cy=y, r=12, class_=f"{colour} edge")
        + mark(MARKS[colour], x, y, 7, f"on-{colour}")
    )


def chip(plank: str, x: float, y: float, class_: str = "edge", width: float = CHIP_WIDTH) -> str:
    """A plank's colour, mark and size; x and y are its corner."""
    colour = COLOUR[plank]
    return (
        element("rect", x=x, y=y, width=width, height=CHIP_HEIGHT, rx=4, class_=f"{colour} {class_}")
        + mark(MARKS[colour], x + 11, y + 11, 6, f"on-{colour}")
        + text(x + 25, y + 16.5, SIZE[plank], f"number strong on-{colour}")
    )


def bar_places(planks: Sequence[str]) -> list[tuple[int, float]]:
    """Row and distance from the left for each plank: the first row is short, the others are as wide as the panel."""
    places, row, x = [], 0, 0.0
    for plank in planks:
        length = REACH[SIZE[plank]] * UNIT
        if x + length > (BELOW if row else BESIDE):
            row, x = row + 1, 0.0
        places.append((row, x))
        x += length + 3
    return places


def reserve(view: MekongView, wording: Wording, seat: int, y: float) -> Iterator[str]:
    """The planks in the open reserve, each as long as it reaches on the board; the chosen one stands out."""
    planks = view.players[seat].reserve
    for plank, (row, x) in zip(planks, bar_places(planks), strict=True):
        chosen = view.pending is not None and view.pending.plank == plank
        key = "chosen_plank" if chosen else "in_reserve"
        class_, width = "chosen" if chosen else "edge", REACH[SIZE[plank]] * UNIT
        drawn = chip(plank, LEFT + 4 + x, y + row * BAR_ROW + (6 if row else 0), class_, width)
        title = wording.say(key, plank=wording.name(plank), name=wording.players[seat])
        yield piece(title, drawn, id=f"plank-{plank}")


def statuette(wording: Wording, seat: int, y: float) -> str:
    """A small idol beside the cards of the seat that begins every step."""
    x, top = LEFT + 226, y + 10
    body = polygon([(x - 8, top + 32), (x + 8, top + 32), (x + 5, top + 13), (x - 5, top + 13)], "idol")
    head = element("circle", cx=x, cy=top + 8, r=6.5, class_="idol")
    return piece(wording.say("statuette", name=wording.players[seat]), body, head, id="statuette")


def laid_card(view: MekongView, wording: Wording, seat: int, slot: int, y: float) -> str:
    """One of the five slots: open, face down, or still empty."""
    player, x = view.players[seat], LEFT + 250 + slot * (CARD_WIDTH + 4)
    card = player.program[slot] if player.program else None
    said = {"name": wording.players[seat], "slot": slot + 1}
    if card is not None:
        struck, hidden = cancelled(view, seat, slot), slot >= view.step and view.phase != GAME_OVER
        now = view.pending is not None and slot == view.step - 1 and seat == acting(view)
        key = "cancelled" if struck else "still_hidden" if hidden else "shown"
        title = wording.say(key, **said, card=wording.name(card))
        drawn = face(card, wording, (x, y), "now" if now else "veiled" if hidden else "face", struck)
    elif player.committed:
        title, drawn = wording.say("face_down", **said), back(slot, x, y)
    else:
        title, drawn = wording.say("not_laid", **said), blank(slot, x, y)
    return piece(title, drawn, id=f"slot-{seat}-{slot + 1}")


def hand(view: MekongView, wording: Wording, seat: int, y: float) -> Iterator[str]:
    for number, card in enumerate(cards_in_hand(view, seat)):
        row, column = divmod(number, CARDS_IN_A_ROW)
        place = (LEFT + 5 + column * (CARD_WIDTH + 2), y + row * _ROW + 4)
        title = wording.say("in_hand", name=wording.players[seat], card=wording.name(card))
        yield piece(title, face(card, wording, place), id=f"card-{seat}-{card}")
