"""Every decision of the game: the actions that belong to each phase, and those that are legal now."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.bakong.actions import (
    Discard,
    Flip,
    FlipSecond,
    LoseObject,
    Move,
    Pass,
    Reroll,
    TakeBigEmerald,
    TakeEmeralds,
    TakeObject,
)
from engines.bakong.parts import Current
from engines.bakong.pieces import DIE_SIDES, MOST_STEPS, OBJECTS
from engines.bakong.position import BakongPosition
from engines.bakong.rules.advancing import lose_object, lose_object_effects, move, move_effects, step_counts
from engines.bakong.rules.stopping import (
    camp_objects,
    leave,
    splits,
    take_big_emerald,
    take_big_emerald_effects,
    take_camp_object,
    take_emeralds,
    take_emeralds_effects,
    take_temple_object,
)
from engines.bakong.rules.stowing import (
    decline,
    discard,
    discard_effects,
    discardable,
    may_decline,
    pass_effects,
    temple_objects,
)
from engines.bakong.rules.turning import (
    flip,
    flip_effects,
    flip_second,
    flip_second_effects,
    map_targets,
    may_reroll,
    pass_map,
    reroll,
    reroll_effects,
)
from engines.bakong.rules.turns import start_objects, take_object_effects, take_start_object
from engines.kernel.dice import Dice
from engines.kernel.effects import Effects
from engines.kernel.protocols.rules import Move as MoveFunction
from engines.kernel.records import Action, Event
from engines.kernel.refusals import said

# Actions are frozen: each is made once and shared.
PASS = Pass()
REROLL = Reroll()
FLIP: list[Action] = [Flip(die) for die in range(DIE_SIDES + 1)]
MOVE: list[Action] = [Move(steps) for steps in range(MOST_STEPS + 1)]
TAKE: dict[str, Action] = {name: TakeObject(name) for name in OBJECTS}
LOSE: dict[str, Action] = {name: LoseObject(name) for name in OBJECTS}

PHASE_ACTIONS: dict[str, tuple[type[Action], ...]] = {
    "choose_start_object": (TakeObject,),
    "choose_flip": (Flip, Reroll),
    "map_flip": (FlipSecond, Pass),
    "choose_steps": (Move,),
    "quicksand": (LoseObject,),
    "camp": (TakeObject, Pass),
    "choose_split": (TakeEmeralds,),
    "choose_big_emerald": (TakeBigEmerald,),
    "temple_pick": (TakeObject, Pass),
    "make_room": (Discard, Pass),
}

TAKING: dict[str, MoveFunction] = {
    "choose_start_object": take_start_object,
    "camp": take_camp_object,
    "temple_pick": take_temple_object,
}
PASSING: dict[str, MoveFunction] = {
    "map_flip": pass_map,
    "camp": leave,
    "temple_pick": leave,
    "make_room": decline,
}


def take_object(game: BakongPosition, seat: int, action: TakeObject, dice: Dice) -> Iterable[Event]:
    """Take an object, as the place allows (BAK-8, BAK-28, BAK-62)."""
    return TAKING[game.phase](game, seat, action, dice)


def pass_(game: BakongPosition, seat: int, action: Pass, dice: Dice) -> Iterable[Event]:
    """Decline what is offered."""
    return PASSING[game.phase](game, seat, action, dice)


MOVES: dict[type[Action], MoveFunction] = {
    TakeObject: take_object,
    Reroll: reroll,
    Flip: flip,
    FlipSecond: flip_second,
    Move: move,
    LoseObject: lose_object,
    TakeEmeralds: take_emeralds,
    TakeBigEmerald: take_big_emerald,
    Discard: discard,
    Pass: pass_,
}


EFFECTS: dict[type[Action], Effects] = {
    TakeObject: take_object_effects,
    Reroll: reroll_effects,
    Flip: flip_effects,
    FlipSecond: flip_second_effects,
    Move: move_effects,
    LoseObject: lose_object_effects,
    TakeEmeralds: take_emeralds_effects,
    TakeBigEmerald: take_big_emerald_effects,
    Discard: discard_effects,
    Pass: pass_effects,
}


def wrong_phase(game: BakongPosition, seat: int, action: Action) -> tuple[str, str]:
    """Why the active seat may not do this in the present phase (BAK-11)."""
    if isinstance(action, Reroll) and game.current:
        return "BAK-40", "the dice can be rolled again only before a tile is turned"
    if isinstance(action, FlipSecond) and game.phase == "choose_steps" and not map_targets(game, seat):
        return "BAK-45", "there is no second tile that the map could turn"
    return "BAK-11", said("this is not the moment for it: the game waits for {phase}", phase=game.phase)


def _flips(game: BakongPosition, seat: int) -> list[Action]:
    turn: Current = game.current  # type: ignore[assignment]
    first, second = turn.dice
    flips = [FLIP[first]] if first == second else [FLIP[first], FLIP[second]]
    return [*flips, REROLL] if may_reroll(game, seat) else flips


def _splits(game: BakongPosition, seat: int) -> list[Action]:
    return [TakeEmeralds(x3, x1) for x3, x1 in splits(game)]


def _big_emeralds(game: BakongPosition, seat: int) -> list[Action]:
    return [TakeBigEmerald(value) for value in game.temple.big_emeralds]


def _make_room(game: BakongPosition, seat: int) -> list[Action]:
    discards: list[Action] = [Discard(item) for item in discardable(game, seat)]
    return [*discards, PASS] if may_decline(game) else discards


DECISIONS: dict[str, Callable[[BakongPosition, int], list[Action]]] = {
    "choose_start_object": lambda game, seat: [TAKE[name] for name in start_objects(game, seat)],
    "choose_flip": _flips,
    "map_flip": lambda game, seat: [*[FlipSecond(slot) for slot in map_targets(game, seat)], PASS],
    "choose_steps": lambda game, seat: [MOVE[steps] for steps in step_counts(game, seat)],
    "quicksand": lambda game, seat: [LOSE[name] for name in game.players[seat].objects],
    "camp": lambda game, seat: [*[TAKE[name] for name in camp_objects(game, seat)], PASS],
    "choose_split": _splits,
    "choose_big_emerald": _big_emeralds,
    "temple_pick": lambda game, seat: [*[TAKE[name] for name in temple_objects(game, seat)], PASS],
    "make_room": _make_room,
}
"""The legal actions of the active seat, by phase."""
