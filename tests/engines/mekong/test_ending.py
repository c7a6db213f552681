"""The end of the game, and what the engine does by itself (MEK-90 to MEK-95)."""

from __future__ import annotations

import pytest

from engines.kernel.records import GameOver, Result
from engines.mekong import engine
from engines.mekong.actions import ChoosePlank, MovePawn, PlacePlank, PlaceStone
from engines.mekong.events import PawnMoved, PlankLost
from engines.mekong.parts import Pending
from engines.mekong.position import MekongPosition
from tests.engines.mekong.positions import RED, carrying_out, legal, play, program, refusal, table


def nearly_home() -> MekongPosition:
    """C14: red stands on a plank that touches the green village."""
    position = table(3, stones="i08 i14", planks="red_4 v_green-i08, red_1 i08-i14", pawns={"red": "red_4"})
    return carrying_out(position, "red", "move_2")


@pytest.mark.rule("MEK-90", "MEK-91")
def test_red_wins_at_once_and_nobody_else_plays() -> None:
    position = nearly_home()
    events = play(position, MovePawn(("v_green",)))
    assert events == [
        PawnMoved(round=1, step=1, seat=RED, from_="red_4", path=["v_green"]),
        GameOver(winners=[0], ranking=[[0], [1, 2]], scores=[], reason="goal_reached"),
    ]
    assert position.result == Result(winners=[0], ranking=[[0], [1, 2]], scores=[], reason="goal_reached")
    assert engine.rules.outcome(position) == position.result
    assert (position.phase, position.round, position.step, position.turn) == ("game_over", 1, 1, 1)
    assert position.pending is None
    assert position.stones == ["i08", "i14"]
    assert engine.rules.to_act(position) == ()
    assert engine.rules.legal(position, RED).actions == []
    for action in (PlaceStone("i01"), MovePawn(("red_4",))):
        assert refusal(position, action, RED) == ("MEK-90", "game_over")


@pytest.mark.rule("MEK-91")
def test_the_others_share_the_second_place() -> None:
    board = table(4, stones="i11", planks="blue_2 v_red-i11", pawns={"green": "blue_2"})
    position = carrying_out(board, "green", "move_1")
    play(position, MovePawn(("v_red",)))
    assert position.result == Result(winners=[2], ranking=[[2], [0, 1, 3]], scores=[], reason="goal_reached")


@pytest.mark.rule("MEK-90", "MEK-92")
def test_the_goal_with_the_second_step() -> None:
    position = nearly_home()
    position.players[RED].pawn = "red_1"
    assert legal(position) == [MovePawn(("red_4", "v_green"))]
    play(position, MovePawn(("red_4", "v_green")))
    assert position.phase == "game_over"


@pytest.mark.rule("MEK-90")
def test_only_the_own_goal_ends_the_game() -> None:
    board = table(3, stones="i08", planks="red_4 v_green-i08", pawns={"blue": "red_4"})
    position = carrying_out(board, "blue", "move_1")
    play(position, MovePawn(("v_green",)))
    assert (position.phase, position.result) == ("place_stone", None)


def at_the_end_of_round(number: int, cap: int) -> MekongPosition:
    position = table(2, stones="i01", round_cap=cap)
    for player in position.players:
        player.program = ["move_1", "move_2", "jump", "remove", "place_1_stone"]
    position.round, position.step, position.turn = number, 5, 1
    position.phase, position.pending = "place_stone", Pending("place_1_stone", 1)
    return position


@pytest.mark.rule("MEK-93")
def test_after_the_last_round_the_game_is_a_draw() -> None:
    position = at_the_end_of_round(7, 7)
    programs = [player.program for player in position.players]
    assert play(position, PlaceStone("i02"))[1:] == [
        GameOver(winners=[], ranking=[[0, 1]], scores=[], reason="round_cap")
    ]
    assert position.result == Result(winners=[], ranking=[[0, 1]], scores=[], reason="round_cap")
    assert (position.phase, position.round, position.step, position.turn) == ("game_over", 7, 5, 2)
    assert (position.statuette, position.pending) == (0, None)
    assert [player.program for player in position.players] == programs
    position = at_the_end_of_round(6, 7)
    play(position, PlaceStone("i02"))
    assert (position.phase, position.round) == ("program", 7)


@pytest.mark.rule("MEK-94", "MEK-49")
def test_without_any_plank_the_game_is_a_draw() -> None:
    board = table(2, stones="i01", reserves={"white": "white_1", "black": ""})
    position = carrying_out(board, "white", "place_2_planks")
    events = play(position, ChoosePlank("white_1"))
    assert events[1:] == [
        PlankLost(round=1, step=1, seat=0, plank="white_1", reason="no_place", supports=None),
        GameOver(winners=[], ranking=[[0, 1]], scores=[], reason="no_planks"),
    ]
    assert (position.phase, position.pending, position.turn) == ("game_over", None, 1)
    for board in (
        table(2, stones="i01", reserves={"white": "white_1", "black": "black_6"}),
        table(2, stones="i01 i26", planks="black_6 i26-v_black", reserves={"white": "white_1", "black": ""}),
    ):
        position = carrying_out(board, "white", "place_1_plank")
        play(position, ChoosePlank("white_1"))
        assert (position.phase, position.result) == ("place_stone", None)


@pytest.mark.rule("MEK-94", "MEK-103")
def test_the_last_plank_may_be_lost_by_eye() -> None:
    board = table(2, stones="i01", reserves={"white": "white_1", "black": ""}, plank_attempt="eyeball")
    position = carrying_out(board, "white", "place_1_plank")
    play(position, ChoosePlank("white_1"))
    play(position, PlacePlank(("i01", "v_red")))
    assert position.result is not None
    assert position.result.reason == "no_planks"


@pytest.mark.rule("MEK-95")
def test_what_leaves_no_choice_is_played_and_marked() -> None:
    """After red's stone blue can only walk out of its village, and white only back into its own."""
    board = table(3, stones="i26 i04", planks="blue_2 v_blue-i26, white_2 v_white-i04", pawns={"white": "white_2"})
    position = carrying_out(board, "red", "place_1_stone")
    position.players[1].program, position.players[2].program = program("move_1"), program("move_1")
    events = play(position, PlaceStone("i01"))
    assert events[1:3] == [
        PawnMoved(round=1, step=1, seat=1, from_="v_blue", path=["blue_2"], auto=True),
        PawnMoved(round=1, step=1, seat=2, from_="white_2", path=["v_white"], auto=True),
    ]
    assert position.step == 2


@pytest.mark.rule("MEK-95")
def test_nothing_is_forced_on_import_and_never_a_programme() -> None:
    position = nearly_home()
    assert engine.rules.forced(position) == (RED, MovePawn(("v_green",)))
    assert len(engine.rules.resume(position, None)) == 1  # type: ignore[arg-type]
    assert position.phase == "move"
    assert engine.rules.forced(table(2)) is None
    board = table(3, stones="i11", plank_attempt="eyeball")
    position = carrying_out(board, "red", "place_1_plank")
    position.pending, position.phase = Pending("place_1_plank", 1, "red_2"), "place_plank"
    assert engine.rules.forced(position) is None
    position.options.plank_attempt = "guided"
    assert engine.rules.forced(position) == (RED, PlacePlank(("i11", "v_red")))
    position.pending.plank = "red_6"
    assert engine.rules.forced(position) is None
