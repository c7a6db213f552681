"""Fin de la partie: first home, points, ties (BAK-66 to BAK-72)."""

from __future__ import annotations

import pytest

from engines.bakong import engine
from engines.bakong.actions import Flip, Move
from engines.bakong.events import (
    FinalScores,
    FirstHome,
    Halted,
    MoveDeclared,
    ObjectLost,
    ObjectReturned,
    SlotEntered,
    TurnVoid,
)
from engines.bakong.parts import ScoreLine, ScoreSheet
from engines.bakong.rules.scoring import count, score
from engines.kernel.records import GameOver, Result
from tests.engines.bakong.positions import about_to_move, happened, of_type, play, player, refusal, table, track


@pytest.mark.rule("BAK-14", "BAK-66", "BAK-87")
def test_home_without_an_exact_count():
    game = table(player(4, big=13), player(6), track=track("jungle jungle jungle"), dice=(4, 6))
    events = play(game, Flip(4))
    lines = [ScoreLine(13, 0, 0, 3, 0, 16), ScoreLine(0, 0, 0, 0, 0, 0)]
    assert happened(events) == [
        TurnVoid(seat=0, die=4),
        MoveDeclared(seat=0, die=6, steps=6),
        SlotEntered(seat=0, slot=3, face="jungle"),
        SlotEntered(seat=0, slot=2, face="jungle"),
        SlotEntered(seat=0, slot=1, face="jungle"),
        SlotEntered(seat=0, slot=0, face="start_camp"),
        Halted(seat=0, slot=0, face="start_camp", steps_lost=2),
        FirstHome(seat=0),
        FinalScores(lines=lines, tie_break=False),
        GameOver(winners=[0], ranking=[[0], [1]], scores=[16, 0], reason="first_home"),
    ]
    assert game.players[0] == player(0, big=13, first_home=True)
    assert game.score_sheet == ScoreSheet(lines, tie_break=False)
    assert game.result == Result([0], [[0], [1]], [16, 0], "first_home")
    assert engine.rules.outcome(game) == game.result


@pytest.mark.rule("BAK-67", "BAK-68")
def test_nobody_plays_after_that():
    game = about_to_move(player(1, big=13), player(6), player(9), die=1)
    play(game, Move(1))
    assert (game.phase, game.active_seat, game.current) == ("game_over", None, None)
    assert engine.rules.to_act(game) == ()
    for seat in range(3):
        assert engine.rules.legal(game, seat).actions == []
        assert refusal(game, Flip(1), seat) == ("BAK-68", "game_over")
    engine.rules.check(game)


@pytest.mark.rule("BAK-69", "BAK-70")
def test_what_a_seat_carries_counts_wherever_it_stands():
    game = table(
        player(6, ouch=1, big=17),
        player(1, x1=2, ouch=1, big=13),
        active=1,
        dice=(6, 1),
        phase="choose_steps",
        current={"flip_die": 6, "move_die": 1},
    )
    play(game, Move(1))
    assert game.score_sheet.lines == [ScoreLine(17, 0, 0, 0, -3, 14), ScoreLine(13, 2, 0, 3, -3, 15)]
    assert game.result == Result([1], [[1], [0]], [14, 15], "first_home")


@pytest.mark.rule("BAK-69")
def test_each_kind_of_points():
    assert score(player(0, "rope", big=12, x1=4, x3=2, ouch=1, first_home=True)) == ScoreLine(12, 4, 6, 3, -3, 22)


@pytest.mark.rule("BAK-70")
def test_without_a_big_emerald_the_rest_counts():
    assert score(player(20, x1=2, x3=1)) == ScoreLine(0, 2, 3, 0, 0, 5)


@pytest.mark.rule("BAK-108")
def test_a_score_can_be_negative():
    assert score(player(20, x1=1, ouch=3)) == ScoreLine(0, 1, 0, 0, -9, -8)


@pytest.mark.rule("BAK-71")
def test_the_highest_score_wins():
    sheet, result = count([player(3, big=12), player(0, big=10, first_home=True), player(5, big=17, ouch=3)])
    assert result.ranking == [[1], [0], [2]]
    assert result.winners == [1]
    assert result.scores == [12, 13, 8]
    assert sheet.tie_break is False


@pytest.mark.rule("BAK-72")
def test_the_bigger_emerald_breaks_a_tie():
    sheet, result = count([player(3, big=12, x3=2), player(0, big=13, x1=2, first_home=True), player(5)])
    assert result.scores == [18, 18, 0]
    assert result.ranking == [[1], [0], [2]]
    assert result.winners == [1]
    assert sheet.tie_break is True


@pytest.mark.rule("BAK-72")
def test_a_tie_for_second_place_is_no_tie_break_for_the_first():
    sheet, result = count([player(0, big=17, first_home=True), player(3, big=12, x1=1), player(4, big=13)])
    assert result.ranking == [[0], [2], [1]]
    assert sheet.tie_break is False


@pytest.mark.rule("BAK-106")
def test_a_tie_without_big_emeralds_is_shared():
    players = [player(9, x1=20), player(8, x3=5, x1=5), player(0, big=10, ouch=1, first_home=True)]
    sheet, result = count(players)
    assert result.winners == [0, 1]
    assert result.ranking == [[0, 1], [2]]
    assert sheet.tie_break is False


@pytest.mark.rule("BAK-66", "BAK-92")
def test_losses_still_owed_are_dropped_at_home():
    game = about_to_move(
        player(2, "rope", "map", big=13), player(6), die=2, faces="quicksand", at=1, quicksand_loss="after_move"
    )
    events = play(game, Move(2))
    assert of_type(events, ObjectLost, ObjectReturned) == []
    assert game.players[0].objects == ["rope", "map"]
    assert game.phase == "game_over"


@pytest.mark.rule("BAK-66", "BAK-36")
def test_what_was_set_aside_joins_the_supply_at_home():
    game = about_to_move(player(2, "rope", big=13), player(6), die=2, faces="quicksand", at=1)
    events = play(game, Move(2))
    assert of_type(events, ObjectLost, ObjectReturned, FirstHome) == [
        ObjectLost(seat=0, slot=1, object="rope"),
        ObjectReturned(object="rope"),
        FirstHome(seat=0),
    ]
    assert game.supply.objects["rope"] == 2
    engine.rules.check(game)
