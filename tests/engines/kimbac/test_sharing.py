"""V and VI: the sharing of the treasure, rounds and victory."""

from __future__ import annotations

import pytest

from engines.kernel.records import Result
from engines.kimbac import engine
from engines.kimbac.actions import MovePawn
from engines.kimbac.events import GameOver, RoundEnded, RoundStarted, TreasureShared
from engines.kimbac.parts import Options, RoundResult
from engines.kimbac.pieces import treasure
from engines.kimbac.position import KimbacPosition
from engines.kimbac.rules.sharing import captured, lost, reached, victory
from tests.engines.kimbac.positions import Fixed, hunting, legal, only, play

DEFAULT = Options()


def arrive(game: KimbacPosition, dice: Fixed | None = None) -> list[object]:
    """The Kim-Bac steps from x407 onto the foot of monument 5."""
    return play(game, game.active_seat, MovePawn(1, "x406"), dice)


@pytest.mark.rule("KIM-70")
def test_the_treasure_is_the_gap_between_the_numbers() -> None:
    assert treasure(16, 9) == 7000
    assert treasure(3, 17) == 14000
    assert treasure(1, 18) == 17000


@pytest.mark.rule("KIM-70", "KIM-75", "KIM-76")
def test_annie_is_captured_and_bernard_owns_a_card() -> None:
    sharing = captured(DEFAULT, 0, treasure(2, 18), [0, 1, 0])
    assert sharing.bonus == [0, 2000, 0]
    assert sharing.share == [0, 7000, 7000]
    assert sharing.paid == [0, 9000, 7000]
    assert sharing.leftover == 0


@pytest.mark.rule("KIM-72")
@pytest.mark.parametrize(("worth", "paid"), [(5000, [1000, 2000, 2000]), (4000, [0, 2000, 2000])])
def test_the_kimbac_pays_two_thousand_per_card(worth: int, paid: list[int]) -> None:
    sharing = reached(DEFAULT, 0, worth, [0, 1, 1])
    assert sharing.paid == paid
    assert sharing.share == [paid[0], 0, 0]
    assert sharing.leftover == 0


@pytest.mark.rule("KIM-72", "KIM-73")
@pytest.mark.parametrize(("worth", "kept"), [(3000, 1000), (2000, 0)])
def test_for_his_own_card_he_pays_nothing(worth: int, kept: int) -> None:
    assert reached(DEFAULT, 1, worth, [1, 1]).paid == [2000, kept]


@pytest.mark.rule("KIM-73")
def test_with_both_cards_he_keeps_everything() -> None:
    assert reached(DEFAULT, 0, 1000, [2, 0]).paid == [1000, 0]


@pytest.mark.rule("KIM-72", "KIM-77", "KIM-121")
def test_a_face_up_pair_left_by_a_renunciation_earns_the_bonus() -> None:
    game = hunting(2, at="x407", seat=1, secret=12, cache=5, face_up={0: [5]}, renounced_by=0)
    shared = only(TreasureShared, arrive(game))
    assert (shared.held, shared.bonus, shared.paid) == ([2, 0], [4000, 0], [4000, 3000])


@pytest.mark.rule("KIM-73", "KIM-77")
def test_the_kimbacs_own_renounced_pair_is_his_own_card() -> None:
    game = hunting(2, at="x407", secret=12, cache=5, face_up={0: [5]}, renounced_by=0)
    assert only(TreasureShared, arrive(game)).paid == [7000, 0]


@pytest.mark.rule("KIM-76", "KIM-77")
def test_a_face_up_pair_counts_after_a_capture_too() -> None:
    game = hunting(
        2,
        at="x402",
        pursuers={1: {1: "x301", 2: "x302", 3: "x403"}},
        cache=5,
        face_up={1: [5]},
        renounced_by=1,
        phase="hunt_pursuit",
        active_seat=1,
        next_pawn=6,
    )
    shared = only(TreasureShared, play(game, 1, MovePawn(6, "x808")))
    assert (shared.bonus, shared.share) == ([0, 4000], [0, 3000])


@pytest.mark.rule("KIM-78", "KIM-118")
def test_bonuses_never_exceed_the_treasure_of_a_captured_kimbac() -> None:
    for options in (DEFAULT, Options(shortfall="debt")):
        sharing = captured(options, 0, 3000, [0, 1, 1])
        assert sharing.paid == [0, 1500, 1500]
        assert sharing.share == [0, 0, 0]
        assert sharing.leftover == 0
    assert captured(DEFAULT, 1, 1000, [2, 0]).paid == [1000, 0]
    assert captured(DEFAULT, 0, 1000, [0, 1, 0]).paid == [0, 1000, 0]


@pytest.mark.rule("KIM-78", "KIM-118")
def test_a_treasure_too_small_for_the_bonuses() -> None:
    assert reached(DEFAULT, 0, 1000, [0, 2]).paid == [0, 1000]
    assert reached(Options(shortfall="debt"), 0, 1000, [0, 2]).paid == [-3000, 4000]
    assert reached(DEFAULT, 0, 1000, [0, 1, 1]).paid == [0, 500, 500]
    assert reached(DEFAULT, 0, 1000, [1, 1]).paid == [0, 1000]
    assert reached(Options(shortfall="debt"), 0, 1000, [1, 1]).paid == [-1000, 2000]


@pytest.mark.rule("KIM-72", "KIM-117")
def test_by_agreement_the_bonus_goes_to_each_owner_not_to_each_card() -> None:
    assert reached(DEFAULT, 0, 5000, [0, 2]).paid == [1000, 4000]
    per_player = Options(reached_bonus="per_player")
    assert reached(per_player, 0, 5000, [0, 2]).paid == [3000, 2000]
    assert reached(per_player, 0, 5000, [0, 1, 1]).paid == [1000, 2000, 2000]
    assert reached(per_player, 0, 1000, [0, 2]).paid == [0, 1000]
    assert captured(per_player, 0, 5000, [0, 2, 0]).paid == [0, 4500, 500]


@pytest.mark.rule("KIM-76", "KIM-79", "KIM-119")
def test_equal_shares_are_rounded_down_and_the_rest_goes_to_nobody() -> None:
    sharing = captured(DEFAULT, 0, 5000, [0, 0, 0, 0])
    assert sharing.paid == [0, 1666, 1666, 1666]
    assert sharing.leftover == 2


@pytest.mark.rule("KIM-75", "KIM-76", "KIM-79")
def test_the_captured_kimbac_gets_no_bonus_for_his_card() -> None:
    sharing = captured(DEFAULT, 2, 9000, [1, 0, 1, 0])
    assert sharing.paid == [4333, 2333, 0, 2333]
    assert sharing.leftover == 1


@pytest.mark.rule("KIM-75")
def test_captured_with_both_cards_of_the_cache() -> None:
    assert captured(DEFAULT, 0, 16000, [2, 0, 0]).paid == [0, 8000, 8000]


@pytest.mark.rule("KIM-74")
def test_cards_in_the_pile_pay_nobody() -> None:
    game = hunting(2, at="x407", secret=12, cache=5)
    assert game.pile.count(5) == 2
    shared = only(TreasureShared, arrive(game))
    assert (shared.held, shared.paid) == ([0, 0], [7000, 0])


@pytest.mark.rule("KIM-62")
def test_a_lost_treasure_pays_no_bonus_either() -> None:
    sharing = lost(DEFAULT, 0, 7000, [0, 1, 1])
    assert (sharing.bonus, sharing.share, sharing.paid, sharing.leftover) == ([0] * 3, [0] * 3, [0] * 3, 0)


@pytest.mark.rule("KIM-71")
def test_at_the_end_everything_about_the_cache_is_shown() -> None:
    game = hunting(3, at="x407", secret=12, cache=5, hands={1: [5, 8], 2: [5, 9]})
    arrive(game)
    assert game.round_results == [
        RoundResult(
            round=1, outcome="reached", kimbac=0, secret=12, cache=5, treasure=7000, held=[0, 1, 1],
            paid=[3000, 2000, 2000], leftover=0,
        )
    ]  # fmt: skip


@pytest.mark.rule("KIM-92", "KIM-124")
def test_one_round_is_a_game() -> None:
    assert Options().rounds == 1
    game = hunting(2, at="x407", secret=12, cache=5)
    events = arrive(game)
    result = Result(winners=[0], ranking=[[0], [1]], scores=[7000, 0], reason="rounds_played")
    assert events[-1] == GameOver.of(result)
    assert engine.rules.outcome(game) == game.result == result
    assert (game.phase, game.active_seat, game.next_pawn, game.arrived) == ("game_over", None, None, [])
    assert engine.rules.to_act(game) == ()
    assert legal(game, 0) == legal(game, 1) == []
    assert game.pawns[0] == ["x406", *["removed"] * 5]
    assert game.kimbac is not None
    assert game.chest is not None


@pytest.mark.rule("KIM-90", "KIM-91")
def test_the_taels_of_each_round_are_added_to_the_totals() -> None:
    first = RoundResult(1, "captured", 1, 4, 8, 4000, [0, 0], [4000, 0], 0)
    game = hunting(
        2, at="x407", secret=12, cache=5, options={"rounds": 3}, round=2, scores=[4000, 0], round_results=[first]
    )
    events = arrive(game, Fixed(*range(35, 0, -1)))
    assert events[-2:] == [RoundEnded(round=2, scores=[11000, 0]), RoundStarted(round=3, start_seat=0)]
    assert game.scores == [11000, 0]
    assert [result.round for result in game.round_results] == [1, 2]
    assert (game.round, game.phase, game.result) == (3, "place", None)
    assert engine.rules.outcome(game) is None


@pytest.mark.rule("KIM-94", "KIM-123")
def test_every_round_starts_afresh() -> None:
    game = hunting(
        2, at="x407", secret=12, cache=5, hands={0: [4], 1: [3]}, face_up={1: [7]}, renounced_by=1,
        options={"rounds": 2}, hunt_turn=30,
    )  # fmt: skip
    arrive(game, Fixed(*range(35, 0, -1)))
    assert game.pawns == [[None] * 6] * 2
    assert game.pile == sorted([*range(1, 19)] * 2)
    assert game.hands == game.face_up == [[], []]
    assert (game.active_seat, game.next_pawn, game.first_seat) == (1, 1, None)
    assert (game.chest, game.kimbac, game.renounced_by) == (None, None, None)
    assert (game.search_turn, game.hunt_turn, game.arrived) == (0, 0, [])


@pytest.mark.rule("KIM-92", "KIM-93")
def test_equal_totals_share_their_place() -> None:
    assert victory([3000, 9000, 9000, -1000]) == Result(
        winners=[1, 2],
        ranking=[[1, 2], [0], [3]],
        scores=[3000, 9000, 9000, -1000],
        reason="rounds_played",
    )
