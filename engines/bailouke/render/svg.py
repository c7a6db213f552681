"""The hunt as a picture, drawn from a reader's view alone: the middle of the table, and a row for each seat."""

from __future__ import annotations

from textwrap import wrap

from engines.bailouke.position import CardView
from engines.bailouke.render import icons
from engines.bailouke.render.captions import Scene
from engines.bailouke.render.icons import CARD_HEIGHT, CARD_WIDTH, back, card, gap
from engines.bailouke.render.panels import GAP, LEFT, WIDE, WIDTH, height, panel, round_before
from engines.kernel.drawing import document, element, piece, style_sheet, text

MIDDLE_TOP, MIDDLE_HEIGHT = 78, 138
CHIP, CHIPS_IN_A_ROW = 28, 20
LETTERS_IN_A_LINE = 34
ONE_LINE = 58
"""Longer sentences are written smaller."""

STYLE = style_sheet(
    """
.chip{fill:#fbf3df;stroke:$line}
.on-chip{fill:#22272e;text-anchor:middle;font-size:15px}
"""
    + icons.LOOK
)


def draw(scene: Scene) -> str:
    """The whole picture."""
    view, situation = scene.view, scene.situation()
    y = MIDDLE_TOP + MIDDLE_HEIGHT + 10.0
    below = [out_of_play(scene, y)]
    y += 12 + CHIP * -(-len(view.graveyard[:-1]) // CHIPS_IN_A_ROW) + 20
    for seat in range(len(view.players)):
        below.append(panel(scene, seat, y))
        y += height(view.players[seat]) + GAP
    if view.last_round is not None:
        below.append(round_before(scene, view.last_round, y))
        y += 40 + 24 * len(view.players)
    return document(
        WIDTH,
        y + 4,
        f"{scene.headline()} · {situation}",
        scene.say("description"),
        STYLE,
        icons.symbols(),
        text(LEFT, 34, scene.headline(), "big strong"),
        text(LEFT, 61, situation, "small" if len(situation) > ONE_LINE else None),
        middle(scene),
        *below,
        note=scene.say("reconstructed"),
    )


# --- the middle of the table -----------------------------------------------------------------------------------------


def middle(scene: Scene) -> str:
    """Draw pile, graveyard, the card on its way, and what the beast at work does."""
    y = MIDDLE_TOP + 14
    return element(
        "g",
        element("rect", x=LEFT, y=MIDDLE_TOP, width=WIDE, height=MIDDLE_HEIGHT, rx=12, class_="shade"),
        pile(scene, LEFT + 18, y),
        graveyard(scene, LEFT + 104, y),
        on_its_way(scene, LEFT + 190, y),
        *explanation(scene, LEFT + 272, y + 10),
        id="middle",
    )


def places() -> dict[str, tuple[float, float]]:
    """The middle of the piles on the table; zones grow and shrink."""
    middle_y = MIDDLE_TOP + 14 + CARD_HEIGHT / 2
    lefts = {"pile": LEFT + 18, "graveyard": LEFT + 104, "drawn": LEFT + 190, "incoming": LEFT + 190}
    return {name: (left + CARD_WIDTH / 2, middle_y) for name, left in lefts.items()}


def label(x: float, y: float, words: str) -> str:
    return text(x + CARD_WIDTH / 2, y + CARD_HEIGHT + 20, words, "small middle")


def pile(scene: Scene, x: float, y: float) -> str:
    """Backs upon backs, with what the reader knows of the top card."""
    count, top = scene.view.pile.count, scene.view.pile.top
    below = [back(x - 2 * depth, y - 2 * depth) for depth in range(min(count - 1, 3), 0, -1)]
    drawn = gap(x, y) if top is None else card(scene, top.card, top.value, x, y)
    words = label(x, y, scene.say("pile", count=count))
    return piece(scene.say("cards_left", count=count), *below, drawn, words, id="pile")


def graveyard(scene: Scene, x: float, y: float) -> str:
    lying = scene.view.graveyard
    top = gap(x, y) if not lying else card(scene, lying[-1].card, lying[-1].value, x, y)
    title = scene.say("in_graveyard", count=len(lying))
    return piece(title, top, label(x, y, scene.wording.name("graveyard")), id="graveyard")


def on_its_way(scene: Scene, x: float, y: float) -> str:
    """The drawn card, or a card that waits for its receiver."""
    view = scene.view
    if view.drawn is not None:
        title = scene.say("drawn_by", player=scene.wording.players[view.active_seat])
        drawn = card(scene, view.drawn.card, view.drawn.value, x, y)
        return piece(title, drawn, label(x, y, scene.say("drawn")), id="drawn")
    if view.incoming is not None:
        title = scene.say("comes_to", player=scene.wording.players[view.incoming.seat])
        drawn = card(scene, view.incoming.card, None, x, y)
        return piece(title, drawn, label(x, y, scene.say("coming")), id="incoming")
    return ""


def explanation(scene: Scene, x: float, y: float) -> list[str]:
    """The beast's name and text."""
    value = scene.explained()
    if value is None:
        return []
    lines = wrap(scene.lore(value), LETTERS_IN_A_LINE, break_on_hyphens=False)
    return [
        text(x, y + 4, f"{value} · {scene.beast(value)}", "strong"),
        *(text(x, y + 26 + 18 * number, line, "small") for number, line in enumerate(lines)),
    ]


def out_of_play(scene: Scene, y: float) -> str:
    """The graveyard below its top card, oldest first, and what nobody will see in this round."""
    view = scene.view
    chips = [chip(scene, lying, number, y) for number, lying in enumerate(view.graveyard[:-1])]
    foot = y + CHIP * -(-len(chips) // CHIPS_IN_A_ROW) + 14
    words = scene.say("out_of_play", set_aside=view.set_aside, removed=view.removed)
    return element("g", *chips, text(LEFT + WIDE, foot, words, "small soft end"), id="out-of-play")


def chip(scene: Scene, lying: CardView, number: int, y: float) -> str:
    row, column = divmod(number, CHIPS_IN_A_ROW)
    x, top = LEFT + column * CHIP + 4, y + row * CHIP
    sheet = element("rect", x=x, y=top, width=CHIP - 3, height=CHIP - 3, rx=4, class_="chip")
    value = text(x + (CHIP - 3) / 2, top + 18, lying.value, "on-chip")
    return piece(scene.card(lying.value), sheet, value, id=f"card-{lying.card}")
