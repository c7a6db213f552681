"""A quick, sensible player that looks one turn ahead. Values are hundredths of a point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

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
from engines.bakong.bot.scout import HOME_AND_WINNING, POINT, WORTH, Scout
from engines.bakong.parts import Current, Phase
from engines.bakong.pieces import CURSED
from engines.bakong.position import BakongView
from engines.bakong.rules.backpack import fits
from engines.kernel.records import Action


def choose(view: BakongView, seat: int, actions: Sequence[Action]) -> Action:
    """The action of the highest value; the first of equals."""
    scout = Scout(view, seat)
    value = VALUE[view.phase]
    return max(actions, key=lambda action: value(scout, action))


def flip_value(scout: Scout, action: Action) -> int:
    """Each die turns a tile and leaves the other for the move; the journal hopes for the mean of all throws."""
    turn = cast(Current, scout.view.current)
    if isinstance(action, Reroll):
        return scout.new_throw()
    die = cast(Flip, action).die
    first, second = turn.dice
    faces = scout.turned(scout.me.slot + scout.stride * die)
    return scout.best_move(second if die == first else first, faces)


def map_value(scout: Scout, action: Action) -> int:
    die = cast(int, cast(Current, scout.view.current).move_die)
    faces = scout.turned(action.slot) if isinstance(action, FlipSecond) else scout.faces
    return scout.best_move(die, faces)


def step_value(scout: Scout, action: Action) -> int:
    return scout.values([cast(Move, action).steps], scout.faces)[0]


def keep_value(scout: Scout, action: Action) -> int:
    """Give up the least useful object."""
    return -WORTH[cast(LoseObject, action).object]


def take_value(scout: Scout, action: Action) -> int:
    """The best object, if any is worth taking."""
    return 1 if isinstance(action, Pass) else scout.object_gain(cast(TakeObject, action).object)


def start_value(scout: Scout, action: Action) -> int:
    return WORTH[cast(TakeObject, action).object]


def split_value(scout: Scout, action: Action) -> int:
    """Few tokens leave more room."""
    return cast(TakeEmeralds, action).x3


def emerald_value(scout: Scout, action: Action) -> int:
    """The points, less the objects that must stay behind and the curse."""
    big = cast(TakeBigEmerald, action).value
    value, objects, small = POINT * big, list(scout.me.objects), scout.me.x1 + scout.me.x3
    while not fits(big, objects, small):
        if objects:
            lost = min(objects, key=WORTH.__getitem__)
            objects.remove(lost)
            value -= scout.worth(lost)
        else:
            small -= 1
            value -= POINT
    return value - POINT * (big in CURSED)


def room_value(scout: Scout, action: Action) -> int:
    """Throw out an x1 for an x3, what is worth less for an object, the least useful object for a big emerald."""
    incoming = cast(Current, scout.view.current).incoming[0]
    if isinstance(action, Pass):
        return 1
    item = cast(Discard, action).item
    if incoming.kind == "big":
        return -WORTH.get(item, HOME_AND_WINNING)
    if incoming.object:
        return scout.swap(item, incoming.object) if item != "x3" else 0
    return POINT * (item == "x1" and incoming.kind == "x3")


VALUE: dict[Phase, Callable[[Scout, Action], int]] = {
    "choose_start_object": start_value,
    "choose_flip": flip_value,
    "map_flip": map_value,
    "choose_steps": step_value,
    "quicksand": keep_value,
    "camp": take_value,
    "choose_split": split_value,
    "choose_big_emerald": emerald_value,
    "temple_pick": take_value,
    "make_room": room_value,
}
