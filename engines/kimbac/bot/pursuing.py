"""How the greedy player hunts: close the net now if possible, else leave the Kim-Bac as little ground as can be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from engines.kimbac.bot.distances import FOOT_NODE, KIMBAC_STEPS, NODE, RUN, STEPS, WALK
from engines.kimbac.bot.running import WITHIN_LATER, can_fill, safe_ground, taken_by

NEAR = 2
"""Only a pursuer this close to the Kim-Bac can stand on one of his exits after its step."""
Pawns = tuple[tuple[str | None, ...], ...]
"""By seat, by number: where the pawn is."""
KEPT = 8192
"""So many hunts are remembered."""
GROUND = 12
"""What a crossroad of safe ground weighs against the feet on it."""
TRUST = tuple(max(1, 4 + (2 if approach > 0 else 1) * approach) for approach in range(-20, 21))
"""How likely a monument is the cache, by how many steps the Kim-Bac has come nearer to it (from -20 to 20)."""


class Pack(NamedTuple):
    """The pursuers between two steps of the Kim-Bac."""

    kimbac: int
    done: tuple[int, ...]
    """Those who have stepped."""
    own: tuple[int, ...]
    """Those of the acting seat who have not, the one whose step it is first."""
    later: tuple[int, ...]
    """Those of the seats that follow."""


def pack(pawns: Sequence[Sequence[str | None]], kimbac: tuple[int, int], seat: int, pawn: int) -> Pack:
    """The pursuers as the acting seat finds them."""
    hunted, number = kimbac
    seats = len(pawns)
    turns = [(hunted + turn) % seats for turn in range(1, seats)]
    before, after = turns[: turns.index(seat)], turns[turns.index(seat) + 1 :]
    own = nodes(pawns[seat])
    return Pack(
        kimbac=nodes(pawns[hunted])[number - 1],
        done=(*(node for of in before for node in nodes(pawns[of])), *own[: pawn - 1]),
        own=own[pawn - 1 :],
        later=tuple(node for of in after for node in nodes(pawns[of])),
    )


def nodes(places: Sequence[str | None]) -> tuple[int, ...]:
    """Where pawns stand, by number; -1 for one that is not on the board."""
    return tuple([NODE.get(place, -1) for place in places])  # type: ignore[arg-type]


@lru_cache(maxsize=KEPT)
def hunt(
    pawns: Pawns, kimbac: tuple[int, int], seat: int, pawn: int, places: tuple[str, ...], secret: int
) -> list[int]:
    """How good a step of the next pawn to each place is, higher is better.

    A search comes to the same hunts again and again. Callers share the list and must not change it.
    """
    team, targets = pack(pawns, kimbac, seat, pawn), [NODE[place] for place in places]
    closing = closing_steps(team, targets)
    feet = suspected_feet(secret, team.kimbac)
    others = taken_by((*team.own[1:], *team.later), team.done)
    return [
        (1_000_000 if target in closing else 0)
        - 10 * ground_left(team.kimbac, others, target, feet)
        - WALK[target][team.kimbac]
        for target in targets
    ]


def closing_steps(team: Pack, targets: Sequence[int]) -> list[int]:
    """The steps of the next pawn after which the net can still be closed before the Kim-Bac moves."""
    close = sum(WALK[node][team.kimbac] <= NEAR for node in (*team.done, *team.own, *team.later))
    if close < len(KIMBAC_STEPS[team.kimbac]):
        return []
    return [target for target in targets if closes(team, {*team.done, target}, team.own[1:])]


def closes(team: Pack, settled: set[int], waiting: tuple[int, ...]) -> bool:
    """Depth first over the own pawns still to step, in number order; only the exits of the Kim-Bac matter."""
    exits = KIMBAC_STEPS[team.kimbac]
    uncovered = [way for way in exits if way not in settled]
    helpers = [node for node in waiting if WALK[node][team.kimbac] <= NEAR]
    if len(uncovered) > len(helpers) + len(team.later):
        return False
    if not waiting:
        return can_fill(uncovered, team.later)
    mover, others = waiting[0], waiting[1:]
    if mover not in helpers:
        return closes(team, settled, others)
    standing = {*settled, *others, *team.later, team.kimbac}
    free = [way for way in STEPS[mover] if way not in standing]
    if not free:
        return closes(team, {*settled, mover}, others)
    onto = [way for way in free if way in exits]
    return any(closes(team, {*settled, way}, others) for way in onto) or (
        len(onto) < len(free) and closes(team, settled, others)
    )


def ground_left(kimbac: int, others: int, target: int, feet: list[int]) -> int:
    """What the Kim-Bac could still reach before the others and before the next pawn, if it stepped to the target."""
    ground = safe_ground(kimbac, others | WITHIN_LATER[target])
    return GROUND * len(ground) + sum([feet[way] for way in ground])


@cache
def suspected_feet(secret: int, at: int) -> list[int]:
    """By crossroad: the treasure that may lie there, more where the Kim-Bac has come nearer since he set out."""
    start, feet = FOOT_NODE[secret], [0] * len(WALK[0])
    for number, foot in FOOT_NODE.items():
        if number != secret and foot != at:
            feet[foot] = abs(number - secret) * TRUST[RUN[start][foot] - RUN[at][foot] + 20]
    return feet
