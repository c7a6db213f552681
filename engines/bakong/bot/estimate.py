"""Who is likely to win: a quick judgement of a position, fitted to some hundred games of the greedy player.

What counts more and more as the leader nears home: points, the way left, what the next turn promises, and whether those
still on the way out will reach the temple in time.
"""

from __future__ import annotations

from engines.bakong.bot.scout import Scout
from engines.bakong.pieces import POINTS, TEMPLE_SLOT
from engines.bakong.position import BakongPosition
from engines.bakong.view import view
from engines.kernel.protocols.bot import chances, sigmoid

NEAR = 8
"""Slots before home at which the end counts half."""
SLACK = 4.0
"""By how many slots the way to the temple may be misjudged."""
LEAST, MOST = -500, 1000
"""Between these, in hundredths of a point, the promise of the next turn counts."""


def estimate(game: BakongPosition) -> list[float]:
    """The win chances by seat."""
    seen = view(game, remember=True)
    scouts = [Scout(seen, seat) for seat in range(len(seen.players))]
    ways = [scout.way_left() for scout in scouts]
    near = 1 / (1 + min(ways) / NEAR)
    return chances([strength(game, scout, ways, near) for scout in scouts])


def strength(game: BakongPosition, scout: Scout, ways: list[int], near: float) -> float:
    """How a seat stands: points, ground, objects, promise, and the turn."""
    seat, player = scout.seat, scout.me
    points: float = player.x1 + POINTS["x3"] * player.x3 + (player.big or 0) + POINTS["ouch"] * player.ouch
    if player.direction == "outward":
        others = min(way for other, way in enumerate(ways) if other != seat)
        points += max(game.temple.big_emeralds, default=0) * sigmoid((others - TEMPLE_SLOT + player.slot) / SLACK)
    objects = sum([scout.worth(name) for name in player.objects]) / 100
    promise = max(LEAST, min(MOST, scout.promise(player.slot, scout.faces))) / 100
    return (
        (0.115 + 0.556 * near) * points
        - (0.056 + 0.106 * near) * ways[seat]
        + 0.135 * objects
        + (0.1 + 0.115 * near) * promise
        + (game.active_seat == seat) * (0.05 + 0.48 * near)
    )
