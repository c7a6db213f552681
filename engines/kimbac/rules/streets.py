"""Walking through the city: one crossroad at a time, one pawn on each."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.effects import ActionEffect, effect
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


PAWN_STEPS = _moves(WAYS)
"""By number of the pawn and by place: every way, and the action that takes it. Made once, since actions are frozen."""
BRIDGEHEADS = frozenset(at for at, _ in BRIDGES)
KIMBAC_STEPS = _moves(STREETS)
"""The same for the Kim-Bac, who takes no bridge."""


def pawn_moves(game: KimbacPosition, seat: int) -> list[Action]:
    """The pawn that is due steps to an adjacent free crossroad, bridges included (KIM-10, KIM-11, KIM-12)."""
    occupied, pawn = game.occupied(), game.next_pawn
    at = game.pawns[seat][pawn - 1]  # type: ignore[operator]
    return [move for way, move in PAWN_STEPS[pawn][at] if way not in occupied]  # type: ignore[index]


def kimbac_moves(game: KimbacPosition, seat: int) -> list[Action]:
    """The Kim-Bac never steps over a bridge (KIM-54, KIM-59)."""
    occupied, pawn = game.occupied(), game.due
    return [move for way, move in KIMBAC_STEPS[pawn][game.place_of(seat, pawn)] if way not in occupied]


def is_free(game: KimbacPosition, crossroad: str) -> bool:
    """A crossroad holds at most one pawn (KIM-11)."""
    for own in game.pawns:  # noqa: SIM110  # asked for every way of every pawn, and `any` is slower
        if crossroad in own:
            return False
    return True


def can_step(game: KimbacPosition, at: str) -> bool:
    """Is a crossroad free beside this place (KIM-25, KIM-60)?

    A free bridge obliges a pursuer to move (KIM-116).
    """
    for way in WAYS[at]:  # noqa: SIM110  # as above
        if is_free(game, way):
            return True
    return False


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


def check_step(game: KimbacPosition, seat: int, action: MovePawn, turn: str, way: str) -> str:
    """Where the pawn stands, if it is its turn and the step leads to an adjacent crossroad; ``turn`` and ``way`` are
    the rules that refuse others (KIM-10, KIM-15, KIM-23, KIM-50, KIM-53, KIM-60).

    Pawns move in the order of their numbers. Gates are left and never entered again (KIM-103); the crossroad just left
    may be entered again (KIM-125).
    """
    pawn, to = action.pawn, action.to
    if pawn != game.next_pawn:
        raise Illegal(
            turn, said("it is the turn of pawn {next_pawn}, not of pawn {pawn}", next_pawn=game.next_pawn, pawn=pawn)
        )
    at: str = game.pawns[seat][pawn - 1]  # type: ignore[assignment]
    if to not in WAYS[at]:
        if to in GATES:
            raise Illegal("KIM-15", said("gate {to} is no crossroad; no pawn ever steps onto a gate", to=to))
        raise Illegal(way, said("{to} is not adjacent to {at}, where pawn {pawn} stands", to=to, at=at, pawn=pawn))
    return at


def check_bridge(at: str, to: str) -> None:
    """The Kim-Bac may not cross a bridge (KIM-54)."""
    if (at, to) in BRIDGES:
        raise Illegal("KIM-54", said("only a bridge leads to {to}, and the Kim-Bac may not cross a bridge", to=to))


def step(game: KimbacPosition, seat: int, action: MovePawn, at: str) -> PawnMoved:
    """Take a step that has been checked, onto a crossroad without a pawn (KIM-11)."""
    pawn, to = action.pawn, action.to
    if not is_free(game, to):
        raise Illegal("KIM-11", said("there is a pawn on {to} already", to=to))
    game.pawns[seat][pawn - 1] = to
    bridge = BRIDGES[at, to] if at in BRIDGEHEADS and (at, to) in BRIDGES else None
    return PawnMoved(seat=seat, pawn=pawn, from_=at, to=to, bridge=bridge)


def step_effect(action: MovePawn) -> ActionEffect:
    """The pawn goes to the crossroad."""
    return effect("path", "step", [f"crossroad-{action.to}"], amount=1, pawn=action.pawn, to=action.to)
