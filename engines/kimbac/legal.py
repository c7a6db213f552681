"""Whose decision it is, what may be decided, and what is out of place."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, Effects
from engines.kernel.protocols.rules import Move
from engines.kernel.records import Action, Event
from engines.kimbac.actions import BecomeKimbac, EndTurn, MovePawn, PlacePawn, Renounce, Stay, TakeChest
from engines.kimbac.pieces import GATES
from engines.kimbac.position import KimbacPosition, KimbacView
from engines.kimbac.rules import hunt, placement, search
from engines.kimbac.rules.preparation import unplaced
from engines.kimbac.rules.search import claims
from engines.kimbac.rules.streets import kimbac_moves, pawn_moves


def free_gates(game: KimbacPosition, seat: int) -> list[Action]:
    """Any pawn still in hand on any gate without one (KIM-4, KIM-5)."""
    occupied = game.occupied()
    free = [gate for gate in GATES if gate not in occupied]
    return [PlacePawn(pawn, gate) for pawn in unplaced(game, seat) for gate in free]


def search_moves(game: KimbacPosition, seat: int) -> list[Action]:
    """Step with the pawn that is due, or claim the chest first (KIM-23, KIM-107)."""
    return chest_claims(game, seat) + pawn_moves(game, seat)


def last_claims(game: KimbacPosition, seat: int) -> list[Action]:
    """After the last pawn: claim the chest, or end the turn (KIM-32, KIM-34)."""
    return [*chest_claims(game, seat), EndTurn()]


def kimbac_choices(game: KimbacPosition, seat: int) -> list[Action]:
    """A step; with the option `kimbac_may_stay` also none (KIM-53, KIM-113)."""
    return [*kimbac_moves(game, seat), *([Stay()] if game.options.kimbac_may_stay is True else [])]


def chest_claims(game: KimbacPosition, seat: int) -> list[Action]:
    """The chest, for each monument whose pair gives the right to it (KIM-31)."""
    return [TakeChest(monument) for monument in claims(game, seat)]


def after_the_throw(game: KimbacPosition, seat: int) -> list[Action]:
    """Become Kim-Bac or renounce; only one renunciation a round (KIM-39, KIM-109)."""
    return [BecomeKimbac(), Renounce()] if game.renounced_by is None else [BecomeKimbac()]


DECISIONS: dict[str, Callable[[KimbacPosition, int], list[Action]]] = {
    "place": free_gates,
    "search_move": search_moves,
    "search_end": last_claims,
    "chest": after_the_throw,
    "hunt_kimbac": kimbac_choices,
    "hunt_pursuit": pawn_moves,
}
"""Every action that would be accepted, by phase."""

PHASE_ACTIONS: dict[str, tuple[type[Action], ...]] = {
    "place": (PlacePawn,),
    "search_move": (TakeChest, MovePawn),
    "search_end": (TakeChest, EndTurn),
    "chest": (BecomeKimbac, Renounce),
    "hunt_kimbac": (MovePawn, Stay),
    "hunt_pursuit": (MovePawn,),
}

STEPS: dict[str, Move] = {
    "search_move": search.search_step,
    "hunt_kimbac": hunt.kimbac_step,
    "hunt_pursuit": hunt.pursuit_step,
}
STEP_EFFECTS: dict[str, Effects] = {
    "search_move": search.search_step_effects,
    "hunt_kimbac": hunt.kimbac_step_effects,
    "hunt_pursuit": hunt.pursuit_step_effects,
}


def move_pawn(game: KimbacPosition, seat: int, action: MovePawn, dice: Dice) -> Iterable[Event]:
    """One crossroad: as a seeker, as the Kim-Bac, or as a pursuer."""
    return STEPS[game.phase](game, seat, action, dice)


def move_pawn_effects(view: KimbacView, seat: int, action: MovePawn) -> Iterable[ActionEffect]:
    """The same for the effects."""
    return STEP_EFFECTS[view.phase](view, seat, action)


MOVES: dict[type[Action], Move] = {
    PlacePawn: placement.place_pawn,
    MovePawn: move_pawn,
    Stay: hunt.stay,
    TakeChest: search.take_chest,
    EndTurn: search.end_turn,
    BecomeKimbac: search.become_kimbac,
    Renounce: search.renounce,
}
EFFECTS: dict[type[Action], Effects] = {
    PlacePawn: placement.place_pawn_effects,
    MovePawn: move_pawn_effects,
    Stay: hunt.stay_effects,
    TakeChest: search.take_chest_effects,
    EndTurn: search.end_turn_effects,
    BecomeKimbac: search.become_kimbac_effects,
    Renounce: search.renounce_effects,
}

TURN_RULE = {
    "place": "KIM-5",
    "search_move": "KIM-20",
    "search_end": "KIM-20",
    "chest": "KIM-36",
    "hunt_kimbac": "KIM-52",
    "hunt_pursuit": "KIM-52",
}
"""The rule that refuses every seat but the active one, by phase (KIM-5, KIM-20, KIM-36, KIM-52)."""

PHASE_RULE = {
    "place": ("KIM-4", "the pawns are being placed on the gates"),
    "search_move": ("KIM-22", "the pawns of this turn are moving"),
    "search_end": ("KIM-22", "all pawns of this turn have moved; take the chest or end the turn"),
    "chest": ("KIM-39", "the finder decides: become Kim-Bac or renounce"),
    "hunt_kimbac": ("KIM-52", "the Kim-Bac must step"),
    "hunt_pursuit": ("KIM-52", "the pursuers must step"),
}
"""The rule that refuses what does not belong to the phase."""

NO_CHEST = ("KIM-51", "the chest cannot be taken in the hunt")
PHASE_EXCEPTIONS: dict[tuple[str, type[Action]], tuple[str, str]] = {
    ("search_move", EndTurn): ("KIM-24", "there are pawns left to move"),
    ("hunt_kimbac", TakeChest): NO_CHEST,
    ("hunt_pursuit", TakeChest): NO_CHEST,
}


def wrong_phase(game: KimbacPosition, action: Action) -> tuple[str, str]:
    """Why the active seat may not do this in the present phase."""
    return PHASE_EXCEPTIONS.get((game.phase, type(action)), PHASE_RULE[game.phase])
