"""Who is likely to win: a judgement of a position, fitted to games of search against greedy (``weights``).

What counts, more or less as the leader nears home: points, the way left, what the next turn and the tiles ahead
promise, objects, and whether those still on the way out will reach the temple in time.
"""

from __future__ import annotations

from math import tanh

from engines.bakong.bot.scout import Scout
from engines.bakong.bot.weights import BY_WAY
from engines.bakong.pieces import CURSED, DIE_SIDES, POINTS, START_SLOT, TEMPLE_SLOT
from engines.bakong.position import BakongPosition
from engines.bakong.view import glance
from engines.kernel.protocols.bot import chances, sigmoid

SLACK = 4.0
"""By how many slots the way to the temple may be misjudged."""
LEAST, MOST = -500, 1000
"""Between these, in hundredths of a point, the promise of the next turn counts."""
WHOLE_WAY = 2 * TEMPLE_SLOT
TILES = 5.0
"""Tiles of a kind on the way are counted in fives."""
AMPLE = 6
"""More free cells than these bring nothing."""


def estimate(game: BakongPosition) -> list[float]:
    """The win chances by seat."""
    seen = glance(game)
    scouts = [Scout(seen, seat) for seat in range(len(seen.players))]
    ways = [scout.way_left() for scout in scouts]
    emeralds = [emerald_ahead(game, scout, ways) for scout in scouts]
    points = [points_of(scout) for scout in scouts]
    sums = [mine + ahead for mine, ahead in zip(points, emeralds, strict=True)]
    weights = BY_WAY[min(ways)]
    strengths = []
    for seat, scout in enumerate(scouts):
        way = ways[seat]
        lead = sums[seat] - most_of_others(sums, seat)
        strength = (
            weights["points"] * points[seat]
            + weights["emerald"] * emeralds[seat]
            + weights["way"] * way
            + weights["promise"] * max(LEAST, min(MOST, scout.promise(scout.me.slot, scout.faces))) / 100
            + weights["turn"] * (game.active_seat == seat)
            + sum([weights[name] for name in scout.me.objects]) * way / WHOLE_WAY
            + weights["ahead_close"] * tanh(lead / 3)
            + weights["ahead_far"] * tanh(lead / 8)
            + weights["nearer"] * tanh((-most_of_others([-other for other in ways], seat) - way) / 5)
        )
        strengths.append(strength + ground(scout, weights) + backpack(scout, weights) + last_throw(scout, weights))
    return chances(strengths)


def most_of_others(values: list[float] | list[int], seat: int) -> float:
    return max(values[:seat] + values[seat + 1 :])


def points_of(scout: Scout) -> int:
    me = scout.me
    return me.x1 + POINTS["x3"] * me.x3 + (me.big or 0) + POINTS["ouch"] * me.ouch


def emerald_ahead(game: BakongPosition, scout: Scout, ways: list[int]) -> float:
    """The best big emerald left, as far as the seat will be at the temple before another is home."""
    if scout.stride < 0:
        return 0.0
    others = -most_of_others([-way for way in ways], scout.seat)
    return max(game.temple.big_emeralds, default=0) * sigmoid((others - TEMPLE_SLOT + scout.me.slot) / SLACK)


def ground(scout: Scout, weights: dict[str, float]) -> float:
    """The tiles on the way left; those between a seat and the temple count twice."""
    me, faces, outward = scout.me, scout.faces, scout.stride > 0
    ahead = faces + faces[me.slot + 1 : TEMPLE_SLOT] if outward else faces[START_SLOT + 1 : me.slot]
    number, objects = ahead.count, me.objects
    halts = ("rope" not in objects and number("river")) + ("grapnel" not in objects and number("cliff"))
    return (
        weights["ditches"] * ("first_aid_kit" not in objects and number("ditch"))
        + weights["halts"] * halts
        + weights["quicksand"] * (bool(objects) and number("quicksand"))
        + weights["caves"] * number("cave")
        + weights["emeralds"] * number("jungle_emerald")
        + weights["camps"] * number("abandoned_camp")
        + weights["waterfalls"] * (me.ouch > 0 and me.big not in CURSED and number("waterfall"))
    ) / TILES + weights["outward"] * outward


def backpack(scout: Scout, weights: dict[str, float]) -> float:
    """Free cells, and ouch tokens that the cursed emerald makes permanent."""
    cursed = scout.me.ouch if scout.me.big in CURSED else 0
    return weights["room"] * min(scout.free_cells(), AMPLE) / AMPLE + weights["curse"] * cursed


def last_throw(scout: Scout, weights: dict[str, float]) -> float:
    """The chance that the next throw can take a winner home, or must take a loser there."""
    way = scout.way_left()
    if way > DIE_SIDES:
        return 0.0
    short = (way - 1) / DIE_SIDES
    return weights["home_won"] * (1 - short**2) if scout.home() > 0 else weights["home_lost"] * (1 - short) ** 2
