"""I. Preparation: seats, pawns, placement, cards, the roll for the first player."""

from __future__ import annotations

import pytest

from engines.kernel.dice import SeededDice
from engines.kimbac import engine
from engines.kimbac.actions import PlacePawn
from engines.kimbac.events import CardDrawn, FirstRoll, GameStarted, PawnPlaced, RoundStarted, Throw, TurnStarted
from engines.kimbac.parts import Options
from engines.kimbac.pieces import DECK, GATES, PAWNS_PER_SEAT
from engines.kimbac.position import KimbacPosition
from engines.kimbac.rules.preparation import placing
from tests.engines.kimbac.positions import Fixed, legal, play

UNSHUFFLED = tuple(range(35, 0, -1))
"""Draws that leave the sorted deck as it is."""


def dealt(seats: int, **options: object) -> KimbacPosition:
    position, _ = engine.rules.deal(seats, Options(**options), Fixed(*UNSHUFFLED))
    return position


def place_all(game: KimbacPosition, dice: Fixed) -> list[list[object]]:
    """Everybody places on the first free gate; the events of each placement."""
    played = []
    while game.phase == "place":
        seat = engine.rules.to_act(game)[0]
        played.append(play(game, seat, legal(game, seat)[0], dice))
    return played


@pytest.mark.rule("KIM-1")
def test_two_to_four_play() -> None:
    assert list(engine.seats) == [2, 3, 4]


@pytest.mark.rule("KIM-2", "KIM-3")
@pytest.mark.parametrize(("seats", "pawns"), [(2, 6), (3, 3), (4, 2)])
def test_the_opponents_of_a_seat_own_six_pawns(seats: int, pawns: int) -> None:
    game = dealt(seats)
    assert game.pawns == [[None] * pawns for _ in range(seats)]
    assert PAWNS_PER_SEAT[seats] * (seats - 1) == 6
    setup = next(entry for entry in engine.content["pawns"]["setup"] if entry["players"] == seats)
    assert setup["colours"] == ["blue", "red", "yellow", "white"][:seats]


@pytest.mark.rule("KIM-6", "KIM-7")
def test_thirty_six_cards_are_shuffled_and_nobody_holds_one() -> None:
    game, events = engine.rules.deal(3, Options(), Fixed(*UNSHUFFLED))
    assert events == [GameStarted(seats=3, options=Options()), RoundStarted(round=1, start_seat=0)]
    assert game.pile == sorted([*range(1, 19)] * 2) == list(DECK)
    assert game.hands == game.face_up == [[], [], []]
    assert game.chest is None
    assert game.kimbac is None
    assert (game.phase, game.round, game.active_seat, game.next_pawn, game.first_seat) == ("place", 1, 0, 1, None)
    assert (game.search_turn, game.hunt_turn, game.renounced_by, game.arrived) == (0, 0, None, [])
    assert (game.scores, game.round_results, game.result) == ([0, 0, 0], [], None)


@pytest.mark.rule("KIM-6")
def test_the_shuffle_takes_the_first_card_as_the_top() -> None:
    dice = SeededDice(bytes(32))
    deck = list(DECK)
    SeededDice(bytes(32)).shuffle(deck)
    game, _ = engine.rules.deal(2, Options(), dice)
    assert game.pile == deck
    assert len(dice.drawn) == 35


@pytest.mark.rule("KIM-4")
def test_a_pawn_goes_to_any_free_gate() -> None:
    game = dealt(2)
    assert legal(game, 0) == [PlacePawn(pawn, gate) for pawn in range(1, 7) for gate in GATES]
    assert legal(game, 1) == []
    assert play(game, 0, PlacePawn(1, "F")) == [PawnPlaced(seat=0, pawn=1, gate="F")]
    assert game.pawns[0] == ["F", None, None, None, None, None]
    assert legal(game, 1) == [PlacePawn(pawn, gate) for pawn in range(1, 7) for gate in "ABCDEGHIJKL"]


@pytest.mark.rule("KIM-5")
def test_an_owner_places_the_pawns_in_any_order() -> None:
    game = dealt(2)
    play(game, 0, PlacePawn(4, "F"))
    play(game, 1, PlacePawn(1, "A"))
    assert (game.active_seat, game.next_pawn) == (0, 1)
    assert {action.pawn for action in legal(game, 0)} == {1, 2, 3, 5, 6}
    play(game, 0, PlacePawn(1, "G"))
    play(game, 1, PlacePawn(6, "B"))
    assert game.pawns == [["G", None, None, "F", None, None], ["A", None, None, None, None, "B"]]
    assert (game.active_seat, game.next_pawn) == (0, 2)
    engine.rules.check(game)


@pytest.mark.rule("KIM-4")
def test_two_players_fill_all_twelve_gates() -> None:
    game = dealt(2)
    place_all(game, Fixed(5, 0))
    assert sorted(place for own in game.pawns for place in own if place in GATES) == list(GATES)


@pytest.mark.rule("KIM-5", "KIM-101")
def test_placement_goes_one_pawn_at_a_time_clockwise() -> None:
    game = dealt(3)
    order = []
    while game.phase == "place":
        seat = engine.rules.to_act(game)[0]
        order.append((seat, game.next_pawn))
        play(game, seat, legal(game, seat)[0], Fixed(0, 1, 2))
    assert order == [(0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3)]
    assert [seat for seat, _ in order] == placing(1, 3)


@pytest.mark.rule("KIM-5")
def test_the_start_of_the_placement_rotates_by_round() -> None:
    assert placing(2, 4) == [1, 2, 3, 0, 1, 2, 3, 0]
    assert [placing(number, 2)[0] for number in (1, 2, 3, 8)] == [0, 1, 0, 1]


@pytest.mark.rule("KIM-8")
def test_after_the_placement_the_highest_roll_starts() -> None:
    game = dealt(3)
    dice = Fixed(1, 5, 3)
    last = place_all(game, dice)[-1]
    throws = [Throw(0, 2), Throw(1, 6), Throw(2, 4)]
    assert last == [
        PawnPlaced(seat=2, pawn=3, gate="I"),
        FirstRoll(throws=throws, again=False, first_seat=1),
        TurnStarted(seat=1, search_turn=1),
        CardDrawn(seat=1, pile_left=35, number=1),
    ]
    assert dice.draws == []
    assert (game.phase, game.first_seat, game.active_seat, game.next_pawn) == ("search_move", 1, 1, 1)
    assert game.chest is None


@pytest.mark.rule("KIM-8", "KIM-102")
def test_tied_highest_seats_alone_roll_again() -> None:
    game = dealt(4)
    last = place_all(game, Fixed(4, 0, 4, 4, 2, 2, 1, 0, 3))[-1]
    rolls = [event for event in last if isinstance(event, FirstRoll)]
    assert rolls == [
        FirstRoll(throws=[Throw(0, 5), Throw(1, 1), Throw(2, 5), Throw(3, 5)], again=True, first_seat=None),
        FirstRoll(throws=[Throw(0, 3), Throw(2, 3), Throw(3, 2)], again=True, first_seat=None),
        FirstRoll(throws=[Throw(0, 1), Throw(2, 4)], again=False, first_seat=2),
    ]
    assert game.first_seat == game.active_seat == 2
