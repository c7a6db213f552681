"""How far it is from everywhere to everywhere, counted once; crossroads and gates by number, for the greedy player."""

from __future__ import annotations

from collections import deque

from engines.kimbac.pieces import CROSSROADS, FOOT, GATES, STREETS, WAYS

PLACES: tuple[str, ...] = (*CROSSROADS, *GATES)
NODE: dict[str, int] = {place: node for node, place in enumerate(PLACES)}
"""The number of a place: crossroads first, then gates."""
FAR = 99


def _numbered(ways: dict[str, tuple[str, ...]]) -> list[tuple[int, ...]]:
    return [tuple(NODE[way] for way in ways.get(place, ())) for place in PLACES]


def _distances(ways: list[tuple[int, ...]]) -> list[list[int]]:
    """From every place (rows) to every crossroad (columns)."""
    table = []
    for start in range(len(PLACES)):
        row = [FAR] * len(PLACES)
        row[start] = 0
        waiting = deque([start])
        while waiting:
            at = waiting.popleft()
            for way in ways[at]:
                if row[way] == FAR:
                    row[way] = row[at] + 1
                    waiting.append(way)
        table.append(row[: len(CROSSROADS)])
    return table


STEPS: list[tuple[int, ...]] = _numbered(WAYS)
"""Where any pawn may step."""
KIMBAC_STEPS: list[tuple[int, ...]] = _numbered(STREETS)
"""Where the Kim-Bac may step."""
WALK: list[list[int]] = _distances(STEPS)
"""Steps of any pawn, bridges included."""
RUN: list[list[int]] = _distances(KIMBAC_STEPS)
"""Steps of the Kim-Bac, who has to go round the river."""
FOOT_NODE: dict[int, int] = {number: NODE[foot] for number, foot in FOOT.items()}
"""The foot of each monument."""
