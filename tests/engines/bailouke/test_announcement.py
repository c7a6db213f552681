"""The announcement of Baïlouké, and the round that it ends (BAI-73 to BAI-96)."""

from __future__ import annotations

import pytest

from engines.bailouke.actions import Announce, Discard, EndTurn, Pass
from engines.bailouke.events import (
    BailoukeAnnounced,
    CardDiscarded,
    DiscardPassed,
    KouronnGained,
    RoundEnded,
    RoundStarted,
)
from engines.bailouke.parts import LastRound
from engines.bailouke.position import Position
from tests.engines.bailouke.positions import (
    TOKENS,
    Backwards,
    act,
    kinds,
    last_window,
    legal,
    position,
    refused,
)


@pytest.mark.rule("BAI-73", "BAI-74")
def test_the_active_seat_may_announce_after_the_discard_phase() -> None:
    game = last_window([[24, 13], [1, 2], [3]])
    act(game, 2, Pass())
    assert (game.phase, legal(game, 0)[:2]) == ("announce", [Announce(), EndTurn()])
    assert refused(game, 1, Announce()) == ("BAI-22", "not_to_act")
    assert refused(game, 0, Pass()) == ("BAI-73", "wrong_phase")
    events = act(game, 0, Announce())
    assert events[0] == BailoukeAnnounced(seat=0)
    assert kinds(events[1:]) == ["turn_started", "card_drawn", "card_seen"]
    assert (game.announced_by, game.active_seat, game.phase) == (0, 1, "play")


@pytest.mark.rule("BAI-74")
def test_an_announcement_is_never_compulsory_and_at_no_other_moment() -> None:
    game = position([[0], [24]], "announce", graveyard=[6])
    act(game, 0, EndTurn())
    assert game.announced_by is None
    assert refused(game, 1, Announce()) == ("BAI-22", "wrong_phase")


def scoring_example() -> Position:
    """Maëva announced; Shankara and Aydan have played; Shankara's window is the last of Aydan's turn."""
    return position(
        [[0, 0, 1, 4], [1, 7], [24]],
        "discard",
        graveyard=[6],
        window=1,
        active=2,
        turn=6,
        first=1,
        announced_by=0,
        seats={0: {"tokens": 1}, 1: {"fer": [2], "tokens": 1}, 2: {"tokens": 2}},
    )


@pytest.mark.rule("BAI-75", "BAI-85", "BAI-86")
def test_the_round_ends_when_the_turn_comes_back_to_the_announcer() -> None:
    game = scoring_example()
    events = act(game, 1, Pass())
    assert events == [
        DiscardPassed(seat=1),
        RoundEnded(
            ending="announcement",
            zones=[[0, 0, 1, 4], [1, 7], [24]],
            reductions=[0, 2, 0],
            totals=[5, 6, 24],
            winner=0,
            next_deal=[3, 3, 2],
        ),
        KouronnGained(seat=0, total=1),
        RoundStarted(round=2, first_seat=0, dealt=[3, 3, 2], pile_count=39),
    ]
    assert game.last_round == LastRound(
        round=1,
        ending="announcement",
        announced_by=0,
        zones=[[0, 0, 1, 4], [1, 7], [24]],
        reductions=[0, 2, 0],
        totals=[5, 6, 24],
        winner=0,
        next_deal=[3, 3, 2],
    )


@pytest.mark.rule("BAI-91", "BAI-92")
def test_the_winner_starts_and_the_holder_of_a_tizeanne_is_dealt_two() -> None:
    game = scoring_example()
    act(game, 1, Pass(), Backwards())
    assert [player.zone for player in game.players] == [[0, 3, 6], [1, 4, 7], [2, 5]]
    assert (game.set_aside, game.pile[0], len(game.pile)) == ([8, 9, 10], 11, 39)
    assert (game.round, game.turn, game.first_seat, game.active_seat) == (2, 0, 0, 0)
    assert (game.phase, game.announced_by, game.graveyard, game.discard) == ("place_tokens", None, [], None)


@pytest.mark.rule("BAI-76", "BAI-121")
def test_nobody_is_asked_after_an_announcement() -> None:
    game = position([[5], [1], [2]], "discard", graveyard=[6], window=0, active=1, announced_by=0, turn=2)
    events = act(game, 0, Pass())
    assert kinds(events) == ["discard_passed", "turn_started", "card_drawn", "card_seen"]
    assert (game.active_seat, game.announced_by, game.phase) == (2, 0, "play")


@pytest.mark.rule("BAI-77")
def test_the_announcer_may_still_discard_and_win_by_an_empty_zone() -> None:
    game = position(
        [[6], [1, 2], [3]], "discard", graveyard=[6], window=0, active=1, announced_by=0, turn=2, seats=TOKENS
    )
    events = act(game, 0, Discard(0))
    assert events[0] == CardDiscarded(seat=0, card=0, value=6, place=1)
    assert (game.last_round.ending, game.last_round.winner, game.last_round.announced_by) == ("empty_zone", 0, 0)


@pytest.mark.rule("BAI-77")
def test_the_announcer_may_lose_without_penalty() -> None:
    game = position(
        [[9], [1]], "discard", graveyard=[6], window=0, active=1, announced_by=0, turn=2, seats={1: {"tokens": 1}}
    )
    act(game, 0, Pass())
    last = game.last_round
    assert (last.totals, last.winner, last.next_deal) == ([9, 1], 1, [3, 3])
