"""The city in a few lines of text, for people in a shell: the plan, the table, the seats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from statistics import mean
from textwrap import wrap
from typing import Any

from engines.kernel.content import load
from engines.kernel.drawing import MARKS, SIGNS
from engines.kernel.protocols.render import NOTE_COLUMNS, LetterMap, Wording
from engines.kimbac.parts import RoundResult
from engines.kimbac.pieces import CROSSROADS, GATES, REMOVED
from engines.kimbac.position import KimbacView
from engines.kimbac.render.captions import COLORS, chest_words, headline, remarks, round_words, situation, taels

COLUMNS, ROWS = 98, 37
CARDS_IN_A_LINE = 20
SIGN = [SIGNS[MARKS[color]] for color in COLORS]

_BOARD = load("engines.kimbac")["board"]


def _spot(x: float, y: float) -> tuple[int, int]:
    return max(0, round((x - 40) / 10.6)), round((y - 38) / 19)


def _straightened() -> dict[str, tuple[int, int]]:
    """Letters cannot bend: every street ``xRCC`` runs straight, where it runs on average."""
    items = _BOARD["crossroads"]["items"]
    across = {item["id"]: [other["y"] for other in items if other["id"][1] == item["id"][1]] for item in items}
    down = {item["id"]: [other["x"] for other in items if other["id"][2:] == item["id"][2:]] for item in items}
    return {crossroad: _spot(mean(down[crossroad]), mean(across[crossroad])) for crossroad in across}


def _beside(monument: dict[str, Any]) -> tuple[int, int]:
    """On the side of its foot where the plan has it."""
    (foot,) = (item for item in _BOARD["crossroads"]["items"] if item["id"] == monument["foot"])
    column, row = AT[monument["foot"]]
    aside = round((monument["x"] - foot["x"]) / 8)
    return column + (aside or 3), row + round((monument["y"] - foot["y"]) / 20)


AT = {**_straightened(), **{gate["id"]: _spot(gate["x"], gate["y"]) for gate in _BOARD["gates"]["items"]}}
MONUMENTS = {item["number"]: _beside(item) for item in _BOARD["monuments"]["items"]}


def draw(view: KimbacView, wording: Wording) -> str:
    lines = [f"{wording.name('game')} · {headline(view, wording)}", situation(view, wording), ""]
    lines += chart(view)
    lines += ["", wording.say("key"), wording.say("more_key"), ""]
    lines += [f"{wording.say('pile', count=view.pile)} · {chest_words(view, wording)}"]
    for seat in range(len(view.pawns)):
        lines += ["", *seat_lines(view, wording, seat)]
    if view.round_results:
        lines += ["", *(line for result in view.round_results for line in round_lines(result, wording))]
    return "\n".join(line.rstrip() for line in [*lines, "", *wrap(wording.say("reconstructed"), NOTE_COLUMNS)]) + "\n"


def chart(view: KimbacView) -> list[str]:
    """The plan: streets, the river, bridges; every crossroad by its number or by the pawn on it."""
    city = LetterMap(COLUMNS, ROWS)
    for a, b in _BOARD["streets"]["items"]:
        city.line(AT[a], AT[b])
    banks = [_spot(*point) for point in _BOARD["river"]["line"]]
    for start, end in pairwise(banks):
        city.line((start[0] - 1, start[1]), end, "~")
    for bridge in _BOARD["bridges"]["items"]:
        city.line(AT[bridge["a"]], AT[bridge["b"]], "#")
    for number, spot in MONUMENTS.items():
        city.write(spot, f"({number})")
    standing = places(view)
    for crossroad in CROSSROADS:
        city.write(AT[crossroad], standing.get(crossroad, crossroad.removeprefix("x")))
    for gate in GATES:
        city.write(AT[gate], f"[{gate}{standing.get(gate, '')}]")
    return city.lines()


def places(view: KimbacView) -> dict[str, str]:
    """What to write where a pawn stands: the sign of its seat and its number, ``!`` for the Kim-Bac."""
    return {
        place: f"{SIGN[seat]}{number}{'!' if is_kimbac(view, seat, number) else ''}"
        for seat, own in enumerate(view.pawns)
        for number, place in enumerate(own, 1)
        if place is not None
    }


def is_kimbac(view: KimbacView, seat: int, number: int) -> bool:
    return view.kimbac is not None and (view.kimbac.seat, view.kimbac.pawn) == (seat, number)


def seat_lines(view: KimbacView, wording: Wording, seat: int) -> Iterator[str]:
    """Who it is and what it owns, where its pawns stand, its cards."""
    turn = ">" if seat == view.active_seat else " "
    money = wording.say("taels", amount=taels(view.scores[seat], wording))
    yield " · ".join([f"{turn} {SIGN[seat]} {wording.players[seat]}", money, *remarks(view, wording, seat)])
    on_the_plan = [
        f"{number} {place}" for number, place in enumerate(view.pawns[seat], 1) if place not in (None, REMOVED)
    ]
    yield f"    {wording.say('row', label=wording.say('pawns'), items=', '.join(on_the_plan) or '-')}"
    hand = view.hands[seat]
    yield f"    {wording.say('hand', name=wording.players[seat], count=view.hand_sizes[seat])}"
    for first in range(0, len(hand or []), CARDS_IN_A_LINE):
        yield "      " + " ".join(str(number) for number in (hand or [])[first : first + CARDS_IN_A_LINE])
    for number in view.face_up[seat]:
        yield f"    {wording.say('face_up', number=number)}"


def round_lines(result: RoundResult, wording: Wording) -> Iterator[str]:
    yield round_words(result, wording)
    way = "" if result.cache is None else f"{result.secret} → {result.cache} · "
    yield "    " + way + "  ".join(f"{SIGN[seat]} {taels(paid, wording)}" for seat, paid in enumerate(result.paid))
