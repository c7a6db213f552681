"""II.3 and II.4: taking the chest, the throw, accepting or renouncing."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.refusals import Illegal
from engines.kimbac import engine
from engines.kimbac.actions import BecomeKimbac, EndTurn, MovePawn, Renounce, TakeChest
from engines.kimbac.events import (
    CardDrawn,
    ChestRenounced,
    ChestShaken,
    ChestTaken,
    KimbacAppeared,
    TurnEnded,
    TurnStarted,
)
from engines.kimbac.parts import Chest, Kimbac, Resume
from engines.kimbac.position import KimbacPosition
from engines.kimbac.rules.search import claims
from tests.engines.kimbac.positions import finder, legal, only, play, search, thrown

AT_TWO = {0: {1: "x203"}}


def before_the_draw(**options: object) -> KimbacPosition:
    """T6: seat 0 has a pawn on x203 and one 2; the other 2 is the next card, seat 1 has one pawn to move."""
    return search(
        2, AT_TWO, {0: [2]}, active_seat=1, search_turn=2, next_pawn=6, top=(2, 9), first_seat=0, options=options
    )


def refused(game: KimbacPosition, seat: int, monument: int) -> tuple[str, str]:
    with pytest.raises(Illegal) as refusal:
        play(game, seat, TakeChest(monument))
    assert refusal.value.reason == "illegal"
    return refusal.value.rule, refusal.value.detail


@pytest.mark.rule("KIM-31", "KIM-33", "KIM-106")
def test_a_pawn_that_stands_at_the_monument_when_the_pair_is_drawn_gives_the_right() -> None:
    game = before_the_draw()
    play(game, 1, legal(game, 1)[0])
    assert game.hands[0] == [2, 2]
    assert legal(game, 0) == [
        TakeChest(2), MovePawn(1, "x103"), MovePawn(1, "x202"), MovePawn(1, "x204"), MovePawn(1, "x403"),
    ]  # fmt: skip


@pytest.mark.rule("KIM-33")
def test_by_agreement_the_pawn_must_step_onto_the_foot_in_this_turn() -> None:
    game = before_the_draw(claim_while_standing=False)
    play(game, 1, legal(game, 1)[0])
    assert TakeChest(2) not in legal(game, 0)
    assert refused(game, 0, 2) == ("KIM-33", "pawn 1 did not step onto the foot of monument 2 in this turn")
    game.pawns[0][0] = "x202"
    play(game, 0, MovePawn(1, "x203"))
    assert TakeChest(2) in legal(game, 0)


@pytest.mark.rule("KIM-31")
def test_the_right_needs_the_pair_and_an_own_pawn_at_its_foot() -> None:
    game = search(2, {0: {1: "x203"}, 1: {1: "x406"}}, {0: [2, 5, 5], 1: [7, 7]})
    assert claims(game, 0) == []
    assert refused(game, 0, 5) == ("KIM-31", "none of your pawns is at the foot of monument 5")
    assert refused(game, 0, 2) == ("KIM-31", "you do not hold both cards of monument 2")
    assert game.hands[0] == [2, 5, 5]


@pytest.mark.rule("KIM-32", "KIM-105")
def test_the_right_may_be_left_unused_and_used_later() -> None:
    game = search(2, AT_TWO, {0: [2, 2]})
    play(game, 0, MovePawn(1, "x202"))
    assert game.hands[0] == [2, 2]
    assert TakeChest(2) not in legal(game, 0)
    game.next_pawn = 1
    play(game, 0, MovePawn(1, "x203"))
    assert legal(game, 0)[0] == TakeChest(2)


@pytest.mark.rule("KIM-33", "KIM-107")
def test_the_chest_may_be_taken_before_between_and_after_the_pawns() -> None:
    for number, phase, arrived in ((1, "search_move", []), (2, "search_move", [1]), (None, "search_end", [1, 2])):
        game = search(4, AT_TWO, {0: [2, 2]}, phase=phase, next_pawn=number, arrived=arrived)
        play(game, 0, TakeChest(2), thrown((4, 12)))
        assert game.phase == "chest"
        assert game.chest.resume == Resume(phase, number)
        assert game.arrived == arrived


@pytest.mark.rule("KIM-35", "KIM-36")
def test_the_pair_is_laid_open_and_the_dice_name_the_cache() -> None:
    game = search(2, AT_TWO, {0: [2, 2, 9]})
    events = play(game, 0, TakeChest(2), thrown((4, 12)))
    assert events == [
        ChestTaken(seat=0, pawn=1, monument=2),
        ChestShaken(seat=0, void=False, ordinary=4, special=12, cache=16, treasure=14000),
    ]
    assert game.hands[0] == [9]
    assert game.face_up == [[2], []]
    assert game.chest == Chest(0, 1, 2, 4, 12, 1, Resume("search_move", 1))
    assert (game.phase, game.active_seat, game.next_pawn, game.renounced_by) == ("chest", 0, None, None)
    assert engine.rules.to_act(game) == (0,)


@pytest.mark.rule("KIM-36")
def test_one_and_zero_name_monument_1() -> None:
    game = search(2, AT_TWO, {0: [2, 2]})
    play(game, 0, TakeChest(2), thrown((1, 0)))
    assert (game.chest.cache, game.chest.treasure) == (1, 1000)


@pytest.mark.rule("KIM-38")
def test_a_throw_that_names_the_monument_of_the_pair_is_void() -> None:
    game = search(2, {0: {1: "x110"}}, {0: [7, 7]})
    events = play(game, 0, TakeChest(7), thrown((1, 6), (1, 6), (2, 6)))
    assert events[1:] == [
        ChestShaken(seat=0, void=True, ordinary=1, special=6, cache=7, treasure=0),
        ChestShaken(seat=0, void=True, ordinary=1, special=6, cache=7, treasure=0),
        ChestShaken(seat=0, void=False, ordinary=2, special=6, cache=8, treasure=1000),
    ]
    assert game.chest.shakes == 3


@pytest.mark.rule("KIM-37", "KIM-38")
def test_the_cache_is_any_other_monument_with_the_same_chance() -> None:
    dice, seen = SeededDice(b"chest"), Counter()
    for _ in range(3400):
        game = search(2, AT_TWO, {0: [2, 2]})
        play(game, 0, TakeChest(2), dice)
        seen[game.chest.cache] += 1
    assert sorted(seen) == [1, *range(3, 19)]
    assert min(seen.values()) > 140
    assert max(seen.values()) < 260


@pytest.mark.rule("KIM-39")
def test_the_finder_chooses_after_the_throw() -> None:
    game = finder(2)
    assert legal(game, 0) == [BecomeKimbac(), Renounce()]
    assert legal(game, 1) == []


@pytest.mark.rule("KIM-44")
def test_renouncing_is_free_whatever_the_treasure_is_worth() -> None:
    for cache in (1, 11, 18):
        assert Renounce() in legal(finder(2, secret=12, cache=cache), 0)
        assert BecomeKimbac() in legal(finder(2, secret=12, cache=cache), 0)


@pytest.mark.rule("KIM-40", "KIM-109")
def test_nobody_renounces_twice_in_a_round() -> None:
    game = finder(2, face_up={1: [4]}, renounced_by=1)
    assert legal(game, 0) == [BecomeKimbac()]
    with pytest.raises(Illegal) as refusal:
        play(game, 0, Renounce())
    assert (refusal.value.rule, refusal.value.reason) == ("KIM-40", "illegal")
    assert refusal.value.detail == "somebody has renounced in this round already"
    assert game.renounced_by == 1


@pytest.mark.rule("KIM-35", "KIM-42", "KIM-110")
def test_after_a_renunciation_the_turn_goes_on_and_the_pair_is_spent() -> None:
    game = before_the_draw()
    play(game, 1, legal(game, 1)[0])
    play(game, 0, TakeChest(2), thrown((4, 12)))
    assert play(game, 0, Renounce()) == [ChestRenounced(seat=0)]
    assert game.face_up == [[2], []]
    assert (game.phase, game.next_pawn, game.active_seat) == ("search_move", 1, 0)
    assert (game.renounced_by, game.chest, game.kimbac) == (0, None, None)
    assert game.pawns[0][0] == "x203"
    assert {type(action) for action in legal(game, 0)} == {MovePawn}
    assert refused(game, 0, 2) == ("KIM-35", "your pair of monument 2 is spent")


@pytest.mark.rule("KIM-41", "KIM-108")
def test_the_next_finder_shakes_anew_and_has_no_choice() -> None:
    game = search(
        2, {0: {1: "x203"}, 1: {1: "x608"}}, {1: [12, 12]}, {0: [2]}, renounced_by=0, active_seat=1, search_turn=2
    )
    events = play(game, 1, TakeChest(12), thrown((5, 0)))
    assert events == [
        ChestTaken(seat=1, pawn=1, monument=12),
        ChestShaken(seat=1, void=False, ordinary=5, special=0, cache=5, treasure=7000),
        KimbacAppeared(seat=1, pawn=1, at="x608", removed=[2, 3, 4, 5, 6]),
    ]
    assert (game.phase, game.active_seat, game.next_pawn) == ("hunt_kimbac", 1, 1)
    assert game.kimbac == Kimbac(1, 1)
    assert game.chest == Chest(1, 1, 12, 5, 0, 1, None)
    assert game.renounced_by == 0


@pytest.mark.rule("KIM-43")
def test_who_renounced_may_take_the_chest_again_with_another_pair_but_must_then_accept() -> None:
    game = search(2, {0: {1: "x203", 2: "x406"}}, {0: [5, 5]}, {0: [2]}, renounced_by=0)
    assert legal(game, 0)[0] == TakeChest(5)
    play(game, 0, TakeChest(5), thrown((6, 0)))
    assert game.kimbac == Kimbac(0, 2)
    assert game.face_up == [[2, 5], []]
    assert game.pawns[0] == ["removed", "x406", "removed", "removed", "removed", "removed"]


@pytest.mark.rule("KIM-42")
def test_a_renunciation_between_two_pawns_goes_on_with_the_next_one() -> None:
    game = search(3, {0: {1: "x202"}}, {0: [2, 2]})
    play(game, 0, MovePawn(1, "x203"))
    play(game, 0, TakeChest(2), thrown((4, 12)))
    play(game, 0, Renounce())
    assert (game.phase, game.next_pawn, game.arrived) == ("search_move", 2, [1])


@pytest.mark.rule("KIM-34", "KIM-42")
def test_a_renunciation_after_the_last_pawn_ends_the_turn_unless_another_claim_looks_possible() -> None:
    fields = {"phase": "search_end", "next_pawn": None, "arrived": [1, 2], "top": (8,)}
    game = search(4, AT_TWO, {0: [2, 2, 3, 4]}, **fields)
    play(game, 0, TakeChest(2), thrown((4, 12)))
    assert play(game, 0, Renounce()) == [
        ChestRenounced(seat=0),
        TurnEnded(seat=0),
        TurnStarted(seat=1, search_turn=2),
        CardDrawn(seat=1, pile_left=31, number=8),
    ]
    game = search(4, {0: {1: "x203", 2: "x406"}}, {0: [2, 2, 3, 4]}, **fields)
    play(game, 0, TakeChest(2), thrown((4, 12)))
    assert play(game, 0, Renounce()) == [ChestRenounced(seat=0)]
    assert (game.phase, game.next_pawn) == ("search_end", None)
    assert legal(game, 0) == [EndTurn()]


@pytest.mark.rule("KIM-31")
def test_each_live_pair_at_whose_foot_a_pawn_stands_is_a_claim_of_its_own() -> None:
    game = search(2, {0: {1: "x203", 4: "x406", 5: "x608"}}, {0: [2, 2, 5, 5, 7, 7, 12]}, next_pawn=4)
    assert claims(game, 0) == [2, 5]
    events = play(game, 0, TakeChest(5), thrown((4, 12)))
    assert only(ChestTaken, events).pawn == 4
    assert game.hands[0] == [2, 2, 7, 7, 12]


@pytest.mark.rule("KIM-31", "KIM-33")
def test_the_list_of_claims_equals_what_is_accepted() -> None:
    for standing in (True, False):
        game = search(
            2,
            {0: {1: "x203", 2: "x406", 3: "x608"}},
            {0: [2, 2, 5, 5, 7, 7, 12]},
            {0: [9]},
            renounced_by=0,
            next_pawn=3,
            arrived=[2],
            options={"claim_while_standing": standing},
        )
        accepted = []
        for monument in range(1, 19):
            trial = game.copy()
            try:
                play(trial, 0, TakeChest(monument), thrown((4, 12)))
                accepted.append(monument)
            except Illegal:
                assert trial == game
        assert accepted == claims(game, 0) == ([2, 5] if standing else [5])
