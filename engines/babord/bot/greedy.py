"""A sensible sailor, who knows only what the seat has lawfully seen.

Look around while the fuel is for the fetching; once the treasure is known go and take it, then straight home; shoot or
fight a carrier who is in reach; repair and refuel when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from engines.babord.actions import Attack, Buy, ChoosePort, Fire, Jump, Observe, Peek, Sail, SetOut, SwapTiles
from engines.babord.bot.chart import LOW, Chart, distance
from engines.babord.legal import END_TURN, FISH, ROLL_WIND
from engines.babord.pieces import EFFECTS, Pair, place_of
from engines.babord.position import BabordView, boat, whereabouts
from engines.babord.rules.course import drifts, passable, reach, sea_of, winds_of
from engines.babord.rules.knife import overcomes
from engines.kernel.dice import Dice
from engines.kernel.records import Action, Choices

T = TypeVar("T")

RESERVE = 6
"""Fuel that is kept for the way to the treasure and home."""
SOUND = 6
"""Hull that is risked on unseen tiles."""
DEAR = 22
"""Price of a unit of fuel that may not last, in tenths."""
SPARING = 15
"""The same while there is no place to go to."""
ARMS = 2
"""Cannonballs to have in stock."""
EXPLORE = 30
"""How often, in a hundred turns without a goal, the boat explores instead of looking from afar."""


def choose(known: BabordView, seat: int, choices: Choices, dice: Dice, aggressive: bool = False) -> Action:
    """The choice of a sensible sailor in the present phase."""
    return BY_PHASE[known.phase](Chart(known, seat, aggressive), choices.actions, dice)


def best(options: Sequence[T], value: Callable[[T], Any]) -> T:
    """The first of the best."""
    return max(options, key=value)


# --- windows -------------------------------------------------------------------------------------------------------


def before_action(chart: Chart, actions: list[Action], dice: Dice) -> Action:
    return extra(chart, actions) or main_action(chart, actions, dice)


def after_action(chart: Chart, actions: list[Action], dice: Dice) -> Action:
    return extra(chart, actions) or END_TURN


def extra(chart: Chart, actions: list[Action]) -> Action | None:
    """A fight that is won, a shot that hits the carrier, a purchase that is needed."""
    if chart.prey is not None:
        victim, target = chart.known.players[chart.prey], whereabouts(chart.known, chart.prey)
        for action in actions:
            if isinstance(action, Attack) and overcomes(chart.me, victim):
                return action
            if isinstance(action, Fire) and chart.board.neighbours[chart.here][action.direction] == target:
                return action
    return purchase(chart, [action for action in actions if isinstance(action, Buy)])


def purchase(chart: Chart, offers: list[Buy]) -> Buy | None:
    """Fuel first, then the hull; arms against rivals with what is left."""
    wanted = ["fuel", "hull"] if chart.me.hull >= LOW else ["hull", "fuel"]
    if chart.rivals and not chart.carrying and chart.me.cannonballs < ARMS:
        wanted.append("cannonballs")
    if chart.rivals and chart.me.cannonballs and chart.me.fish >= 15:
        wanted += ["knife", "xp"]
    for item in wanted:
        affordable = [offer for offer in offers if offer.item == item]
        if affordable:
            return affordable[0] if item == "cannonballs" else affordable[-1]
    return None


def main_action(chart: Chart, actions: list[Action], dice: Dice) -> Action:
    """Move when there is a place to go to, fish when poor, else look around or explore."""
    if worth_fishing(chart) and FISH in actions:
        return FISH
    if chart.goal() is not None:
        return ROLL_WIND
    looks = [action for action in actions if isinstance(action, Observe) and action.tile in chart.unseen]
    if not looks or (chart.me.fuel > RESERVE and chart.me.hull >= SOUND and dice.below(100) < EXPLORE):
        return ROLL_WIND
    return best(looks, lambda action: -distance(boat(chart.known, chart.seat), action.tile))


def worth_fishing(chart: Chart) -> bool:
    """Low on fish and fuel on a tile that is known to have some."""
    tile = chart.faces.get(chart.here)
    if tile is None or chart.carrying or chart.goes_for_treasure:
        return False
    return (tile.fish or 0) >= 2 and chart.me.fuel < LOW and chart.me.fish < 6


# --- moves ---------------------------------------------------------------------------------------------------------


def sail(chart: Chart, actions: list[Action], dice: Dice) -> Action:
    costs = fuel_costs(chart)
    goal = chart.goal()
    price = fuel_price(chart, goal)
    sails = [action for action in actions if isinstance(action, Sail)]
    return best(sails, lambda action: worth(chart, action.to, goal) - price * costs(action.to))


def fuel_price(chart: Chart, goal: Pair | None) -> int:
    """What a unit of fuel is worth, in tenths: dear as soon as it may not last for the way there and home.

    With the wind at every step a unit may bring two points, so it pays to wait for a good wind.
    """
    if goal is None:
        return SPARING
    way = distance(boat(chart.known, chart.seat), goal) + distance((2 * goal[0], 2 * goal[1]), chart.home)
    if chart.me.fuel >= way:
        return 5
    return DEAR if chart.known.options.wind_mode == "each_step" else SPARING


def fuel_costs(chart: Chart) -> Callable[[Pair], int]:
    """The steps to each legal end point; the wind alone is free."""
    known, seat = chart.known, chart.seat
    numbers = passable(sea_of(known))
    steps = reach(sea_of(known), winds_of(known), boat(known, seat)).steps
    free = set(drifts(known, seat).values())
    return lambda point: 0 if point in free or point not in numbers else steps[numbers[point]]


def worth(chart: Chart, point: Pair, goal: Pair | None) -> int:
    """The value of ending on a point, in tenths: progress, and what the tile there does."""
    place = place_of(point)
    if goal is None:
        value = -2 * distance(point, chart.home)
    else:
        value = -20 * distance(point, goal)
        if place == goal:
            value += 1000
    if place == chart.here or place in chart.board.port_at:
        return value
    if place in chart.balls:
        return value - 5000
    return value + tile_worth(chart, place)


def tile_worth(chart: Chart, place: Pair) -> int:
    """What arriving on a tile is worth, in tenths."""
    tile = chart.faces.get(place)
    if tile is None:
        return 0
    if tile.kind is None:
        return unseen_worth(chart)
    effect = EFFECTS[tile.kind]
    if effect.hull:
        return -25 * effect.hull if chart.me.hull > effect.hull else -9000
    searching = not chart.carrying and chart.treasure is None
    gains = {
        "robbed": -2000 if chart.carrying else -10 * chart.me.fish,
        "jump": 40 if searching else 900,
        "peek": 30 if searching else 0,
        "gain_fish": 10 * (tile.fish or 0),
    }
    return gains.get(effect.name, 0)


def unseen_worth(chart: Chart) -> int:
    """An unseen tile may be the treasure, or a mine, or pirates."""
    if chart.me.hull <= 2:
        return -600
    if chart.carrying:
        return -30
    return 0 if chart.treasure is not None else 60


def jump(chart: Chart, actions: list[Action], dice: Dice) -> Action:
    """Home with the treasure, else to the treasure, else where it may be."""
    goal = chart.goal()
    jumps = [action for action in actions if isinstance(action, Jump)]
    return best(jumps, lambda action: worth(chart, action.to, goal))


def set_out(chart: Chart, actions: list[Action], dice: Dice) -> Action:
    """From the point of the tile that is nearest to the goal, else to home."""
    goal = chart.goal() or chart.home
    return best([action for action in actions if isinstance(action, SetOut)], lambda a: -distance(a.point, goal))


def swap_tiles(chart: Chart, actions: list[Action], dice: Dice) -> Action:
    """A known treasure is brought under the boat, or as near to it as the way home allows."""
    swaps = [action for action in actions if isinstance(action, SwapTiles)]
    if chart.treasure is None:
        return swaps[0]
    start = boat(chart.known, chart.seat)

    def detour(action: SwapTiles) -> int:
        if chart.treasure not in (action.a, action.b):
            return -1000
        place = action.b if action.a == chart.treasure else action.a
        return -distance(start, place) - distance((2 * place[0], 2 * place[1]), chart.home)

    return best(swaps, detour)


def peek(chart: Chart, actions: list[Action], dice: Dice) -> Action:
    """The nearest tile that is still unseen."""
    looks = [action for action in actions if isinstance(action, Peek)]
    start = boat(chart.known, chart.seat)
    return best(looks, lambda action: (action.tile in chart.unseen, -distance(start, action.tile)))


def choose_port(chart: Chart, actions: list[Action], dice: Dice) -> Action:
    """A port far from the others, for an aggressive sailor near to them; and the jetty point that looks out to sea."""
    ports = [action for action in actions if isinstance(action, ChoosePort)]
    taken = [chart.board.ports[player.home_port] for player in chart.known.players if player.home_port]
    middle = (chart.board.rows - 1, chart.board.cols - 1)

    def outlook(action: ChoosePort) -> tuple[int, int]:
        row, col = chart.board.ports[action.port]
        apart = sum(abs(row - other[0]) + abs(col - other[1]) for other in taken)
        return -apart if chart.aggressive else apart, -max(
            abs(action.point[0] - middle[0]), abs(action.point[1] - middle[1])
        )

    return best(ports, outlook)


BY_PHASE: dict[str, Callable[[Chart, list[Action], Dice], Action]] = {
    "choose_port": choose_port,
    "before_action": before_action,
    "set_out": set_out,
    "sail": sail,
    "jump": jump,
    "swap_tiles": swap_tiles,
    "peek": peek,
    "after_action": after_action,
}
