"""What a seat may do now: every action, listed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import combinations, compress
from typing import cast

from engines.babord.actions import (
    Attack,
    Buy,
    ChoosePort,
    EndTurn,
    Fire,
    Fish,
    Jump,
    Observe,
    Peek,
    RollWind,
    Sail,
    SetOut,
    SwapTiles,
)
from engines.babord.pieces import BALLS_IN_FLIGHT, DIRECTIONS, GOODS, MOST_BOUGHT, Pair, board, place_of
from engines.babord.position import BabordPosition, board_of, lies_in_port, whereabouts
from engines.babord.rules import arrival, cannon, knife, moving, observe_fish_ports, setup, turn
from engines.babord.rules.arrival import peekable
from engines.babord.rules.cannon import balls_of
from engines.babord.rules.course import barred, end_points
from engines.babord.rules.knife import can_attack
from engines.babord.rules.moving import starts
from engines.babord.rules.observe_fish_ports import affordable, can_fish
from engines.babord.rules.seeing import out_of_sight
from engines.kernel.effects import Effects
from engines.kernel.protocols.rules import Move
from engines.kernel.records import Action
from engines.kernel.refusals import said

# Actions never change, so one of each is enough.
ROLL_WIND, FISH, END_TURN = RollWind(), Fish(), EndTurn()
BUYS = {item: [Buy(item, quantity) for quantity in range(1, MOST_BOUGHT + 1)] for item in GOODS}
FIRES = {way: Fire(way) for way in DIRECTIONS}


@lru_cache(maxsize=1024)
def looks(rows: int, cols: int, closed: tuple[Pair | None, ...]) -> tuple[Observe, ...]:
    """A look at every place but the closed ones; boats move less often than their seats decide."""
    return tuple(Observe(place) for place in board(rows, cols).seas if place not in closed)


@cache
def peeks(rows: int, cols: int) -> dict[Pair, Peek]:
    """By place: the look through the spyglass at it."""
    return {place: Peek(place) for place in board(rows, cols).seas}


@cache
def sails(rows: int, cols: int) -> tuple[Sail, ...]:
    """By point number: the move that ends there."""
    return tuple(Sail(point) for point in board(rows, cols).points)


@cache
def jumps(rows: int, cols: int) -> list[tuple[Pair, Pair, Jump]]:
    """Each point with its place and the jump to it."""
    return [(place_of(point), point, Jump(point)) for point in board(rows, cols).points]


@cache
def swaps(rows: int, cols: int) -> list[SwapTiles]:
    """Every swap of two tiles, before the hole is left out."""
    return [SwapTiles(a, b) for a, b in combinations(board(rows, cols).seas, 2)]


# --- by phase ------------------------------------------------------------------------------------------------------


def choose_port(game: BabordPosition, seat: int) -> list[Action]:
    """A jetty point of a port that nobody has yet (BAB-6, BAB-107)."""
    taken = {player.home_port for player in game.players}
    jetties = board_of(game).jetties
    return [ChoosePort(port, point) for port in jetties if port not in taken for point in jetties[port]]


def before_action(game: BabordPosition, seat: int) -> list[Action]:
    """One main action, move, observe or fish, or first something beside it (BAB-11, BAB-12)."""
    options = game.options
    found: list[Action] = [ROLL_WIND, *looks(options.rows, options.cols, out_of_sight(game, seat))]
    if can_fish(game, seat):
        found.append(FISH)
    found += extras(game, seat)
    return found


def set_out(game: BabordPosition, seat: int) -> list[Action]:
    """The points from which a boat may leave its new tile (BAB-114)."""
    return [SetOut(point) for point in starts(game, seat)]


def sail(game: BabordPosition, seat: int) -> list[Action]:
    """Every end point that wind and fuel allow (BAB-14, BAB-18)."""
    return list(compress(sails(game.options.rows, game.options.cols), end_points(game, seat)))


def jump(game: BabordPosition, seat: int) -> list[Action]:
    """A free point of another tile, ports included (BAB-33, BAB-114)."""
    closed: set[Pair | None] = {*game.current.jumped, game.treasure.hole}
    ends = barred(game, seat)
    table = jumps(game.options.rows, game.options.cols)
    return [action for place, point, action in table if place not in closed and point not in ends]


def swap_tiles(game: BabordPosition, seat: int) -> list[Action]:
    """Two different tiles, never a port, never the hole (BAB-34)."""
    table, hole = swaps(game.options.rows, game.options.cols), game.treasure.hole
    return [*table] if hole is None else [action for action in table if hole not in (action.a, action.b)]


def peek(game: BabordPosition, seat: int) -> list[Action]:
    """A tile that the spyglass has not shown yet (BAB-35)."""
    table = peeks(game.options.rows, game.options.cols)
    return [table[place] for place in peekable(game, seat)]


def after_action(game: BabordPosition, seat: int) -> list[Action]:
    """Fights and trade once more, or the end of the turn (BAB-10, BAB-12)."""
    return [*extras(game, seat), END_TURN]


def extras(game: BabordPosition, seat: int) -> list[Action]:
    """Fights and trade, possible in both windows (BAB-12)."""
    player = game.players[seat]
    found: list[Action] = []
    if player.cannonballs and (not game.balls or len(balls_of(game, seat)) < BALLS_IN_FLIGHT):
        found += [FIRES[way] for way in board_of(game).neighbours[whereabouts(game, seat)]]
    if can_attack(game, seat):
        found.append(Attack(cast(int, game.treasure.carrier)))
    if player.fish and lies_in_port(game, seat):
        for item in GOODS:
            found += BUYS[item][: affordable(player, item)]
    return found


DECISIONS: dict[str, Callable[[BabordPosition, int], list[Action]]] = {
    "choose_port": choose_port,
    "before_action": before_action,
    "set_out": set_out,
    "sail": sail,
    "jump": jump,
    "swap_tiles": swap_tiles,
    "peek": peek,
    "after_action": after_action,
}
MAIN_ACTIONS = (RollWind, Observe, Fish)
EXTRAS = (Fire, Attack, Buy)
PHASE_ACTIONS: dict[str, tuple[type[Action], ...]] = {
    "choose_port": (ChoosePort,),
    "before_action": (*MAIN_ACTIONS, *EXTRAS),
    "set_out": (SetOut,),
    "sail": (Sail,),
    "jump": (Jump,),
    "swap_tiles": (SwapTiles,),
    "peek": (Peek,),
    "after_action": (*EXTRAS, EndTurn),
}

MOVES: dict[type[Action], Move] = {
    ChoosePort: setup.choose_port,
    RollWind: moving.roll_wind,
    Observe: observe_fish_ports.observe,
    Fish: observe_fish_ports.fish,
    Fire: cannon.fire,
    Attack: knife.attack,
    Buy: observe_fish_ports.buy,
    SetOut: moving.set_out,
    Sail: moving.sail,
    Jump: arrival.jump,
    SwapTiles: arrival.swap_tiles,
    Peek: arrival.peek,
    EndTurn: turn.end_turn,
}
EFFECTS: dict[type[Action], Effects] = {
    ChoosePort: setup.choose_port_effects,
    RollWind: moving.roll_wind_effects,
    Observe: observe_fish_ports.observe_effects,
    Fish: observe_fish_ports.fish_effects,
    Fire: cannon.fire_effects,
    Attack: knife.attack_effects,
    Buy: observe_fish_ports.buy_effects,
    SetOut: moving.set_out_effects,
    Sail: moving.sail_effects,
    Jump: arrival.jump_effects,
    SwapTiles: arrival.swap_tiles_effects,
    Peek: arrival.peek_effects,
    EndTurn: turn.end_turn_effects,
}


def wrong_phase(game: BabordPosition, action: Action) -> tuple[str, str]:
    """Each thing belongs to its phase (BAB-10), and a turn has one main action (BAB-11)."""
    if game.phase == "after_action" and isinstance(action, MAIN_ACTIONS):
        return "BAB-11", "the main action of this turn is done"
    if game.phase == "before_action" and isinstance(action, EndTurn):
        return "BAB-11", "a turn needs a main action: move, observe or fish"
    return "BAB-10", said("this is not possible in phase {phase}", phase=game.phase)


def forced(game: BabordPosition) -> tuple[int, Action] | None:
    """The last window closes by itself when there is nothing left to fire, attack or buy."""
    if game.phase != "after_action" or game.active_seat is None or extras(game, game.active_seat):
        return None
    return game.active_seat, END_TURN
