"""What a seat may do."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import force_setattr

from engines.babord.parts import Direction, Place, Point, PortId, Seat
from engines.babord.pieces import GOODS, MOST_BOUGHT
from engines.kernel.records import Action, one_of

Good = Annotated[str, one_of(GOODS, "What ports sell.", "Item")]
Quantity = Annotated[int, Meta(ge=1, le=MOST_BOUGHT, description="Units to buy.")]


class ChoosePort(Action, frozen=True):
    """Choose a home port and put the boat on its jetty (BAB-6)."""

    port: PortId
    point: Point


class RollWind(Action, frozen=True):
    """Decide to move: roll the wind die (BAB-13)."""


class Observe(Action, frozen=True):
    """Look at a tile in secret (BAB-38)."""

    tile: Place


class Fish(Action, frozen=True):
    """Fish on the tile under the boat (BAB-43)."""


class Fire(Action, frozen=True):
    """Fire a cannonball onto the next place in a direction (BAB-53)."""

    direction: Direction


class Attack(Action, frozen=True):
    """Attack the carrier of the treasure hand to hand (BAB-67)."""

    target: Seat


class Buy(Action, frozen=True):
    """Buy something in a port (BAB-40)."""

    item: Good
    quantity: Quantity


class Sail(Action, frozen=True):
    """Sail to a point with the wind that was rolled (BAB-14)."""

    to: Point


class Jump(Action, frozen=True):
    """Leave the Bermuda Triangle for a point of another tile (BAB-33)."""

    to: Point


class SetOut(Action, frozen=True):
    """After a jump, choose the point of the tile from which the boat leaves it (BAB-114)."""

    point: Point


class SwapTiles(Action, frozen=True):
    """Let the tornado swap two tiles (BAB-34)."""

    a: Place
    b: Place

    def __post_init__(self) -> None:
        """The same swap is the same action, whichever tile is named first."""
        if self.b < self.a:
            first, second = self.b, self.a
            force_setattr(self, "a", first)
            force_setattr(self, "b", second)


class Peek(Action, frozen=True):
    """Look at a tile through the spyglass (BAB-35)."""

    tile: Place


class EndTurn(Action, frozen=True):
    """End the turn (BAB-10)."""
