"""What the engine answers from tables equals the rule as it is written, in every position of played games."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engines.kernel.dice import SeededDice
from engines.kimbac import engine
from engines.kimbac.actions import MovePawn
from engines.kimbac.pieces import FOOT, REMOVED, STREETS, WAYS
from engines.kimbac.position import KimbacPosition
from engines.kimbac.rules.search import claims
from engines.kimbac.rules.streets import can_step, kimbac_moves, kimbac_steps, pawn_moves, steps
from tests.support.kit.play import opening
from tests.support.kit.play import steps as played

GAMES = [(seats, standing, seed) for seats in engine.seats for standing in (True, False) for seed in range(3)]


@pytest.mark.parametrize(("seats", "standing", "seed"), GAMES)
def test_tables_equal_the_plain_rules(seats: int, standing: bool, seed: int) -> None:
    options = {"claim_while_standing": standing}
    position, _, dice = opening(engine, seats, options, b"%d" % seed)
    policies = ["random", "greedy", "random", "greedy"][:seats]
    for step in played(engine, position, dice, SeededDice(b"luck"), policies):
        check_places(step.before)
        check_moves(step.before)
        check_claims(step.before)
        check_due(step.after)


def check_places(game: KimbacPosition) -> None:
    standing = [place for own in game.pawns for place in own]
    assert game.occupied() == set(standing)
    for place in standing:
        if place not in (None, REMOVED):
            assert can_step(game, place) == any(way not in standing for way in WAYS[place])


def check_moves(game: KimbacPosition) -> None:
    """KIM-10, KIM-11, KIM-12, KIM-54."""
    seat = game.active_seat
    assert seat is not None
    if game.phase in ("search_move", "hunt_pursuit"):
        to = [way for way in WAYS[game.place_of(seat, game.due)] if way not in game.occupied()]
        assert steps(game, seat, game.due) == to
        assert pawn_moves(game, seat) == [MovePawn(game.due, way) for way in to]
    if game.phase == "hunt_kimbac":
        to = [way for way in STREETS[game.place_of(seat, game.due)] if way not in game.occupied()]
        assert kimbac_steps(game, seat, game.due) == to
        assert kimbac_moves(game, seat) == [MovePawn(game.due, way) for way in to]


def check_due(game: KimbacPosition) -> None:
    """KIM-25, KIM-60: the pawn that is called can step, with the pawn that has just moved in its new place."""
    if game.phase in ("search_move", "hunt_pursuit"):
        assert steps(game, game.active_seat or 0, game.due)


def check_claims(game: KimbacPosition) -> None:
    """KIM-31, KIM-33 and KIM-34, by looking at every monument."""
    for seat, own in enumerate(game.pawns):
        pairs = [number for number, following in pairwise(game.hands[seat]) if number == following]
        at_foot = [number for number in pairs if FOOT[number] in own]
        arrived = [number for number in at_foot if own.index(FOOT[number]) + 1 in game.arrived]
        assert claims(game, seat) == (at_foot if game.options.claim_while_standing else arrived)
        shown = {number for side in game.face_up for number in side}
        open_ = any(FOOT[number] in own and number not in shown for number in FOOT)
        assert game.question_is_open(seat) == (open_ and len(game.hands[seat]) >= 2)
