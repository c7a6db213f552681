"""End of a round, next round, end of the game (BAI-73 to BAI-96)."""

from __future__ import annotations

import pytest

from engines.bailouke import engine
from engines.bailouke.actions import Discard, EndTurn, Pass, Play, Ready
from engines.bailouke.events import (
    KouronnGained,
    RoundEnded,
    RoundStarted,
    TokenReturned,
)
from engines.bailouke.parts import LastRound
from engines.kernel.records import GameOver, Result
from tests.engines.bailouke.positions import (
    TOKENS,
    Backwards,
    act,
    do,
    kinds,
    last_window,
    only,
    position,
    refused,
)

TOKENS_OF_TWO = {0: {"tokens": 1}, 1: {"tokens": 1}}


def finish(zones: list[list[int]], **fields: object) -> LastRound:
    """The pile is empty: count."""
    fields.setdefault("pile_size", 0)
    game = last_window(zones, **fields)
    act(game, len(zones) - 1, Pass())
    return game.last_round


# --- the three endings -----------------------------------------------------------------------------------------------


@pytest.mark.rule("BAI-78")
def test_an_empty_zone_beats_a_total_of_zero() -> None:
    game = last_window([[], [0, 0]])
    act(game, 1, Pass())
    assert (game.last_round.ending, game.last_round.totals, game.last_round.winner) == ("empty_zone", [0, 0], 0)
    assert [player.kouronn for player in game.players] == [1, 0]


@pytest.mark.rule("BAI-79")
def test_later_seats_still_have_their_window() -> None:
    game = position([[6], [1, 2], [3]], "discard", graveyard=[6], window=0)
    act(game, 0, Discard(0))
    assert (game.phase, game.discard.seat, game.round) == ("discard", 1, 1)


@pytest.mark.rule("BAI-80", "BAI-108", "BAI-125")
def test_two_empty_zones_tie() -> None:
    game = position([[6], [1, 2], [6]], "discard", graveyard=[6], window=0, active=0, first=2, seats=TOKENS)
    events = do(game, (0, Discard(0)), (1, Pass()), (2, Discard(20)))
    ended = only(events, RoundEnded)[0]
    assert (ended.ending, ended.winner, ended.totals) == ("empty_zone", None, [0, 3, 0])
    assert not only(events, KouronnGained)
    assert ([player.kouronn for player in game.players], game.first_seat) == ([0, 0, 0], 2)


@pytest.mark.rule("BAI-107")
def test_with_immediate_the_first_empty_zone_wins_at_once() -> None:
    game = position(
        [[6], [1, 2], [6]],
        "discard",
        graveyard=[6],
        window=0,
        options={"empty_zone_timing": "immediate"},
        seats=TOKENS,
    )
    events = act(game, 0, Discard(0))
    assert kinds(events) == ["card_discarded", "round_ended", "kouronn_gained", "round_started"]
    assert (game.last_round.winner, game.last_round.zones, game.discard) == (0, [[], [1, 2], [6]], None)


@pytest.mark.rule("BAI-81", "BAI-82")
def test_the_last_card_is_drawn_and_that_turn_is_played_in_full() -> None:
    game = position([[2], [5]], "announce", graveyard=[6], pile=[24], pile_size=1)
    act(game, 0, EndTurn())
    assert (game.pile, game.phase, game.active_seat) == ([], "play", 1)
    act(game, 1, Play())
    act(game, 1, Pass())
    events = act(game, 0, Pass())
    assert kinds(events)[:2] == ["discard_passed", "round_ended"]
    assert (game.last_round.ending, game.last_round.winner) == ("pile", 0)


@pytest.mark.rule("BAI-83")
def test_the_pile_is_checked_before_the_announcement() -> None:
    game = position(
        [[9], [1]],
        "discard",
        graveyard=[6],
        window=0,
        active=1,
        announced_by=0,
        turn=2,
        pile_size=0,
        seats=TOKENS_OF_TWO,
    )
    act(game, 0, Pass())
    assert (game.last_round.ending, game.last_round.announced_by) == ("pile", 0)


@pytest.mark.rule("BAI-83", "BAI-78")
def test_the_empty_zone_is_checked_before_the_pile() -> None:
    game = last_window([[], [0, 0]], pile_size=0)
    act(game, 1, Pass())
    assert (game.last_round.ending, game.last_round.winner) == ("empty_zone", 0)


@pytest.mark.rule("BAI-23")
def test_the_announcers_peboude_does_not_flip_any_more() -> None:
    game = position(
        [[9], [1]],
        "discard",
        graveyard=[6],
        window=0,
        active=1,
        announced_by=0,
        turn=2,
        options={"wins_needed": 1},
        seats={0: {"peboude": 2}},
    )
    events = act(game, 0, Pass())
    assert kinds(events) == ["discard_passed", "round_ended", "kouronn_gained", "game_over"]
    assert (game.turn, game.active_seat, game.announced_by) == (2, 1, 0)


@pytest.mark.rule("BAI-84")
def test_all_zones_are_revealed_left_to_right() -> None:
    assert finish([[5, 0, 3], [2], [24, 1]]).zones == [[5, 0, 3], [2], [24, 1]]


@pytest.mark.rule("BAI-85", "BAI-87")
def test_a_total_is_never_below_zero() -> None:
    last = finish([[1], [0], [5]], seats={0: {"fer": [2], "tokens": 1}})
    assert (last.reductions, last.totals, last.winner) == ([2, 0, 0], [0, 0, 5], None)
    last = finish([[4, 3], [3], [5]], seats={0: {"fer": [1, 2, 2], "tokens": 1}})
    assert (last.reductions, last.totals, last.winner) == ([5, 0, 0], [2, 3, 5], 0)


@pytest.mark.rule("BAI-86", "BAI-87")
def test_the_lowest_total_wins_and_only_a_tie_for_it_matters() -> None:
    assert finish([[5, 5], [3], [10]]).winner == 1
    assert finish([[5], [3], [2]]).winner == 2
    assert finish([[3], [3], [10]]).winner is None


@pytest.mark.rule("BAI-88")
def test_the_winner_takes_a_kouronn() -> None:
    game = last_window([[5], [3]], pile_size=0, seats={0: {"tokens": 1}, 1: {"tokens": 1, "kouronn": 1}})
    events = act(game, 1, Pass())
    assert only(events, KouronnGained) == [KouronnGained(seat=1, total=2)]
    assert [player.kouronn for player in game.players] == [0, 2]


@pytest.mark.rule("BAI-89", "BAI-127")
def test_end_of_round_effects_clockwise_from_the_first_seat() -> None:
    game = last_window(
        [[12, 24], [5, 12], [24]], pile_size=0, first=1, seats={0: {"tokens": 2}, 1: {"tokens": 3}, 2: {"tokens": 1}}
    )
    events = act(game, 2, Pass())
    assert only(events, TokenReturned) == [TokenReturned(seat=1, count=1), TokenReturned(seat=0, count=1)]
    assert kinds(events)[1:5] == ["round_ended", "kouronn_gained", "token_returned", "token_returned"]
    assert [player.tokens for player in game.players] == [1, 2, 1]
    assert (game.last_round.totals, game.last_round.next_deal) == ([36, 17, 24], [2, 3, 2])


@pytest.mark.rule("BAI-54")
def test_two_zakos_return_two_tokens() -> None:
    game = last_window([[12, 12], [5]], pile_size=0, seats={0: {"tokens": 3}, 1: {"tokens": 1}})
    act(game, 1, Pass())
    assert game.players[0].tokens == 1


@pytest.mark.rule("BAI-54", "BAI-30")
def test_a_seat_without_tokens_returns_none() -> None:
    game = last_window([[12], [5]], pile_size=0, seats={1: {"tokens": 1}})
    events = act(game, 1, Pass())
    assert not only(events, TokenReturned)
    assert game.players[0].tokens == 0


@pytest.mark.rule("BAI-89", "BAI-92", "BAI-127")
def test_end_of_round_effects_after_an_empty_zone() -> None:
    game = last_window([[], [24, 12]], seats={0: {"tokens": 1}, 1: {"tokens": 2}})
    events = act(game, 1, Pass())
    assert KouronnGained(seat=0, total=1) in events
    assert only(events, TokenReturned) == [TokenReturned(seat=1, count=1)]
    assert [len(player.zone) for player in game.players] == [3, 2]


@pytest.mark.rule("BAI-90", "BAI-114", "BAI-60")
def test_only_louk_louke_last_beyond_the_round() -> None:
    seats = {0: {"tokens": 2, "assigned": [0], "peboude": 2, "fer": [1, 2]}, 1: {"tokens": 1, "peboude": 1}}
    game = last_window([[5], [3]], pile_size=0, seats=seats)
    act(game, 1, Pass())
    for player in game.players:
        assert (player.assigned, player.peboude, player.fer, player.ready) == ([], 0, [], False)
    assert [player.tokens for player in game.players] == [2, 1]


# --- next round ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAI-87", "BAI-91")
def test_after_a_tie_the_same_seat_starts_again() -> None:
    game = last_window([[5], [3], [3]], pile_size=0, first=1)
    events = act(game, 2, Pass())
    assert not only(events, KouronnGained)
    assert only(events, RoundStarted) == [RoundStarted(round=2, first_seat=1, dealt=[3, 3, 3], pile_count=38)]
    assert (game.round, game.first_seat, game.active_seat) == (2, 1, 1)


@pytest.mark.rule("BAI-92", "BAI-115")
@pytest.mark.parametrize(("option", "one", "two"), [("fewer", 2, 1), ("more", 4, 5)])
def test_the_deal_after_tizeannes(option: str, one: int, two: int) -> None:
    options = {"tizeanne_deal": option}
    assert finish([[24], [3], [24, 1]], options=options).next_deal == [one, 3, one]
    assert finish([[1], [3], [24, 24]], options=options).next_deal == [3, 3, two]


@pytest.mark.rule("BAI-92", "BAI-7")
def test_an_uneven_deal_skips_seats_that_have_their_number() -> None:
    game = last_window([[24, 24], [3], [4]], pile_size=0, options={"tizeanne_deal": "more"})
    act(game, 2, Pass())
    assert [player.zone for player in game.players] == [[2, 5, 8, 9, 10], [0, 3, 6], [1, 4, 7]]
    assert game.set_aside == [11, 12, 13]


@pytest.mark.rule("BAI-92")
def test_the_changed_deal_is_for_one_round_only() -> None:
    game = last_window([[24], [3]], pile_size=0)
    act(game, 1, Pass())
    assert game.last_round.next_deal == [2, 3]
    again = last_window([[4], [3]], pile_size=0, last_round=game.last_round)
    act(again, 1, Pass())
    assert again.last_round.next_deal == [3, 3]


@pytest.mark.rule("BAI-6")
def test_all_cards_are_gathered_and_shuffled_again() -> None:
    game = last_window([[5], [3]], pile_size=0)
    dice = Backwards()
    act(game, 1, Pass(), dice)
    assert (dice.shuffles, dice.draws) == ([50], [])
    assert game.cards == list(reversed(engine.rules.beasts.deck))
    assert (game.removed, game.graveyard) == ([], [])


# --- end of the game -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAI-93", "BAI-94")
def test_three_kouronn_win_and_the_zones_stay_on_the_table() -> None:
    seats = {0: {"tokens": 1, "kouronn": 1, "assigned": [0]}, 1: {"tokens": 1, "kouronn": 2, "fer": [1]}}
    game = last_window([[24, 12], [3]], pile_size=0, seats=seats)
    events = act(game, 1, Pass())
    assert events[1:] == [
        RoundEnded(ending="pile", zones=[[24, 12], [3]], reductions=[0, 1], totals=[36, 2], winner=1, next_deal=None),
        KouronnGained(seat=1, total=3),
        TokenReturned(seat=0, count=1),
        GameOver(winners=[1], ranking=[[1], [0]], scores=[1, 3], reason="wins"),
    ]
    assert (game.phase, game.winners, game.round, game.turn) == ("game_over", [1], 4, 1)
    assert [player.zone for player in game.players] == [[0, 1], [10]]
    assert (game.players[0].tokens, game.players[0].assigned, game.players[1].fer) == (0, [], [])
    assert (game.last_round.next_deal, game.discard, game.effect) == (None, None, None)
    assert engine.rules.outcome(game) == Result([1], [[1], [0]], [1, 3], "wins")
    engine.rules.check(game)


@pytest.mark.rule("BAI-93")
@pytest.mark.parametrize("needed", [1, 2, 3])
def test_the_number_of_rounds_to_win_is_an_option(needed: int) -> None:
    game = last_window(
        [[5], [3]], pile_size=0, options={"wins_needed": needed}, seats={1: {"kouronn": needed - 1, "tokens": 1}}
    )
    assert engine.rules.outcome(game) is None
    act(game, 1, Pass())
    assert (game.phase, game.winners) == ("game_over", [1])


@pytest.mark.rule("BAI-95")
def test_the_round_cap_gives_the_game_to_the_most_kouronn() -> None:
    seats = {0: {"kouronn": 1, "tokens": 1}, 1: {"tokens": 1}, 2: {"kouronn": 1, "tokens": 1}}
    game = last_window([[5], [3], [3]], pile_size=0, options={"max_rounds": 3}, seats=seats, round=3)
    events = act(game, 2, Pass())
    assert events[-1] == GameOver(winners=[0, 2], ranking=[[0, 2], [1]], scores=[1, 0, 1], reason="round_cap")
    assert (game.winners, game.last_round.next_deal) == ([0, 2], None)
    game = last_window([[5], [3], [3]], pile_size=0, options={"max_rounds": 3}, seats=seats, round=2 + 1)
    game.options.max_rounds = 4
    act(game, 2, Pass())
    assert game.phase == "place_tokens"


@pytest.mark.rule("BAI-95")
def test_without_any_kouronn_nobody_wins() -> None:
    game = last_window([[3], [3]], pile_size=0, options={"max_rounds": 3}, round=3)
    act(game, 1, Pass())
    assert (game.phase, game.winners) == ("game_over", [])
    assert engine.rules.outcome(game) == Result([], [[0, 1]], [0, 0], "round_cap")


@pytest.mark.rule("BAI-94")
def test_a_round_gives_one_kouronn_at_most() -> None:
    game = last_window([[5], [3], [3]], pile_size=0)
    act(game, 2, Pass())
    assert sum(player.kouronn for player in game.players) == 0


@pytest.mark.rule("BAI-96")
def test_nothing_is_accepted_once_the_game_is_over() -> None:
    game = last_window([[5], [3]], pile_size=0, options={"wins_needed": 1})
    act(game, 1, Pass())
    for seat in (0, 1):
        for action in (Ready(), Pass(), Play()):
            assert refused(game, seat, action) == ("BAI-96", "game_over")
