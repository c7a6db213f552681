"""Drawings of Baïlouké."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.bailouke.pieces import Bestiary
from engines.bailouke.position import View
from engines.bailouke.render import captions, changes, elements, svg, text
from engines.bailouke.render.captions import Scene
from engines.kernel.changes import BoardState
from engines.kernel.content import Content
from engines.kernel.protocols.render import Renderer
from engines.kernel.records import Action


class BailoukeRenderer(Renderer[View]):
    """The middle of the table and the hunting zones."""

    changes = changes.CHANGES

    def __init__(self, package: str, beasts: Bestiary, content: Content) -> None:
        super().__init__(package)
        self.beasts, self.content = beasts, content

    def svg(self, view: View, players: Sequence[str], language: str) -> str:
        return svg.draw(self.scene(view, players, language))

    def text(self, view: View, players: Sequence[str], language: str) -> str:
        return text.draw(self.scene(view, players, language))

    def scene(self, view: View, players: Sequence[str], language: str) -> Scene:
        return Scene(view, self.beasts, self.content, self.wording(players, language))

    def elements(self, view: View, seat: int, action: Action) -> list[str]:
        return elements.elements(view, seat, action)

    def said(self, view: View, seat: int, action: Action) -> Any:
        return elements.said(view, seat, action)

    def seat_colours(self, seats: int) -> list[str]:
        return list(captions.SEAT_COLOURS[:seats])

    def places(self) -> dict[str, tuple[float, float]]:
        return svg.places()

    def state(self, view: View) -> BoardState:
        return changes.state(view)
