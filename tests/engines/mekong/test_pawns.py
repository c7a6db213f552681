"""The cards that move the pawn, the jump and the fall (MEK-70 to MEK-84)."""

from __future__ import annotations

import pytest

from engines.kernel.records import Event
from engines.mekong.actions import JumpPawn, MovePawn, PlaceStone
from engines.mekong.events import PawnFell, PawnJumped, PawnMoved
from engines.mekong.position import MekongPosition
from engines.mekong.rules.pawns import Footbridges
from tests.engines.mekong.positions import BLUE, RED, actor, carrying_out, legal, play, program, refusal, seat_of, table

LONE = {"stones": "i11", "planks": "red_2 v_red-i11"}
CHAIN = {"stones": "i05 i11", "planks": "red_2 v_red-i11, red_3 i05-i11"}
FORK = {"stones": "i10 i11 i15", "planks": "red_2 v_red-i11, red_1 i11-i15, red_3 i10-i11"}
TWO_ON_RED = {"stones": "i11 i15", "planks": "red_2 v_red-i11, red_3 v_red-i15"}
TRIANGLE = {"stones": "i10 i11 i15", "planks": "red_1 i11-i15, red_2 i10-i15, red_3 i10-i11"}
AT_GREEN = {"stones": "i08 i14", "planks": "red_4 v_green-i08, red_1 i08-i14"}


def on(board: dict[str, str], colour: str, card: str, **pawns_and_options: object) -> MekongPosition:
    """This board with pawns here and there; the colour is to carry out the card."""
    pawns = {c: str(p) for c, p in pawns_and_options.items() if c in ("red", "blue", "white")}
    options = {name: value for name, value in pawns_and_options.items() if name not in pawns}
    return carrying_out(table(3, **board, pawns=pawns, **options), colour, card)  # type: ignore[arg-type]


def paths(position: MekongPosition) -> list[tuple[str, ...]]:
    return [action.path for action in legal(position)]  # type: ignore[attr-defined]


def falls(board: dict[str, str], colour: str, card: str, **pawns: object) -> list[Event]:
    """The last seat of step 1 places a stone; then the colour begins step 2 with a card that it cannot carry out."""
    position = on(board, colour, "place_1_stone", **pawns)
    for player in position.players:
        player.program = program("place_1_stone", "place_2_stones")
    position.players[seat_of(position, colour)].program = program("place_2_stones", card)
    position.turn = 2
    events = play(position, PlaceStone("i27"))
    return [event for event in events if isinstance(event, PawnFell | PawnMoved | PawnJumped)]


@pytest.mark.rule("MEK-77", "MEK-74", "MEK-117")
def test_out_and_back_when_nothing_else_exists() -> None:
    position = on(LONE, "red", "move_2")
    assert paths(position) == [("red_2", "v_red")]
    assert play(position, MovePawn(("red_2", "v_red"))) == [
        PawnMoved(round=1, step=1, seat=RED, from_="v_red", path=["red_2", "v_red"])
    ]
    assert position.players[RED].pawn == "v_red"
    assert (position.turn, actor(position)) == (1, BLUE)
    assert paths(on(LONE, "red", "move_2", red="red_2")) == [("v_red", "red_2")]


@pytest.mark.rule("MEK-77", "MEK-76")
def test_no_back_and_forth_when_there_is_another_way() -> None:
    position = on(CHAIN, "red", "move_2")
    assert paths(position) == [("red_2", "red_3")]
    assert refusal(position, MovePawn(("red_2", "v_red"))) == ("MEK-77", "illegal")
    play(position, MovePawn(("red_2", "red_3")))
    assert position.players[RED].pawn == "red_3"


@pytest.mark.rule("MEK-75", "MEK-78", "MEK-111")
@pytest.mark.parametrize("card", ["move_1", "move_2"])
def test_without_a_first_step_the_pawn_falls(card: str) -> None:
    assert falls(CHAIN, "red", card, blue="red_2") == [
        PawnFell(round=1, step=2, seat=RED, card=card, from_="v_red", to="v_red")
    ]


@pytest.mark.rule("MEK-81", "MEK-108", "MEK-80")
def test_jump_from_a_village() -> None:
    position = on(CHAIN, "red", "jump", blue="red_2")
    assert legal(position) == [JumpPawn("red_2", "red_3")]
    assert play(position, JumpPawn("red_2", "red_3")) == [
        PawnJumped(round=1, step=1, seat=RED, from_="v_red", over="red_2", over_seat=BLUE, to="red_3")
    ]
    assert position.players[RED].pawn == "red_3"
    assert falls(CHAIN, "red", "jump", blue="red_2", jump_from_village=False) == [
        PawnFell(round=1, step=2, seat=RED, card="jump", from_="v_red", to="v_red")
    ]
    barred = on(CHAIN, "red", "jump", blue="red_2", jump_from_village=False)
    assert refusal(barred, JumpPawn("red_2", "red_3")) == ("MEK-81", "illegal")
    planks = on(FORK, "red", "jump", red="red_2", blue="red_1", jump_from_village=False)
    assert legal(planks) == [JumpPawn("red_1", "red_3")]


@pytest.mark.rule("MEK-82", "MEK-107", "MEK-84")
def test_a_jump_lands_on_any_other_neighbour_of_the_jumped_plank() -> None:
    position = on(FORK, "red", "jump", red="red_2", blue="red_1")
    assert legal(position) == [JumpPawn("red_1", "red_3")]
    assert refusal(position, JumpPawn("red_1", "red_2")) == ("MEK-82", "illegal")
    assert refusal(position, JumpPawn("red_1", "v_red")) == ("MEK-82", "illegal")
    play(position, JumpPawn("red_1", "red_3"))
    assert [player.pawn for player in position.players] == ["red_3", "red_1", "v_white"]


@pytest.mark.rule("MEK-72", "MEK-73", "MEK-77")
def test_moves_at_the_same_fork() -> None:
    assert paths(on(FORK, "red", "move_1", red="red_2", blue="red_1")) == [("red_3",), ("v_red",)]
    assert paths(on(FORK, "red", "move_2", red="red_2", blue="red_1")) == [("red_3", "red_2"), ("v_red", "red_2")]


@pytest.mark.rule("MEK-71", "MEK-105")
def test_planks_on_one_village_are_not_neighbours() -> None:
    assert paths(on(TWO_ON_RED, "blue", "move_1", blue="red_2")) == [("v_red",)]
    position = on(TWO_ON_RED, "blue", "move_2", blue="red_2")
    assert paths(position) == [("v_red", "red_3")]
    assert refusal(on(TWO_ON_RED, "blue", "move_1", blue="red_2"), MovePawn(("red_3",))) == ("MEK-71", "illegal")


@pytest.mark.rule("MEK-80", "MEK-83")
def test_a_pawn_two_steps_away_cannot_be_jumped_over() -> None:
    assert paths(on(TWO_ON_RED, "blue", "move_2", blue="red_2", white="red_3")) == [("v_red", "red_2")]
    assert falls(TWO_ON_RED, "blue", "jump", blue="red_2", white="red_3") == [
        PawnFell(round=1, step=2, seat=BLUE, card="jump", from_="red_2", to="v_blue")
    ]


@pytest.mark.rule("MEK-76", "MEK-77", "MEK-117")
def test_round_the_triangle() -> None:
    position = on(TRIANGLE, "red", "move_2", red="red_1")
    assert paths(position) == [("red_2", "red_3"), ("red_3", "red_2")]
    assert refusal(position, MovePawn(("red_2", "red_1"))) == ("MEK-77", "illegal")


@pytest.mark.rule("MEK-92", "MEK-106")
def test_the_goal_ends_the_path() -> None:
    position = on(AT_GREEN, "red", "move_2", red="red_4")
    assert paths(position) == [("v_green",)]
    assert refusal(position, MovePawn(("v_green", "red_4"))) == ("MEK-92", "illegal")
    assert refusal(position, MovePawn(("red_1", "red_4"))) == ("MEK-77", "illegal")
    play(position, MovePawn(("v_green",)))
    assert position.phase == "game_over"


@pytest.mark.rule("MEK-90", "MEK-80")
def test_a_jump_onto_the_goal_wins() -> None:
    position = on(AT_GREEN, "red", "jump", red="red_1", blue="red_4")
    assert legal(position) == [JumpPawn("red_4", "v_green")]
    events = play(position, JumpPawn("red_4", "v_green"))
    assert events[0] == PawnJumped(round=1, step=1, seat=RED, from_="red_1", over="red_4", over_seat=BLUE, to="v_green")
    assert position.result is not None
    assert position.result.winners == [RED]
    assert falls(AT_GREEN, "red", "move_1", red="red_1", blue="red_4") == [
        PawnFell(round=1, step=2, seat=RED, card="move_1", from_="red_1", to="v_red")
    ]


@pytest.mark.rule("MEK-75")
def test_a_pawn_may_fall_from_a_foreign_village() -> None:
    board = {"stones": "i08", "planks": "red_4 v_green-i08"}
    assert falls(board, "blue", "move_1", blue="v_green", white="red_4") == [
        PawnFell(round=1, step=2, seat=BLUE, card="move_1", from_="v_green", to="v_blue")
    ]


@pytest.mark.rule("MEK-75", "MEK-72")
def test_the_plank_of_a_fallen_pawn_is_free_at_once() -> None:
    """Blue's pawn blocks red's only plank, falls early in the step, and red walks onto it."""
    position = on(LONE, "blue", "place_1_stone", blue="red_2")
    position.players[BLUE].program = program("place_2_stones", "jump")
    position.players[2].program = program("place_2_stones", "jump")
    position.players[RED].program = program("place_1_stone", "move_1")
    position.turn = 2
    events = play(position, PlaceStone("i27"))
    assert [event for event in events if isinstance(event, PawnFell | PawnMoved)] == [
        PawnFell(round=1, step=2, seat=BLUE, card="jump", from_="red_2", to="v_blue"),
        PawnFell(round=1, step=2, seat=2, card="jump", from_="v_white", to="v_white"),
        PawnMoved(round=1, step=2, seat=RED, from_="v_red", path=["red_2"], auto=True),
    ]
    assert position.players[RED].pawn == "red_2"


@pytest.mark.rule("MEK-70", "MEK-71")
def test_neighbours_and_free_places() -> None:
    bridges = Footbridges(on(FORK, "red", "move_1", red="red_2", blue="red_1", white="v_red"), RED)
    assert bridges.neighbours("red_2") == ["red_1", "red_3", "v_red"]
    assert bridges.free("red_2") == ["red_3", "v_red"]
    assert bridges.neighbours("v_red") == ["red_2"]
    assert bridges.neighbours("v_blue") == []
    assert bridges.free("red_3") == ["red_2"]  # the own pawn is no obstacle
    assert (bridges.start, bridges.goal, bridges.held) == ("red_2", "v_green", {"red_1": BLUE})


@pytest.mark.rule("MEK-72", "MEK-76", "MEK-71")
def test_wrong_paths() -> None:
    one, two = on(CHAIN, "red", "move_1"), on(CHAIN, "red", "move_2")
    assert refusal(one, MovePawn(("red_2", "red_3"))) == ("MEK-72", "illegal")
    assert refusal(two, MovePawn(("red_2",))) == ("MEK-76", "illegal")
    assert refusal(two, MovePawn(("v_green",))) == ("MEK-71", "illegal")
    assert refusal(one, MovePawn(("red_3",))) == ("MEK-71", "illegal")
    assert refusal(one, MovePawn(("v_red",))) == ("MEK-71", "illegal")
    assert refusal(two, MovePawn(("red_2", "red_2"))) == ("MEK-71", "illegal")
    assert refusal(two, MovePawn(("red_3", "red_2"))) == ("MEK-71", "illegal")
    assert refusal(two, MovePawn(("red_2", "blue_1"))) == ("MEK-71", "illegal")


@pytest.mark.rule("MEK-70")
def test_a_plank_holds_one_pawn_and_a_village_any_number() -> None:
    held = on(FORK, "red", "move_1", red="red_2", blue="red_1")
    assert refusal(held, MovePawn(("red_1",))) == ("MEK-70", "illegal")
    through = on(FORK, "red", "move_2", red="red_2", blue="red_1")
    assert refusal(through, MovePawn(("red_1", "red_3"))) == ("MEK-70", "illegal")
    crowd = on(LONE, "red", "move_1", red="red_2", blue="v_red", white="v_red")
    play(crowd, MovePawn(("v_red",)))
    assert [player.pawn for player in crowd.players] == ["v_red"] * 3


@pytest.mark.rule("MEK-80", "MEK-82", "MEK-70")
def test_wrong_jumps() -> None:
    position = on(FORK, "red", "jump", red="red_2", blue="red_1", white="v_red")
    assert refusal(position, JumpPawn("red_3", "red_1")) == ("MEK-80", "illegal")  # nobody there
    assert refusal(position, JumpPawn("v_red", "red_2")) == ("MEK-80", "illegal")  # a village
    assert refusal(position, JumpPawn("red_2", "red_3")) == ("MEK-80", "illegal")  # the own plank
    assert refusal(position, JumpPawn("red_1", "blue_1")) == ("MEK-82", "illegal")
    far = on(TWO_ON_RED, "blue", "jump", blue="red_2", white="red_3")
    assert refusal(far, JumpPawn("red_3", "v_red")) == ("MEK-80", "illegal")  # not next to it
    full = on(FORK, "red", "jump", red="red_2", blue="red_1", white="red_3")
    assert refusal(full, JumpPawn("red_1", "red_3")) == ("MEK-70", "illegal")
    assert falls(FORK, "red", "jump", red="red_2", blue="red_1", white="red_3") == [
        PawnFell(round=1, step=2, seat=RED, card="jump", from_="red_2", to="v_red")
    ]


@pytest.mark.rule("MEK-73", "MEK-74")
def test_backwards_and_on_any_colour_but_never_standing_still() -> None:
    board = {"stones": "i11", "planks": "blue_2 v_red-i11"}
    assert paths(on(board, "red", "move_1")) == [("blue_2",)]
    assert paths(on(board, "red", "move_1", red="blue_2")) == [("v_red",)]
