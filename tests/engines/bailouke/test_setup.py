"""Setup of the game and of each round (BAI-1 to BAI-13)."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.bailouke import engine
from engines.bailouke.actions import AssignToken, Pass, Ready
from engines.bailouke.events import (
    CardDrawn,
    CardSeen,
    GameStarted,
    RoundStarted,
    SeatReady,
    TokenAssigned,
    TurnStarted,
)
from engines.bailouke.parts import Options
from engines.kernel.dice import SeededDice
from engines.kernel.refusals import InvalidOptions
from tests.engines.bailouke.positions import DRAWN, Backwards, act, legal, position

DECK = [value for value in range(8) for _ in range(4)] + [
    8,
    8,
    8,
    9,
    9,
    9,
    10,
    10,
    10,
    11,
    11,
    11,
    12,
    12,
    13,
    13,
    24,
    24,
]


def deal(seats: int, **options: object) -> tuple:
    dice = Backwards()
    game, events = engine.rules.deal(seats, engine.options(options, seats), dice)
    return game, events, dice


@pytest.mark.rule("BAI-1", "BAI-101")
def test_two_to_four_seats_play() -> None:
    assert list(engine.seats) == [2, 3, 4]
    for seats, pile in ((2, 41), (3, 38), (4, 35)):
        game, _, _ = deal(seats)
        assert engine.rules.seat_count(game) == len(game.players) == seats
        assert len(game.pile) == pile


@pytest.mark.rule("BAI-2", "BAI-6")
def test_the_deck_is_fifty_cards_in_one_shuffle() -> None:
    game, _, dice = deal(2, first_seat=0)
    assert sorted(game.cards) == DECK
    assert sum(DECK) == 324
    assert (dice.shuffles, dice.draws) == ([50], [])
    assert game.cards == DECK[::-1]


@pytest.mark.rule("BAI-3")
def test_token_supplies() -> None:
    beasts = engine.rules.beasts
    assert (beasts.kouronn, beasts.louk_louke, beasts.fer) == (9, 20, 6)
    assert {token["id"]: token["count"] for token in engine.content["tokens"]}["peboude"] == 4


@pytest.mark.rule("BAI-4", "BAI-122")
def test_one_louk_louke_each_once_and_for_all() -> None:
    game, _, _ = deal(3)
    assert [player.tokens for player in game.players] == [1, 1, 1]
    late = position([[], [2], [3]], "discard", window=1, graveyard=[5], seats={0: {"tokens": 2}})
    act(late, 1, Pass())
    act(late, 2, Pass())
    assert (late.round, late.phase) == (2, "place_tokens")
    assert [player.tokens for player in late.players] == [2, 0, 0]


@pytest.mark.rule("BAI-5")
def test_the_first_seat_is_an_option_or_one_draw() -> None:
    game, events, dice = deal(3, first_seat=1)
    assert (game.first_seat, game.active_seat, dice.draws) == (1, 1, [])
    game, events, dice = deal(3)
    assert (game.first_seat, game.active_seat, dice.draws) == (2, 2, [3])
    assert events == [
        GameStarted(seats=3, options=Options(), first_seat=2),
        RoundStarted(round=1, first_seat=2, dealt=[3, 3, 3], pile_count=38),
    ]


@pytest.mark.rule("BAI-7", "BAI-12")
def test_cards_are_dealt_one_at_a_time_clockwise_from_the_first_seat() -> None:
    game, _, _ = deal(3, first_seat=1)
    assert [player.zone for player in game.players] == [[2, 5, 8], [0, 3, 6], [1, 4, 7]]


@pytest.mark.rule("BAI-10", "BAI-11")
def test_three_cards_are_set_aside_and_the_rest_is_the_pile() -> None:
    game, _, _ = deal(2, first_seat=0)
    assert game.set_aside == [6, 7, 8]
    assert game.pile == list(range(9, 50))
    assert (game.graveyard, game.removed, game.drawn, game.turn, game.round) == ([], [], None, 0, 1)


@pytest.mark.rule("BAI-8")
def test_nobody_looks_at_a_zone_card() -> None:
    game, _, _ = deal(2)
    for seat in (0, 1, None):
        shown = [card.value for player in engine.visibility.view(game, seat).players for card in player.zone]
        assert shown == [None] * 6
    assert all(player.seen == [] for player in game.players)


@pytest.mark.rule("BAI-13")
def test_all_place_their_tokens_at_once_before_the_first_turn() -> None:
    game, _, _ = deal(2, first_seat=1)
    assert (game.phase, engine.rules.to_act(game)) == ("place_tokens", (0, 1))
    assert legal(game, 0) == [Ready(), AssignToken(1), AssignToken(3), AssignToken(5)]
    assert act(game, 0, Ready()) == [SeatReady(seat=0)]
    assert engine.rules.to_act(game) == (1,)
    events = act(game, 1, Ready())
    assert events == [
        SeatReady(seat=1),
        TurnStarted(seat=1, turn=1),
        CardDrawn(seat=1, card=9, pile_count=40),
        CardSeen(seat=1, card=9, value=game.cards[9], reason="draw"),
    ]
    assert (game.phase, game.turn, game.active_seat, game.drawn) == ("play", 1, 1, 9)
    assert all(player.ready for player in game.players)


@pytest.mark.rule("BAI-13")
def test_a_seat_without_a_token_to_place_is_ready_by_itself() -> None:
    game, _, _ = deal(2, first_seat=0)
    events = act(game, 1, AssignToken(3))
    assert events == [
        TokenAssigned(seat=1, card=3, place=2),
        CardSeen(seat=1, card=3, value=game.cards[3], reason="token"),
        SeatReady(seat=1, auto=True),
    ]
    assert engine.rules.to_act(game) == (0,)


@pytest.mark.rule("BAI-13", "BAI-20")
def test_a_seat_with_a_token_on_every_card_is_ready_by_itself() -> None:
    game = position([[4], [5, 6]], "place_tokens", seats={0: {"tokens": 2, "ready": False}, 1: {"ready": False}})
    assert engine.rules.forced(game) == (1, Ready())
    events = act(game, 0, AssignToken(0))
    assert [event for event in events if isinstance(event, SeatReady)] == [
        SeatReady(seat=0, auto=True),
        SeatReady(seat=1, auto=True),
    ]
    assert game.phase == "play"


@pytest.mark.rule("BAI-102")
def test_words_that_mean_the_same() -> None:
    content = engine.content
    aliases = {entry["id"]: entry.get("alias_fr") for entry in (*content["zones"], *content["tokens"])}
    assert (aliases["zone"], aliases["louk_louke"]) == ("enclos", "jeton œil")
    assert engine.words.names["fr"]["macabam"] == "Macabam"
    assert content["game"]["name"] == {"fr": "Baïlouké", "en": "Baïlouké"}


def test_dice_stream_is_the_first_seat_then_one_permutation() -> None:
    dice, again = SeededDice(bytes(32)), SeededDice(bytes(32))
    game, _ = engine.rules.deal(4, engine.options({}, 4), dice)
    assert game.first_seat == again.below(4)
    cards = list(DECK)
    again.shuffle(cards)
    assert game.cards == cards
    assert dice.counter == again.counter


def test_options_have_bounds() -> None:
    assert engine.options({"max_rounds": 3, "wins_needed": 1}, 2) == Options(max_rounds=3, wins_needed=1)
    for bad in ({"first_seat": 2}, {"wins_needed": 4}, {"max_rounds": 2}, {"tizeanne_deal": "none"}, {"unknown": 1}):
        with pytest.raises(InvalidOptions):
            engine.options(bad, 2)


def test_resume_tells_who_plays_and_forces_nothing() -> None:
    game = position([[4], [5, 6]], "place_tokens", first=0, seats={1: {"ready": False}})
    before = engine.encode(game)
    assert engine.rules.resume(game, SeededDice(b"")) == [GameStarted(seats=2, options=Options(), first_seat=0)]
    assert engine.encode(game) == before


def test_a_snapshot_of_an_opening_counts_the_deck() -> None:
    game, _, _ = deal(4)
    assert Counter(game.cards) == Counter(engine.rules.beasts.deck)
    assert DRAWN in game.pile
