"""III and IV: the race for the treasure."""

from __future__ import annotations

import pytest

from engines.kernel.refusals import Illegal
from engines.kimbac.actions import BecomeKimbac, MovePawn, Stay, TakeChest
from engines.kimbac.events import (
    CardDrawn,
    GameOver,
    KimbacAppeared,
    KimbacCaptured,
    KimbacStayed,
    PawnBlocked,
    PawnMoved,
    RoundEnded,
    TreasureLost,
    TreasureReached,
    TreasureRevealed,
    TreasureShared,
)
from engines.kimbac.parts import Kimbac
from engines.kimbac.position import KimbacPosition
from tests.engines.kimbac.positions import finder, hunting, legal, only, play


def rule_of(game: KimbacPosition, seat: int, action: object) -> str:
    with pytest.raises(Illegal) as refusal:
        play(game, seat, action)
    return refusal.value.rule


def chased(**fields: object) -> KimbacPosition:
    """The last pursuer is about to step; then it is the Kim-Bac's turn."""
    return hunting(phase="hunt_pursuit", active_seat=1, next_pawn=6, **fields)


@pytest.mark.rule("KIM-50", "KIM-52", "KIM-112")
def test_the_finder_becomes_kimbac_alone_and_moves_first() -> None:
    game = finder(3, seat=1)
    events = play(game, 1, BecomeKimbac())
    assert events == [KimbacAppeared(seat=1, pawn=1, at="x608", removed=[2, 3])]
    assert game.pawns[1] == ["x608", "removed", "removed"]
    assert game.kimbac == Kimbac(1, 1)
    assert game.chest.resume is None
    assert (game.phase, game.active_seat, game.next_pawn, game.hunt_turn) == ("hunt_kimbac", 1, 1, 0)
    assert sum(place not in (None, "removed") for own in game.pawns for place in own) == 7


@pytest.mark.rule("KIM-50", "KIM-58")
def test_the_own_pawns_leave_before_the_first_turn_is_tested() -> None:
    game = finder(2, secret=1, cache=18, pawns={0: {2: "x402"}, 1: {1: "x202", 2: "x301"}})
    play(game, 0, BecomeKimbac())
    assert game.phase == "hunt_kimbac"
    assert legal(game, 0) == [MovePawn(1, "x402")]


@pytest.mark.rule("KIM-57", "KIM-58")
def test_hemmed_in_by_enemies_he_is_captured_before_any_step() -> None:
    game = finder(2, secret=1, cache=18, pawns={1: {1: "x202", 2: "x301", 3: "x402"}})
    events = play(game, 0, BecomeKimbac())
    assert events[:2] == [
        KimbacAppeared(seat=0, pawn=1, at="x302", removed=[2, 3, 4, 5, 6]),
        KimbacCaptured(seat=0, at="x302", hunt_turn=0),
    ]
    assert game.round_results[0].paid == [0, 17000]


@pytest.mark.rule("KIM-52", "KIM-60")
def test_then_every_seat_to_the_left_moves_all_its_pawns_in_order() -> None:
    game = hunting(3, seat=1, at="x608", hunt_turn=0)
    turns = []
    for _ in range(8):
        turns.append((game.phase, game.active_seat, game.next_pawn))
        play(game, game.active_seat, legal(game, game.active_seat)[-1])
    assert turns == [
        ("hunt_kimbac", 1, 1),
        ("hunt_pursuit", 2, 1), ("hunt_pursuit", 2, 2), ("hunt_pursuit", 2, 3),
        ("hunt_pursuit", 0, 1), ("hunt_pursuit", 0, 2), ("hunt_pursuit", 0, 3),
        ("hunt_kimbac", 1, 1),
    ]  # fmt: skip
    assert game.hunt_turn == 2


@pytest.mark.rule("KIM-51", "KIM-111")
def test_nobody_draws_in_the_hunt() -> None:
    game = hunting(2, hands={0: [3], 1: [9, 9]})
    before = ([list(hand) for hand in game.hands], list(game.pile))
    events = []
    for _ in range(8):
        events += play(game, game.active_seat, legal(game, game.active_seat)[0])
    assert not [event for event in events if isinstance(event, CardDrawn)]
    assert (game.hands, game.pile) == before
    assert game.search_turn == 1


@pytest.mark.rule("KIM-51")
def test_a_pursuer_with_a_pair_at_its_monument_cannot_take_the_chest() -> None:
    game = hunting(2, pursuers={1: {1: "x310", 2: "x203"}}, hands={1: [9, 9]}, phase="hunt_pursuit", active_seat=1)
    play(game, 1, MovePawn(1, "x311"))
    game.next_pawn = 1
    events = play(game, 1, MovePawn(1, "x411"))
    assert [type(event) for event in events] == [PawnMoved]
    assert rule_of(game, 1, TakeChest(9)) == "KIM-51"


@pytest.mark.rule("KIM-53", "KIM-113")
def test_the_kimbac_must_step_one_crossroad() -> None:
    game = hunting(2, at="x608")
    assert legal(game, 0) == [MovePawn(1, "x508"), MovePawn(1, "x609"), MovePawn(1, "x708")]
    assert rule_of(game, 0, MovePawn(1, "x608")) == "KIM-53"
    assert rule_of(game, 0, MovePawn(1, "x510")) == "KIM-53"
    assert play(game, 0, MovePawn(1, "x609"))[0] == PawnMoved(seat=0, pawn=1, from_="x608", to="x609", bridge=None)
    assert game.hunt_turn == 2


@pytest.mark.rule("KIM-12", "KIM-54")
def test_the_kimbac_may_not_cross_a_bridge_but_his_pursuers_may() -> None:
    game = hunting(2, at="x402")
    assert MovePawn(1, "x502") not in legal(game, 0)
    assert rule_of(game, 0, MovePawn(1, "x502")) == "KIM-54"
    game = hunting(2, at="x608", pursuers={1: {1: "x402"}}, phase="hunt_pursuit", active_seat=1)
    assert play(game, 1, MovePawn(1, "x502"))[0].bridge == "bridge_1"


@pytest.mark.rule("KIM-15")
def test_nobody_steps_onto_a_gate() -> None:
    assert rule_of(hunting(2, at="x102"), 0, MovePawn(1, "A")) == "KIM-15"
    pursuit = hunting(2, at="x608", pursuers={1: {1: "x102"}}, phase="hunt_pursuit", active_seat=1)
    assert rule_of(pursuit, 1, MovePawn(1, "A")) == "KIM-15"


@pytest.mark.rule("KIM-56", "KIM-115")
def test_stepping_onto_the_foot_of_the_cache_ends_the_round_at_once() -> None:
    game = hunting(2, at="x407", secret=12, cache=5, hands={0: [5], 1: [5]}, hunt_turn=9)
    events = play(game, 0, MovePawn(1, "x406"))
    assert events[:4] == [
        PawnMoved(seat=0, pawn=1, from_="x407", to="x406", bridge=None),
        TreasureReached(seat=0, at="x406", hunt_turn=10),
        TreasureRevealed(ordinary=5, special=0, cache=5, secret=12, treasure=7000),
        TreasureShared(held=[1, 1], bonus=[0, 2000], share=[5000, 0], paid=[5000, 2000], leftover=0),
    ]
    assert events[4] == RoundEnded(round=1, scores=[5000, 2000])
    assert isinstance(events[5], GameOver)
    assert len(events) == 6


@pytest.mark.rule("KIM-56")
def test_another_foot_is_a_crossroad_like_any_other() -> None:
    game = hunting(2, at="x407", secret=12, cache=3)
    play(game, 0, MovePawn(1, "x406"))
    assert (game.phase, game.active_seat, game.next_pawn) == ("hunt_pursuit", 1, 1)


@pytest.mark.rule("KIM-57", "KIM-59", "KIM-114")
def test_a_free_bridgehead_does_not_save_him() -> None:
    game = chased(at="x402", pursuers={1: {1: "x301", 2: "x302", 3: "x403"}}, hunt_turn=4)
    events = play(game, 1, MovePawn(6, "x808"))
    assert "x502" not in game.occupied()
    assert events[1:4] == [
        KimbacCaptured(seat=0, at="x402", hunt_turn=4),
        TreasureRevealed(ordinary=5, special=0, cache=5, secret=12, treasure=7000),
        TreasureShared(held=[0, 0], bonus=[0, 0], share=[0, 7000], paid=[0, 7000], leftover=0),
    ]
    assert game.round_results[0].outcome == "captured"


@pytest.mark.rule("KIM-58", "KIM-60")
def test_surrounded_in_the_middle_of_the_pursuit_means_nothing() -> None:
    game = hunting(
        3,
        at="x102",
        pursuers={1: {1: "x103", 2: "x201"}, 2: {1: "x202"}},
        phase="hunt_pursuit",
        active_seat=2,
        next_pawn=1,
    )
    play(game, 2, MovePawn(1, "x203"))
    assert game.phase == "hunt_pursuit"
    play(game, 2, legal(game, 2)[0])
    play(game, 2, legal(game, 2)[0])
    assert game.phase == "hunt_kimbac"
    assert legal(game, 0) == [MovePawn(1, "x202")]


@pytest.mark.rule("KIM-60")
def test_only_a_blocked_pursuer_is_not_moved() -> None:
    pursuers = {1: {1: "x305", 2: "x302", 3: "x202", 4: "x301", 5: "x402"}}
    game = hunting(2, at="x608", pursuers=pursuers, phase="hunt_pursuit", active_seat=1, next_pawn=1)
    events = play(game, 1, MovePawn(1, "x205"))
    assert events[1:] == [PawnBlocked(seat=1, pawn=2, at="x302")]
    assert (game.active_seat, game.next_pawn) == (1, 3)


@pytest.mark.rule("KIM-60")
def test_a_seat_that_is_wholly_blocked_passes_the_pursuit_on() -> None:
    pursuers = {1: {1: "x302", 2: "A"}, 2: {1: "x202", 2: "x301"}, 3: {1: "x402", 2: "x102"}}
    game = hunting(4, at="x203", secret=2, cache=9, pursuers=pursuers, hunt_turn=0)
    events = play(game, 0, MovePawn(1, "x103"))
    assert events[1:] == [PawnBlocked(seat=1, pawn=1, at="x302"), PawnBlocked(seat=1, pawn=2, at="A")]
    assert (game.phase, game.active_seat, game.next_pawn) == ("hunt_pursuit", 2, 1)


@pytest.mark.rule("KIM-11", "KIM-61")
def test_a_pursuer_on_the_foot_of_the_cache_bars_it() -> None:
    game = hunting(2, at="x407", secret=12, cache=5, pursuers={1: {1: "x406"}})
    assert MovePawn(1, "x406") not in legal(game, 0)
    assert rule_of(game, 0, MovePawn(1, "x406")) == "KIM-11"
    play(game, 0, MovePawn(1, "x408"))
    assert game.next_pawn == 1
    assert {action.to for action in legal(game, 1)} == {"x306", "x404", "x407"}


@pytest.mark.rule("KIM-62", "KIM-122")
def test_after_sixty_steps_the_treasure_is_lost() -> None:
    game = chased(at="x402", hands={1: [5]}, hunt_turn=60)
    events = play(game, 1, legal(game, 1)[0])
    assert events[1:4] == [
        TreasureLost(seat=0, at="x402", hunt_turn=60),
        TreasureRevealed(ordinary=5, special=0, cache=5, secret=12, treasure=7000),
        TreasureShared(held=[0, 1], bonus=[0, 0], share=[0, 0], paid=[0, 0], leftover=0),
    ]
    result = game.round_results[0]
    assert (result.outcome, result.kimbac, result.held, result.paid) == ("lost", 0, [0, 1], [0, 0])


@pytest.mark.rule("KIM-57", "KIM-62")
def test_who_cannot_step_at_the_cap_is_captured() -> None:
    game = chased(at="x402", pursuers={1: {1: "x301", 2: "x302", 3: "x403"}}, hunt_turn=60)
    events = play(game, 1, MovePawn(6, "x808"))
    assert only(KimbacCaptured, events).hunt_turn == 60
    assert game.scores == [0, 7000]


@pytest.mark.rule("KIM-62")
def test_by_agreement_a_hunt_that_lasts_too_long_counts_as_a_capture() -> None:
    game = chased(at="x402", hunt_turn=20, options={"max_hunt_turns": 20, "hunt_cap_result": "captured"})
    events = play(game, 1, legal(game, 1)[0])
    assert only(KimbacCaptured, events) == KimbacCaptured(seat=0, at="x402", hunt_turn=20)
    assert game.round_results[0].outcome == "captured"
    assert game.scores == [0, 7000]


@pytest.mark.rule("KIM-62")
def test_before_the_cap_the_kimbac_goes_on_and_his_last_step_may_still_win() -> None:
    game = chased(at="x407", hunt_turn=59, secret=12, cache=5)
    play(game, 1, legal(game, 1)[0])
    assert game.phase == "hunt_kimbac"
    assert only(TreasureReached, play(game, 0, MovePawn(1, "x406"))).hunt_turn == 60


@pytest.mark.rule("KIM-50")
def test_only_the_pawn_at_the_monument_stays() -> None:
    game = finder(2, pawns={0: {4: "x608", 1: "x305"}})
    game.chest.pawn = 4
    play(game, 0, BecomeKimbac())
    assert game.pawns[0] == ["removed", "removed", "removed", "x608", "removed", "removed"]
    assert game.next_pawn == 4
    assert rule_of(game, 0, MovePawn(1, "x609")) == "KIM-50"


@pytest.mark.rule("KIM-53", "KIM-113")
def test_by_option_the_kimbac_may_stay() -> None:
    assert rule_of(hunting(), 0, Stay()) == "KIM-53"
    assert Stay() not in legal(hunting(), 0)
    game = hunting(options={"kimbac_may_stay": True})
    assert legal(game, 0)[-1] == Stay()
    events = play(game, 0, Stay())
    assert events[0] == KimbacStayed(seat=0, pawn=1, at="x608")
    assert (game.pawns[0][0], game.hunt_turn, game.phase, game.active_seat) == ("x608", 2, "hunt_pursuit", 1)
    assert rule_of(game, 1, Stay()) == "KIM-52"
