"""What the Kim-Bac can still reach before anybody else, and where he can be hemmed in."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kimbac.bot.distances import KIMBAC_STEPS, RUN, WALK

WIDTH = len(WALK[0])
"""Crossroads."""
STEPS_AHEAD = max(map(max, RUN[:WIDTH])) + 2
"""More steps than the Kim-Bac needs to any crossroad."""
BIT: list[int] = [1 << crossroad for crossroad in range(WIDTH)]
FROM: list[int] = [sum(1 << WIDTH * step for step in range(first, STEPS_AHEAD)) for first in range(STEPS_AHEAD)]
"""The bits of crossroad 0 in all steps from the first one on."""
WITHIN: list[int] = [sum(FROM[steps] << crossroad for crossroad, steps in enumerate(row)) for row in WALK]
"""By place: the crossroads on which a pawn can stand before the Kim-Bac's step 0, 1, 2, ...; ``WIDTH`` bits a step."""
WITHIN_LATER: list[int] = [pawn << WIDTH for pawn in WITHIN]
"""The same for a pawn that has to let the Kim-Bac step first."""


def taken_by(waiting: Sequence[int], done: Sequence[int]) -> int:
    """The crossroads on which any pursuer can stand before each step of the Kim-Bac, as in ``WITHIN``.

    Those who wait step before the Kim-Bac does; those who are done step only after him.
    """
    taken = 0
    for node in waiting:
        taken |= WITHIN[node]
    for node in done:
        taken |= WITHIN_LATER[node]
    return taken


def safe_ground(start: int, taken: int) -> dict[int, int]:
    """The crossroads that the Kim-Bac reaches before every pursuer, with his steps to each; his own one included."""
    ground = {start: 0}
    edge, steps = [start], 0
    while edge:
        steps += 1
        taken >>= WIDTH
        following = []
        for at in edge:
            for way in KIMBAC_STEPS[at]:
                if way not in ground and not taken & BIT[way]:
                    ground[way] = steps
                    following.append(way)
        edge = following
    return ground


def can_fill(exits: Sequence[int], pursuers: Sequence[int]) -> bool:
    """Could each exit get a pursuer of its own in one step?"""
    if not exits:
        return True
    return any(
        can_fill(exits[1:], [*pursuers[:index], *pursuers[index + 1 :]])
        for index, node in enumerate(pursuers)
        if WALK[node][exits[0]] == 1
    )
