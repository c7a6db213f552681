"""Who is likely to win: a quick judgement of a position, fitted to games of the greedy player."""

from __future__ import annotations

from engines.kernel.protocols.bot import chances
from engines.mekong.bot.planner import WINNING_DISTANCE
from engines.mekong.bot.routes import STEP, Chart, Route
from engines.mekong.position import MekongPosition

STATUETTE = 0.2
READY = 0.28


def estimate(game: MekongPosition) -> list[float]:
    """The win chances by seat: the seat with the cheaper way left is ahead, and the one that begins."""
    chart = Chart(game)
    return chances([strength(Route(chart, seat)) for seat in range(len(game.players))])


def strength(route: Route) -> float:
    cost = route.cost(route.pawn) / STEP
    ready = route.steps_ready
    near = READY if ready is not None and ready <= WINNING_DISTANCE else 0
    first = STATUETTE if route.chart.seen.statuette == route.seat else 0
    return 1.63 / (1 + cost / 3) - 0.183 * cost + near + first
