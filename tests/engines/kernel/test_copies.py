"""A copy is a position of its own: whatever is played on it, the original stays as it was."""

from __future__ import annotations

from itertools import islice

import pytest

from engines.kernel.dice import SeededDice
from tests.support.kit.play import opening, steps
from tests.support.kit.profile import Profile, names, profile_of


@pytest.fixture(params=names())
def profile(request: pytest.FixtureRequest) -> Profile:
    return profile_of(request.param)


@pytest.mark.parametrize("seed", range(3))
def test_play_on_a_copy_leaves_the_original_alone(profile: Profile, seed: int) -> None:
    engine, seats = profile.engine, profile.seat_counts[seed % len(profile.seat_counts)]
    position, _, dice = opening(engine, seats, dict(profile.options[seed % len(profile.options)]), b"%d" % seed)
    for number, step in enumerate(steps(engine, position, dice, SeededDice(b"luck"), ["random"] * seats)):
        if number % 7 or engine.rules.outcome(step.after) is not None:
            continue
        before, twin = engine.encode(step.after), step.after.copy()
        assert engine.encode(twin) == before
        ahead = steps(engine, twin, SeededDice(b"twin%d" % number), SeededDice(b"%d" % number), ["random"] * seats)
        for _ in islice(ahead, 15):
            assert engine.encode(step.after) == before
