"""A panel for each seat: taels, cards, what it has shown; and the taels of every finished round."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel.drawing import MARKS, element, mark, piece, text
from engines.kernel.protocols.render import Wording
from engines.kimbac.parts import RoundResult
from engines.kimbac.position import KimbacView
from engines.kimbac.render.captions import COLORS, MONUMENT_NAMES, chest_words, remarks, round_words, taels
from engines.kimbac.render.icons import CARD_HEIGHT, CARD_WIDTH, back, card, die, sheet

LEFT, WIDE = 8, 584
HEIGHT = 70
CARDS_IN_A_ROW = 16
_ROW = CARD_HEIGHT + 6

STYLE = """
.card{fill:$panel;stroke:$soft;stroke-width:1.3}
.pair{fill:$glow;stroke:$accent;stroke-width:2.5}
.back{fill:#7a2e1d;stroke:$edge;stroke-width:1.2}
.weave{stroke:#e8c9a0;stroke-width:1.5;fill:none}
.count{font-size:17px;font-weight:700;text-anchor:middle}
.die{fill:#262a30;stroke:$edge;stroke-width:1.5}
.coffer{fill:#b98a55;stroke:$edge;stroke-width:1.5}
"""


def height(view: KimbacView, seat: int) -> float:
    """A panel grows with the cards that the reader sees in it."""
    rows = -(-len(view.hands[seat] or []) // CARDS_IN_A_ROW)
    return HEIGHT + rows * _ROW + (4 if rows else 0)


def panel(view: KimbacView, wording: Wording, seat: int, y: float) -> str:
    """One seat."""
    concerned = [view.active_seat] if view.result is None else view.result.winners
    color = COLORS[seat]
    money = wording.say("taels", amount=taels(view.scores[seat], wording))
    return piece(
        wording.say("seat", name=wording.players[seat], color=wording.name(color), taels=money),
        element(
            "rect", x=LEFT, y=y, width=WIDE, height=height(view, seat), rx=10,
            class_="now" if seat in concerned else "panel",
        ),
        mark(MARKS[color], LEFT + 26, y + 32, 15, f"{color} edge"),
        text(LEFT + 54, y + 24, wording.players[seat], "strong"),
        text(LEFT + 54, y + 42, money, "small"),
        text(LEFT + 54, y + 60, " · ".join(remarks(view, wording, seat)), "small"),
        *shown_pairs(view, wording, seat, y + 15),
        hidden_hand(view, wording, seat, LEFT + WIDE - 46, y + 15),
        *own_hand(view, wording, seat, y + HEIGHT),
        id=f"seat-{seat}",
    )  # fmt: skip


def hidden_hand(view: KimbacView, wording: Wording, seat: int, x: float, y: float) -> str:
    """How many cards it holds (KIM-26)."""
    size = view.hand_sizes[seat]
    title = wording.say("hand", name=wording.players[seat], count=size)
    cards = back(x, y) if view.hands[seat] is None else sheet(x, y, "card")
    return piece(title, cards, text(x - 8, y + 27, f"{size} ×", "end strong"), id=f"hand-{seat}")


def own_hand(view: KimbacView, wording: Wording, seat: int, y: float) -> Iterator[str]:
    """The reader's cards; two of one number stand out (KIM-30)."""
    held = view.hands[seat] or []
    for place, number in enumerate(held):
        row, column = divmod(place, CARDS_IN_A_ROW)
        x = LEFT + 8 + column * (CARD_WIDTH + 4)
        title = wording.say("card", number=number, name=MONUMENT_NAMES[wording.language][number])
        copy = held[:place].count(number) + 1
        drawn = card(number, x, y + row * _ROW, "pair" if held.count(number) == 2 else "card")
        yield piece(title, drawn, id=f"card-{number}-{copy}")


def shown_pairs(view: KimbacView, wording: Wording, seat: int, y: float) -> Iterator[str]:
    """Both cards of a monument, face up (KIM-35)."""
    for place, number in enumerate(view.face_up[seat]):
        x = LEFT + WIDE - 152 - place * (CARD_WIDTH + 16)
        title = wording.say("pair", number=number, name=MONUMENT_NAMES[wording.language][number])
        cards = sheet(x + 9, y - 5, "pair") + card(number, x, y + 2, "pair")
        yield piece(title, cards, id=f"pair-{number}")


def middle_of_the_table(view: KimbacView, wording: Wording, y: float) -> str:
    """The pile and the chest."""
    pile = wording.say("pile", count=view.pile)
    return element(
        "g",
        element("rect", x=LEFT, y=y, width=WIDE, height=54, rx=10, class_="panel"),
        piece(pile, back(LEFT + 12, y + 7), text(LEFT + 54, y + 33, pile), id="pile"),
        chest(view, wording, LEFT + 160, y),
        id="table",
    )


def chest(view: KimbacView, wording: Wording, x: float, y: float) -> str:
    """The chest, and the dice as far as the reader sees them (KIM-36)."""
    words = chest_words(view, wording)
    lid = element("path", d=f"M{x:.0f} {y + 26:.0f}v-6q0-8 8-8h22q8 0 8 8v6z", class_="coffer")
    box = element("rect", x=x, y=y + 26, width=38, height=17, rx=2, class_="coffer")
    faces = [] if view.chest is None else [view.chest.ordinary, view.chest.special]
    dice = [die(face, x + 48 + place * 34, y + 13) for place, face in enumerate(faces)]
    return piece(words, lid, box, *dice, text(x + 50 + 34 * len(dice), y + 33, words, "small"), id="chest")


def finished_rounds(view: KimbacView, wording: Wording, y: float) -> str:
    """One line for each: how it ended, from which monument to which, who was paid what."""
    return "".join(finished_round(result, wording, y + 26 * place) for place, result in enumerate(view.round_results))


def finished_round(result: RoundResult, wording: Wording, y: float) -> str:
    outcome = wording.name(result.outcome)
    way = "" if result.cache is None else f"{result.secret} → {result.cache}"
    return piece(
        round_words(result, wording),
        text(LEFT + 12, y + 18, f"{result.round}", "strong small"),
        text(LEFT + 32, y + 18, outcome, "small"),
        text(LEFT + 197, y + 18, way, "small strong"),
        *(payment(result, wording, seat, y) for seat in range(len(result.paid))),
        id=f"round-{result.round}",
    )


def payment(result: RoundResult, wording: Wording, seat: int, y: float) -> str:
    """What a seat was paid, and a little card for each card of the cache that it owned (KIM-71)."""
    x, color = LEFT + 276 + seat * 77, COLORS[seat]
    held = 0 if result.held is None else result.held[seat]
    cards = [element("rect", x=x + 56 + 7 * n, y=y + 8, width=5, height=10, class_="accent") for n in range(held)]
    sign = mark(MARKS[color], x, y + 13, 6, f"{color} edge")
    return sign + text(x + 10, y + 18, taels(result.paid[seat], wording), "small") + "".join(cards)
