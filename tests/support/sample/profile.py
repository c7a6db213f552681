"""What the kit must know of the sample game."""

from __future__ import annotations

from itertools import permutations

from tests.support.kit.profile import Profile, Small, Step
from tests.support.sample import CupsPosition, Options, engine


def invariants(position: CupsPosition) -> None:
    assert len(set(position.stack)) == len(position.stack)
    assert sum(position.scores) <= len(position.scores) * sum(range(position.options.cups + 1))


def step_invariants(step: Step) -> None:
    assert len(step.after.stack) <= len(step.before.stack)


SMALL = CupsPosition("guess", "cups", 1, Options(cups=3), [2, 3], [3, None], [0, 1])

PROFILE = Profile(
    engine=engine,
    options=[{}, {"cups": 2, "points": "number"}],
    invariants=invariants,
    step_invariants=step_invariants,
    reveals=lambda position, seat, action: len(engine.rules.to_act(position)) == 1,
    small=[
        Small(
            "stack and guess",
            SMALL,
            1,
            lambda p: (*p.stack, p.guesses[0]),
            {(*order, guess): 1 / 4 for order in permutations((2, 3)) for guess in (2, 3)},
        )
    ],
    longest=15,
)
