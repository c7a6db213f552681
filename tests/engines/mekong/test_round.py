"""A round: programmes, steps, dragons, the statuette (MEK-10 to MEK-24)."""

from __future__ import annotations

import pytest

from engines.kernel.records import Event
from engines.mekong import engine
from engines.mekong.actions import ChoosePlank, CommitProgram, MovePawn, PlaceStone
from engines.mekong.events import (
    CardCancelled,
    CardVoid,
    DragonPlayed,
    PawnFell,
    ProgramCommitted,
    RoundEnded,
    StepRevealed,
    StonePlaced,
)
from engines.mekong.parts import Pending
from engines.mekong.pieces import ACTION_CARDS, DRAGONS
from engines.mekong.position import MekongPosition
from engines.mekong.rules.programs import count, numbered
from tests.engines.mekong.positions import actor, legal, pairs, play, program, refusal, table

FIVE = ("place_1_stone", "place_2_stones", "place_1_plank", "place_2_planks", "remove")


def commit(*cards: str) -> CommitProgram:
    return CommitProgram(cards)  # type: ignore[arg-type]


def lay_all(position: MekongPosition, *programs: list[str]) -> list[Event]:
    """Everybody lays a programme; what follows the last one."""
    events: list[Event] = []
    for seat, cards in enumerate(programs):
        events = play(position, commit(*cards), seat)
    return events


def of_type(events: list[Event], *types: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, types)]


# --- programmes ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MEK-11", "MEK-14")
def test_all_lay_five_cards_at_the_same_time_in_any_order() -> None:
    position = table(3)
    assert engine.rules.to_act(position) == (0, 1, 2)
    assert play(position, commit(*FIVE), 1) == [ProgramCommitted(round=1, step=0, seat=1, cards=list(FIVE))]
    assert engine.rules.to_act(position) == (0, 2)
    assert (position.phase, position.step, position.players[1].program) == ("program", 0, list(FIVE))
    play(position, commit(*FIVE), 2)
    events = play(position, commit(*FIVE), 0)
    assert events[:2] == [
        ProgramCommitted(round=1, step=0, seat=0, cards=list(FIVE)),
        StepRevealed(round=1, step=1, cards=["place_1_stone"] * 3),
    ]
    assert (position.phase, position.step, position.turn) == ("place_stone", 1, 0)
    assert position.pending == Pending("place_1_stone", 1, None)
    assert engine.rules.to_act(position) == (0,)


@pytest.mark.rule("MEK-11", "MEK-5", "MEK-12")
def test_what_is_wrong_with_a_programme() -> None:
    position = table(3)
    wrong = {
        commit("jump", "jump", "move_1", "move_2", "remove"): "MEK-11",
        commit("jump", "move_1", "move_2", "remove"): "MEK-11",
        commit("jump", "move_1", "move_2", "remove", "dragon_red"): "MEK-5",
        commit("jump", "move_1", "move_2", "remove", "dragon_black"): "MEK-5",
        commit("jump", "move_1", "move_2", "dragon_red", "dragon_black"): "MEK-5",
        commit("jump", "move_1", "move_2", "dragon_blue", "dragon_white"): "MEK-12",
        commit("jump", "jump", "move_2", "dragon_blue", "dragon_white"): "MEK-11",
    }
    for action, rule in wrong.items():
        assert refusal(position, action, 0) == (rule, "illegal")
    play(position, commit("jump", "move_1", "move_2", "remove", "dragon_blue"), 0)


@pytest.mark.rule("MEK-13")
def test_a_programme_is_final() -> None:
    position = table(2)
    play(position, commit(*FIVE), 0)
    assert refusal(position, commit(*FIVE[::-1]), 0) == ("MEK-13", "not_to_act")
    play(position, commit(*FIVE), 1)
    assert refusal(position, commit(*FIVE), actor(position)) == ("MEK-13", "wrong_phase")
    assert refusal(position, commit(*FIVE), 1 - actor(position)) == ("MEK-13", "not_to_act")


@pytest.mark.rule("MEK-16")
def test_wrong_seat_and_wrong_phase() -> None:
    position = table(2)
    assert refusal(position, PlaceStone("i01"), 0) == ("MEK-16", "wrong_phase")
    play(position, commit(*FIVE), 0)
    assert refusal(position, PlaceStone("i01"), 0) == ("MEK-16", "not_to_act")
    play(position, commit(*FIVE), 1)
    assert refusal(position, PlaceStone("i01"), 1) == ("MEK-16", "not_to_act")
    assert refusal(position, ChoosePlank("white_1"), 0) == ("MEK-16", "wrong_phase")
    assert refusal(position, MovePawn(("v_red",)), 0) == ("MEK-16", "wrong_phase")


@pytest.mark.rule("MEK-11", "MEK-12")
def test_the_template_and_twenty_examples() -> None:
    position = table(4)
    choices = engine.rules.legal(position, 2)
    (template,) = choices.templates
    domain = template.parameters["cards"]
    held = [*ACTION_CARDS, "dragon_red", "dragon_blue", "dragon_yellow"]
    assert (template.type, list(template.parameters)) == ("commit_program", ["cards"])
    assert (domain.length, domain.distinct, domain.from_, domain.at_most) == (5, True, held, {"dragon": 1})
    assert domain.schema == {
        "type": "array",
        "items": {"type": "string", "enum": held},
        "minItems": 5,
        "maxItems": 5,
        "uniqueItems": True,
        "contains": {"type": "string", "pattern": "^dragon"},
        "minContains": 0,
        "maxContains": 1,
    }
    assert len(set(choices.actions)) == len(choices.actions) == 20
    assert engine.rules.legal(position, 2) == choices
    for action in choices.actions:
        play(position.copy(), action, 2)
    position.round = 2
    assert not set(engine.rules.legal(position, 2).actions) & set(choices.actions)
    play(position, choices.actions[0], 2)
    assert engine.rules.legal(position, 2).actions == engine.rules.legal(position, 2).templates == []


@pytest.mark.rule("MEK-12")
@pytest.mark.parametrize(("dragons", "programmes"), [(1, 15120), (2, 23520), (3, 31920), (4, 40320), (5, 48720)])
def test_how_many_programmes_there_are(dragons: int, programmes: int) -> None:
    held = (*ACTION_CARDS, *list(DRAGONS)[:dragons])
    assert count(held) == programmes
    if dragons == 1:
        every = {numbered(held, number) for number in range(programmes)}
        assert len(every) == programmes
        assert all(len(set(cards)) == 5 for cards in every)
    assert sum(card in DRAGONS for card in numbered(held, programmes - 1)) == 1
    assert numbered(held, 6720).index("dragon_red") == 0
    assert numbered(held, 0) == ACTION_CARDS[:5]


# --- steps -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MEK-15", "MEK-16")
def test_the_statuette_holder_begins_every_step() -> None:
    position = table(3)
    position.statuette = 1
    stones = program("place_1_stone", "place_2_stones", "remove", "place_1_plank")
    lay_all(position, stones, stones, stones)
    order = []
    while position.step < 3:
        order.append((position.step, actor(position)))
        play(position, legal(position)[0])
    assert order == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 1), (2, 2), (2, 2), (2, 0), (2, 0)]


@pytest.mark.rule("MEK-15")
def test_the_next_cards_are_turned_over_when_all_have_played() -> None:
    position = table(2)
    lay_all(position, program("place_1_stone", "place_2_stones"), program("place_1_stone", "place_1_plank"))
    assert play(position, PlaceStone("i03")) == [StonePlaced(round=1, step=1, seat=0, island="i03")]
    assert (position.turn, actor(position)) == (1, 1)
    assert play(position, PlaceStone("i01")) == [
        StonePlaced(round=1, step=1, seat=1, island="i01"),
        StepRevealed(round=1, step=2, cards=["place_2_stones", "place_1_plank"]),
    ]
    assert position.stones == ["i01", "i03"]
    assert (position.step, position.turn) == (2, 0)
    assert position.pending == Pending("place_2_stones", 2)


@pytest.mark.rule("MEK-18", "MEK-10")
def test_after_step_five_the_statuette_goes_on_and_all_cards_come_back() -> None:
    position = table(2)
    last = ["move_1", "move_2", "jump", "dragon_black", "place_1_stone"]
    events = lay_all(position, last, ["move_1", "move_2", "jump", "remove", "place_1_stone"])
    assert position.step == 5
    assert [event.card for event in of_type(events, PawnFell)] == ["move_1"] * 2 + ["move_2"] * 2 + ["jump"] * 2
    play(position, PlaceStone("i01"))
    assert play(position, PlaceStone("i02"))[1:] == [RoundEnded(round=1, step=5, statuette=1)]
    assert (position.round, position.statuette, position.phase) == (2, 1, "program")
    assert (position.step, position.turn, position.pending) == (0, 0, None)
    assert [player.program for player in position.players] == [None, None]
    assert engine.rules.to_act(position) == (0, 1)
    play(position, commit(*last), 0)


@pytest.mark.rule("MEK-18")
def test_after_the_last_seat_the_statuette_goes_to_seat_0() -> None:
    position = table(4)
    position.statuette = 3
    nothing = ["move_1", "move_2", "jump", "place_1_stone", "remove"]
    lay_all(position, nothing, nothing, nothing, nothing)
    while position.round == 1:
        play(position, legal(position)[0])
    assert position.statuette == 0


# --- dragons ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MEK-20", "MEK-17")
def test_a_dragon_cancels_the_card_of_the_same_number() -> None:
    position = table(4)
    red = ["move_1", "move_2", "jump", "place_1_stone", "place_2_stones"]
    green = ["move_1", "move_2", "jump", "dragon_red", "place_1_plank"]
    others = ["move_1", "move_2", "jump", "remove", "place_2_planks"]
    events = lay_all(position, red, others, green, others)
    assert of_type(events, DragonPlayed, CardCancelled) == [
        CardCancelled(round=1, step=4, seat=0, card="place_1_stone", by=[2]),
        DragonPlayed(round=1, step=4, seat=2, target=0, effective=True),
    ]
    assert position.stones == []
    assert (position.step, actor(position), position.phase) == (5, 0, "place_stone")


@pytest.mark.rule("MEK-21", "MEK-24")
def test_a_dragon_does_not_cancel_a_dragon() -> None:
    position = table(4)
    start = ["move_1", "move_2", "jump"]
    red, blue = [*start, "dragon_green", "place_1_stone"], ["jump", "move_2", "remove", "move_1", "place_1_plank"]
    green, yellow = [*start, "dragon_blue", "place_1_plank"], [*start, "remove", "place_1_plank"]
    events = lay_all(position, red, blue, green, yellow)
    fourth = [event for event in events if getattr(event, "step", 0) == 4]
    assert fourth == [
        StepRevealed(round=1, step=4, cards=["dragon_green", "move_1", "dragon_blue", "remove"]),
        DragonPlayed(round=1, step=4, seat=0, target=2, effective=False),
        CardCancelled(round=1, step=4, seat=1, card="move_1", by=[2]),
        DragonPlayed(round=1, step=4, seat=2, target=1, effective=True),
        CardVoid(round=1, step=4, seat=3, card="remove", reason="nothing_to_remove", unused=1),
    ]


@pytest.mark.rule("MEK-23", "MEK-114")
def test_a_cancelled_pawn_does_not_fall_though_the_dragon_comes_last() -> None:
    position = table(3, stones="i11", planks="red_2 v_red-i11", pawns={"red": "red_2"})
    events = lay_all(position, program("jump"), program("place_1_stone"), program("dragon_red"))
    assert of_type(events, CardCancelled, PawnFell) == [
        CardCancelled(round=1, step=1, seat=0, card="jump", by=[2]),
    ]
    assert position.players[0].pawn == "red_2"
    assert (position.turn, actor(position)) == (1, 1)


@pytest.mark.rule("MEK-21")
def test_two_dragons_against_each_other_do_nothing() -> None:
    position = table(4)
    events = lay_all(
        position, program("dragon_green"), program("place_1_stone"), program("dragon_red"), program("place_1_stone")
    )
    assert of_type(events, DragonPlayed, CardCancelled) == [
        DragonPlayed(round=1, step=1, seat=0, target=2, effective=False),
    ]
    events = play(position, PlaceStone("i01"))
    assert events == [
        StonePlaced(round=1, step=1, seat=1, island="i01"),
        DragonPlayed(round=1, step=1, seat=2, target=0, effective=False),
    ]
    assert position.turn == 3


@pytest.mark.rule("MEK-22")
def test_two_dragons_on_one_colour_cancel_once() -> None:
    position = table(4)
    events = lay_all(
        position, program("place_2_stones"), program("dragon_red"), program("place_1_stone"), program("dragon_red")
    )
    assert of_type(events, CardCancelled) == [CardCancelled(round=1, step=1, seat=0, card="place_2_stones", by=[1, 3])]
    assert (position.stones, actor(position)) == ([], 2)


@pytest.mark.rule("MEK-23")
def test_a_cancelled_card_loses_no_plank_and_moves_nobody() -> None:
    board = "red_2 v_red-i11, red_3 i05-i11"
    for card in ("place_1_plank", "place_2_planks", "move_1", "move_2", "remove"):
        position = table(3, stones="i05 i11", planks=board, pawns={"red": "red_2"})
        lay_all(position, program(card), program("dragon_red"), program("place_1_stone"))
        assert position.planks == pairs(board)
        assert position.players[0].pawn == "red_2"
        assert position.players[0].reserve == ["red_1", "red_4", "red_5", "red_6"]
        assert (position.stones, position.lost, actor(position)) == (["i05", "i11"], [], 2)
