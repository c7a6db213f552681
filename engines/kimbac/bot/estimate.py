"""Who is likely to win: the Kim-Bac's chance to reach the cache, fitted to hunts between greedy players."""

from __future__ import annotations

from math import log
from typing import cast

from engines.kernel.protocols.bot import sigmoid
from engines.kimbac.bot.distances import FOOT_NODE, RUN, WALK
from engines.kimbac.bot.pursuing import TRUST, nodes, pack
from engines.kimbac.bot.running import safe_ground, taken_by
from engines.kimbac.parts import Chest, Kimbac
from engines.kimbac.position import KimbacPosition
from engines.kimbac.rules.sharing import captured, reached

CLOSE = 3
"""Steps from which a pursuer threatens the Kim-Bac."""
GUARDED = 6
"""Steps from which nobody guards the cache."""


def estimate(game: KimbacPosition) -> list[float]:
    """The win chances by seat; nobody knows before there is a Kim-Bac."""
    seats = len(game.scores)
    if game.kimbac is None:
        return [1 / seats] * seats
    chest, seat = cast(Chest, game.chest), game.kimbac.seat
    held = game.held(chest.cache)
    escaped = shares(game, reached(game.options, seat, chest.treasure, held).paid)
    caught = shares(game, captured(game.options, seat, chest.treasure, held).paid)
    chance = escape(game, game.kimbac, FOOT_NODE[chest.cache])
    return [chance * one + (1 - chance) * other for one, other in zip(escaped, caught, strict=True)]


def shares(game: KimbacPosition, paid: list[int]) -> list[float]:
    """Who has won when this round is paid so; with more rounds to come it counts as if it were the last."""
    totals = [score + taels for score, taels in zip(game.scores, paid, strict=True)]
    most = max(totals)
    winners = totals.count(most)
    return [1 / winners if total == most else 0.0 for total in totals]


def escape(game: KimbacPosition, kimbac: Kimbac, cache: int) -> float:
    """The chance that the Kim-Bac reaches the cache."""
    if game.phase == "hunt_pursuit":
        team = pack(game.pawns, (kimbac.seat, kimbac.pawn), cast(int, game.active_seat), game.due)
        waiting, done, at = (*team.own, *team.later), team.done, team.kimbac
    else:
        at = nodes(game.pawns[kimbac.seat])[kimbac.pawn - 1]
        waiting, done = (), tuple(n for seat, own in enumerate(game.pawns) if seat != kimbac.seat for n in nodes(own))
    ground = safe_ground(at, taken_by(waiting, done))
    pursuers = (*waiting, *done)
    close = sum([WALK[node][at] <= CLOSE for node in pursuers])
    strength = 1.5 + 0.6 * log(len(ground)) - 0.1 * close
    if cache in ground:
        return sigmoid(strength + 1.97 - 0.19 * ground[cache])
    guard = min([WALK[node][cache] for node in pursuers])
    return sigmoid(strength - 0.34 * RUN[at][cache] + 0.14 * min(guard, GUARDED))


def plausibility(game: KimbacPosition, seat: int) -> int:
    """Per cent: how well the Kim-Bac's way so far agrees with this cache, in the eyes of a pursuer."""
    if game.kimbac is None or game.chest is None or game.kimbac.seat == seat:
        return 100
    start, cache = FOOT_NODE[game.chest.secret], FOOT_NODE[game.chest.cache]
    at = nodes(game.pawns[game.kimbac.seat])[game.kimbac.pawn - 1]
    return min(100, 6 * TRUST[RUN[start][cache] - RUN[at][cache] + 20] + 3 * game.chest.treasure // 1000)
