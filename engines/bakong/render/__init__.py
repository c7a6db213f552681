"""Drawings of Bakong."""

from __future__ import annotations

from collections.abc import Sequence

from engines.bakong.position import BakongView
from engines.bakong.render import captions, changes, elements, svg, text
from engines.kernel.changes import BoardState
from engines.kernel.protocols.render import Renderer
from engines.kernel.records import Action


class BakongRenderer(Renderer[BakongView]):
    """The track and the backpacks."""

    changes = changes.CHANGES

    def svg(self, view: BakongView, players: Sequence[str], language: str) -> str:
        return svg.draw(view, self.wording(players, language))

    def text(self, view: BakongView, players: Sequence[str], language: str) -> str:
        return text.draw(view, self.wording(players, language))

    def elements(self, view: BakongView, seat: int, action: Action) -> list[str]:
        return elements.elements(view, seat, action)

    def seat_colours(self, seats: int) -> list[str]:
        return [captions.SEAT_COLOUR[seat] for seat in range(seats)]

    def places(self) -> dict[str, tuple[float, float]]:
        return svg.places()

    def state(self, view: BakongView) -> BoardState:
        return changes.state(view)
