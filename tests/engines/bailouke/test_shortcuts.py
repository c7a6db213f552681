"""What the engine answers by a shorter way equals the rule as it is written, in every position of played games."""

from __future__ import annotations

import pytest

from engines.bailouke import NO_DICE, engine, legal
from engines.bailouke.actions import Exchange, HandOver, Peek, Reveal
from engines.bailouke.rules import exchanging, together
from engines.bailouke.rules.table import Table
from engines.kernel.dice import SeededDice
from tests.support.kit.play import opening, steps


@pytest.mark.parametrize("seats", engine.seats)
def test_the_engine_plays_by_itself_in_two_phases_only(seats: int) -> None:
    position, _, dice = opening(engine, seats, {}, b"%d" % seats)
    for step in steps(engine, position, dice, SeededDice(b"luck"), ["random"] * seats):
        assert legal.forced(Table(step.before, engine.rules.beasts, NO_DICE)) == engine.rules.forced(step.before)


def test_shared_actions_are_those_of_their_cards() -> None:
    for card in range(50):
        assert exchanging.PEEK[card] == Peek(card)
        assert together.REVEAL[card] == Reveal(card)
        assert together.HAND_OVER[card] == HandOver(card)
        assert exchanging.EXCHANGE[card] == [Exchange(card, other) for other in range(50)]
