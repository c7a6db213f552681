"""What is in the box, and the plan of the city: tables read once from the content."""

from __future__ import annotations

from typing import Literal

from engines.kernel.content import load

SpecialFace = Literal[0, 6, 12]

_CONTENT = load("engines.kimbac")
_BOARD = _CONTENT["board"]

PAWNS_PER_SEAT: dict[int, int] = {setup["players"]: setup["pawns_per_seat"] for setup in _CONTENT["pawns"]["setup"]}
"""How many pawns each seat has, by number of players (KIM-2)."""
REMOVED = "removed"
"""Where a pawn is that has left the game (KIM-50)."""

NUMBERS: tuple[int, ...] = tuple(_CONTENT["cards"]["numbers"])
COPIES: int = _CONTENT["cards"]["copies"]
DECK: tuple[int, ...] = tuple(number for number in NUMBERS for _ in range(COPIES))
"""The cards, sorted (KIM-6)."""
DRY_LAPS: int = _CONTENT["cards"]["dry_laps"]
"""Full laps without a card or a claim after which the hands become a new pile (KIM-126)."""

ORDINARY_FACES: tuple[int, ...] = tuple(_CONTENT["dice"]["ordinary"]["faces"])
SPECIAL_FACES: tuple[SpecialFace, ...] = tuple(_CONTENT["dice"]["special"]["faces"])
THROWS: dict[int, tuple[int, SpecialFace]] = {
    ordinary + special: (ordinary, special) for ordinary in ORDINARY_FACES for special in SPECIAL_FACES
}
"""The one pair of face values that makes each sum (KIM-37)."""

TAELS: int = _CONTENT["treasure"]["taels_per_step"]
BONUS: int = _CONTENT["treasure"]["bonus_per_card"]

GATES: tuple[str, ...] = tuple(gate["id"] for gate in _BOARD["gates"]["items"])
CROSSROADS: tuple[str, ...] = tuple(crossroad["id"] for crossroad in _BOARD["crossroads"]["items"])
FOOT: dict[int, str] = {monument["number"]: monument["foot"] for monument in _BOARD["monuments"]["items"]}
"""The crossroad at the foot of each monument (KIM-14)."""
MONUMENT_AT: dict[str, int] = {foot: number for number, foot in FOOT.items()}
FEET: frozenset[str | None] = frozenset(MONUMENT_AT)

BRIDGES: dict[tuple[str, str], str] = {
    ends: bridge["id"]
    for bridge in _BOARD["bridges"]["items"]
    for ends in ((bridge["a"], bridge["b"]), (bridge["b"], bridge["a"]))
}
"""The bridge that joins two crossroads, in either direction (KIM-12)."""


def _neighbours(edges: list[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    joined: dict[str, set[str]] = {crossroad: set() for crossroad in CROSSROADS}
    for a, b in edges:
        joined[a].add(b)
        joined[b].add(a)
    return {crossroad: tuple(sorted(others)) for crossroad, others in joined.items()}


_STREETS = [(a, b) for a, b in _BOARD["streets"]["items"]]

STREETS: dict[str, tuple[str, ...]] = _neighbours(_STREETS)
"""Where the Kim-Bac may step from each crossroad: every street that is no bridge (KIM-54).

The city stays connected without its bridges (KIM-13).
"""
WAYS: dict[str, tuple[str, ...]] = {
    **_neighbours(_STREETS + list(BRIDGES)),
    **{gate["id"]: tuple(sorted(gate["opens_on"])) for gate in _BOARD["gates"]["items"]},
}
"""Where every other pawn may step: streets and bridges from a crossroad, the two exits from a gate (KIM-12, KIM-15)."""


def treasure(secret: int, cache: int) -> int:
    """A thousand taels for each step between the two monument numbers (KIM-70)."""
    return abs(secret - cache) * TAELS
