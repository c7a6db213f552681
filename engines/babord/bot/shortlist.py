"""What is worth thinking about, for players that search: of the many points and looks, the best of each kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engines.babord.actions import Attack, Buy, EndTurn, Fire, Fish, Jump, Observe, Peek, RollWind, Sail
from engines.babord.bot.chart import Chart, distance
from engines.babord.bot.greedy import fuel_costs, fuel_price, worth
from engines.babord.pieces import Pair, place_of
from engines.babord.position import BabordView, boat, whereabouts
from engines.kernel.records import Action

LOOKS = 3
TRUSTED = (Attack, Buy, Fire)
"""Fights that are won and purchases that are needed are not put in question."""


def shortlist(known: BabordView, seat: int, chosen: Action, actions: list[Action], most: int) -> list[Action]:
    """The sailor's choice first, then the others as they seem good at first sight."""
    if known.phase not in KINDS or isinstance(chosen, TRUSTED):
        return [chosen]
    kept = KINDS[known.phase](Chart(known, seat, aggressive=True), actions)
    others = dict.fromkeys(action for action in kept if action != chosen)
    return [chosen, *list(others)[: most - 1]]


def _before_action(chart: Chart, actions: list[Action]) -> list[Action]:
    """Move, fish, fire at a rival, or look at one of the nearest unseen tiles; who carries the treasure moves."""
    if chart.carrying:
        return []
    usual = [action for action in actions if isinstance(action, RollWind | Fish)]
    looks = _looks(chart, actions)
    return [*usual, *_shots(chart, actions), *(looks if chart.goal() is None else looks[:1])]


def _last_acts(chart: Chart, actions: list[Action]) -> list[Action]:
    """End the turn, or fire at a rival first."""
    return [*[action for action in actions if isinstance(action, EndTurn)], *_shots(chart, actions)]


def _shots(chart: Chart, actions: list[Action]) -> list[Action]:
    """Shots that hit a rival: it begins again at home, without arms."""
    rivals = [player for player in chart.known.players if player.seat != chart.seat and player.boat is not None]
    targets = {whereabouts(chart.known, rival.seat) for rival in rivals}
    around = chart.board.neighbours[chart.here]
    return [action for action in actions if isinstance(action, Fire) and around[action.direction] in targets]


def _looks(chart: Chart, actions: list[Action]) -> list[Action]:
    """The nearest unseen tiles; those that others have looked at come last."""
    looks = [action for action in actions if isinstance(action, Observe | Peek) and action.tile in chart.unseen]
    start = boat(chart.known, chart.seat)
    looks.sort(key=lambda action: (chart.watched(action.tile), distance(start, action.tile)))
    return [*looks[:LOOKS]]


def _sails(chart: Chart, actions: list[Action]) -> list[Action]:
    """Towards what matters, even where the boat is in need; then by the goal."""
    goal, costs = chart.goal(), fuel_costs(chart)
    aims = [aim for aim in chart.aims() if aim != goal]
    straight = [_by_place(actions, partial(_progress, chart, costs, aim))[0] for aim in aims]
    return [*straight, *_by_place(actions, partial(_progress, chart, costs, goal))]


def _progress(chart: Chart, costs: Callable[[Pair], int], goal: Pair | None, to: Pair) -> int:
    return worth(chart, to, goal) - fuel_price(chart, goal) * costs(to)


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
    "before_action": _before_action,
    "sail": _sails,
    "jump": _jumps,
    "peek": _looks,
    "after_action": _last_acts,
}
