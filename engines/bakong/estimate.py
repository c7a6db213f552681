"""Who is likely to win: a quick judgement of a position, fitted to a few hundred games of the greedy player.

Each seat has a strength; the chances are their softmax. What counts more and more as the leader nears home: points,
the way left, and whether those still on the way out will reach the temple in time.
"""

from __future__ import annotations

from engines.bakong.greedy import WHOLE_WAY, WORTH
from engines.bakong.pieces import POINTS, TEMPLE_SLOT
from engines.bakong.position import BakongPosition, Player
from engines.chances import chances, sigmoid

NEAR = 8
"""Slots before home at which the end counts half."""
SLACK = 4.0
"""By how many slots the way to the temple may be misjudged."""


def estimate(game: BakongPosition) -> list[float]:
    """The win chances by seat."""
    ways = [way(player) for player in game.players]
    near = 1 / (1 + min(ways) / NEAR)
    return chances([strength(game, seat, ways, near) for seat in range(len(ways))])


def way(player: Player) -> int:
    """Slots still to walk."""
    return WHOLE_WAY - player.slot if player.direction == "outward" else player.slot


def strength(game: BakongPosition, seat: int, ways: list[int], near: float) -> float:
    player, left = game.players[seat], ways[seat]
    points: float = player.x1 + POINTS["x3"] * player.x3 + (player.big or 0) + POINTS["ouch"] * player.ouch
    slack = 0
    if player.direction == "outward":
        slack = min(way for other, way in enumerate(ways) if other != seat) - (TEMPLE_SLOT - player.slot)
        points += max(game.temple.big_emeralds, default=0) * sigmoid(slack / SLACK)
    objects = sum(WORTH[name] for name in player.objects) * left / WHOLE_WAY / 100
    return (
        (0.1055 + 0.52 * near) * points
        - (0.0035 + 0.1347 * near) * left
        + 0.088 * objects
        + 0.043 * slack * near
        + (game.active_seat == seat) * (0.06 + 0.28 * near)
    )
