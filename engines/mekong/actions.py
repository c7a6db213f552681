"""What a seat can do."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import force_setattr

from engines.kernel.records import Action, one_of
from engines.mekong.parts import Card, Place, Support
from engines.mekong.pieces import ISLANDS, PLACES, PLANKS, SUPPORTS
from engines.mekong.rules.spans import ordered


class CommitProgram(Action, frozen=True):
    """Lay five cards face down, slot 1 first (MEK-11)."""

    cards: Annotated[tuple[Card, Card, Card, Card, Card], Meta(description="The five cards, slot 1 first.")]


class PlaceStone(Action, frozen=True):
    """Put a stone on an island (MEK-30)."""

    island: Annotated[str, one_of(SUPPORTS, "The island; a village is refused.", "StoneSite")]


class ChoosePlank(Action, frozen=True):
    """Choose the plank of the own reserve that is to be placed (MEK-40)."""

    plank: Annotated[str, one_of(PLANKS, "A plank of the own reserve.", "Plank")]


class PlacePlank(Action, frozen=True):
    """Lay the chosen plank on two supports, named in any order (MEK-41)."""

    supports: Annotated[tuple[Support, Support], Meta(description="The two supports, in any order.")]

    def __post_init__(self) -> None:
        """The same place is the same action, whichever end is named first."""
        force_setattr(self, "supports", ordered(*self.supports))


class RemovePlank(Action, frozen=True):
    """Take a plank from the board into the own reserve (MEK-61)."""

    plank: Annotated[str, one_of(PLANKS, "A plank on the board.", "Plank")]


class RemoveStone(Action, frozen=True):
    """Put a stone back into the common reserve (MEK-65)."""

    island: Annotated[str, one_of(ISLANDS, "The island of the stone.", "Island")]


class MovePawn(Action, frozen=True):
    """Walk the own pawn (MEK-72, MEK-76)."""

    path: Annotated[
        tuple[Place, ...],
        Meta(min_length=1, max_length=2, description="The places in order, without the starting one."),
    ]


class JumpPawn(Action, frozen=True):
    """Jump with the own pawn over another one (MEK-80)."""

    over: Annotated[str, one_of(PLACES, "The plank of the pawn that is jumped over.", "Support")]
    to: Annotated[str, one_of(PLACES, "Where the jump ends.", "Support")]
