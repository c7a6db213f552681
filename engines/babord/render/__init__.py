"""Drawings of Babord."""

from __future__ import annotations

from collections.abc import Sequence

from engines.babord.position import BabordView
from engines.babord.render import captions, changes, elements, svg, text
from engines.babord.render.captions import Scene
from engines.kernel.changes import BoardState
from engines.kernel.protocols.render import Renderer
from engines.kernel.records import Action


class BabordRenderer(Renderer[BabordView]):
    """The sea and the dashboards."""

    changes = changes.CHANGES

    def svg(self, view: BabordView, players: Sequence[str], language: str) -> str:
        return svg.draw(Scene(view, self.wording(players, language)))

    def text(self, view: BabordView, players: Sequence[str], language: str) -> str:
        return text.draw(Scene(view, self.wording(players, language)))

    def elements(self, view: BabordView, seat: int, action: Action) -> list[str]:
        return elements.elements(view, seat, action)

    def seat_colours(self, seats: int) -> list[str]:
        return list(captions.SEAT_COLOURS[:seats])

    def places(self) -> dict[str, tuple[float, float]]:
        return svg.places()

    def state(self, view: BabordView) -> BoardState:
        return changes.state(view)
