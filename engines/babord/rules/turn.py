"""The order of turns, and the two windows of a turn."""

from __future__ import annotations

from engines.babord.actions import EndTurn
from engines.babord.events import TurnEnded, TurnStarted
from engines.babord.parts import Current
from engines.babord.position import BabordPosition, BabordView, first_seat
from engines.babord.rules.cannon import fly
from engines.babord.rules.ending import end
from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event


def start_turn(game: BabordPosition, seat: int) -> list[Event]:
    """Balls fly on, then the first window opens (BAB-10)."""
    game.active_seat, game.phase, game.current = seat, "before_action", Current()
    started = TurnStarted(seat=seat, round=game.round)
    return [started, *fly(game, seat)] if game.balls else [started]


def open_last_window(game: BabordPosition) -> None:
    """The main action is done: fights and trade are possible once more (BAB-12)."""
    current = game.current
    current.attacked, current.wind, current.peeks_left, current.face_up = False, None, 0, None
    game.phase = "after_action"


def end_turn(game: BabordPosition, seat: int, action: EndTurn, dice: Dice) -> list[Event]:
    """The turn is over (BAB-10)."""
    return pass_on(game, seat)


def end_turn_effects(view: BabordView, seat: int, action: EndTurn) -> list[ActionEffect]:
    """The next boat sails (BAB-10)."""
    return [effect("end", "turn_ends", what="turn")]


def pass_on(game: BabordPosition, seat: int) -> list[Event]:
    """Clockwise to the next boat afloat; the balls of sunk seats fly on as their turn would come (BAB-9, BAB-66).

    With the option `balls_fly` on `every_turn` all balls fly in every turn that is played (BAB-120).
    """
    events: list[Event] = [TurnEnded(seat=seat)]
    while True:
        seat = (seat + 1) % len(game.players)
        if seat == first_seat(game):
            if game.round == game.options.max_rounds:
                return [*events, *end(game, [], "round_cap")]  # (BAB-78)
            game.round += 1
        if not game.players[seat].sunk:
            events += start_turn(game, seat)
            return events
        if game.options.balls_fly != "every_turn":
            events += fly(game, seat)
