"""The greedy player: sensible, quick, and it sees no more than it may."""

from __future__ import annotations

import pytest

from engines.bakong import engine
from engines.bakong.actions import (
    Discard,
    Flip,
    FlipSecond,
    LoseObject,
    Move,
    Pass,
    Reroll,
    TakeBigEmerald,
    TakeEmeralds,
    TakeObject,
)
from engines.bakong.parts import Incoming
from engines.kernel.dice import SeededDice
from tests.engines.bakong.positions import about_to_move, player, table, track
from tests.engines.bakong.test_refusals import WALKED, in_phase
from tests.support.kit.play import opening, steps


def chosen(game):
    seat = game.active_seat
    return engine.bot.greedy(
        engine.visibility.knowledge(game, seat), seat, engine.rules.legal(game, seat), SeededDice(b"")
    )


def test_it_starts_with_the_first_aid_kit():
    assert chosen(in_phase("choose_start_object")) == TakeObject("first_aid_kit")


def test_it_turns_the_river_out_of_its_way():
    laid = track("jungle river:t13 jungle jungle jungle jungle jungle jungle")
    assert chosen(table(player(0), player(), track=laid, dice=(2, 6))) == Flip(2)


def test_it_keeps_out_of_ditches():
    game = about_to_move(player(2, "machete"), die=1, faces="jungle ditch jungle jungle jungle jungle")
    assert chosen(game) == Move(1)
    game = about_to_move(player(2, "first_aid_kit", "machete"), die=1, faces="jungle ditch jungle jungle jungle jungle")
    assert chosen(game) == Move(2)


def test_it_does_not_fear_ditches_without_tokens():
    game = about_to_move(
        player(2, "machete"), player(ouch=12), die=1, faces="jungle ditch jungle jungle jungle jungle jungle jungle"
    )
    assert chosen(game) == Move(2)


@pytest.mark.parametrize(
    ("face", "seat"),
    [
        ("jungle_emerald", player(2, "compass")),
        ("cave", player(2, "compass")),
        ("waterfall", player(2, "compass", ouch=1)),
    ],
)
def test_it_stops_where_there_is_something_to_gain(face, seat):
    game = about_to_move(seat, die=2, faces=f"{face} jungle jungle jungle jungle jungle jungle jungle")
    assert chosen(game) == Move(1)


def test_it_gives_up_the_least_useful_object():
    assert chosen(in_phase("quicksand")) == LoseObject("map")


def test_it_takes_an_object_that_fits():
    assert chosen(in_phase("camp")) == TakeObject("first_aid_kit")
    assert chosen(in_phase("temple_pick")) == TakeObject("rope")


def test_it_leaves_an_object_that_does_not_fit():
    turn = {**WALKED, "at": "abandoned_camp"}
    full = player(7, "first_aid_kit", "machete", x3=9, big=12)
    game = table(full, player(), track=track("abandoned_camp", at=7), phase="camp", current=turn)
    assert chosen(game) == Pass()


def test_it_swaps_a_poor_object_for_a_better_one():
    def at_camp(phase, **turn):
        seat = player(6, "grapnel", "journal", "map", big=10)
        laid = track("abandoned_camp", at=6)
        turn = {**WALKED, "at": "abandoned_camp", **turn}
        return table(seat, player(0, "rope"), track=laid, phase=phase, current=turn)

    assert chosen(at_camp("camp")) == TakeObject("machete")
    waiting = at_camp("make_room", incoming=[Incoming("object", "torch")])
    assert chosen(waiting) == Discard("map")


def test_it_likes_few_tokens():
    assert chosen(in_phase("choose_split")) == TakeEmeralds(2, 0)


def test_it_takes_the_17_with_an_empty_pack():
    assert chosen(in_phase("choose_big_emerald")) == TakeBigEmerald(17)


def test_it_swaps_an_x1_for_an_x3_but_no_object_for_an_x1():
    assert chosen(in_phase("make_room")) == Discard("x1")
    game = in_phase("make_room")
    game.current.incoming = [Incoming("x1")]
    assert chosen(game) == Pass()


def test_it_makes_room_for_the_big_emerald_with_the_least_useful_object():
    turn = {**WALKED, "at": "temple", "incoming": [Incoming("big", value=17)]}
    seat = player(25, "rope", "grapnel", "map", x1=1, direction="return")
    assert chosen(table(seat, player(), phase="make_room", current=turn)) == Discard("map")


def test_it_rerolls_a_bad_throw_only():
    laid = track("jungle:t17 jungle jungle jungle cave jungle")
    assert chosen(table(player(0, "journal"), player(), track=laid, dice=(1, 1))) == Reroll()
    laid = track("jungle:t19 jungle jungle jungle cave jungle")
    assert chosen(table(player(0, "journal"), player(), track=laid, dice=(5, 1))) == Flip(1)


def test_it_uses_the_map_to_clear_its_way():
    game = table(
        player(2, "map"),
        player(),
        track=track("jungle jungle river:t14 cliff:t16 jungle jungle jungle", at=3),
        dice=(3, 4),
    )
    engine.rules.apply(game, 0, Flip(3), SeededDice(b""))
    assert game.phase == "map_flip"
    assert chosen(game) == FlipSecond(6)


def test_it_goes_home_when_that_wins_and_waits_when_it_does_not():
    def near_home(rival):
        return about_to_move(player(2, "machete", big=13), rival, die=1, faces="jungle jungle", at=1)

    assert chosen(near_home(player(9, big=17, ouch=3))) == Move(2)
    assert chosen(near_home(player(9, big=17))) == Move(1)


def test_it_chooses_a_legal_action_and_knows_no_more_than_it_may():
    """The same choice for every twin with other unseen backs."""
    rng = SeededDice(b"fair")
    position, _, dice = opening(engine, 3, {"memory_aid": False}, b"greedy")
    for step in steps(engine, position, dice, rng, ["greedy"] * 3):
        known = engine.visibility.knowledge(step.before, step.seat)
        twin = engine.visibility.determinize(known, step.seat, rng)
        assert chosen(twin) == step.action
        assert step.action in engine.rules.legal(step.before, step.seat).actions


def test_it_beats_random_play():
    won = 0
    for seed in range(60):
        greedy = seed % 2
        policies = ["greedy" if seat == greedy else "random" for seat in range(2)]
        position, _, dice = opening(engine, 2, {}, b"duel" + bytes([seed]))
        for _ in steps(engine, position, dice, SeededDice(b"luck" + bytes([seed])), policies):
            pass
        won += position.result.winners == [greedy]
    assert won >= 48
