"""What the searching player compares, how its rollouts reply, and what the estimate prefers."""

from __future__ import annotations

import pytest

from engines.bakong import engine
from engines.bakong.bot.estimate import last_throw
from engines.bakong.bot.scout import Scout
from engines.bakong.bot.weights import KNOTS, WEIGHTS, weights_at
from engines.bakong.legal import PHASE_ACTIONS
from engines.kernel.dice import SeededDice
from engines.kernel.records import GAME_OVER
from tests.engines.bakong.positions import about_to_move, player
from tests.engines.bakong.test_refusals import in_phase


@pytest.mark.parametrize("phase", list(PHASE_ACTIONS))
def test_it_compares_everything_but_the_tokens_of_a_cave(phase):
    game = in_phase(phase)
    knowledge, choices = engine.visibility.knowledge(game, 0), engine.rules.legal(game, 0)
    compared = engine.bot.shortlist(knowledge, 0, choices, SeededDice(b""))
    greedy = engine.bot.greedy(knowledge, 0, choices, SeededDice(b""))
    assert compared[0] == greedy
    most = 1 if phase == "choose_split" else engine.bot.search.shortlist
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


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_an_estimate_shares_one_win_among_all_seats(seats):
    game, _ = engine.rules.deal(seats, engine.options({}, seats), SeededDice(b""))
    chances = engine.bot.estimate(game)
    assert len(chances) == seats
    assert sum(chances) == pytest.approx(1)
    assert all(0 < chance < 1 for chance in chances)


def chance(first, second) -> float:
    """The first seat's, who is to move."""
    return engine.bot.estimate(about_to_move(first, second, die=1, faces="jungle"))[0]


def test_an_estimate_prefers_points_and_being_nearer_home_with_them():
    def back(slot, **own):
        return player(slot, direction="return", **own)

    even = chance(back(10, big=13), back(10, big=13))
    assert chance(back(10, big=13, x3=2), back(10, big=13)) > even
    assert chance(back(10, big=13, ouch=2), back(10, big=13)) < even
    assert chance(back(3, big=13, x3=2), back(10, big=13)) > chance(back(10, big=13, x3=2), back(10, big=13))


@pytest.mark.parametrize(("slot", "big", "expected"), [(1, 8, -1), (4, 8, -0.25), (4, 17, 0.75), (7, 17, 0), (7, 8, 0)])
def test_the_next_throw_can_take_a_winner_home_and_must_take_a_loser(slot, big, expected):
    game = about_to_move(player(slot, big=big), player(20, big=13), die=1)
    scout = Scout(engine.visibility.knowledge(game, 0), 0)
    assert last_throw(scout, {"home_won": 1.0, "home_lost": -1.0}) == pytest.approx(expected)


def test_weights_are_interpolated_between_the_knots():
    for place, way in enumerate(KNOTS):
        assert weights_at(way)["points"] == pytest.approx(WEIGHTS["points"][place])
    low, high = WEIGHTS["turn"][1:3]
    assert weights_at(8)["turn"] == pytest.approx(low + (high - low) * 3 / 15)
