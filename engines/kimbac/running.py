"""What the Kim-Bac can still reach before anybody else, and where he can be hemmed in."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kimbac.distances import FAR, KIMBAC_STEPS, WALK


def reached_by(waiting: Sequence[int], done: Sequence[int]) -> list[int]:
    """By crossroad: the Kim-Bac step before which a pursuer can first stand there.

    Those who wait step before the Kim-Bac does; those who are done step only after him.
    """
    rows = [WALK[node] for node in waiting]
    if done:
        rows.append([steps + 1 for steps in nearest([WALK[node] for node in done])])
    return nearest(rows)


def nearest(rows: Sequence[list[int]]) -> list[int]:
    """The smallest figure of each column."""
    if len(rows) > 1:
        return list(map(min, *rows))
    return rows[0] if rows else [FAR] * len(WALK[0])


def safe_ground(start: int, too_late: list[int]) -> dict[int, int]:
    """The crossroads that the Kim-Bac reaches before every pursuer, with his steps to each; his own one included."""
    ground = {start: 0}
    edge, steps = [start], 0
    while edge:
        steps += 1
        following = []
        for at in edge:
            for way in KIMBAC_STEPS[at]:
                if way not in ground and steps < too_late[way]:
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
