"""The city as a picture, drawn from a reader's view alone: the plan above, the table and the seats below."""

from __future__ import annotations

from engines.kernel.drawing import Wording, document, style_sheet, text
from engines.kimbac.position import KimbacView
from engines.kimbac.render import city, panels
from engines.kimbac.render.captions import headline, situation

STYLE = style_sheet(city.STYLE + panels.STYLE)


def picture(view: KimbacView, wording: Wording) -> str:
    """The whole picture."""
    heading, news = headline(view, wording), situation(view, wording)
    y: float = city.TOP + city.HEIGHT + 8
    below = [panels.middle_of_the_table(view, wording, y)]
    y += 62
    for seat in range(len(view.pawns)):
        below.append(panels.panel(view, wording, seat, y))
        y += panels.height(view, seat) + 8
    below.append(panels.finished_rounds(view, wording, y))
    return document(
        city.WIDTH,
        y + 26 * len(view.round_results) + (8 if view.round_results else 0),
        f"{wording.name('game')} · {heading}",
        news,
        STYLE,
        text(20, 32, heading, "big strong"),
        text(20, 58, news),
        city.city(view, wording),
        *below,
    )
