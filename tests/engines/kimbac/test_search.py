"""II. First part: drawing, walking, ending a turn."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from engines.kernel.refusals import Illegal
from engines.kimbac import engine
from engines.kimbac.actions import EndTurn, MovePawn, TakeChest
from engines.kimbac.events import (
    CardDrawn,
    GameOver,
    HandsReshuffled,
    NoCardLeft,
    PawnBlocked,
    PawnMoved,
    RoundEnded,
    RoundVoid,
    TurnEnded,
    TurnStarted,
)
from engines.kimbac.parts import Options
from engines.kimbac.pieces import DRY_LAPS, FOOT
from engines.kimbac.position import KimbacPosition
from engines.kimbac.rules.search import live_pairs
from tests.engines.kimbac.positions import Fixed, legal, only, play, rest, search, thrown

BLOCKED = {0: {1: "x302", 2: "x402"}, 1: {1: "x202", 2: "x301"}}


@pytest.mark.rule("KIM-20", "KIM-21")
def test_the_turn_goes_to_the_left_and_starts_with_the_top_card() -> None:
    game = search(3, {0: {3: "x105"}}, next_pawn=3, top=(9, 4))
    events = play(game, 0, MovePawn(3, "x205"))
    assert events == [
        PawnMoved(seat=0, pawn=3, from_="x105", to="x205", bridge=None),
        TurnEnded(seat=0),
        TurnStarted(seat=1, search_turn=2),
        CardDrawn(seat=1, pile_left=35, number=9),
    ]
    assert game.hands == [[], [9], []]
    assert game.pile[0] == 4
    assert (game.phase, game.active_seat, game.next_pawn, game.arrived) == ("search_move", 1, 1, [])


@pytest.mark.rule("KIM-20")
def test_after_the_last_seat_comes_the_first_again() -> None:
    game = search(3, active_seat=2, search_turn=3, next_pawn=3)
    play(game, 2, legal(game, 2)[0])
    assert (game.active_seat, game.search_turn) == (0, 4)


@pytest.mark.rule("KIM-21", "KIM-26")
def test_cards_are_kept_in_hand_sorted_without_limit() -> None:
    game = search(2, hands={1: [3, 8, 14, 18]}, next_pawn=6, top=(8,))
    play(game, 0, legal(game, 0)[0])
    assert game.hands[1] == [3, 8, 8, 14, 18]


@pytest.mark.rule("KIM-22", "KIM-23")
def test_all_pawns_move_one_crossroad_in_the_order_of_their_numbers() -> None:
    game = search(3, {0: {1: "x305", 2: "x307", 3: "x507"}})
    for pawn, to in ((1, "x205"), (2, "x306"), (3, "x506")):
        assert game.next_pawn == pawn
        assert {action.pawn for action in legal(game, 0)} == {pawn}
        play(game, 0, MovePawn(pawn, to))
    assert game.pawns[0] == ["x205", "x306", "x506"]
    assert game.active_seat == 1


@pytest.mark.rule("KIM-22")
def test_the_pawns_that_stepped_are_noted_until_the_turn_ends() -> None:
    game = search(3)
    play(game, 0, legal(game, 0)[0])
    assert game.arrived == [1]
    play(game, 0, legal(game, 0)[0])
    assert game.arrived == [1, 2]
    play(game, 0, legal(game, 0)[0])
    assert game.arrived == []


@pytest.mark.rule("KIM-24")
def test_moving_is_compulsory() -> None:
    game = search(2)
    with pytest.raises(Illegal) as refusal:
        play(game, 0, EndTurn())
    assert (refusal.value.rule, refusal.value.reason) == ("KIM-24", "wrong_phase")
    assert refusal.value.detail == "there are pawns left to move"


@pytest.mark.rule("KIM-23", "KIM-25", "KIM-104")
def test_a_blocked_pawn_is_skipped_and_not_asked_again() -> None:
    game = search(2, BLOCKED, active_seat=1, search_turn=2, next_pawn=6, top=(7,))
    events = play(game, 1, MovePawn(6, "x808"))
    assert events[1:] == [
        TurnEnded(seat=1),
        TurnStarted(seat=0, search_turn=3),
        CardDrawn(seat=0, pile_left=35, number=7),
        PawnBlocked(seat=0, pawn=1, at="x302"),
    ]
    assert legal(game, 0) == [MovePawn(2, "x403"), MovePawn(2, "x502")]
    events = play(game, 0, MovePawn(2, "x403"))
    assert [type(event) for event in events] == [PawnMoved]
    assert game.pawns[0][0] == "x302"
    assert game.next_pawn == 3
    assert game.arrived == [2]


@pytest.mark.rule("KIM-25", "KIM-116")
def test_a_free_bridge_obliges_a_pawn_to_move() -> None:
    game = search(3, {0: {1: "x402"}, 1: {1: "x301", 2: "x302", 3: "x403"}})
    assert legal(game, 0) == [MovePawn(1, "x502")]


@pytest.mark.rule("KIM-25")
def test_a_pawn_on_a_gate_is_blocked_when_both_exits_are_taken() -> None:
    pawns = {0: {1: "x305", 2: "A"}, 1: {1: "x102", 2: "x103"}}
    game = search(3, pawns)
    events = play(game, 0, MovePawn(1, "x205"))
    assert events[1] == PawnBlocked(seat=0, pawn=2, at="A")
    assert game.next_pawn == 3
    game.pawns[1][1] = "x203"
    game.next_pawn = 2
    assert legal(game, 0) == [MovePawn(2, "x103")]


@pytest.mark.rule("KIM-25")
def test_a_seat_whose_pawns_are_all_blocked_only_draws() -> None:
    pawns = {0: {1: "x302", 2: "A"}, 1: {1: "x202", 2: "x301"}, 2: {1: "x402", 2: "x102"}, 3: {1: "x103", 2: "x510"}}
    game = search(4, pawns, active_seat=3, search_turn=4, next_pawn=2, top=(3, 6))
    events = play(game, 3, MovePawn(2, "x511"))
    assert [type(event).__name__ for event in events[1:]] == [
        "TurnEnded", "TurnStarted", "CardDrawn", "PawnBlocked", "PawnBlocked", "TurnEnded", "TurnStarted", "CardDrawn",
    ]  # fmt: skip
    assert game.hands[0] == [3]
    assert (game.active_seat, game.next_pawn, game.search_turn) == (1, 1, 6)


@pytest.mark.rule("KIM-11")
def test_no_pawn_steps_onto_another() -> None:
    game = search(3, {0: {1: "x305"}, 1: {1: "x205"}, 2: {1: "x304"}})
    assert legal(game, 0) == [MovePawn(1, "x306")]
    game = search(3, {0: {1: "x305", 2: "x306"}})
    assert MovePawn(1, "x306") not in legal(game, 0)


@pytest.mark.rule("KIM-27")
def test_with_an_empty_pile_and_a_live_pair_the_turn_goes_on_without_a_draw() -> None:
    game = search(3, hands={0: [*range(3, 19)], 1: [1, *range(3, 19)], 2: [1, 2, 2]}, next_pawn=3)
    assert game.pile == []
    hands_before = [list(hand) for hand in game.hands]
    events = play(game, 0, legal(game, 0)[0])
    assert only(NoCardLeft, events) == NoCardLeft(seat=1)
    assert game.hands == hands_before
    assert (game.phase, game.active_seat) == ("search_move", 1)


@pytest.mark.rule("KIM-28", "KIM-120")
def test_without_a_live_pair_the_hands_become_a_new_pile() -> None:
    low, high = [*range(1, 10)], [*range(10, 19)]
    game = search(4, hands={0: low, 1: high, 2: low, 3: high}, active_seat=3, search_turn=36, next_pawn=2)
    dice = Fixed(*range(35, 0, -1))
    events = play(game, 3, legal(game, 3)[0], dice)
    assert events[2:] == [
        TurnStarted(seat=0, search_turn=37),
        HandsReshuffled(cards=36),
        CardDrawn(seat=0, pile_left=35, number=1),
    ]
    assert len(game.pile) == 35
    assert game.pile == sorted([*low, *high] * 2)[1:]
    assert game.hands == [[1], [], [], []]
    assert dice.draws == []


@pytest.mark.rule("KIM-28")
def test_a_face_up_pair_is_not_reshuffled_and_is_no_live_pair() -> None:
    others = [number for number in range(1, 19) if number != 5]
    game = search(
        2, hands={0: others, 1: others}, face_up={0: [5]}, renounced_by=0, active_seat=1, search_turn=36, next_pawn=6
    )
    events = play(game, 1, legal(game, 1)[0], Fixed(*range(33, 0, -1)))
    assert only(HandsReshuffled, events) == HandsReshuffled(cards=34)
    assert game.face_up == [[5], []]
    assert len(game.pile) == 33


def locked(**fields: Any) -> KimbacPosition:
    """The last pawn of seat 0; the pile is empty, and seat 2 holds the one live pair."""
    return search(3, hands={0: [*range(3, 19)], 1: [1, *range(3, 19)], 2: [1, 2, 2]}, next_pawn=3, **fields)


RESHUFFLE = {"empty_pile": "reshuffle"}


@pytest.mark.rule("KIM-126", "KIM-120")
def test_after_laps_without_a_card_or_a_claim_the_hands_become_a_new_pile() -> None:
    game = locked(options=RESHUFFLE, dry_turns=3 * DRY_LAPS - 1)
    events = play(game, 0, legal(game, 0)[0])
    assert only(NoCardLeft, events) == NoCardLeft(seat=1)
    assert game.dry_turns == 3 * DRY_LAPS
    game = locked(options=RESHUFFLE, dry_turns=3 * DRY_LAPS)
    events = play(game, 0, legal(game, 0)[0], Fixed(*range(35, 0, -1)))
    assert only(HandsReshuffled, events) == HandsReshuffled(cards=36, laps=DRY_LAPS)
    assert (game.hands, len(game.pile)) == ([[], [1], []], 35)
    assert game.dry_turns is UNSET


@pytest.mark.rule("KIM-126")
def test_pairs_on_the_table_are_not_reshuffled() -> None:
    others = [number for number in range(1, 19) if number not in (5, 6)]
    game = search(
        2, hands={0: others, 1: [*others, 6, 6]}, face_up={0: [5]}, renounced_by=0, next_pawn=6,
        options=RESHUFFLE, dry_turns=2 * DRY_LAPS,
    )  # fmt: skip
    play(game, 0, legal(game, 0)[0])  # onto the foot of a monument
    events = play(game, 0, EndTurn(), Fixed(*range(33, 0, -1)))
    assert only(HandsReshuffled, events) == HandsReshuffled(cards=34, laps=DRY_LAPS)
    assert game.face_up == [[5], []]


@pytest.mark.rule("KIM-126")
def test_turns_without_a_card_are_counted_from_the_last_card_or_claim() -> None:
    game = locked(options=RESHUFFLE)
    play(game, 0, legal(game, 0)[0])
    assert game.dry_turns == 1
    game = search(2, {0: {1: FOOT[2]}}, {0: [2, 2], 1: rest([2, 2])}, options=RESHUFFLE, dry_turns=4)
    play(game, 0, TakeChest(2), thrown((1, 0)))
    assert game.dry_turns is UNSET


@pytest.mark.rule("KIM-126", "KIM-27")
def test_a_game_that_keeps_its_hands_counts_nothing() -> None:
    """So did the games of before; they have no value for the option."""
    for options in ({}, {"empty_pile": "keep"}):
        game = locked(options=options)
        play(game, 0, legal(game, 0)[0])
        assert game.options == Options()
        assert b"empty_pile" not in engine.encode(game)
        assert b"dry_turns" not in engine.encode(game)
    assert engine.recorded_options({"rounds": 1}, 2) == Options(rounds=1)
    assert engine.options({"rounds": 1}, 2) == Options(rounds=1, empty_pile="reshuffle")


@pytest.mark.rule("KIM-29")
def test_when_every_seat_has_had_its_turns_the_round_is_void() -> None:
    game = search(2, hands={0: [4]}, active_seat=1, search_turn=120, next_pawn=6)
    events = play(game, 1, legal(game, 1)[0])
    assert events[1:3] == [TurnEnded(seat=1), RoundVoid(round=1)]
    assert events[3] == RoundEnded(round=1, scores=[0, 0])
    assert isinstance(events[4], GameOver)
    result = game.round_results[0]
    assert (result.round, result.outcome, result.paid, result.leftover) == (1, "void", [0, 0], 0)
    assert [result.kimbac, result.secret, result.cache, result.treasure, result.held] == [None] * 5
    assert engine.rules.outcome(game).winners == [0, 1]
    assert game.hands[0] == [4]


@pytest.mark.rule("KIM-29")
def test_the_last_turn_before_the_cap_is_still_played() -> None:
    game = search(2, search_turn=39, next_pawn=6, options={"max_search_turns": 20})
    play(game, 0, legal(game, 0)[0])
    assert (game.phase, game.search_turn, game.active_seat) == ("search_move", 40, 1)
    game.next_pawn = 6
    play(game, 1, legal(game, 1)[0])
    assert game.phase == "game_over"


@pytest.mark.rule("KIM-30")
def test_a_live_pair_is_both_cards_of_a_number_in_one_hand() -> None:
    assert live_pairs([1, 2, 2, 5, 9, 9]) == [2, 9]
    assert live_pairs([1, 2, 5]) == []
    assert live_pairs([]) == []


@pytest.mark.rule("KIM-34")
def test_the_question_at_the_end_of_a_turn_is_the_same_with_and_without_a_pair() -> None:
    for hand, choices in (([1, 2, 3, 5], [EndTurn()]), ([1, 2, 5, 5], [TakeChest(5), EndTurn()])):
        game = search(3, {0: {3: "x306"}}, {0: hand}, next_pawn=3)
        events = play(game, 0, MovePawn(3, "x406"))
        assert events == [PawnMoved(seat=0, pawn=3, from_="x306", to="x406", bridge=None)]
        assert (game.phase, game.active_seat, game.next_pawn) == ("search_end", 0, None)
        assert legal(game, 0) == choices
        assert legal(game, 1) == legal(game, 2) == []


@pytest.mark.rule("KIM-34")
def test_no_question_with_fewer_than_two_cards() -> None:
    game = search(3, {0: {3: "x306"}}, {0: [5]}, next_pawn=3)
    play(game, 0, MovePawn(3, "x406"))
    assert (game.phase, game.active_seat) == ("search_move", 1)
    game = search(3, {0: {3: "x306"}}, {0: [5, 6]}, next_pawn=3)
    play(game, 0, MovePawn(3, "x406"))
    assert (game.phase, game.active_seat) == ("search_end", 0)


@pytest.mark.rule("KIM-34")
def test_no_question_where_the_pair_lies_face_up_or_no_own_pawn_stands() -> None:
    fields = {"hands": {0: [1, 2, 3]}, "face_up": {1: [5]}, "renounced_by": 1, "next_pawn": 3}
    game = search(3, {0: {3: "x306"}, 1: {1: "x203"}}, **fields)
    play(game, 0, MovePawn(3, "x406"))
    assert game.active_seat == 1
    game = search(3, {0: {3: "x306", 1: "x203"}}, **fields)
    play(game, 0, MovePawn(3, "x406"))
    assert (game.phase, game.active_seat) == ("search_end", 0)


@pytest.mark.rule("KIM-32", "KIM-34")
def test_ending_the_turn_declines_the_chest() -> None:
    game = search(3, {0: {3: "x406"}}, {0: [5, 5]}, phase="search_end", next_pawn=None, arrived=[1, 2, 3], top=(8,))
    events = play(game, 0, EndTurn())
    assert events == [
        TurnEnded(seat=0),
        TurnStarted(seat=1, search_turn=2),
        CardDrawn(seat=1, pile_left=33, number=8),
    ]
    assert game.hands[0] == [5, 5]
