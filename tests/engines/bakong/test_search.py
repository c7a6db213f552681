"""What the searching player compares: ways, not objects."""

from __future__ import annotations

import pytest

from engines.bakong import engine
from engines.bakong.bot.scout import Scout
from engines.bakong.legal import PHASE_ACTIONS
from engines.kernel.dice import SeededDice
from engines.kernel.records import GAME_OVER
from tests.engines.bakong.positions import about_to_move, player
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


@pytest.mark.parametrize("seats", [2, 4])
def test_a_rollout_replies_as_the_greedy_player_does_from_its_knowledge(seats):
    """Random moves lead to positions of all kinds; hidden backs must not count."""
    replies, dice = 0, SeededDice(bytes([seats]))
    for _ in range(8):
        game, _ = engine.rules.deal(seats, engine.options({}, seats), dice)
        while game.phase != GAME_OVER:
            seat = game.active_seat
            choices = engine.rules.legal(game, seat)
            reply = engine.bot.reply(game, seat, choices, dice)
            assert reply == engine.bot.greedy(engine.visibility.knowledge(game, seat), seat, choices, dice)
            engine.rules.apply(game, seat, dice.choose([reply, *choices.actions]), dice)
            replies += 1
    assert replies > 200


def test_what_a_camp_is_worth_does_not_depend_on_what_was_weighed_before():
    """The supply, the load and the way all count."""
    cases = [
        (player(2), {"map": 1}),
        (player(2), {"map": 1, "rope": 1}),
        (player(12), {"map": 1}),
        (player(2, "map"), {"map": 1}),
    ]
    worth = []
    for seat, offered in cases:
        game = about_to_move(seat, die=1)
        game.supply.objects = {**dict.fromkeys(game.supply.objects, 0), **offered}
        worth.append(Scout(engine.visibility.knowledge(game, 0), 0).camp())
    assert worth == [100 * 48 // 50, 240 * 48 // 50, 100 * 38 // 50, 0]
