"""Positions of play, and changes that spoil them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines.babord import engine
from engines.babord.actions import ChoosePort, Observe
from engines.babord.position import BabordPosition
from engines.kernel.dice import SeededDice
from engines.kernel.refusals import InvalidPosition
from tests.engines.babord.positions import boat, play, resolving, sea

Change = Callable[[BabordPosition], object]


def at_sea() -> BabordPosition:
    return sea(boat((5, 5)), boat((9, 9), "se"))


def carried() -> BabordPosition:
    return sea(boat((5, 5)), boat((9, 9), "se"), carrier=1, hole=(3, 3))


def choosing() -> BabordPosition:
    position, _ = engine.rules.deal(2, engine.options({"first_seat": 0}, 2), SeededDice(b"import"))
    play(position, ChoosePort("nw", (1, 1)))
    return position


def sailing() -> BabordPosition:
    return sea(boat((5, 5)), phase="sail", wind="w")


def resolved(phase: str) -> BabordPosition:
    kind = {"jump": "bermuda", "swap_tiles": "tornado", "peek": "spyglass"}[phase]
    position = sea(boat((5, 5)), boat((9, 9), "se"), tiles={(2, 2): (kind, 0), (4, 2): ("palm", 0)})
    return resolving(position, phase, (2, 2))


def over() -> BabordPosition:
    position = sea(boat((5, 5)), boat((9, 9), "se"), max_rounds=1, seat=1)
    play(position, Observe((3, 3)))
    return position


def put(path: str, value: Any) -> Change:
    """Set one field by its JSON pointer."""

    def change(position: BabordPosition) -> None:
        *steps, last = path.strip("/").split("/")
        at: Any = position
        for step in steps:
            at = at[int(step)] if isinstance(at, list) else at[step] if isinstance(at, dict) else getattr(at, step)
        if isinstance(at, list):
            at[int(last)] = value
        elif isinstance(at, dict):
            at[last] = value
        else:
            setattr(at, last, value)

    return change


def both(*changes: Change) -> Change:
    def change(position: BabordPosition) -> None:
        for each in changes:
            each(position)

    return change


def refuses(position: BabordPosition, change: Change) -> tuple[str, str]:
    engine.rules.check(position)
    change(position)
    with pytest.raises(InvalidPosition) as refusal:
        engine.rules.check(position)
    assert refusal.value.detail
    return refusal.value.field, refusal.value.rule
