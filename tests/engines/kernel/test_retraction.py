"""Actions that can be taken back reveal nothing: over determinized positions no seat can tell the difference."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.records import GAME_OVER, snake
from engines.kernel.registry import game, slugs
from tests.support.kit.play import opening, steps
from tests.support.kit.retraction import distinguished_by

GAMES, EACH = 30, 60
"""Games that are played at most, and how many actions of each type are looked at."""


@pytest.mark.parametrize("slug", slugs())
def test_no_seat_can_tell_the_difference(slug: str) -> None:
    engine, luck, seen = game(slug), random.Random(f"{slug} retraction"), Counter[type]()
    for number in range(GAMES):
        seats = engine.seats[number % len(engine.seats)]
        position, _, dice = opening(engine, seats, {}, luck.randbytes(32))
        chance = SeededDice(luck.randbytes(32))
        for step in steps(engine, position, dice, chance, ["greedy" if number % 3 == 0 else "random"] * seats):
            drawn, dice.drawn = dice.drawn, []
            kind = type(step.action)
            if kind not in engine.rules.retractable or seen[kind] >= EACH or step.after.phase == GAME_OVER:
                continue
            if not engine.rules.revealed(step.before, step.action, drawn, step.events):
                seen[kind] += 1
                assert distinguished_by(engine, step, SeededDice(luck.randbytes(32))) == [], (step.action, step.events)
    assert set(engine.rules.retractable) == set(seen), "an action is declared that never is without consequences"


@pytest.mark.parametrize("slug", slugs())
def test_what_is_revealed_is_named(slug: str) -> None:
    """Dice, events that show something, or all events of an action that is not declared."""
    engine, named = game(slug), set[str]()
    types = {snake(event.__name__) for event in engine.rules.event_types}
    position, _, dice = opening(engine, engine.seats[0], {}, bytes(32))
    for step in steps(engine, position, dice, SeededDice(bytes(32)), ["random"] * engine.seats[0]):
        drawn, dice.drawn = dice.drawn, []
        found = engine.rules.revealed(step.before, step.action, drawn, step.events)
        assert found or type(step.action) in engine.rules.retractable
        assert ("dice" in found) == bool(drawn)
        assert set(found) <= types | {"dice"}
        named |= set(found)
    assert named & {snake(event.__name__) for event in engine.rules.revealing}
