"""What the engine answers from tables equals the rule as it is written, in every position of played games."""

from __future__ import annotations

from typing import Any

import pytest

from engines.babord import engine
from engines.babord.actions import Observe, Sail
from engines.babord.pieces import Pair, place_of
from engines.babord.position import BabordPosition, board_of, boat
from engines.babord.rules.course import barred, pushed, reach, sea_of, winds_of
from engines.babord.rules.seeing import refuse_look
from engines.kernel.dice import SeededDice
from engines.kernel.refusals import Illegal
from tests.support.kit.play import opening, steps


@pytest.mark.rule("BAB-38")
@pytest.mark.parametrize("seats", engine.seats)
def test_looks_are_listed_place_by_place(seats: int) -> None:
    position, _, dice = opening(engine, seats, {"max_rounds": 60}, b"%d" % seats)
    for step in steps(engine, position, dice, SeededDice(b"luck"), ["random"] * seats):
        game = step.before
        if game.phase != "before_action":
            continue
        others = {place_of(player.boat) for player in game.players if player.boat and player.seat != step.seat}
        plain = [place for place in board_of(game).seas if place not in others and place != game.treasure.hole]
        listed = [action for action in engine.rules.legal(game, step.seat).actions if isinstance(action, Observe)]
        assert listed == [Observe(place) for place in plain]
        assert [place for place in board_of(game).neighbours if not refused(game, step.seat, place)] == plain


def refused(game: BabordPosition, seat: int, place: Pair) -> bool:
    try:
        refuse_look(game, seat, place)
    except Illegal:
        return True
    return False


@pytest.mark.rule("BAB-14", "BAB-18", "BAB-23")
@pytest.mark.parametrize("options", [{}, {"wind_mode": "once", "blocked_push": "forbidden", "rows": 3, "cols": 3}])
def test_end_points_are_listed_point_by_point(options: dict[str, Any]) -> None:
    position, _, dice = opening(engine, 4, {"max_rounds": 60} | options, b"sail")
    moves = 0
    for step in steps(engine, position, dice, SeededDice(b"luck"), ["random"] * 4):
        game, seat = step.before, step.seat
        if game.phase == "sail":
            moves += 1
            assert engine.rules.legal(game, seat).actions == [Sail(point) for point in plain_ends(game, seat)]
    assert moves > 3


def plain_ends(game: BabordPosition, seat: int) -> list[Pair]:
    """Every point in reach that is not barred, where a wind alone drives the boat, or where it lies."""
    sea, winds, start, fuel = sea_of(game), winds_of(game), boat(game, seat), game.players[seat].fuel
    closed, steps = barred(game, seat), reach(sea, winds, start).steps
    pushes = {pushed(sea, start, wind) for wind in winds} - {None}
    points = board_of(game).points
    ends = {point for number, point in enumerate(points) if steps[number] <= fuel and point not in closed}
    ends |= {start if point in closed else point for point in pushes if point is not None}
    return [point for point in points if point in (ends or {start})]


@pytest.mark.rule("BAB-39")
def test_a_tile_remembers_each_looker_once_in_order() -> None:
    position, _, dice = opening(engine, 3, {"max_rounds": 60}, b"look")
    for step in steps(engine, position, dice, SeededDice(b"luck"), ["random"] * 3):
        before, after = step.before.tiles, step.after.tiles
        if isinstance(step.action, Observe):
            row, col = step.action.tile
            name = step.before.grid[row][col]
            assert after[name].seen_by == tuple(sorted({*before[name].seen_by, step.seat}))
