"""Ways across the delta: what it costs a seat to reach its goal from anywhere, with the planks that it has.

Costs are in hundredths of a step.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from functools import cached_property
from heapq import heappop, heappush
from typing import NamedTuple

from engines.mekong.bot.tastes import RANK, TURNED, TURNED_BACK, tastes
from engines.mekong.pieces import GOAL, ISLANDS, SIZE, VILLAGES
from engines.mekong.position import PositionOrView, pawns_on_planks
from engines.mekong.rules import planks, spans

STEP = 100
IN_THE_WAY = 80
GAP, GAP_SIZE, GAP_STONE = 240, 5, 35
NO_PLANK = 400
FAR = 100_000
ATTEMPTS = 4
"""So often another way is tried when the reserve has not all the planks for the best one."""

KEPT = 2048
"""So many ways are remembered."""

NAMES = tuple(sorted(spans.RANK))
"""Supports by number here."""
PLACE = {name: place for place, name in enumerate(NAMES)}
EDGES = tuple(
    tuple(
        (PLACE[pair[1] if end == pair[0] else pair[0]], number)
        for number, pair in enumerate(spans.PAIRS)
        if end in pair and spans.SMALLEST[number] < spans.TOO_FAR
    )
    for end in NAMES
)
STAY = tuple(STEP if name in VILLAGES else 0 for name in NAMES)
"""A village on the way costs a step of its own."""
PAIR_BITS, PLACE_BITS = 10, 6
"""Cost, place and pair are packed into one integer, which the queue compares faster than three things."""
NOWHERE = FAR << 32

BRIDGEABLE = tuple(number for number, size in enumerate(spans.SMALLEST) if size < spans.TOO_FAR)
ALL_BRIDGEABLE = spans.mask(list(BRIDGEABLE))
WORK = tuple((number, GAP + GAP_SIZE * spans.SMALLEST[number], *spans.PAIRS[number]) for number in BRIDGEABLE)
"""Each pair with the work of laying a plank on it, and its ends."""


class Chart:
    """The board as all seats see it: which pairs are laid, which are closed, and what each costs."""

    def __init__(self, seen: PositionOrView) -> None:
        self.seen = seen
        self.laid = {spans.NUMBER[pair]: plank for plank, pair in seen.planks.items()}
        self.pawns = pawns_on_planks(seen)
        self.bare = set(ISLANDS).difference(seen.stones)
        self.key = (tuple(seen.stones), tuple(seen.planks.items()), tuple([player.pawn for player in seen.players]))

    @cached_property
    def closed(self) -> int:
        return planks.closed_by_planks(self.seen)

    @cached_property
    def prices(self) -> dict[int, int]:
        """What it costs to get onto each pair: a step, or the work of laying a plank first."""
        bare, closed = self.bare, self.closed
        prices = {
            number: FAR if closed >> number & 1 else work + GAP_STONE * ((a in bare) + (b in bare))
            for number, work, a, b in WORK
        }
        for number in self.laid:
            prices[number] = STEP
        return prices


class Way(NamedTuple):
    """What is worth keeping of a search: the costs to the goal, and the track of the pawn."""

    costs: dict[str, int]
    track: list[int | str]


class Ways(OrderedDict[Hashable, Way]):
    """The ways found last, by everything that they depend on: a search sees the same boards again and again.

    Callers share it and must not change it.
    """

    def keep(self, key: Hashable, way: Way) -> None:
        self[key] = way
        if len(self) > KEPT:
            self.popitem(last=False)


WAYS = Ways()


class Route:
    """The cheapest way of one seat: its costs to the goal, and the track that its pawn would follow."""

    def __init__(self, chart: Chart, seat: int) -> None:
        self.chart, self.seat = chart, seat
        seen = chart.seen
        player = seen.players[seat]
        self.colour, self.pawn, self.reserve = player.colour, player.pawn, player.reserve
        self.goal = GOAL[self.colour]
        self.fit = seen.options.plank_fit
        self.tastes = tastes(self.colour, seen.round)
        key = (chart.key, seat, self.goal, tuple(self.reserve), self.fit, seen.round)
        way = WAYS.get(key)
        if way is None:
            way = self.explore()
            WAYS.keep(key, way)
        self.costs, self.track = way

    def explore(self) -> Way:
        """The cheapest way for which the reserve has the planks, as far as a few attempts find one."""
        prices = self._prices()
        for _ in range(ATTEMPTS):
            self.costs, onward = distances(self.colour, prices)
            self.track = self._track(onward)
            gap = self._unassigned()
            if gap is None:
                break
            prices[gap] += NO_PLANK
        return Way(self.costs, self.track)

    def _prices(self) -> dict[int, int]:
        """The prices of the board, dearer where a pawn is in the way or the reserve has no plank."""
        added = self.tastes
        prices = {number: price + added[number] for number, price in self.chart.prices.items()}
        for plank, seat in self.chart.pawns.items():
            if seat != self.seat:
                prices[spans.NUMBER[self.chart.seen.planks[plank]]] += IN_THE_WAY
        reachable = 0
        for plank in self.reserve:
            reachable |= spans.FITTING[self.fit, SIZE[plank]]
        if reachable & ALL_BRIDGEABLE != ALL_BRIDGEABLE:
            for number in BRIDGEABLE:
                if not reachable >> number & 1 and number not in self.chart.laid:
                    prices[number] += NO_PLANK
        return prices

    def cost(self, place: str) -> int:
        """The cost to the goal of a pawn that stands on this place."""
        if place in VILLAGES:
            return self.costs[place]
        return min(self._end_cost(end) for end in self.chart.seen.planks[place])

    def _end_cost(self, end: str) -> int:
        return self.costs[end] + (STEP if end in VILLAGES else 0)

    def _track(self, onward: dict[str, int]) -> list[int | str]:
        """Pair by pair, and village by village, from the pawn to the goal."""
        here, track = self.pawn, list[int | str]()
        if here not in VILLAGES:
            rank = RANK[self.colour]
            here = min(self.chart.seen.planks[here], key=lambda end: (self._end_cost(end), rank[end]))
            if here in VILLAGES:
                track.append(here)
        while here != self.goal:
            number = onward[here]
            a, b = spans.PAIRS[number]
            here = b if here == a else a
            track.append(number)
            if here in VILLAGES:
                track.append(here)
        return track

    @property
    def gaps(self) -> list[int]:
        """The pairs of the track that no plank joins yet, nearest first."""
        return [item for item in self.track if isinstance(item, int) and item not in self.chart.laid]

    @property
    def missing_stones(self) -> list[str]:
        """The islands of the track that need a stone, nearest first."""
        bare = [end for gap in self.gaps for end in spans.PAIRS[gap] if end in self.chart.bare]
        return list(dict.fromkeys(bare))

    def _unassigned(self) -> int | None:
        """The first gap, longest first, for which the reserve has no plank left."""
        left = list(self.reserve)
        for gap in sorted(self.gaps, key=lambda number: -spans.SMALLEST[number]):
            plank = next((plank for plank in left if spans.fits(self.fit, SIZE[plank], gap)), None)
            if plank is None:
                return gap
            left.remove(plank)
        return None

    @property
    def steps_ready(self) -> int | None:
        """How many steps lead to the goal when every plank of the track lies, else None."""
        return None if self.gaps else len(self.track)


def distances(colour: str, prices: dict[int, int]) -> tuple[dict[str, int], dict[str, int]]:
    """Dijkstra from the goal: the cost from every support, and the pair by which its way begins.

    Of several such pairs it is the first, as the colour sees them.
    """
    costs, onward = [-1] * len(NAMES), [-1] * len(NAMES)
    best = [NOWHERE] * len(NAMES)
    goal_place, pair_mask, place_mask = PLACE[GOAL[colour]], (1 << PAIR_BITS) - 1, (1 << PLACE_BITS) - 1
    turned, back = TURNED[colour], TURNED_BACK[colour]
    queue = [goal_place << PAIR_BITS]
    while queue:
        item = heappop(queue)
        here = item >> PAIR_BITS & place_mask
        if costs[here] >= 0:
            continue
        cost = costs[here] = item >> PAIR_BITS + PLACE_BITS
        onward[here] = back[item & pair_mask]
        cost += STAY[here]
        for there, pair in EDGES[here]:
            if costs[there] < 0:
                reached = cost + prices[pair]
                number = turned[pair]
                packed = reached << PAIR_BITS | number
                if packed < best[there]:
                    best[there] = packed
                    heappush(queue, reached << PAIR_BITS + PLACE_BITS | there << PAIR_BITS | number)
    return dict(zip(NAMES, costs, strict=True)), dict(zip(NAMES, onward, strict=True))
