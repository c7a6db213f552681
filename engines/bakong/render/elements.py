"""Which elements of the picture an action concerns."""

from __future__ import annotations

from engines.bakong.actions import (
    Discard,
    Flip,
    FlipSecond,
    LoseObject,
    Move,
    Reroll,
    TakeBigEmerald,
    TakeEmeralds,
    TakeObject,
)
from engines.bakong.position import BakongView
from engines.bakong.rules.advancing import way
from engines.kernel.records import Action


def elements(view: BakongView, seat: int, action: Action) -> list[str]:  # noqa: PLR0911 - one return for each type
    match action:
        case TakeObject(object=name) if view.phase == "temple_pick":
            return [f"left-{number}" for number, left in enumerate(view.temple.objects) if left.object == name]
        case TakeObject(object=name):
            return [f"supply-{name}"]
        case Reroll():
            return ["die-0", "die-1"]
        case Flip(die=die):
            return [
                f"die-{number}"
                for number, value in enumerate(view.current.dice if view.current else ())
                if value == die
            ]
        case FlipSecond(slot=slot):
            return [f"slot-{slot}"]
        case Move(steps=steps):
            return [f"pawn-{seat}", f"slot-{way(view, seat, steps, view.players[seat].objects)[-1]}"]
        case LoseObject(object=name) | Discard(item=name):
            return view.items(seat, name)
        case TakeEmeralds(x3=x3, x1=x1):
            return [f"supply-{name}" for name, count in (("x3", x3), ("x1", x1)) if count]
        case TakeBigEmerald(value=value):
            return [f"emerald-{value}"]
    return []
