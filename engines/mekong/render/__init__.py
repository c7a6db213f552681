"""Drawings of Les Dragons du Mékong."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.changes import BoardState
from engines.kernel.protocols.render import Renderer
from engines.kernel.records import Action
from engines.mekong.pieces import COLOURS_BY_COUNT
from engines.mekong.position import MekongView
from engines.mekong.render import changes, elements, svg, text


class MekongRenderer(Renderer[MekongView]):
    """The delta and the seats."""

    changes = changes.CHANGES

    def svg(self, view: MekongView, players: Sequence[str], language: str) -> str:
        return svg.draw(view, self.wording(players, language))

    def text(self, view: MekongView, players: Sequence[str], language: str) -> str:
        return text.draw(view, self.wording(players, language))

    def elements(self, view: MekongView, seat: int, action: Action) -> list[str]:
        return elements.elements(seat, action)

    def item_elements(self, seat: int, item: str) -> list[str]:
        return [elements.card(seat, item)]

    def seat_colours(self, seats: int) -> list[str]:
        return list(COLOURS_BY_COUNT[seats])

    def places(self) -> dict[str, tuple[float, float]]:
        return {elements.place(name): spot for name, spot in svg.PLACE.items()}

    def state(self, view: MekongView) -> BoardState:
        return changes.state(view)
