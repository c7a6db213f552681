"""How much each feature of a seat counts in ``estimate``, by the way that the leader has left.

Fitted (logistic regression) to 200,000 positions of two greedy players, 8 % of whose actions were random: one position
of each game, at the start of a turn.
"""

from __future__ import annotations

from engines.bakong.pieces import TEMPLE_SLOT

KNOTS = (0, 2, 5, 9, 14, 20, 28, 2 * TEMPLE_SLOT)
"""Slots that the leader has left; the weights between these are interpolated."""

WEIGHTS: dict[str, tuple[float, ...]] = {
    "points": (1.061, 0.817, 0.719, 0.538, 0.448, 0.399, 0.265, 0.375),
    "emerald": (0, -1.165, 0.751, 0.2, 0.325, 0.146, 0.069, -0.076),
    "way": (0.319, 0.044, 0.004, -0.032, -0.023, -0.02, -0.031, -0.126),
    "promise": (0.42, 0.056, 0.038, 0.184, 0.112, 0.088, 0.068, 0.036),
    "turn": (2.942, 0.934, 0.458, 0.365, 0.264, 0.169, 0.188, 0.116),
    "objects": (1.958, 0.028, -0.223, -0.082, 0.131, 0.124, 0.032, 0.075),
    "rope": (-18.706, 3.92, -2.941, 0.724, -1.906, -0.677, -0.199, 0.192),
    "grapnel": (-85.827, -9.897, 4.898, 0.321, 1.496, -0.725, -0.2, 0.407),
    "first_aid_kit": (-12.135, -0.656, -0.155, 0.16, -0.467, 0.152, 0.011, 0.294),
    "journal": (-2.578, 0.586, 0.717, 1.705, 1.359, 0.815, -0.009, 0.348),
    "machete": (-6.292, 2.143, 1.784, 0.968, 0.505, -0.14, 0.106, 0.31),
    "torch": (-8.103, 0.454, 0.138, -0.192, 0.625, 0.042, 0.081, 0.483),
    "map": (3.66, -2.631, 1.604, 1.533, 0.341, 0.098, 0.245, 0.237),
    "compass": (3.94, 0.073, 1.41, 0.452, 0.667, 0.593, -0.103, 0.42),
    "outward": (0, 14.756, 3.75, 4.516, 1.45, 2.762, 3.174, 0),
    "ahead_close": (-1.993, -0.895, -0.18, -0.294, -0.222, 0.009, -0.018, 0.133),
    "ahead_far": (1.349, 0.401, -0.34, 0.538, 0.271, -0.284, 0.099, -0.825),
    "nearer": (2.611, 1.174, 0.935, 0.718, 0.379, 0.35, 0.266, -0.16),
    "ditches": (-1.755, -6.448, -4.566, -2.825, -2.434, -1.679, -0.461, -0.104),
    "halts": (0.971, -1.291, -0.526, -0.397, -0.763, -0.257, -0.265, -0.173),
    "quicksand": (-0.905, 1.223, 0.079, 0.261, -0.003, 0.078, -0.064, -0.107),
    "caves": (1.474, 0.817, 1.664, 1.464, 1.213, 1.266, 0.981, 0.365),
    "emeralds": (-1.355, 0.899, 1.058, 0.793, 0.352, 0.337, 0.203, 0.382),
    "camps": (-1.695, -0.314, -0.134, 0.002, 0.011, 0.21, -0.106, 0.667),
    "waterfalls": (2.22, 0.803, 1.086, 0.987, 1.198, 1.35, 0.451, 0.443),
    "room": (0.323, -0.11, -0.122, -0.065, 0.249, 0.145, -0.171, 1.676),
    "curse": (-0.007, 0.057, -0.035, 0.026, 0.019, -0.039, -0.221, 0),
    "home_won": (0.242, 0.777, 0.612, -2.248, 0, 0, 0, 0),
    "home_lost": (-3.791, -2.711, -2.99, -46.281, 0, 0, 0, 0),
}


def weights_at(way: int) -> dict[str, float]:
    """The weights when the leader has so many slots left."""
    place = next(place for place in range(1, len(KNOTS)) if way <= KNOTS[place])
    low, high = KNOTS[place - 1], KNOTS[place]
    share = (way - low) / (high - low)
    return {name: row[place - 1] * (1 - share) + row[place] * share for name, row in WEIGHTS.items()}


BY_WAY = [weights_at(way) for way in range(KNOTS[-1] + 1)]
