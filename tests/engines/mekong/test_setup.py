"""Setup: colours, pawns, planks, cards, stones, the statuette (MEK-1 to MEK-9)."""

from __future__ import annotations

import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.refusals import InvalidOptions
from engines.mekong import engine
from engines.mekong.actions import PlacePlank
from engines.mekong.events import GameStarted
from engines.mekong.parts import Options
from engines.mekong.pieces import COLOURS, GOAL, HOME, PIECES, SUPPORTS, cards_of
from engines.mekong.position import MekongPosition
from tests.engines.mekong.positions import carrying_out, legal, play, table

ACTIONS = ["place_1_stone", "place_2_stones", "place_1_plank", "place_2_planks", "remove", "move_1", "move_2", "jump"]


def deal(seats: int, **options: object) -> MekongPosition:
    position, _ = engine.rules.deal(seats, engine.options(options, seats), SeededDice(b"setup"))
    return position


def held(position: MekongPosition, seat: int) -> list[str]:
    hand = engine.visibility.view(position, seat).players[seat].hand
    assert hand is not None
    return hand


@pytest.mark.rule("MEK-1")
def test_two_to_six_play() -> None:
    assert list(engine.seats) == [2, 3, 4, 5, 6]
    assert [len(deal(seats).players) for seats in engine.seats] == [2, 3, 4, 5, 6]


@pytest.mark.rule("MEK-2", "MEK-115")
@pytest.mark.parametrize(
    ("seats", "colours"),
    [
        (2, "white black"),
        (3, "red blue white"),
        (4, "red blue green yellow"),
        (5, "red blue green white yellow"),
        (6, "red black blue green white yellow"),
    ],
)
def test_colours_by_number_of_players(seats: int, colours: str) -> None:
    assert [player.colour for player in deal(seats).players] == colours.split()


@pytest.mark.rule("MEK-115")
def test_the_colours_may_be_dealt_otherwise_but_not_exchanged() -> None:
    assert [player.colour for player in deal(3, colours=["white", "red", "blue"]).players] == ["white", "red", "blue"]
    for colours in (["white", "red"], ["red", "blue", "black"], ["red", "red", "blue"]):
        with pytest.raises(InvalidOptions) as refused:
            deal(3, colours=colours)
        assert refused.value.field == "colours"
        assert refused.value.detail == "3 players play with red, blue, white, in any order"


@pytest.mark.rule("MEK-3", "MEK-4", "MEK-6")
def test_the_opening_position() -> None:
    position = deal(2, first_seat=1)
    white, black = position.players
    assert (white.pawn, black.pawn) == ("v_white", "v_black")
    assert white.reserve == ["white_1", "white_2", "white_3", "white_4", "white_5", "white_6"]
    assert black.reserve == ["black_1", "black_2", "black_3", "black_4", "black_5", "black_6"]
    assert position == MekongPosition(
        phase="program", options=Options(first_seat=1), statuette=1, players=[white, black]
    )
    assert (position.game, position.schema, position.board) == ("mekong", 1, "delta")
    assert (position.round, position.step, position.turn) == (1, 0, 0)
    assert (position.stones, position.planks, position.lost) == ([], {}, [])
    assert position.pending is position.result is None


@pytest.mark.rule("MEK-5")
def test_three_players_take_out_black_green_and_yellow_dragons() -> None:
    position = deal(3)
    assert held(position, 0) == [*ACTIONS, "dragon_blue", "dragon_white"]
    assert held(position, 1) == [*ACTIONS, "dragon_red", "dragon_white"]
    assert held(position, 2) == [*ACTIONS, "dragon_red", "dragon_blue"]


@pytest.mark.rule("MEK-5", "MEK-8")
def test_four_players_have_eleven_cards_and_red_goes_to_green() -> None:
    position = deal(4)
    for seat in range(4):
        assert len(held(position, seat)) == 11
        assert not {"dragon_black", "dragon_white"} & set(held(position, seat))
    assert GOAL["red"] == "v_green"


@pytest.mark.rule("MEK-5")
@pytest.mark.parametrize(("seats", "cards"), [(2, 9), (3, 10), (4, 11), (5, 12), (6, 13)])
def test_cards_by_number_of_players(seats: int, cards: int) -> None:
    position = deal(seats)
    for seat in range(seats):
        assert len(held(position, seat)) == cards
        assert f"dragon_{position.players[seat].colour}" not in held(position, seat)


@pytest.mark.rule("MEK-8", "MEK-5")
def test_white_goes_to_black_though_nobody_plays_black() -> None:
    position = deal(5)
    assert "black" not in [player.colour for player in position.players]
    assert GOAL["white"] == "v_black"
    assert all("dragon_black" not in held(position, seat) for seat in range(5))


@pytest.mark.rule("MEK-8")
def test_the_goal_is_the_village_opposite() -> None:
    assert GOAL == {
        "red": "v_green",
        "green": "v_red",
        "blue": "v_yellow",
        "yellow": "v_blue",
        "white": "v_black",
        "black": "v_white",
    }
    assert {colour: f"v_{colour}" for colour in COLOURS} == HOME


@pytest.mark.rule("MEK-7", "MEK-116")
def test_the_statuette_goes_to_the_first_seat_or_is_drawn() -> None:
    assert deal(4, first_seat=2).statuette == 2
    dice = SeededDice(b"setup")
    engine.rules.deal(4, engine.options({"first_seat": 0}, 4), dice)
    assert dice.drawn == []
    drawn = set()
    for seed in range(40):
        dice = SeededDice(bytes([seed]))
        position, _ = engine.rules.deal(4, engine.options({}, 4), dice)
        assert dice.drawn == [position.statuette]
        drawn.add(position.statuette)
    assert drawn == {0, 1, 2, 3}


def test_the_first_event() -> None:
    for start in (engine.rules.deal(3, engine.options({"first_seat": 2}, 3), SeededDice(b"")),):
        position, events = start
        expected = GameStarted(
            round=1, step=0, seats=3, options=Options(first_seat=2), colours=["red", "blue", "white"], statuette=2
        )
        assert events == [expected]
        position.round = 7
        expected.round = 7
        assert engine.rules.resume(position, SeededDice(b"")) == [expected]


@pytest.mark.rule("MEK-9", "MEK-112")
def test_villages_of_absent_colours_are_supports_and_places_for_pawns() -> None:
    position = carrying_out(table(3, stones="i05"), "red", "place_1_plank")
    play(position, legal(position)[1])  # red_2, as long as from island 5 to the yellow village
    assert position.planks == {"red_2": ("i05", "v_yellow")}
    position = carrying_out(
        table(3, stones="i05", planks="red_2 v_yellow-i05", pawns={"white": "red_2"}), "white", "move_1"
    )
    assert [action.path for action in legal(position)] == [("v_yellow",)]


@pytest.mark.rule("MEK-42")
def test_any_village_and_any_stone_will_do() -> None:
    position = carrying_out(table(3, stones="i05"), "white", "place_1_plank")
    play(position, legal(position)[5])
    assert set(legal(position)) == {PlacePlank(("i05", "v_red")), PlacePlank(("i05", "v_yellow"))}


def test_cards_and_pieces() -> None:
    assert PIECES == {
        "place_1_stone": 1,
        "place_2_stones": 2,
        "place_1_plank": 1,
        "place_2_planks": 2,
        "remove": 1,
        "move_1": 1,
        "move_2": 1,
        "jump": 1,
    }
    assert len(SUPPORTS) == 33
    assert cards_of("red", ("red", "green")) == (*ACTIONS, "dragon_green")
