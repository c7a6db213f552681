"""Louk Louké tokens (BAI-14 to BAI-21)."""

from __future__ import annotations

import pytest

from engines.bailouke import engine
from engines.bailouke.actions import AssignToken, Discard, Exchange, Pass, Play, Replace
from engines.bailouke.events import CardSeen, CardsExchanged, StepSkipped, TokenAssigned, TokenFreed, TokenMoved
from tests.engines.bailouke.positions import DRAWN, act, legal, only, position, refused


@pytest.mark.rule("BAI-14", "BAI-104")
def test_a_token_lies_on_an_own_card_one_at_most() -> None:
    game = position([[2, 3], [4, 5]], drawn=6, seats={0: {"tokens": 2, "assigned": [1]}})
    assert refused(game, 0, AssignToken(10)) == ("BAI-14", "illegal")
    assert refused(game, 0, AssignToken(1)) == ("BAI-14", "illegal")
    assert refused(game, 0, AssignToken(49)) == ("BAI-14", "illegal")
    assert legal(game, 0)[-1] == AssignToken(0)
    assert AssignToken(1) not in legal(game, 0)


@pytest.mark.rule("BAI-17")
def test_without_a_free_token_there_is_nothing_to_assign() -> None:
    game = position([[2, 3], [4, 5]], drawn=6, seats={0: {"assigned": [1]}})
    assert refused(game, 0, AssignToken(0)) == ("BAI-17", "illegal")
    assert refused(game, 1, AssignToken(10)) == ("BAI-17", "illegal")
    assert refused(game, 1, AssignToken(0)) == ("BAI-14", "illegal")
    assert not [action for action in legal(game, 0) if isinstance(action, AssignToken)]


@pytest.mark.rule("BAI-15", "BAI-19")
def test_the_owner_alone_sees_the_card_as_soon_as_a_token_is_assigned() -> None:
    game = position([[2, 3], [4, 5]], drawn=6, seats={1: {"tokens": 1}})
    events = act(game, 1, AssignToken(11))
    assert events == [
        TokenAssigned(seat=1, card=11, place=2),
        CardSeen(seat=1, card=11, value=5, reason="token"),
    ]
    assert (game.players[1].assigned, game.players[1].seen) == ([11], [11])
    assert engine.visibility.view(game, 1).players[1].zone[1].value == 5
    for other in (0, None):
        card = engine.visibility.view(game, other).players[1].zone[1]
        assert (card.token, card.value) == (True, None)
        assert [engine.visibility.redact(event, other) for event in events] == [events[0], None]
    assert engine.visibility.redact(events[1], 1) is events[1]


@pytest.mark.rule("BAI-16")
def test_an_assigned_token_stays_where_it_is() -> None:
    game = position([[2, 3], [4, 5]], drawn=24, seats={0: {"tokens": 2, "assigned": [0]}})
    assert legal(game, 0)[3:] == [AssignToken(1)]
    act(game, 0, Play())
    assert game.players[0].assigned == [0]


@pytest.mark.rule("BAI-17", "BAI-105")
@pytest.mark.parametrize("phase", ["play", "discard", "announce", "place_added", "effect"])
def test_a_free_token_is_assigned_at_any_moment_in_anyones_turn(phase: str) -> None:
    fields: dict = {
        "play": {"drawn": 24},
        "discard": {"window": 0, "graveyard": [6]},
        "announce": {"graveyard": [6]},
        "place_added": {"incoming": (1, 0, "failed_discard"), "window": 0, "graveyard": [6]},
        "effect": {"graveyard": [4]},
    }[phase]
    if phase == "effect":
        from engines.bailouke.parts import Effect

        fields["effect"] = Effect(4)
    game = position([[2, 3], [4, 5]], phase, seats={1: {"tokens": 1}}, **fields)
    assert engine.rules.to_act(game) == (0,)
    assert legal(game, 1) == [AssignToken(10), AssignToken(11)]
    waiting = legal(game, 0)
    act(game, 1, AssignToken(10))
    assert (game.phase, engine.rules.to_act(game), legal(game, 0), legal(game, 1)) == (phase, (0,), waiting, [])


@pytest.mark.rule("BAI-105")
def test_a_ready_seat_may_still_assign_while_others_place_their_tokens() -> None:
    game = position([[2, 3], [4, 5]], "place_tokens", seats={0: {"tokens": 1}, 1: {"tokens": 1, "ready": False}})
    assert engine.rules.to_act(game) == (1,)
    assert legal(game, 0) == [AssignToken(0), AssignToken(1)]
    act(game, 0, AssignToken(1))
    assert (game.players[0].assigned, game.phase) == ([1], "place_tokens")


@pytest.mark.rule("BAI-18")
def test_a_token_on_a_replaced_card_is_freed() -> None:
    game = position([[24, 3], [4, 5]], drawn=6, seats={0: {"assigned": [0]}})
    events = act(game, 0, Replace(0))
    assert events[1] == TokenFreed(seat=0, card=0)
    player = game.players[0]
    assert (player.zone, player.tokens, player.assigned, player.free_tokens) == ([DRAWN, 1], 1, [], 1)
    assert player.seen == [DRAWN]


@pytest.mark.rule("BAI-103")
def test_a_token_on_a_replaced_card_stays_by_option() -> None:
    game = position([[24, 3], [4, 5]], drawn=6, options={"token_on_replace": "stays"}, seats={0: {"assigned": [0, 1]}})
    events = act(game, 0, Replace(0))
    assert events[1:3] == [
        TokenMoved(seat=0, from_card=0, to_card=DRAWN, place=1),
        CardSeen(seat=0, card=DRAWN, value=6, reason="token"),
    ]
    assert (game.players[0].assigned, game.players[0].seen) == ([1, DRAWN], [1, DRAWN])


@pytest.mark.rule("BAI-103")
def test_an_exchange_of_two_cards_with_tokens() -> None:
    seats = {0: {"assigned": [0]}, 1: {"assigned": [11]}}
    game = position([[2, 3], [9, 5]], drawn=4, seats=seats)
    act(game, 0, Play())
    events = act(game, 0, Exchange(0, 11))
    assert events == [
        CardsExchanged(seat=0, own_card=0, other_seat=1, other_card=11, own_place=1, other_place=2),
        TokenFreed(seat=0, card=0),
        TokenFreed(seat=1, card=11),
    ]
    assert [player.zone for player in game.players] == [[11, 1], [10, 0]]
    assert [player.free_tokens for player in game.players] == [1, 1]
    assert legal(game, 1) == [AssignToken(10), AssignToken(0)]
    assert [player.seen for player in game.players] == [[0], [11]]


@pytest.mark.rule("BAI-18", "BAI-103")
def test_with_stays_each_owner_sees_the_card_received() -> None:
    seats = {0: {"assigned": [0]}, 1: {"assigned": [11]}}
    game = position([[2, 3], [9, 5]], drawn=4, seats=seats, options={"token_on_replace": "stays"})
    act(game, 0, Play())
    events = act(game, 0, Exchange(0, 11))
    assert events[1:] == [
        TokenMoved(seat=0, from_card=0, to_card=11, place=1),
        CardSeen(seat=0, card=11, value=5, reason="token"),
        TokenMoved(seat=1, from_card=11, to_card=0, place=2),
        CardSeen(seat=1, card=0, value=2, reason="token"),
    ]
    assert [player.assigned for player in game.players] == [[11], [0]]
    assert [player.seen for player in game.players] == [[0, 11], [0, 11]]


@pytest.mark.rule("BAI-103")
def test_stays_still_frees_the_token_of_a_discarded_card() -> None:
    game = position(
        [[6, 3], [4, 5]],
        "discard",
        graveyard=[6],
        window=0,
        options={"token_on_replace": "stays"},
        seats={0: {"assigned": [0]}},
    )
    assert act(game, 0, Discard(0))[1:] == [TokenFreed(seat=0, card=0)]
    assert game.players[0].assigned == []


@pytest.mark.rule("BAI-20")
def test_tokens_carry_over_unassigned_to_the_next_round() -> None:
    game = position(
        [[], [4, 5]], "discard", graveyard=[6], window=1, seats={0: {"tokens": 3}, 1: {"tokens": 2, "assigned": [10]}}
    )
    act(game, 1, Pass())
    assert (game.round, game.phase) == (2, "place_tokens")
    assert [(player.tokens, player.assigned, player.seen) for player in game.players] == [(3, [], []), (2, [], [])]


@pytest.mark.rule("BAI-21")
def test_an_empty_supply_gives_nothing() -> None:
    game = position([[2, 3], [4, 5]], drawn=0, seats={0: {"tokens": 9}, 1: {"tokens": 11}})
    events = act(game, 0, Play())
    assert only(events, StepSkipped) == [StepSkipped(seat=0, op="gain_token", reason="impossible")]
    assert (game.players[0].tokens, game.phase) == (9, "discard")
