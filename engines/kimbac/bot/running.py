"""What the Kim-Bac can still reach before anybody else, and where he can be hemmed in."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kimbac.bot.distances import FAR, KIMBAC_STEPS, WALK

WALK_LATER: list[list[int]] = [[steps + 1 for steps in row] for row in WALK]
"""Steps of a pawn that has to let the Kim-Bac step first."""
NEVER = [FAR] * len(WALK[0])


def reached_by(waiting: Sequence[int], done: Sequence[int]) -> list[int]:
    """By crossroad: the Kim-Bac step before which a pursuer can first stand there.

    Those who wait step before the Kim-Bac does; those who are done step only after him.
    """
    return nearest([*[WALK[node] for node in waiting], *[WALK_LATER[node] for node in done]])


def nearest(rows: Sequence[list[int]]) -> list[int]:
    """The smallest figure of each column."""
    if len(rows) > 1:
        return list(map(min, *rows))
    return rows[0] if rows else NEVER


def safe_ground(start: int, too_late: list[int], also: list[int] = NEVER) -> dict[int, int]:
    """The crossroads that the Kim-Bac reaches before every pursuer, with his steps to each; his own one included.

    ``also`` is the same as ``too_late`` for one more pursuer: few crossroads are asked for, so that it is cheaper to
    look into two lists than to make one of them.
    """
    ground = {start: 0}
    edge, steps = [start], 0
    while edge:
        steps += 1
        following = []
        for at in edge:
            for way in KIMBAC_STEPS[at]:
                if way not in ground and steps < too_late[way] and steps < also[way]:
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
