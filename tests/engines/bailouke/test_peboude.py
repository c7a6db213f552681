"""Péboudé: protection (BAI-35 to BAI-41)."""

from __future__ import annotations

import pytest

from engines.bailouke import engine
from engines.bailouke.actions import (
    Discard,
    EndTurn,
    Exchange,
    ExchangeSeen,
    Give,
    HandOver,
    Pass,
    Peek,
    Play,
    Replace,
    Reveal,
    ShuffleZone,
    Skip,
    StealToken,
    Target,
)
from engines.bailouke.events import CardsPassed, PeboudeChanged, StepSkipped
from engines.bailouke.parts import Effect, PassedCard
from engines.bailouke.position import Position
from tests.engines.bailouke.positions import Backwards, act, do, kinds, legal, only, position, refused


def play_through(game: Position) -> list:
    """Play the drawn card, which asks nothing, and let everybody pass."""
    seat = game.active_seat
    events = act(game, seat, Play())
    while game.phase == "discard":
        events += act(game, game.discard.seat, Pass())
    return events + act(game, seat, EndTurn())


@pytest.mark.rule("BAI-35", "BAI-43")
def test_playing_liboude_protects() -> None:
    game = position([[2, 3], [4, 5]], drawn=1)
    assert act(game, 0, Play())[1:] == [PeboudeChanged(seat=0, side=2)]
    assert (game.players[0].peboude, game.phase) == (2, "discard")


@pytest.mark.rule("BAI-39", "BAI-112")
def test_the_token_covers_two_turns_of_its_holder() -> None:
    game = position([[2, 3], [4, 5]], drawn=1, pile=[24, 24, 1])
    play_through(game)
    assert game.players[0].peboude == 2
    events = play_through(game)
    assert (game.active_seat, game.turn, game.players[0].peboude) == (0, 3, 1)
    assert kinds(events)[-4:] == ["turn_started", "peboude_changed", "card_drawn", "card_seen"]
    assert only(events, PeboudeChanged) == [PeboudeChanged(seat=0, side=1)]
    play_through(game)
    assert game.players[0].peboude == 1
    events = play_through(game)
    assert PeboudeChanged(seat=0, side=0) in events
    assert (game.active_seat, game.turn, game.players[0].peboude) == (0, 5, 0)


@pytest.mark.rule("BAI-40")
def test_a_second_liboude_sets_the_token_back_to_two() -> None:
    game = position([[2, 3], [4, 5]], drawn=1, seats={0: {"peboude": 1}})
    act(game, 0, Play())
    assert [player.peboude for player in game.players] == [2, 0]


@pytest.mark.rule("BAI-36", "BAI-70", "BAI-111")
def test_a_protected_seat_takes_no_penalty_card() -> None:
    game = position([[2, 3], [4, 5]], "discard", graveyard=[6], window=0, seats={0: {"peboude": 1}})
    pile = list(game.pile)
    assert kinds(act(game, 0, Discard(0))) == ["discard_failed"]
    assert (game.players[0].zone, game.pile, game.discard.seat) == ([0, 1], pile, 1)
    assert [player.seen for player in game.players] == [[0], [0]]


@pytest.mark.rule("BAI-36", "BAI-55")
def test_touni_minwi_adds_nothing_to_a_protected_seat() -> None:
    for fields in ({"seats": {0: {"peboude": 1}}}, {"pile_size": 0}):
        game = position([[2, 3], [4, 5]], drawn=13, **fields)
        assert act(game, 0, Play())[1:] == [
            StepSkipped(seat=0, op="add_from_pile", reason="impossible"),
            StepSkipped(seat=0, op="give_card", reason="impossible"),
        ]
        assert (game.players[0].zone, game.phase) == ([0, 1], "discard")


@pytest.mark.rule("BAI-36")
def test_a_protected_seat_is_no_target() -> None:
    game = position(
        [[2], [4], [5], [8]], "effect", graveyard=[7], effect=Effect(7, option=0), seats={2: {"peboude": 2}}
    )
    assert legal(game, 0) == [Target(1), Target(3)]
    assert refused(game, 0, Target(2)) == ("BAI-36", "illegal")
    game = position(
        [[2, 9], [4], [5], [8]],
        "effect",
        graveyard=[13],
        effect=Effect(13, step=1, previous_done=True),
        seats={2: {"peboude": 2}},
    )
    assert legal(game, 0) == [Give(0, 1), Give(0, 3), Give(1, 1), Give(1, 3), Skip()]
    assert refused(game, 0, Give(0, 2)) == ("BAI-36", "illegal")


@pytest.mark.rule("BAI-37")
def test_nobody_exchanges_with_a_protected_seat() -> None:
    game = position([[2], [9], [5]], "effect", graveyard=[4], effect=Effect(4), seats={2: {"peboude": 2}})
    assert legal(game, 0) == [Exchange(0, 10)]
    assert refused(game, 0, Exchange(0, 20)) == ("BAI-37", "illegal")


@pytest.mark.rule("BAI-38")
def test_the_protected_seat_may_itself_exchange() -> None:
    game = position([[2, 3], [9]], drawn=4, seats={0: {"peboude": 2}})
    act(game, 0, Play())
    act(game, 0, Exchange(1, 10))
    assert [player.zone for player in game.players] == [[0, 10], [1]]


@pytest.mark.rule("BAI-41")
def test_protection_does_not_stop_shuffles_thefts_contests_and_replacing() -> None:
    guard = {"seats": {1: {"peboude": 2, "tokens": 1}}}
    game = position([[2, 3], [9, 5], [8]], "effect", graveyard=[6], effect=Effect(6), **guard)
    assert legal(game, 0) == [ShuffleZone(1), ShuffleZone(2)]
    game = position([[2, 3], [9, 5], [8]], "effect", graveyard=[12], effect=Effect(12), **guard)
    assert legal(game, 0) == [StealToken(1, None)]
    game = position([[2, 3], [9, 5], [8, 0]], drawn=10, **guard)
    act(game, 0, Play())
    assert engine.rules.to_act(game) == (0, 1, 2)
    game = position([[2, 3], [9, 5], [8, 0]], drawn=24, seats={0: {"peboude": 1}})
    assert Replace(0) in legal(game, 0)


@pytest.mark.rule("BAI-41", "BAI-51")
def test_lougarou_looks_at_a_protected_card_but_does_not_exchange_it() -> None:
    game = position([[2, 3], [4, 5]], drawn=9, seats={1: {"peboude": 1}})
    act(game, 0, Play())
    act(game, 0, Peek(0))
    events = act(game, 0, Peek(11))
    assert events[2:] == [StepSkipped(seat=0, op="exchange_seen", reason="impossible")]
    assert (game.phase, game.players[0].seen) == ("discard", [0, 11])


@pytest.mark.rule("BAI-37", "BAI-51")
def test_an_exchange_of_seen_cards_left_open_is_refused_by_the_protection() -> None:
    effect = Effect(9, step=2, previous_done=True, looked=[0, 10])
    game = position(
        [[2, 3], [4, 5]], "effect", graveyard=[9], effect=effect, seats={0: {"seen": [0, 10]}, 1: {"peboude": 1}}
    )
    assert legal(game, 0) == [Skip()]
    assert refused(game, 0, ExchangeSeen()) == ("BAI-37", "illegal")


@pytest.mark.rule("BAI-51")
@pytest.mark.parametrize("looked", [[], [0], [10], [10, 0], [0, 1], [10, 11]])
def test_an_exchange_of_seen_cards_needs_a_look_at_both(looked: list[int]) -> None:
    effect = Effect(9, step=2, previous_done=True, looked=looked)
    game = position([[2, 3], [4, 5]], "effect", graveyard=[9], effect=effect, seats={0: {"seen": [0, 1, 10, 11]}})
    assert legal(game, 0) == [Skip()]
    assert refused(game, 0, ExchangeSeen()) == ("BAI-51", "illegal")


@pytest.mark.rule("BAI-53")
def test_loulou_leaves_protected_opponents_out_of_the_ring() -> None:
    game = position([[2, 3], [4, 5], [6, 7], [8, 9]], drawn=11, seats={1: {"peboude": 1}})
    act(game, 0, Play())
    assert engine.rules.to_act(game) == (0, 2, 3)
    assert refused(game, 1, HandOver(10)) == ("BAI-53", "not_to_act")
    assert legal(game, 1) == []
    events = do(game, (3, HandOver(31)), (0, HandOver(0)), (2, HandOver(20)))
    assert only(events, CardsPassed) == [
        CardsPassed(entries=[PassedCard(0, 2, 0), PassedCard(2, 3, 20), PassedCard(3, 0, 31)])
    ]
    assert [player.zone for player in game.players] == [[31, 1], [10, 11], [0, 21], [30, 20]]


@pytest.mark.rule("BAI-53")
def test_the_active_seat_takes_part_even_if_protected_but_not_alone() -> None:
    game = position([[2, 3], [4, 5]], drawn=11, seats={0: {"peboude": 1}})
    act(game, 0, Play())
    assert engine.rules.to_act(game) == (0, 1)
    game = position([[2, 3], [4, 5]], drawn=11, seats={1: {"peboude": 1}})
    events = act(game, 0, Play())
    assert events[1:] == [StepSkipped(seat=0, op="pass_left", reason="impossible")]


def test_a_protected_zone_may_be_shuffled() -> None:
    game = position([[2, 3], [4, 5]], drawn=6, seats={1: {"peboude": 1}})
    dice = Backwards()
    events = act(game, 0, Play(), dice)
    assert kinds(events) == ["card_played", "zone_shuffled"]
    assert events[1].auto is True
    assert dice.shuffles == [2]


def test_reveal_is_open_to_the_protected() -> None:
    game = position([[2, 3], [4, 5]], drawn=10, seats={1: {"peboude": 1}})
    act(game, 0, Play())
    assert legal(game, 1) == [Reveal(10), Reveal(11)]
