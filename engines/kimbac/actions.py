"""What a seat may do."""

from __future__ import annotations

from engines.kernel.records import Action
from engines.kimbac.parts import Gate, Monument, Pawn, Place


class PlacePawn(Action, frozen=True):
    """Place a pawn on a free gate (KIM-4, KIM-5)."""

    pawn: Pawn
    gate: Gate


class MovePawn(Action, frozen=True):
    """Move the pawn whose turn it is to an adjacent free crossroad (KIM-10, KIM-53, KIM-60)."""

    pawn: Pawn
    to: Place


class Stay(Action, frozen=True):
    """The Kim-Bac stays where he is, where the option allows it (KIM-53, KIM-113)."""


class TakeChest(Action, frozen=True):
    """Show the pair of the monument at which an own pawn stands and take the chest (KIM-31)."""

    monument: Monument


class EndTurn(Action, frozen=True):
    """End the turn without taking the chest (KIM-32)."""


class BecomeKimbac(Action, frozen=True):
    """Accept the treasure hunt: the pawn at the monument becomes the Kim-Bac (KIM-39, KIM-50)."""


class Renounce(Action, frozen=True):
    """Give up the treasure and put the chest back (KIM-39, KIM-40)."""
