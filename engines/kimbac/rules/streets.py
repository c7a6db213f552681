"""Walking through the city: one crossroad at a time, one pawn on each."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.records import Action
from engines.kernel.refusals import Illegal, said
from engines.kimbac.actions import MovePawn
from engines.kimbac.events import PawnMoved
from engines.kimbac.pieces import BRIDGES, GATES, PAWNS_PER_SEAT, STREETS, WAYS
from engines.kimbac.position import KimbacPosition

Moves = tuple[dict[str, tuple[tuple[str, MovePawn], ...]], ...]


def _moves(ways: Mapping[str, tuple[str, ...]]) -> Moves:
    numbers = range(max(PAWNS_PER_SEAT.values()) + 1)
    return tuple({at: tuple((way, MovePawn(pawn, way)) for way in ways[at]) for at in ways} for pawn in numbers)


MOVES = _moves(WAYS)
"""By number of the pawn and by place: every way, and the action that takes it. Made once, since actions are frozen."""
KIMBAC_MOVES = _moves(STREETS)
"""The same for the Kim-Bac, who takes no bridge."""


def pawn_moves(game: KimbacPosition, seat: int) -> list[Action]:
    """The pawn that is due steps to an adjacent free crossroad, bridges included (KIM-10, KIM-11, KIM-12)."""
    occupied, pawn = game.occupied(), game.due
    return [move for way, move in MOVES[pawn][game.place_of(seat, pawn)] if way not in occupied]


def kimbac_moves(game: KimbacPosition, seat: int) -> list[Action]:
    """The Kim-Bac never steps over a bridge (KIM-54, KIM-59)."""
    occupied, pawn = game.occupied(), game.due
    return [move for way, move in KIMBAC_MOVES[pawn][game.place_of(seat, pawn)] if way not in occupied]


def can_step(occupied: set[str | None], at: str) -> bool:
    """Is a crossroad free beside this place (KIM-25, KIM-60)?

    A free bridge obliges a pursuer to move (KIM-116).
    """
    return not occupied.issuperset(WAYS[at])


def steps(game: KimbacPosition, seat: int, pawn: int) -> list[str]:
    """Where a pawn may step now: adjacent and free, bridges included (KIM-10, KIM-11, KIM-12)."""
    occupied = game.occupied()
    return [way for way in WAYS[game.place_of(seat, pawn)] if way not in occupied]


def kimbac_steps(game: KimbacPosition, seat: int, pawn: int) -> list[str]:
    """Where the Kim-Bac may step now: never over a bridge (KIM-54, KIM-59).

    A free crossroad beyond a bridge does not help him: he cannot move, and is captured (KIM-114).
    """
    occupied = game.occupied()
    return [way for way in STREETS[game.place_of(seat, pawn)] if way not in occupied]


def check_turn(game: KimbacPosition, pawn: int, rule: str) -> None:
    """Pawns move in the order of their numbers."""
    if pawn != game.next_pawn:
        raise Illegal(
            rule, said("it is the turn of pawn {next_pawn}, not of pawn {pawn}", next_pawn=game.next_pawn, pawn=pawn)
        )


def check_way(game: KimbacPosition, seat: int, action: MovePawn, rule: str) -> None:
    """A step leads to an adjacent crossroad, never onto a gate (KIM-10, KIM-15, KIM-53).

    Gates are left and never entered again (KIM-103); the crossroad just left may be entered again (KIM-125).
    """
    at = game.place_of(seat, action.pawn)
    if action.to in WAYS[at]:
        return
    if action.to in GATES:
        raise Illegal("KIM-15", said("gate {to} is no crossroad; no pawn ever steps onto a gate", to=action.to))
    raise Illegal(
        rule, said("{to} is not adjacent to {at}, where pawn {pawn} stands", to=action.to, at=at, pawn=action.pawn)
    )


def check_bridge(game: KimbacPosition, seat: int, action: MovePawn) -> None:
    """The Kim-Bac may not cross a bridge (KIM-54)."""
    if (game.place_of(seat, action.pawn), action.to) in BRIDGES:
        raise Illegal(
            "KIM-54", said("only a bridge leads to {to}, and the Kim-Bac may not cross a bridge", to=action.to)
        )


def check_free(game: KimbacPosition, action: MovePawn) -> None:
    """A crossroad holds at most one pawn (KIM-11)."""
    to = action.to
    for own in game.pawns:
        if to in own:
            raise Illegal("KIM-11", said("there is a pawn on {to} already", to=to))


def step(game: KimbacPosition, seat: int, action: MovePawn) -> PawnMoved:
    """Take a step that has been checked."""
    pawn, to = action.pawn, action.to
    at = game.place_of(seat, pawn)
    game.pawns[seat][pawn - 1] = to
    return PawnMoved(seat=seat, pawn=pawn, from_=at, to=to, bridge=BRIDGES.get((at, to)))
