"""Changes that spoil a position, and its refusal."""

from __future__ import annotations

import pytest

from engines.bakong import engine
from engines.bakong.parts import Incoming
from engines.bakong.rules.scoring import count
from engines.kernel.refusals import InvalidPosition
from tests.engines.bakong.positions import player, table, track


def refused(game) -> tuple[str, str]:
    with pytest.raises(InvalidPosition) as caught:
        engine.rules.check(game)
    assert caught.value.detail
    return caught.value.field, caught.value.rule


def over():
    game = table(player(0, big=13, first_home=True), player(6), player(9, big=17), dice=None, phase="game_over")
    game.active_seat = None
    game.score_sheet, game.result = count(game.players)
    return game


def changed(game, change):
    change(game)
    return game


def setting(path: str, value):
    """A change such as ``players.0.slot = 25``."""
    *way, last = path.split(".")

    def change(game):
        for step in way:
            game = game[int(step)] if step.isdigit() else getattr(game, step)
        if last.isdigit():
            game[int(last)] = value
        else:
            setattr(game, last, value)

    return change


def room_at(place: str, face: str, *incoming: Incoming, seat=None, **fields):
    turn = {"flip_die": 3, "move_die": 5, "steps": 5, "steps_left": 0, "at": place, "incoming": list(incoming)}
    turn.update(fields.pop("turn", {}))
    seat = seat or player(7, "rope", "journal", x1=8, big=13)
    return table(
        seat, *fields.pop("others", [player()]), track=track(face, at=7), phase="make_room", current=turn, **fields
    )


X1, X3 = Incoming("x1"), Incoming("x3")
