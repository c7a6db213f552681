"""I.2 Placing the pawns, and the roll for the first player."""

from __future__ import annotations

from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said
from engines.kimbac.actions import PlacePawn
from engines.kimbac.events import FirstRoll, PawnPlaced, Throw
from engines.kimbac.pieces import ORDINARY_FACES
from engines.kimbac.position import KimbacPosition, KimbacView
from engines.kimbac.rules.preparation import placing, unplaced
from engines.kimbac.rules.search import begin_turn


def place_pawn(game: KimbacPosition, seat: int, action: PlacePawn, dice: Dice) -> list[Event]:
    """Put a pawn of one's choice on a gate of one's choice, one pawn per gate (KIM-4, KIM-5)."""
    if action.pawn not in unplaced(game, seat):
        raise Illegal("KIM-5", said("pawn {pawn} is not one that is still to be placed", pawn=action.pawn))
    if action.gate in game.occupied():
        raise Illegal("KIM-4", said("there is a pawn on gate {gate} already", gate=action.gate))
    game.pawns[seat][action.pawn - 1] = action.gate
    placement = PawnPlaced(seat=seat, pawn=action.pawn, gate=action.gate)
    order = placing(game.round, len(game.pawns))
    placed = sum([place is not None for own in game.pawns for place in own])
    if placed == len(order):
        return [placement, *roll_for_first(game, dice)]
    game.active_seat = order[placed]
    game.next_pawn = unplaced(game, game.active_seat)[0]
    return [placement]


def place_pawn_effects(view: KimbacView, seat: int, action: PlacePawn) -> list[ActionEffect]:
    """The pawn stands on the gate (KIM-4)."""
    return [effect("place", "placed", [f"gate-{action.gate}"], what="pawn", amount=1, pawn=action.pawn, at=action.gate)]


def roll_for_first(game: KimbacPosition, dice: Dice) -> list[Event]:
    """The highest throw of the ordinary die starts; tied highest seats alone roll again (KIM-8).

    Only the tied seats roll again (KIM-102). Each round has a roll of its own (KIM-123).
    """
    rolling = list(range(len(game.pawns)))
    events: list[Event] = []
    while game.first_seat is None:
        throws = [Throw(seat, dice.choose(ORDINARY_FACES)) for seat in rolling]
        highest = max(throw.value for throw in throws)
        rolling = [throw.seat for throw in throws if throw.value == highest]
        again = len(rolling) > 1
        game.first_seat = None if again else rolling[0]
        events.append(FirstRoll(throws=throws, again=again, first_seat=game.first_seat))
    return events + begin_turn(game, game.first_seat, dice)
