"""The jungle in a few lines of text, for people in a shell."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from engines.bakong.pieces import END_FACES, OBJECTS, TEMPLE_SLOT
from engines.bakong.position import BakongView
from engines.bakong.render.captions import SEAT_COLOUR, concerned, face, headline, news, points, short, situation
from engines.kernel.drawing import MARKS, SIGNS
from engines.kernel.protocols.render import NOTE_COLUMNS, Wording, padded

COLUMNS = 98
CELL = 14
COLOUR_SIGNS = {"green": " ", "yellow": "|", "red": "!"}


def draw(view: BakongView, wording: Wording) -> str:
    """Head, track, seats, temple and supply."""
    note = wrap(wording.say("reconstructed"), NOTE_COLUMNS)
    return "\n".join(line.rstrip() for line in [*_lines(view, wording), "", *note]) + "\n"


def _lines(view: BakongView, wording: Wording) -> Iterator[str]:
    thrown = "" if view.current is None else f" · {wording.say('dice', dice=' '.join(map(str, view.current.dice)))}"
    yield headline(view, wording) + thrown
    yield situation(view, wording)
    yield from wrap(news(view, wording), COLUMNS)
    yield ""
    in_a_row = COLUMNS // CELL
    for first in range(0, TEMPLE_SLOT + 1, in_a_row):
        yield from _row(view, wording, range(first, min(first + in_a_row, TEMPLE_SLOT + 1)))
    yield from wrap(wording.say("text_legend"), COLUMNS)
    yield ""
    for seat in range(len(view.players)):
        yield from _seat(view, wording, seat)
    yield ""
    yield from wrap(_temple(view, wording), COLUMNS, subsequent_indent="  ")
    yield from wrap(_supply(view, wording), COLUMNS, subsequent_indent="  ")


def sign(seat: int) -> str:
    return SIGNS[MARKS[SEAT_COLOUR[seat]]]


def _row(view: BakongView, wording: Wording, slots: range) -> Iterator[str]:
    """Some tiles side by side: what they show, what is known to lie below, the pawns on them."""
    yield "".join(padded(f"{slot:2}{_colour(view, slot)}{short(face(view, slot), wording)}", CELL) for slot in slots)
    yield "".join(padded("   " + _back(view, wording, slot), CELL) for slot in slots)
    yield "".join(padded("   " + _pawns(view, slot), CELL) for slot in slots)


def _colour(view: BakongView, slot: int) -> str:
    return " " if slot in END_FACES else COLOUR_SIGNS[view.track[slot - 1].colour]


def _back(view: BakongView, wording: Wording, slot: int) -> str:
    if slot in END_FACES:
        return ""
    tile = view.track[slot - 1]
    if tile.back is not None:
        return f"({short(tile.back, wording)})"
    return "(?)" if view.unseen_tiles else ""


def _pawns(view: BakongView, slot: int) -> str:
    return "".join(sign(seat) for seat, player in enumerate(view.players) if player.slot == slot)


def _seat(view: BakongView, wording: Wording, seat: int) -> Iterator[str]:
    """Whose turn it is, points, place, emeralds, ouch tokens; then the objects."""
    player = view.players[seat]
    cells = [
        padded(f"{'>' if seat in concerned(view) else ' '} {sign(seat)} {wording.players[seat]}", 20),
        f"{wording.say('points', points=points(view, seat)):>8}",
        padded(wording.say(f"where_{player.direction}", slot=player.slot), 10),
        f"{wording.say('short_big')} {player.big or '-':<2}",
        f"x3 ×{player.x3:<2}",
        f"x1 ×{player.x1:<2}",
        f"{wording.say('short_ouch')} ×{player.ouch}",
    ]
    yield "  ".join(cells) + (f"  {wording.say('first_home')}" if player.first_home else "")
    if player.objects:
        yield "      " + ", ".join(short(name, wording) for name in player.objects)


def _temple(view: BakongView, wording: Wording) -> str:
    lying = [str(value) for value in view.temple.big_emeralds]
    lying += [f"{short(left.object, wording)} ({sign(left.left_by)})" for left in view.temple.objects]
    return wording.say("temple_holds", pieces=", ".join(lying) or "-")


def _supply(view: BakongView, wording: Wording) -> str:
    supply = view.supply
    stock = [f"{short(name, wording)} ×{supply.objects[name]}" for name in OBJECTS]
    stock += [f"x3 ×{supply.x3}", f"x1 ×{supply.x1}", f"{wording.say('short_ouch')} ×{supply.ouch}"]
    return wording.say("supply_holds", pieces=", ".join(stock))
