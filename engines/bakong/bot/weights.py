"""How much each feature of a seat counts in ``estimate``, by the way that the leader has left.

Fitted (logistic regression) to games of the search against the greedy player, with two seats: 589,000 positions at the
start of a turn, of 40,000 games. 3 % of the actions were random; of each game, the positions after its last one count.
"""

from __future__ import annotations

from engines.bakong.pieces import TEMPLE_SLOT

KNOTS = (0, 5, 20, 2 * TEMPLE_SLOT)
"""Slots that the leader has left; the weights between these are interpolated."""

WEIGHTS: dict[str, tuple[float, ...]] = {
    "points": (0.221, 0.375, 0.159, 0.105),
    "emerald": (0.093, 0.113, -0.004, -0.007),
    "way": (0.04, -0.029, -0.073, -0.1),
    "promise": (0.162, 0.063, 0.121, 0.01),
    "turn": (1.392, 0.481, 0.244, 0.124),
    "rope": (1.332, 0.78, -0.434, 0.536),
    "grapnel": (0.929, -1.685, -0.408, 0.482),
    "first_aid_kit": (-1.702, -1.195, 0.14, 0.592),
    "journal": (0.559, 1.236, 1.143, 0.565),
    "machete": (-0.576, 1.452, 0.036, 0.504),
    "torch": (-0.348, 1.014, -0.541, 0.891),
    "map": (1.861, 2.701, 0.434, 0.364),
    "compass": (1.646, 0.544, 0.524, 0.596),
    "outward": (2.121, 3.091, 1.928, 3.135),
    "ahead_close": (-0.388, -0.308, -0.232, -0.061),
    "ahead_far": (1.474, 1.654, 1.103, 0.779),
    "nearer": (1.18, 0.7, 0.289, -0.055),
    "ditches": (-5.093, -4.649, -1.21, 0.13),
    "halts": (-0.551, -1.166, -0.188, -0.139),
    "quicksand": (0.201, 0.271, 0.2, -0.299),
    "caves": (0.727, 1.829, 1.359, 0.533),
    "emeralds": (0.513, 0.566, 0.438, 0.318),
    "camps": (-0.464, -0.275, 0.138, 0.603),
    "waterfalls": (0.371, 1.415, 0.991, 0.318),
    "room": (-0.301, -0.036, -0.424, -0.588),
    "curse": (0.011, 0.005, -0.166, -0.374),
    "home_won": (0.577, 0.577, 0.577, 0.577),
    "home_lost": (-2.997, -2.997, -2.997, -2.997),
}


def weights_at(way: int) -> dict[str, float]:
    """The weights when the leader has so many slots left."""
    place = next(place for place in range(1, len(KNOTS)) if way <= KNOTS[place])
    low, high = KNOTS[place - 1], KNOTS[place]
    share = (way - low) / (high - low)
    return {name: row[place - 1] * (1 - share) + row[place] * share for name, row in WEIGHTS.items()}


BY_WAY = [weights_at(way) for way in range(KNOTS[-1] + 1)]
