"""The hunt as a picture, drawn from a reader's view alone: the middle of the table, and a row for each seat."""

from __future__ import annotations

from textwrap import wrap

from engines.bailouke.position import CardView, LastRound, PlayerView
from engines.bailouke.render import icons
from engines.bailouke.render.captions import SEAT_COLOURS, Scene, counted
from engines.bailouke.render.icons import CARD_HEIGHT, CARD_WIDTH, back, card, disc, gap, icon
from engines.kernel.drawing import document, element, piece, shortened, style_sheet, text

WIDTH, LEFT, WIDE = 600, 16, 568
MIDDLE_TOP, MIDDLE_HEIGHT = 78, 138
CHIP, CHIPS_IN_A_ROW = 28, 20
PANEL, GAP = 114, 8
ROW_LEFT = LEFT + 184
CARDS_IN_A_ROW, STEP = 6, 62
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


def picture(scene: Scene) -> str:
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


def label(x: float, y: float, words: str) -> str:
    return text(x + CARD_WIDTH / 2, y + CARD_HEIGHT + 20, words, "small middle")


def pile(scene: Scene, x: float, y: float) -> str:
    """Backs upon backs; the top card is known by its number."""
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
    return piece(scene.card(lying.card, lying.value), sheet, value, id=f"card-{lying.card}")


# --- the seats -------------------------------------------------------------------------------------------------------


def height(player: PlayerView) -> float:
    """A panel grows with the rows of its hunting zone."""
    return PANEL + (CARD_HEIGHT + 6) * max(0, (len(player.zone) - 1) // CARDS_IN_A_ROW)


def panel(scene: Scene, seat: int, y: float) -> str:
    """A seat's name, crowns and tokens, and its hunting zone."""
    player, name = scene.view.players[seat], scene.wording.players[seat]
    frame = "now" if seat in scene.concerned() else "panel"
    return piece(
        scene.say("seat", player=name, count=len(player.zone)),
        element("rect", x=LEFT, y=y, width=WIDE, height=height(player), rx=10, class_=frame),
        disc(SEAT_COLOURS[seat], LEFT + 22, y + 22, 12),
        text(LEFT + 42, y + 28, name, "strong"),
        crowns(scene, player, seat, y + 50),
        *tokens(scene, player, seat, y + 76),
        text(LEFT + 12, y + 104, scene.remarks(seat), "small strong accent"),
        *zone(scene, player, y + 15),
        id=f"seat-{seat}",
    )


def crowns(scene: Scene, player: PlayerView, seat: int, y: float) -> str:
    needed = scene.view.options.wins_needed
    drawn = [
        icon("crown" if number < player.kouronn else "crown-to-win", LEFT + 24 + 27 * number, y, 24)
        for number in range(needed)
    ]
    return piece(scene.say("crowns", count=player.kouronn, needed=needed), *drawn, id=f"crowns-{seat}")


def tokens(scene: Scene, player: PlayerView, seat: int, y: float) -> list[str]:
    """Tokens that lie on no card: free eyes, the sulking face, the discount."""
    x, drawn = LEFT + 24.0, []
    if free := player.tokens - len(player.assigned):
        count = text(x + 14, y + 5, f"×{free}", "small")
        title = scene.say("free_tokens", count=free)
        drawn.append(piece(title, icon("eye", x, y, 24), count, id=f"free-tokens-{seat}"))
        x += 50
    if player.peboude:
        side = text(x + 14, y + 5, player.peboude, "small")
        title = scene.say("sulking", side=player.peboude)
        drawn.append(piece(title, icon("sulk", x, y, 24), side, id=f"sulking-{seat}"))
        x += 42
    if player.fer:
        label = element("path", d=f"M{x - 10:g} {y:g}l8-11h32v22h-32z", class_="tag")
        points = text(x + 14, y + 5, f"-{sum(player.fer)}", "small strong middle on-tag")
        title = scene.say("discount", points=", ".join(f"-{points}" for points in player.fer))
        drawn.append(piece(title, label, points, id=f"discount-{seat}"))
    return drawn


def zone(scene: Scene, player: PlayerView, y: float) -> list[str]:
    """The row of a seat, left to right; a long one goes on below."""
    drawn = []
    for place, lying in enumerate(player.zone):
        row, column = divmod(place, CARDS_IN_A_ROW)
        x, top = ROW_LEFT + STEP * column, y + (CARD_HEIGHT + 6) * row
        drawn.append(card(scene, lying.card, lying.value, x, top, token=lying.token))
    return drawn


def round_before(scene: Scene, last: LastRound, y: float) -> str:
    """The open count of the round before."""
    drawn = [text(LEFT, y + 22, scene.round_before(last), "strong")]
    for seat in range(len(scene.view.players)):
        line = y + 46 + 24 * seat
        drawn.append(disc(SEAT_COLOURS[seat], LEFT + 10, line - 5, 8))
        drawn.append(text(LEFT + 54, line, shortened(counted(last, seat), 56)))
        if seat == last.winner:
            drawn.append(icon("crown", LEFT + 36, line - 5, 24))
    return element("g", *drawn, id="last-round")
