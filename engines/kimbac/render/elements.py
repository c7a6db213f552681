"""Which elements of the picture an action concerns."""

from __future__ import annotations

from engines.kernel.records import Action
from engines.kimbac.actions import BecomeKimbac, MovePawn, PlacePawn, Renounce, TakeChest
from engines.kimbac.pieces import GATES
from engines.kimbac.position import KimbacView


def elements(view: KimbacView, seat: int, action: Action) -> list[str]:
    match action:
        case PlacePawn(gate=gate):
            return [f"gate-{gate}"]
        case MovePawn(pawn=pawn, to=to):
            return [f"pawn-{seat}-{pawn}", f"gate-{to}" if to in GATES else f"crossroad-{to}"]
        case TakeChest(monument=monument):
            return [f"monument-{monument}", "chest"]
        case BecomeKimbac() | Renounce():
            return ["chest"]
    return []
