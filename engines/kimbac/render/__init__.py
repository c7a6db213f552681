"""Drawings of Kim-Bac."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.changes import BoardState
from engines.kernel.protocols.render import Renderer
from engines.kernel.records import Action
from engines.kimbac.pieces import GATES
from engines.kimbac.position import KimbacView
from engines.kimbac.render import captions, changes, elements, svg, text


class KimbacRenderer(Renderer[KimbacView]):
    """The plan of the city, the table and the seats."""

    changes = changes.CHANGES

    def svg(self, view: KimbacView, players: Sequence[str], language: str) -> str:
        return svg.draw(view, self.wording(players, language))

    def text(self, view: KimbacView, players: Sequence[str], language: str) -> str:
        return text.draw(view, self.wording(players, language))

    def elements(self, view: KimbacView, seat: int, action: Action) -> list[str]:
        return elements.elements(view, seat, action)

    def seat_colours(self, seats: int) -> list[str]:
        return list(captions.COLORS[:seats])

    def places(self) -> dict[str, tuple[float, float]]:
        spots = {f"gate-{name}" if name in GATES else f"crossroad-{name}": spot for name, spot in svg.AT.items()}
        return spots | {f"monument-{number}": spot for number, spot in svg.MONUMENTS.items()}

    def state(self, view: KimbacView) -> BoardState:
        return changes.state(view)
