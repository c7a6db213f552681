"""Walking through the city: one crossroad at a time, one pawn on each."""

from __future__ import annotations

from engines.kimbac.actions import MovePawn
from engines.kimbac.events import PawnMoved
from engines.kimbac.pieces import BRIDGES, GATES, STREETS, WAYS
from engines.kimbac.position import KimbacPosition
from engines.refusals import Illegal


def steps(game: KimbacPosition, seat: int, pawn: int) -> list[str]:
    """Where a pawn may step now: adjacent and free, bridges included (KIM-10, KIM-11, KIM-12)."""
    occupied = game.occupied()
    return [way for way in WAYS[game.place_of(seat, pawn)] if way not in occupied]


def kimbac_steps(game: KimbacPosition, seat: int, pawn: int) -> list[str]:
    """Where the Kim-Bac may step now: never over a bridge (KIM-54, KIM-59)."""
    occupied = game.occupied()
    return [way for way in STREETS[game.place_of(seat, pawn)] if way not in occupied]


def check_turn(game: KimbacPosition, pawn: int, rule: str) -> None:
    """Pawns move in the order of their numbers."""
    if pawn != game.next_pawn:
        raise Illegal(rule, f"it is the turn of pawn {game.next_pawn}, not of pawn {pawn}")


def check_way(game: KimbacPosition, seat: int, action: MovePawn, rule: str) -> None:
    """A step leads to an adjacent crossroad, never onto a gate (KIM-10, KIM-15, KIM-53)."""
    if action.to in GATES:
        raise Illegal("KIM-15", f"gate {action.to} is no crossroad; no pawn ever steps onto a gate")
    at = game.place_of(seat, action.pawn)
    if action.to not in WAYS[at]:
        raise Illegal(rule, f"{action.to} is not adjacent to {at}, where pawn {action.pawn} stands")


def check_bridge(game: KimbacPosition, seat: int, action: MovePawn) -> None:
    """The Kim-Bac may not cross a bridge (KIM-54)."""
    if (game.place_of(seat, action.pawn), action.to) in BRIDGES:
        raise Illegal("KIM-54", f"only a bridge leads to {action.to}, and the Kim-Bac may not cross a bridge")


def check_free(game: KimbacPosition, action: MovePawn) -> None:
    """A crossroad holds at most one pawn (KIM-11)."""
    if action.to in game.occupied():
        raise Illegal("KIM-11", f"there is a pawn on {action.to} already")


def step(game: KimbacPosition, seat: int, action: MovePawn) -> PawnMoved:
    """Take a step that has been checked."""
    at = game.place_of(seat, action.pawn)
    game.pawns[seat][action.pawn - 1] = action.to
    return PawnMoved(seat=seat, pawn=action.pawn, from_=at, to=action.to, bridge=BRIDGES.get((at, action.to)))
