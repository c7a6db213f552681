"""What the searching player compares: ways, not objects."""

from __future__ import annotations

import pytest

from engines.bakong import engine
from engines.bakong.legal import PHASE_ACTIONS
from engines.kernel.dice import SeededDice
from tests.engines.bakong.test_refusals import in_phase

WAYS = {"choose_flip", "map_flip", "choose_steps", "choose_big_emerald"}


@pytest.mark.parametrize("phase", list(PHASE_ACTIONS))
def test_it_compares_ways_and_leaves_objects_to_the_greedy_player(phase):
    game = in_phase(phase)
    knowledge, choices = engine.visibility.knowledge(game, 0), engine.rules.legal(game, 0)
    compared = engine.bot.shortlist(knowledge, 0, choices, SeededDice(b""))
    greedy = engine.bot.greedy(knowledge, 0, choices, SeededDice(b""))
    assert compared[0] == greedy
    most = engine.bot.search.shortlist if phase in WAYS else 1
    assert len(compared) == min(most, len(choices.actions))
