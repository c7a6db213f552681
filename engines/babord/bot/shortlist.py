"""What is worth thinking about, for players that search: of the many points and looks, the best of each kind."""

from __future__ import annotations

from collections.abc import Callable

from engines.babord.actions import Attack, Buy, Fire, Fish, Jump, Observe, Peek, RollWind, Sail
from engines.babord.bot.chart import Chart, distance
from engines.babord.bot.greedy import fuel_costs, fuel_price, worth
from engines.babord.pieces import Pair, place_of
from engines.babord.position import BabordView, boat
from engines.kernel.records import Action

LOOKS = 3
TRUSTED = (Attack, Buy, Fire)
"""Fights that are won and purchases that are needed are not put in question."""


def shortlist(known: BabordView, seat: int, chosen: Action, actions: list[Action], most: int) -> list[Action]:
    """The greedy choice first, then the others as they seem good at first sight."""
    if known.phase not in KINDS or isinstance(chosen, TRUSTED):
        return [chosen]
    kept = KINDS[known.phase](Chart(known, seat), actions)
    return [chosen, *[action for action in kept if action != chosen][: most - 1]]


def _errands(chart: Chart, actions: list[Action]) -> list[Action]:
    """Where there is nowhere to go: move, fish, or look at one of the nearest unseen tiles."""
    if chart.goal() is not None:
        return []
    return [*[action for action in actions if isinstance(action, RollWind | Fish)], *_looks(chart, actions)]


def _looks(chart: Chart, actions: list[Action]) -> list[Action]:
    looks = [action for action in actions if isinstance(action, Observe | Peek) and action.tile in chart.unseen]
    start = boat(chart.known, chart.seat)
    return [*sorted(looks, key=lambda action: distance(start, action.tile))[:LOOKS]]


def _sails(chart: Chart, actions: list[Action]) -> list[Action]:
    goal = chart.goal()
    costs, price = fuel_costs(chart), fuel_price(chart, goal)
    return _by_place(actions, lambda to: worth(chart, to, goal) - price * costs(to))


def _jumps(chart: Chart, actions: list[Action]) -> list[Action]:
    goal = chart.goal()
    return _by_place(actions, lambda to: worth(chart, to, goal))


def _by_place(actions: list[Action], value: Callable[[Pair], int]) -> list[Action]:
    """The best point of each tile, the best first."""
    ranked = sorted([(-value(a.to), a.to, a) for a in actions if isinstance(a, Sail | Jump)], key=lambda item: item[:2])
    first: dict[Pair, Action] = {}
    for _, to, action in ranked:
        first.setdefault(place_of(to), action)
    return list(first.values())


KINDS: dict[str, Callable[[Chart, list[Action]], list[Action]]] = {
    "before_action": _errands,
    "sail": _sails,
    "jump": _jumps,
    "peek": _looks,
}
