"""The main action "move": wind, course, arrival."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from engines.babord.actions import RollWind, Sail, SetOut
from engines.babord.events import PointChosen, Sailed, WindRolled
from engines.babord.parts import Wind
from engines.babord.pieces import WIND_DICE, Pair, place_of
from engines.babord.position import BabordPosition, BabordView, board_of, boat, drawn_point, whereabouts
from engines.babord.rules.arrival import arrival_effects, arrive
from engines.babord.rules.course import (
    NO_WAY,
    cheapest,
    closed_ports,
    course,
    end_points,
    occupied,
    passable,
    sea_of,
    winds_of,
)
from engines.babord.rules.turn import open_last_window
from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said


def roll_wind(game: BabordPosition, seat: int, action: RollWind, dice: Dice) -> Iterator[Event]:
    """Commit to a move; then the die shows the wind (BAB-13, BAB-102)."""
    faces = WIND_DICE[game.options.wind_die]
    face = dice.roll(len(faces))
    game.current.wind = Wind(face=face, winds=faces[face - 1])
    game.phase = "set_out" if game.players[seat].anywhere is True else "sail"
    yield WindRolled(seat=seat, face=face, winds=faces[face - 1])


def roll_wind_effects(view: BabordView, seat: int, action: RollWind) -> Iterator[ActionEffect]:
    """Nobody knows the wind before the die is rolled (BAB-13)."""
    yield effect("risk", "wind", [f"boat-{seat}"], what="wind")


def set_out(game: BabordPosition, seat: int, action: SetOut, dice: Dice) -> Iterator[Event]:
    """With the option `bermuda_point` on `later` a boat leaves from any free point of its new tile (BAB-114)."""
    if action.point not in starts(game, seat):
        if action.point in occupied(game, seat):
            raise Illegal("BAB-23", said("there is a boat on point {to}", to=list(action.point)))
        raise Illegal("BAB-114", said("point {to} is not on the tile of the boat", to=list(action.point)))
    player, start = game.players[seat], boat(game, seat)
    player.boat, player.anywhere, game.phase = action.point, UNSET, "sail"
    yield PointChosen(seat=seat, from_=start, point=action.point)


def set_out_effects(view: BabordView, seat: int, action: SetOut) -> Iterator[ActionEffect]:
    """The boat sets out from that point (BAB-114)."""
    yield effect("place", "set_out", [drawn_point(action.point)])


def starts(game: BabordPosition, seat: int) -> list[Pair]:
    """The points of the boat's tile that it may leave from: its own and the free ones."""
    here, taken, points = whereabouts(game, seat), occupied(game, seat), passable(sea_of(game))
    return [p for p in board_of(game).points if place_of(p) == here and p not in taken and p in points] or [
        boat(game, seat)
    ]


def sail(game: BabordPosition, seat: int, action: Sail, dice: Dice) -> Iterator[Event]:
    """Sail to a point by the fewest steps; fuel pays steps, the wind is free (BAB-14, BAB-16, BAB-18, BAB-19, BAB-20).

    Tiles crossed on the way have no effect; coming back to a tile after having left it is an arrival again (BAB-28).
    """
    if not may_end_on(game, seat, action.to):
        raise out_of_reach(game, seat, action.to)
    player, origin, start = game.players[seat], whereabouts(game, seat), boat(game, seat)
    way = course(game, seat, action.to)
    player.fuel -= way.steps
    player.boat = action.to
    stayed = on_the_same_tile(game, seat, origin)
    yield Sailed(
        seat=seat,
        from_=start,
        to=action.to,
        wind=way.wind,
        steps=way.steps,
        fuel_used=way.steps,
        path=way.path,
        stayed_on_tile=stayed,
    )
    if stayed:
        open_last_window(game)
    else:
        yield from arrive(game, seat, origin)


def sail_effects(view: BabordView, seat: int, action: Sail) -> Iterator[ActionEffect]:
    """The course, its fuel, and what waits at its end (BAB-14, BAB-19, BAB-26)."""
    way, fuel = course(view, seat, action.to), view.players[seat].fuel
    yield effect("path", "course", [drawn_point(point) for point in way.path or (action.to,)], wind=way.wind)
    if way.steps:
        yield effect("pay", "fuel", [f"fuel-{seat}"], what="fuel", amount=way.steps, left=fuel - way.steps)
    place = place_of(action.to)
    tile = view.grid[place[0]][place[1]]
    if place != whereabouts(view, seat) or not (tile is None or tile == view.players[seat].arrived_tile):
        yield from arrival_effects(view, seat, action.to, fuel - way.steps)


def may_end_on(game: BabordPosition, seat: int, point: Pair) -> bool:
    """Is this one of the ``end_points``?"""
    number = board_of(game).number.get(point)
    return number is not None and end_points(game, seat)[number] == 1


def on_the_same_tile(game: BabordPosition, seat: int, origin: Pair) -> bool:
    """Same place, and the tile there is the one already arrived on, or the hole (BAB-25, BAB-27, BAB-110)."""
    row, col = whereabouts(game, seat)
    tile = game.grid[row][col]
    return (row, col) == origin and (tile is None or tile == game.players[seat].arrived_tile)


def out_of_reach(game: BabordPosition, seat: int, to: Pair) -> Illegal:
    """Why a boat cannot end its move on a point."""
    if to not in passable(sea_of(game)):
        return Illegal("BAB-21", said("point {to} is off the board, on land or in the hole", to=list(to)))
    if to in occupied(game, seat):
        return Illegal("BAB-23", said("there is a boat on point {to}", to=list(to)))
    if place_of(to) in closed_ports(game, seat):
        return Illegal("BAB-64", "a cannonball closes this port")
    steps, _ = cheapest(game, seat, winds_of(game), to)
    if steps != NO_WAY:
        return Illegal(
            "BAB-14",
            said(
                "point {to} is {steps} steps away, with fuel for {fuel}",
                to=list(to),
                steps=steps,
                fuel=game.players[seat].fuel,
            ),
        )
    return Illegal("BAB-16", said("no course of at most 10 steps with this wind ends on point {to}", to=list(to)))
