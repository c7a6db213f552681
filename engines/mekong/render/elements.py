"""Which elements of the picture an action concerns."""

from __future__ import annotations

from functools import lru_cache

from engines.kernel.records import Action
from engines.mekong.actions import (
    ChoosePlank,
    CommitProgram,
    JumpPawn,
    MovePawn,
    PlacePlank,
    PlaceStone,
    RemovePlank,
    RemoveStone,
)
from engines.mekong.pieces import HOME, PLANKS

VILLAGES = frozenset(HOME.values())


@lru_cache(maxsize=4096)
def elements(seat: int, action: Action) -> list[str]:  # noqa: PLR0911 - one return a type
    """Each list is shared by all who ask: nobody changes it."""
    match action:
        case CommitProgram(cards=cards):
            return [card(seat, name) for name in cards]
        case PlaceStone(island=island) | RemoveStone(island=island):
            return [f"island-{island}"]
        case ChoosePlank(plank=plank) | RemovePlank(plank=plank):
            return [f"plank-{plank}"]
        case PlacePlank(supports=supports):
            return [place(support) for support in supports]
        case MovePawn(path=path):
            return [f"pawn-{seat}", *map(place, path)]
        case JumpPawn(over=over, to=to):
            return [f"pawn-{seat}", place(over), place(to)]
    return []


def card(seat: int, name: str) -> str:
    """A card in the hand of a seat."""
    return f"card-{seat}-{name}"


def place(name: str) -> str:
    """Where a pawn can stand, or a plank lie."""
    kind = "village" if name in VILLAGES else "plank" if name in PLANKS else "island"
    return f"{kind}-{name}"
