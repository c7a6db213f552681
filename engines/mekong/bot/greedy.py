"""A sensible player: find the cheapest way across, and do the next thing that it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from engines.kernel.dice import Dice
from engines.kernel.records import Action, Choices
from engines.mekong.actions import (
    ChoosePlank,
    CommitProgram,
    JumpPawn,
    MovePawn,
    PlacePlank,
    PlaceStone,
    RemovePlank,
    RemoveStone,
)
from engines.mekong.bot.planner import program
from engines.mekong.bot.routes import Chart, Route
from engines.mekong.bot.tastes import as_seen_by
from engines.mekong.pieces import SIZE
from engines.mekong.position import MekongView
from engines.mekong.rules import spans
from engines.mekong.rules.planks import chosen_plank


def choose(seen: MekongView, seat: int, choices: Choices, dice: Dice) -> Action:
    """The choice of the phase, from what the seat may know."""
    chart = Chart(seen)
    route = Route(chart, seat)
    if seen.phase == "program":
        rivals = [Route(chart, other) for other in range(len(seen.players)) if other != seat]
        return CommitProgram(program(route, rivals, dice))
    return DECIDE[seen.phase](route, choices.actions, dice)


def place_stone(route: Route, actions: list[Action], dice: Dice) -> Action:
    """The first stone that the way needs; else any, where no plank of ours is in the way of anything."""
    for island in route.missing_stones:
        if PlaceStone(island) in actions:
            return PlaceStone(island)
    return any_of(actions, route, dice)


def any_of(equals: Sequence[Action], route: Route, dice: Dice) -> Action:
    """One of several actions that are equally good, by lot: the list is in the order that the colour sees."""
    if len(equals) == 1:
        return equals[0]
    return dice.choose(sorted(equals, key=partial(as_seen_by, route.colour))[:256])


def choose_plank(route: Route, actions: list[Action], dice: Dice) -> Action:
    """The smallest plank for the first gap that has its stones; else one that the way does not need."""
    fit = route.chart.seen.options.plank_fit
    planks = sorted((cast(ChoosePlank, action).plank for action in actions), key=SIZE.__getitem__)
    for gap in layable(route):
        for plank in planks:
            if spans.fits(fit, SIZE[plank], gap):
                return ChoosePlank(plank)
    return ChoosePlank(spare(route, planks, fit))


def layable(route: Route) -> list[int]:
    """The gaps of the way that have both their stones."""
    return [gap for gap in route.gaps if not any(end in route.chart.bare for end in spans.PAIRS[gap])]


def spare(route: Route, planks: list[str], fit: str) -> str:
    """A plank that no gap of the way needs, the smallest one; if all are needed, the smallest."""
    left = list(planks)
    for gap in sorted(route.gaps, key=lambda number: -spans.SMALLEST[number]):
        plank = next((plank for plank in left if spans.fits(fit, SIZE[plank], gap)), None)
        if plank is not None:
            left.remove(plank)
    return (left or planks)[0]


def place_plank(route: Route, actions: list[Action], dice: Dice) -> Action:
    """The first gap of the way that the plank fits; else a place that does not bar the way."""
    seen = route.chart.seen
    size, fit = SIZE[chosen_plank(seen)], seen.options.plank_fit
    places = {spans.NUMBER[cast(PlacePlank, action).supports]: action for action in actions}
    fitting = {number: action for number, action in places.items() if spans.fits(fit, size, number)}
    for gap in route.gaps:
        if gap in fitting:
            return fitting[gap]
    track = spans.mask([item for item in route.track if isinstance(item, int)])
    clear = [action for number, action in fitting.items() if not spans.CLASHES[number] & track]
    return any_of(clear or list(fitting.values()) or actions, route, dice)


def remove(route: Route, actions: list[Action], dice: Dice) -> Action:
    """Take what lies on the way of the rivals and not on our own, the longer the better."""
    chart = route.chart
    own = set(route.track)
    rivals = [Route(chart, seat) for seat in range(len(chart.seen.players)) if seat != route.seat]

    def worth(action: Action) -> tuple[int, int]:
        if isinstance(action, RemovePlank):
            number = spans.NUMBER[chart.seen.planks[action.plank]]
            hurt = sum(3 for rival in rivals if number in rival.track)
            return (hurt - 10 if number in own else hurt, SIZE[action.plank])
        island = cast(RemoveStone, action).island
        needed = any(island in spans.PAIRS[item] for item in own if isinstance(item, int))
        hurt = sum(
            1 for rival in rivals if any(island in spans.PAIRS[item] for item in rival.track if isinstance(item, int))
        )
        return (hurt - 5 if needed else hurt, 0)

    worths = [worth(action) for action in actions]
    most = max(worths)
    return any_of([action for action, each in zip(actions, worths, strict=True) if each == most], route, dice)


def move(route: Route, actions: list[Action], dice: Dice) -> Action:
    """The place with the least cost to the goal."""
    return nearest([(route.cost(cast(MovePawn, action).path[-1]), action) for action in actions], route, dice)


def jump(route: Route, actions: list[Action], dice: Dice) -> Action:
    return nearest([(route.cost(cast(JumpPawn, action).to), action) for action in actions], route, dice)


def nearest(priced: list[tuple[int, Action]], route: Route, dice: Dice) -> Action:
    least = min(cost for cost, _ in priced)
    return any_of([action for cost, action in priced if cost == least], route, dice)


DECIDE: dict[str, Callable[[Route, list[Action], Dice], Action]] = {
    "place_stone": place_stone,
    "choose_plank": choose_plank,
    "place_plank": place_plank,
    "remove": remove,
    "move": move,
    "jump": jump,
}
