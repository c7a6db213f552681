"""A panel for each seat: crowns, tokens and hunting zone; and the count of the round before."""

from __future__ import annotations

from engines.bailouke.parts import LastRound
from engines.bailouke.position import PlayerView
from engines.bailouke.render.captions import SEAT_COLOURS, Scene, counted
from engines.bailouke.render.icons import CARD_HEIGHT, card, disc, icon
from engines.kernel.drawing import element, piece, text
from engines.kernel.protocols.render import shortened

WIDTH, LEFT, WIDE = 600, 16, 568
PANEL, GAP = 114, 8
ROW_LEFT = LEFT + 184
SHORT_NAME = 13
"""Letters of a name for which there is room beside the cards; longer ones are written smaller."""
CARDS_IN_A_ROW, STEP = 6, 62


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
        text(LEFT + 42, y + 28, name, "strong" if len(name) <= SHORT_NAME else "small strong"),
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
        drawn.append(card(scene, lying.card, lying.value, x, top, place=place + 1, token=lying.token))
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
