"""Positions from outside: each check with its field and its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engines.kernel.records import Result
from engines.kernel.refusals import InvalidPosition
from engines.mekong import engine
from engines.mekong.actions import MovePawn
from engines.mekong.parts import Pending
from engines.mekong.pieces import ISLANDS
from engines.mekong.position import MekongPosition
from engines.mekong.rules import spans, stones
from tests.engines.mekong.positions import carrying_out, play, program, reads_well, table
from tests.engines.mekong.test_ending import nearly_home

Change = Callable[[MekongPosition], Any]


def laying() -> MekongPosition:
    """Between two rounds: white has laid its programme."""
    board = table(
        3,
        stones="i05 i10 i11 i15",
        planks="red_2 v_red-i11, blue_1 i11-i15",
        pawns={"blue": "red_2"},
        reserves={"red": "red_1 red_3 blue_4"},
    )
    board.players[2].program = program("jump", "dragon_red")
    return board


def stepping(card: str = "place_2_stones") -> MekongPosition:
    position = carrying_out(laying(), "red", card)
    position.players[2].program = program("jump", "dragon_red")
    return position


def placing() -> MekongPosition:
    position = stepping("place_2_planks")
    position.phase, position.pending = "place_plank", Pending("place_2_planks", 2, "red_3")
    return position


def won() -> MekongPosition:
    position = nearly_home()
    play(position, MovePawn(("v_green",)))
    return position


def drawn() -> MekongPosition:
    position = table(2, stones="i01", round_cap=3)
    for player in position.players:
        player.program = program("jump")
    position.phase, position.round, position.step, position.turn = "game_over", 3, 5, 2
    position.result = Result(winners=[], ranking=[[0, 1]], scores=[], reason="round_cap")
    return position


def without_planks() -> MekongPosition:
    position = drawn()
    position.round, position.step, position.turn = 2, 4, 1
    for player in position.players:
        position.lost += player.reserve
        player.reserve = []
    position.result = Result(winners=[], ranking=[[0, 1]], scores=[], reason="no_planks")
    return position


@pytest.mark.parametrize("build", [laying, stepping, placing, won, drawn, without_planks, lambda: table(6)])
def test_positions_that_play_can_reach_are_accepted(build: Callable[[], MekongPosition]) -> None:
    position = build()
    before = engine.encode(position)
    engine.rules.check(position)
    assert engine.encode(position) == before


def change(**fields: Any) -> Change:
    def apply(position: MekongPosition) -> None:
        for name, value in fields.items():
            setattr(position, name, value)

    return apply


def player(seat: int, **fields: Any) -> Change:
    def apply(position: MekongPosition) -> None:
        for name, value in fields.items():
            setattr(position.players[seat], name, value)

    return apply


def option(**fields: Any) -> Change:
    def apply(position: MekongPosition) -> None:
        for name, value in fields.items():
            setattr(position.options, name, value)

    return apply


def result(**fields: Any) -> Change:
    def apply(position: MekongPosition) -> None:
        for name, value in fields.items():
            setattr(position.result, name, value)

    return apply


def lay(plank: str, a: str, b: str, seat: int = 0) -> Change:
    """Another plank of somebody's reserve, wherever."""

    def apply(position: MekongPosition) -> None:
        position.players[seat].reserve.remove(plank)
        position.planks[plank] = (a, b)

    return apply


def both(*changes: Change) -> Change:
    def apply(position: MekongPosition) -> None:
        for each in changes:
            each(position)

    return apply


def refused(position: MekongPosition) -> tuple[str, str]:
    with pytest.raises(InvalidPosition) as fault:
        engine.rules.check(position)
    assert reads_well(fault.value.detail)
    return fault.value.field, fault.value.rule


@pytest.mark.rule("MEK-1", "MEK-2", "MEK-115")
@pytest.mark.parametrize(
    ("spoil", "field", "rule"),
    [
        (lambda p: p.players.clear(), "/players", "MEK-1"),
        (lambda p: p.players.pop(), "/players", "MEK-2"),
        (player(1, colour="green"), "/players", "MEK-2"),
        (player(1, colour="red"), "/players", "MEK-2"),
        (option(colours=["blue", "red", "white"]), "/options/colours", "MEK-115"),
        (option(first_seat=3), "/options/first_seat", "MEK-116"),
        (change(statuette=3), "/statuette", "MEK-7"),
        (change(board="ganges"), "/board", "MEK-100"),
    ],
)
def test_the_seats(spoil: Change, field: str, rule: str) -> None:
    position = laying()
    spoil(position)
    assert refused(position) == (field, rule)


def test_the_last_seat_may_begin_and_colours_may_be_given() -> None:
    position = laying()
    both(change(statuette=2), option(first_seat=2, colours=["red", "blue", "white"]))(position)
    engine.rules.check(position)


@pytest.mark.rule("MEK-4")
@pytest.mark.parametrize(
    ("spoil", "field"),
    [
        (lambda p: p.players[0].reserve.append("red_2"), "/planks/red_2"),
        (lambda p: p.players[0].reserve.append("green_6"), "/players/0/reserve/3"),
        (lambda p: p.players[1].reserve.append("red_1"), "/players/1/reserve/4"),
        (lambda p: p.lost.append("red_1"), "/lost/3"),
        (lambda p: p.lost.append("black_1"), "/lost/3"),
        (lambda p: p.lost.pop(), "/planks"),
        (lambda p: p.planks.pop("blue_1"), "/planks"),
    ],
)
def test_every_plank_is_somewhere_once(spoil: Change, field: str) -> None:
    position = laying()
    assert position.lost == ["red_4", "red_5", "red_6"]
    spoil(position)
    assert refused(position) == (field, "MEK-4")


@pytest.mark.rule("MEK-63", "MEK-64")
def test_reserves() -> None:
    position = table(4, reserves={"red": "red_1 blue_2 green_3", "yellow": "yellow_1"})
    assert refused(position) == ("/players/0/reserve", "MEK-63")
    position = table(4, reserves={"blue": "red_1 blue_1", "yellow": "yellow_1"})
    assert refused(position) == ("/players/1/reserve", "MEK-64")


@pytest.mark.rule("MEK-32", "MEK-41", "MEK-45")
@pytest.mark.parametrize(
    ("spoil", "field", "rule"),
    [
        (lambda p: p.stones.append("i05"), "/stones/4", "MEK-32"),
        (lambda p: p.stones.append("v_red"), "/stones/4", "MEK-32"),
        (lay("red_3", "v_red", "v_black"), "/planks/red_3", "MEK-41"),
        (lay("red_3", "i27", "v_black"), "/planks/red_3", "MEK-41"),
        (lay("red_3", "i05", "v_red"), "/planks/red_3", "MEK-45"),
        (lay("white_6", "i10", "v_red", 2), "/planks/blue_1", "MEK-46"),
        (lay("white_6", "i11", "i15", 2), "/planks/blue_1", "MEK-47"),
    ],
)
def test_the_board(spoil: Change, field: str, rule: str) -> None:
    position = laying()
    spoil(position)
    assert refused(position) == (field, rule)


@pytest.mark.rule("MEK-43", "MEK-44")
def test_no_more_than_three_planks_on_a_support() -> None:
    crowd = "red_1 i11-i15, red_2 i10-i15, blue_2 i15-i18, blue_3 v_red-i15"
    assert refused(table(3, stones="i10 i11 i15 i18", planks=crowd)) == ("/planks/red_1", "MEK-43")
    crowd = "red_2 v_red-i11, red_3 v_red-i15, blue_3 v_red-i18, blue_5 v_red-i20"
    assert refused(table(3, stones="i11 i15 i18 i20", planks=crowd)) == ("/planks/red_2", "MEK-44")


@pytest.mark.rule("MEK-38", "MEK-48")
def test_nothing_under_a_plank(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stones, "_islands_under", stones._islands_under.__wrapped__)  # nothing kept from other boards
    under = list(spans.UNDER)
    under[spans.NUMBER["i11", "v_red"]] = ("i15",)
    monkeypatch.setattr(spans, "UNDER", tuple(under))
    assert refused(laying()) == ("/stones/3", "MEK-38")
    under[spans.NUMBER["i11", "v_red"]] = ("v_black",)
    monkeypatch.setattr(spans, "UNDER", tuple(under))
    assert refused(laying()) == ("/planks/red_2", "MEK-48")


@pytest.mark.rule("MEK-70", "MEK-90")
@pytest.mark.parametrize(
    ("spoil", "field", "rule"),
    [
        (player(0, pawn="red_3"), "/players/0/pawn", "MEK-70"),
        (player(2, pawn="i05"), "/players/2/pawn", "MEK-70"),
        (player(2, pawn="red_2"), "/players/2/pawn", "MEK-70"),
        (player(0, pawn="v_green"), "/players/0/pawn", "MEK-90"),
    ],
)
def test_the_pawns(spoil: Change, field: str, rule: str) -> None:
    position = laying()
    spoil(position)
    assert refused(position) == (field, rule)


def test_several_pawns_may_stand_on_a_village() -> None:
    position = laying()
    player(0, pawn="v_white")(position)
    engine.rules.check(position)


@pytest.mark.rule("MEK-11", "MEK-12", "MEK-14")
@pytest.mark.parametrize(
    ("spoil", "field", "rule"),
    [
        (player(2, program=["jump"] * 5), "/players/2/program", "MEK-11"),
        (player(2, program=program("jump")[:4]), "/players/2/program", "MEK-11"),
        (player(2, program=program("dragon_white")), "/players/2/program", "MEK-5"),
        (player(2, program=program("dragon_red", "dragon_blue")), "/players/2/program", "MEK-12"),
        (both(player(0, program=program("jump")), player(1, program=program("jump"))), "/players", "MEK-14"),
    ],
)
def test_the_programmes(spoil: Change, field: str, rule: str) -> None:
    position = laying()
    spoil(position)
    assert refused(position) == (field, rule)


@pytest.mark.rule("MEK-15", "MEK-16", "MEK-17")
@pytest.mark.parametrize(
    ("build", "spoil", "field", "rule"),
    [
        (laying, change(step=1), "/step", "MEK-15"),
        (laying, change(turn=1), "/turn", "MEK-16"),
        (laying, change(pending=Pending("jump")), "/pending", "MEK-17"),
        (laying, option(round_cap=1), None, None),
        (laying, change(round=41), "/round", "MEK-93"),
        (stepping, change(step=0), "/step", "MEK-15"),
        (stepping, change(turn=3), "/turn", "MEK-16"),
        (stepping, player(1, program=None), "/players/1/program", "MEK-14"),
        (stepping, change(pending=None), "/pending", "MEK-17"),
        (stepping, change(pending=Pending("place_1_stone")), "/pending/card", "MEK-15"),
        (stepping, change(turn=1), "/pending/card", "MEK-15"),
        (
            stepping,
            both(change(pending=Pending("dragon_blue")), player(0, program=program("dragon_blue"))),
            "/pending/card",
            "MEK-24",
        ),
        (stepping, player(2, program=program("dragon_red")), "/pending/card", "MEK-17"),
        (stepping, change(phase="remove"), "/phase", "MEK-17"),
        (stepping, change(phase="place_plank"), "/phase", "MEK-17"),
        (stepping, change(pending=Pending("place_2_stones", 3)), "/pending/remaining", "MEK-17"),
        (stepping, change(pending=Pending("place_2_stones", 1)), None, None),
        (stepping, change(pending=Pending("place_2_stones", 2, "red_1")), "/pending/plank", "MEK-40"),
        (placing, change(pending=Pending("place_2_planks", 2)), "/pending/plank", "MEK-40"),
        (placing, change(pending=Pending("place_2_planks", 2, "white_1")), "/pending/plank", "MEK-40"),
        (placing, change(pending=Pending("place_2_planks", 1, "red_1")), "/phase", "MEK-49"),
        (placing, change(phase="choose_plank"), "/pending/plank", "MEK-40"),
        (stepping, change(result=Result([], [[0, 1, 2]], {}, "round_cap")), "/result", "MEK-90"),
    ],
)
def test_the_card_of_the_turn(
    build: Callable[[], MekongPosition], spoil: Change, field: str | None, rule: str | None
) -> None:
    position = build()
    spoil(position)
    if field is None:
        engine.rules.check(position)
    else:
        assert refused(position) == (field, rule)


@pytest.mark.rule("MEK-67", "MEK-75", "MEK-83")
def test_a_decision_needs_something_to_decide() -> None:
    empty = {
        "remove": ("MEK-67", table(2)),
        "move_1": ("MEK-75", table(2)),
        "move_2": ("MEK-75", table(2)),
        "jump": ("MEK-83", table(2)),
        "place_1_stone": ("MEK-35", table(2, stones=" ".join(ISLANDS))),
        "place_1_plank": ("MEK-52", table(2, reserves={"white": ""})),
    }
    for card, (rule, board) in empty.items():
        assert refused(carrying_out(board, "white", card)) == ("/phase", rule)


@pytest.mark.rule("MEK-91", "MEK-93", "MEK-94")
@pytest.mark.parametrize(
    ("build", "spoil", "field", "rule"),
    [
        (won, change(result=None), "/players/0/pawn", "MEK-90"),
        (drawn, change(result=None), "/result", "MEK-90"),
        (won, change(pending=Pending("move_2")), "/pending", "MEK-17"),
        (won, change(turn=4), "/turn", "MEK-16"),
        (won, change(turn=3), None, None),
        (won, change(step=0), "/step", "MEK-15"),
        (won, result(reason="tired"), "/result/reason", "MEK-90"),
        (won, result(reason="round_cap"), "/result/winners", "MEK-91"),
        (won, result(winners=[0, 1]), "/result/winners", "MEK-91"),
        (drawn, result(reason="goal_reached"), "/result/winners", "MEK-91"),
        (drawn, result(reason="goal_reached", winners=[1]), "/result/winners", "MEK-90"),
        (drawn, result(reason="goal_reached", winners=[2]), "/result/winners", "MEK-90"),
        (won, result(ranking=[[0, 1, 2]]), "/result/ranking", "MEK-91"),
        (won, result(ranking=[[0], [2, 1]]), "/result/ranking", "MEK-91"),
        (drawn, result(ranking=[[1, 0]]), "/result/ranking", "MEK-91"),
        (drawn, result(ranking=[[0], [1]]), "/result/ranking", "MEK-91"),
        (won, result(scores=[1]), "/result/ranking", "MEK-91"),
        (drawn, result(reason="no_planks"), "/result/reason", "MEK-94"),
        (without_planks, result(reason="round_cap"), "/result/reason", "MEK-94"),
        (drawn, change(round=2), "/result/reason", "MEK-93"),
        (drawn, change(step=4), "/result/reason", "MEK-93"),
        (drawn, change(turn=1), "/result/reason", "MEK-93"),
        (without_planks, change(phase="move", result=None), "/lost", "MEK-94"),
    ],
)
def test_the_end(build: Callable[[], MekongPosition], spoil: Change, field: str | None, rule: str | None) -> None:
    position = build()
    spoil(position)
    if field is None:
        engine.rules.check(position)
    else:
        assert refused(position) == (field, rule)


def test_lists_are_put_in_order() -> None:
    position = laying()
    expected = position.copy()
    position.stones.reverse()
    position.players[1].reserve.reverse()
    position.players[0].reserve.reverse()
    position.planks = {"blue_1": ("i15", "i11"), "red_2": ("v_red", "i11")}
    engine.rules.check(position)
    assert position == expected
    assert list(position.planks) == ["red_2", "blue_1"]
    position.lost = ["red_6", "red_4", "red_5"]
    engine.rules.check(position)
    assert position.lost == ["red_6", "red_4", "red_5"]


def test_a_scenario_may_leave_out_what_is_empty() -> None:
    players = [
        {"colour": colour, "pawn": f"v_{colour}", "reserve": [f"{colour}_{size}" for size in range(1, 7)]}
        for colour in ("white", "black")
    ]
    position = engine.decode(msgspec.json.encode({"phase": "program", "options": {}, "players": players}))
    engine.rules.check(position)
    assert position == table(2)
