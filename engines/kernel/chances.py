"""From strengths to win chances, for the estimates of all games."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def chances(strengths: Sequence[float]) -> list[float]:
    """Win chances by seat (softmax): they sum to one, and a difference of 1 in strength makes 73 : 27."""
    most = max(strengths)
    weights = [exp(strength - most) for strength in strengths]
    total = sum(weights)
    return [weight / total for weight in weights]


def sigmoid(strength: float) -> float:
    """The chance of one side against another that is weaker by so much."""
    return 1 / (1 + exp(-strength))
