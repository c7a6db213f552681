"""The delta in a few lines of text, for people in a shell: a map, then the seats."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from engines.kernel.drawing import MARKS, SIGNS
from engines.kernel.protocols.render import NOTE_COLUMNS, LetterMap, Wording
from engines.mekong.pieces import COLOUR, CONTENT, DRAGONS, GOAL, HOME, ISLANDS, PROGRAM_LENGTH, SIZE, STONES
from engines.mekong.position import MekongView, pawns_on_planks
from engines.mekong.render.captions import cancelled, caption, cards_in_hand, headline, situation, waited_for

COLUMNS, ROWS = 96, 26
SIGN = {colour: SIGNS[shape] for colour, shape in MARKS.items()}
AT = {
    item["id"]: (round(COLUMNS / 2 + item["x"] * 2), round(ROWS / 2 + item["y"] * 0.7))
    for table in ("islands", "villages")
    for item in CONTENT[table]["items"]
}
"""Column and row of every island and village on the map."""


def draw(view: MekongView, wording: Wording) -> str:
    lines = [f"{wording.name('game')} · {headline(view, wording)}", situation(view, wording), ""]
    lines += chart(view)
    lines += ["", wording.say("key"), wording.say("more_key"), ""]
    lines += [wording.say("stones", count=STONES - len(view.stones))]
    lines += row(wording, "lost", [short(plank) for plank in view.lost], 24)
    for seat in range(len(view.players)):
        lines += ["", *seat_lines(view, wording, seat)]
    return "\n".join(line.rstrip() for line in [*lines, "", *wrap(wording.say("reconstructed"), NOTE_COLUMNS)]) + "\n"


def row(wording: Wording, key: str, items: list[str], most: int, between: str = " ") -> Iterator[str]:
    """A list with its name, on as many lines as it needs; nothing when it is empty."""
    for first in range(0, len(items), most):
        some = between.join(items[first : first + most])
        yield f"    {some}" if first else wording.say("row", label=wording.say(key), items=some)


def short(plank: str) -> str:
    """``▲3``: colour and size."""
    return f"{SIGN[COLOUR[plank]]}{SIZE[plank]}"


def chart(view: MekongView) -> list[str]:
    """The map: planks as lines, each with its sign and size, then what they rest on."""
    delta = LetterMap(COLUMNS + 1, ROWS + 1)
    for a, b in view.planks.values():
        delta.line(AT[a], AT[b])
    standing = pawns_on_planks(view)
    for plank, (a, b) in view.planks.items():
        pawn = f"♟{SIGN[view.players[standing[plank]].colour]}" if plank in standing else ""
        delta.write(((AT[a][0] + AT[b][0]) // 2, (AT[a][1] + AT[b][1]) // 2), short(plank) + pawn)
    for island in ISLANDS:
        number = island.removeprefix("i")
        delta.write(AT[island], f"({number})" if island in view.stones else number)
    for colour, village in HOME.items():
        guests = "".join(SIGN[player.colour] for player in view.players if player.pawn == village)
        delta.write(AT[village], f"[{SIGN[colour]}]" + (f"♟{guests}" if guests else ""))
    return delta.lines()


def seat_lines(view: MekongView, wording: Wording, seat: int) -> Iterator[str]:
    """Who it is and where it goes, its planks, its cards."""
    player = view.players[seat]
    turn = ">" if seat in waited_for(view) else " "
    statuette = " *" if seat == view.statuette else ""
    goal = wording.say("goal", village=wording.name(GOAL[player.colour]))
    yield f"{turn} {SIGN[player.colour]} {wording.players[seat]}{statuette} · {wording.name(player.pawn)} · {goal}"
    laid = [slot_word(view, wording, seat, slot) for slot in range(PROGRAM_LENGTH)]
    held = [card_word(card, wording) for card in cards_in_hand(view, seat)]
    rows = [
        *row(wording, "reserve", [short(plank) for plank in player.reserve], 6),
        *row(wording, "cards", laid, PROGRAM_LENGTH, " | "),
        *row(wording, "hand", held, 8, " | "),
    ]
    yield from (f"    {line}" for line in rows)


def slot_word(view: MekongView, wording: Wording, seat: int, slot: int) -> str:
    player = view.players[seat]
    card = player.program[slot] if player.program else None
    if card is None:
        return "?" if player.committed else "."
    return ("x " if cancelled(view, seat, slot) else "") + card_word(card, wording)


def card_word(card: str, wording: Wording) -> str:
    return caption(card, wording) + (f" {SIGN[DRAGONS[card]]}" if card in DRAGONS else "")
