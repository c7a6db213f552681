"""Cannonballs: firing, flying, hitting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast

from msgspec import UNSET

from engines.babord.actions import Fire
from engines.babord.events import BallFired, BallGone, BallMoved, BoatHit
from engines.babord.parts import Ball
from engines.babord.pieces import BALLS_IN_FLIGHT, Pair, place_of
from engines.babord.position import BabordPosition, BabordView, PositionOrView, board_of, drawn_tile, whereabouts
from engines.babord.rules.course import occupied, passable, sea_of
from engines.babord.rules.dashboard import set_tracks, start_values
from engines.babord.rules.treasure import left_behind
from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said


def balls_of(game: PositionOrView, seat: int) -> list[Ball]:
    """The balls of a seat in flight, oldest first."""
    return [ball for ball in game.balls if ball.owner == seat]


def fire(game: BabordPosition, seat: int, action: Fire, dice: Dice) -> Iterator[Event]:
    """Put a ball on the next place in one of eight directions (BAB-53, BAB-54, BAB-55); it hits what is there (BAB-56).

    Eight directions like the boats (BAB-121); five balls in stock, but only two in flight (BAB-122).
    """
    player = game.players[seat]
    if player.cannonballs < 1:
        raise Illegal("BAB-53", "there is no cannonball in stock")
    if len(balls_of(game, seat)) >= BALLS_IN_FLIGHT:
        raise Illegal("BAB-54", said("{balls} balls of this seat are in flight already", balls=BALLS_IN_FLIGHT))
    place = board_of(game).neighbours[whereabouts(game, seat)].get(action.direction)
    if place is None:
        raise Illegal("BAB-55", said("the next place to the {direction} is off the board", direction=action.direction))
    player.cannonballs -= 1
    ball = Ball(owner=seat, place=place, direction=action.direction)
    game.balls.append(ball)
    yield BallFired(seat=seat, direction=ball.direction, place=place, cannonballs=player.cannonballs)
    yield from strike(game, ball)


def fire_effects(view: BabordView, seat: int, action: Fire) -> Iterator[ActionEffect]:
    """A ball less, and every boat on the next place goes home (BAB-53, BAB-56, BAB-61)."""
    place = board_of(view).neighbours[whereabouts(view, seat)][action.direction]
    stock = view.players[seat].cannonballs - 1
    yield effect("place", "fired", [drawn_tile(view, place)], what="cannonball")
    yield effect("pay", "ball_spent", [f"cannonballs-{seat}"], what="cannonballs", amount=1, left=stock)
    ball = Ball(owner=seat, place=place, direction=action.direction)
    for other in view.players:
        if other.boat is not None and place_of(other.boat) == place and not spared(view, other.seat, ball):
            yield effect("remove", "hit", [f"boat-{other.seat}"], what="boat", amount=1, seat=other.seat)


def fly(game: BabordPosition, seat: int) -> list[Event]:
    """In a seat's turn its balls go on by one place, oldest first, by option all balls (BAB-57, BAB-58, BAB-120)."""
    events: list[Event] = []
    for ball in game.balls[:] if game.options.balls_fly == "every_turn" else balls_of(game, seat):
        origin = ball.place
        beyond = board_of(game).neighbours[origin].get(ball.direction)
        if beyond is None:
            game.balls.remove(ball)
            events.append(BallGone(owner=ball.owner, from_=origin))
        else:
            ball.place = beyond
            events.append(BallMoved(owner=ball.owner, from_=origin, to=beyond, direction=ball.direction))
            events += strike(game, ball)
    return events


def strike(game: BabordPosition, ball: Ball) -> Iterator[Event]:
    """Every boat on the place that a ball enters is hit, in seat order (BAB-59, BAB-65)."""
    struck = [p.seat for p in game.players if p.boat is not None and place_of(p.boat) == ball.place]
    for seat in struck:
        if not spared(game, seat, ball):
            yield from hit(game, seat, ball, "ball_entered")


def spared(game: PositionOrView, seat: int, ball: Ball) -> bool:
    """With the option `spare_owner` a ball never hits the boat that fired it (BAB-59)."""
    return game.options.spare_owner is True and ball.owner == seat


def hit(game: BabordPosition, seat: int, ball: Ball, by: Literal["ball_entered", "boat_entered"]) -> Iterator[Event]:
    """The treasure is lost, the boat goes home, the dashboard starts again (BAB-61).

    The fish start again at the option `restart_fish`, 0 by default (BAB-123). The balls of the boat
    that are in flight go on (BAB-63).
    """
    player = game.players[seat]
    lost = list(left_behind(game, seat, ball.place, "cannonball"))
    player.boat, player.anywhere = berth(game, seat), UNSET
    home = player.boat
    player.arrived_tile = f"port_{player.home_port}" if place_of(home) in board_of(game).port_at else None
    yield BoatHit(seat=seat, owner=ball.owner, place=ball.place, by=by, to=home)
    yield from lost
    yield from set_tracks(player, "cannonball", start_values() | {"fish": game.options.restart_fish})


def berth(game: BabordPosition, seat: int) -> Pair:
    """Back home: the starting point, else a free jetty point, else the nearest free point (BAB-62)."""
    player = game.players[seat]
    start, port = cast(Pair, player.start_point), cast(str, player.home_port)
    taken = occupied(game, seat)
    for point in (start, *board_of(game).jetties[port]):
        if point not in taken:
            return point
    free = [point for point in passable(sea_of(game)) if point not in taken]
    return min(free, key=lambda point: (max(abs(point[0] - start[0]), abs(point[1] - start[1])), point))
