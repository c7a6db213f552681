"""The card "Retirez 1 planche ou 1 pierre" (MEK-60 to MEK-68)."""

from __future__ import annotations

import pytest

from engines.mekong.actions import ChoosePlank, RemovePlank, RemoveStone
from engines.mekong.events import CardVoid, PawnFell, PlankRemoved, StoneRemoved
from engines.mekong.position import MekongPosition
from tests.engines.mekong.positions import RED, actor, carrying_out, legal, play, program, refusal, table


def e3() -> MekongPosition:
    position = table(
        4,
        stones="i05 i07 i11 i15 i18 i20",
        planks="red_1 i11-i15, red_5 v_red-i18, green_1 i18-i20, green_5 i11-i05, blue_5 i05-i07, yellow_4 i15-i18",
        pawns={"yellow": "green_5"},
        reserves={"red": "red_4 red_3 green_2 red_6"},
    )
    return carrying_out(position, "red", "remove")


@pytest.mark.rule("MEK-60", "MEK-61")
def test_what_red_may_take() -> None:
    position = e3()
    assert legal(position) == [RemovePlank("red_1"), RemovePlank("red_5"), RemovePlank("green_1")]
    events = play(position, RemovePlank("green_1"))
    assert events == [PlankRemoved(round=1, step=1, seat=RED, plank="green_1", supports=("i18", "i20"))]
    assert position.players[RED].reserve == ["green_1", "green_2", "red_3", "red_4", "red_6"]
    assert "green_1" not in position.planks
    assert actor(position) == 1


@pytest.mark.rule("MEK-62", "MEK-63", "MEK-64")
def test_what_red_may_not_take() -> None:
    position = e3()
    assert refusal(position, RemovePlank("green_5")) == ("MEK-62", "illegal")
    assert refusal(position, RemovePlank("blue_5")) == ("MEK-63", "illegal")
    assert refusal(position, RemovePlank("yellow_4")) == ("MEK-64", "illegal")
    assert refusal(position, RemovePlank("blue_6")) == ("MEK-61", "illegal")
    assert refusal(position, RemovePlank("red_4")) == ("MEK-61", "illegal")


@pytest.mark.rule("MEK-65", "MEK-66")
def test_a_stone_goes_back_to_the_common_reserve_unless_a_plank_rests_on_it() -> None:
    position = carrying_out(table(stones="i01 i02 i11", planks="blue_2 v_red-i11"), "red", "remove")
    assert legal(position) == [RemoveStone("i01"), RemoveStone("i02")]
    assert refusal(position, RemoveStone("i11")) == ("MEK-66", "illegal")
    assert refusal(position, RemoveStone("i03")) == ("MEK-65", "illegal")
    assert play(position, RemoveStone("i01")) == [StoneRemoved(round=1, step=1, seat=RED, island="i01")]
    assert position.stones == ["i02", "i11"]
    assert actor(position) == 1


@pytest.mark.rule("MEK-62")
def test_not_even_the_plank_under_the_own_pawn() -> None:
    board = "blue_2 v_red-i11, blue_3 i05-i11"
    position = table(stones="i05 i11", planks=board, pawns={"red": "blue_2"}, reserves={"red": "red_1"})
    position = carrying_out(position, "red", "remove")
    assert legal(position) == [RemovePlank("blue_3")]
    assert refusal(position, RemovePlank("blue_2")) == ("MEK-62", "illegal")


@pytest.mark.rule("MEK-60", "MEK-64", "MEK-67")
def test_with_a_full_reserve_only_a_stone_can_go() -> None:
    expected = {
        "i01": StoneRemoved(round=1, step=1, seat=1, island="i01", auto=True),
        "": CardVoid(round=1, step=1, seat=1, card="remove", reason="nothing_to_remove", unused=1),
    }
    for stones, event in expected.items():
        position = carrying_out(table(stones=f"{stones} i11"), "red", "remove")
        position.players[1].program = program("remove")
        assert play(position, RemoveStone("i11"))[1] == event
        assert position.stones == []


@pytest.mark.rule("MEK-63", "MEK-61")
def test_a_third_colour_must_wait_until_another_is_gone() -> None:
    board = {"stones": "i05 i07 i11", "planks": "blue_5 i05-i07"}
    position = carrying_out(table(4, **board, reserves={"red": "red_1 green_2"}), "red", "remove")
    assert refusal(position, RemovePlank("blue_5")) == ("MEK-63", "illegal")
    position = carrying_out(table(4, **board, reserves={"red": "red_1 green_2"}), "red", "place_1_plank")
    play(position, ChoosePlank("green_2"))
    if position.phase == "place_plank":
        play(position, legal(position)[0])
    assert "green_2" in position.planks
    position = carrying_out(position, "red", "remove")
    play(position, RemovePlank("blue_5"))
    assert position.players[RED].reserve == ["red_1", "blue_5"]


@pytest.mark.rule("MEK-113")
def test_none_of_the_two_colours_need_be_the_own_one() -> None:
    board = {"stones": "i05 i07 i11", "planks": "blue_5 i05-i07, green_2 v_red-i11"}
    position = carrying_out(table(4, **board, reserves={"red": "yellow_1"}), "red", "remove")
    play(position, RemovePlank("blue_5"))
    assert position.players[RED].reserve == ["yellow_1", "blue_5"]


@pytest.mark.rule("MEK-61", "MEK-75")
def test_the_plank_of_a_fallen_pawn_may_be_taken_at_once() -> None:
    board = {"stones": "i11 i13", "planks": "red_5 i11-i13"}
    position = table(3, **board, pawns={"red": "red_5"}, reserves={"blue": "blue_1"})
    position = carrying_out(position, "white", "place_1_stone")
    position.players[0].program, position.players[1].program = program("move_1"), program("remove")
    events = play(position, legal(position)[0])
    assert events[1:] == [PawnFell(round=1, step=1, seat=0, card="move_1", from_="red_5", to="v_red")]
    assert RemovePlank("red_5") in legal(position)
    play(position, RemovePlank("red_5"))
    assert position.players[1].reserve == ["blue_1", "red_5"]


@pytest.mark.rule("MEK-68")
def test_lost_planks_never_come_back() -> None:
    position = e3()
    lost = list(position.lost)
    assert "red_2" in lost
    assert refusal(position, RemovePlank("red_2")) == ("MEK-61", "illegal")
    play(position, RemovePlank("red_1"))
    assert position.lost == lost


@pytest.mark.rule("MEK-65", "MEK-33")
def test_a_stone_leaves_the_board_only_by_this_card() -> None:
    position = carrying_out(table(stones="i01 i02"), "red", "remove")
    assert set(legal(position)) == {RemoveStone("i01"), RemoveStone("i02")}
