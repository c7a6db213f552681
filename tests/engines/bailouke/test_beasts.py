"""The fifteen beasts and what they do (BAI-42 to BAI-60)."""

from __future__ import annotations

import pytest

from engines.bailouke import engine
from engines.bailouke.actions import (
    AssignToken,
    Exchange,
    ExchangeSeen,
    ExchangeWithPile,
    MoveToken,
    Pass,
    Peek,
    Play,
    ShuffleZone,
    Skip,
)
from engines.bailouke.events import (
    CardPeeked,
    CardSeen,
    CardsExchanged,
    StepSkipped,
    TokenFreed,
    TokenGained,
    TokenMoved,
    ZoneShuffled,
)
from engines.bailouke.parts import Effect
from tests.engines.bailouke.positions import Backwards, act, do, kinds, legal, only, position, refused, zone_values


def copies() -> dict[int, int]:
    return {beast.value: beast.copies for beast in engine.rules.beasts.beasts.values()}


def test_copies_of_the_beasts() -> None:
    assert copies() == {**dict.fromkeys(range(8), 4), 8: 3, 9: 3, 10: 3, 11: 3, 12: 2, 13: 2, 24: 2}


@pytest.mark.rule("BAI-42")
def test_alalila_gains_a_louk_louke() -> None:
    game = position([[2, 3], [4, 5]], drawn=0, seats={1: {"tokens": 18}, 0: {"tokens": 1}})
    assert act(game, 0, Play())[1:] == [TokenGained(seat=0, count=1)]
    assert game.players[0].tokens == 2


@pytest.mark.rule("BAI-44")
def test_kouroupa_looks_at_one_own_card() -> None:
    game = position([[7, 3], [4, 5]], drawn=2)
    act(game, 0, Play())
    assert legal(game, 0) == [Peek(0), Peek(1)]
    assert refused(game, 0, Peek(10)) == ("BAI-44", "illegal")
    events = act(game, 0, Peek(0))
    assert events == [CardPeeked(seat=0, card=0, place=1), CardSeen(seat=0, card=0, value=7, reason="peek")]
    assert (game.players[0].seen, game.phase, game.effect) == ([0], "discard", None)
    assert engine.visibility.view(game, 0).players[0].zone[0].value is None


@pytest.mark.rule("BAI-44")
def test_a_lone_card_is_looked_at_by_itself() -> None:
    game = position([[7], [4, 5]], drawn=2)
    events = act(game, 0, Play())
    assert events[1:] == [
        CardPeeked(seat=0, card=0, place=1, auto=True),
        CardSeen(seat=0, card=0, value=7, reason="peek", auto=True),
    ]


@pytest.mark.rule("BAI-45")
def test_payanki_looks_at_a_card_of_an_opponent() -> None:
    game = position([[7, 3], [4, 5], [6]], drawn=3)
    act(game, 0, Play())
    assert legal(game, 0) == [Peek(10), Peek(11), Peek(20)]
    assert refused(game, 0, Peek(0)) == ("BAI-45", "illegal")
    assert refused(game, 0, Peek(49)) == ("BAI-45", "illegal")
    assert act(game, 0, Peek(20))[1] == CardSeen(seat=0, card=20, value=6, reason="peek")
    assert [player.seen for player in game.players] == [[20], [], []]


@pytest.mark.rule("BAI-45")
def test_the_only_card_of_opponents_is_looked_at_by_itself() -> None:
    game = position([[7, 3], [4]], drawn=3)
    assert [event.auto for event in act(game, 0, Play())[1:]] == [True, True]
    assert game.players[0].seen == [10]


@pytest.mark.rule("BAI-46")
def test_ravina_exchanges_blindly() -> None:
    game = position([[7, 3], [9, 5], [6]], drawn=4)
    act(game, 0, Play())
    assert legal(game, 0) == [Exchange(own, other) for own in (0, 1) for other in (10, 11, 20)]
    assert refused(game, 0, Exchange(10, 0)) == ("BAI-46", "illegal")
    assert refused(game, 0, Exchange(0, 1)) == ("BAI-46", "illegal")
    assert refused(game, 0, Exchange(0, 49)) == ("BAI-46", "illegal")
    assert refused(game, 0, Skip()) == ("BAI-46", "wrong_phase")
    assert act(game, 0, Exchange(1, 20)) == [
        CardsExchanged(seat=0, own_card=1, other_seat=2, other_card=20, own_place=2, other_place=1)
    ]


@pytest.mark.rule("BAI-46")
def test_the_only_pair_is_exchanged_by_itself() -> None:
    game = position([[7], [9]], drawn=4)
    assert act(game, 0, Play())[1:] == [
        CardsExchanged(seat=0, own_card=0, other_seat=1, other_card=10, own_place=1, other_place=1, auto=True)
    ]
    assert [player.zone for player in game.players] == [[10], [0]]


@pytest.mark.rule("BAI-47")
def test_bonom_sak_exchanges_the_top_card_of_the_pile() -> None:
    game = position([[7, 13], [9, 0]], drawn=5, pile=[1, 24])
    pile = list(game.pile)
    events = act(game, 0, Play())
    assert events[1:] == [
        CardPeeked(seat=0, card=None),
        CardSeen(seat=0, card=pile[0], value=1, reason="pile"),
    ]
    assert game.effect == Effect(5, step=1, previous_done=True, looked=[pile[0]])
    assert engine.visibility.view(game, 0).pile.top.value == 1
    assert engine.visibility.view(game, 1).pile.top.value is None
    assert legal(game, 0) == [ExchangeWithPile(0), ExchangeWithPile(1), Skip()]
    assert refused(game, 0, ExchangeWithPile(10)) == ("BAI-47", "illegal")
    assert act(game, 0, ExchangeWithPile(1)) == [
        CardsExchanged(seat=0, own_card=1, other_seat=None, other_card=pile[0], own_place=2)
    ]
    assert (game.players[0].zone, game.pile, game.phase) == ([0, pile[0]], [1, *pile[1:]], "discard")
    assert zone_values(game, 0) == [7, 1]
    do(game, (0, Pass()), (1, Pass()))
    engine.rules.apply(game, 0, legal(game, 0)[1], Backwards())
    assert (game.active_seat, game.drawn, game.cards[game.drawn]) == (1, 1, 13)


@pytest.mark.rule("BAI-47", "BAI-18")
def test_a_token_on_a_card_put_on_the_pile_is_freed() -> None:
    game = position([[7, 13], [9, 0]], drawn=5, seats={0: {"assigned": [1]}})
    act(game, 0, Play())
    assert act(game, 0, ExchangeWithPile(1))[1:] == [TokenFreed(seat=0, card=1)]
    assert 1 in game.players[0].seen


@pytest.mark.rule("BAI-48")
def test_sakouye_wipes_what_was_seen_of_the_zone() -> None:
    seats = {0: {"seen": [0, 21]}, 1: {"seen": [10, 20, 22]}, 2: {"assigned": [20, 21], "seen": [0, 20, 21]}}
    game = position([[2, 3], [4, 5], [7, 8, 9]], drawn=6, seats=seats)
    act(game, 0, Play())
    assert legal(game, 0) == [ShuffleZone(1), ShuffleZone(2)]
    for seat in (0, 3):
        assert refused(game, 0, ShuffleZone(seat)) == ("BAI-48", "illegal")
    dice = Backwards()
    events = act(game, 0, ShuffleZone(2), dice)
    assert events == [
        ZoneShuffled(seat=0, target_seat=2),
        TokenFreed(seat=2, card=20),
        TokenFreed(seat=2, card=21),
    ]
    assert (game.players[2].zone, zone_values(game, 2), dice.shuffles) == ([20, 21, 22], [9, 8, 7], [3])
    assert [player.seen for player in game.players] == [[0], [10], [0]]
    assert (game.players[2].assigned, game.players[2].tokens) == ([], 2)


@pytest.mark.rule("BAI-48", "BAI-103")
def test_a_shuffle_with_stays_shows_the_owner_the_cards_now_under_the_tokens() -> None:
    game = position(
        [[2, 3], [7, 8, 9]], drawn=6, options={"token_on_replace": "stays"}, seats={1: {"assigned": [10, 11]}}
    )
    events = act(game, 0, Play(), Backwards())
    assert events[1:] == [
        ZoneShuffled(seat=0, target_seat=1, auto=True),
        CardSeen(seat=1, card=10, value=9, reason="token", auto=True),
        CardSeen(seat=1, card=11, value=8, reason="token", auto=True),
    ]
    assert (game.players[1].assigned, game.players[1].seen) == ([10, 11], [10, 11])


@pytest.mark.rule("BAI-48")
@pytest.mark.parametrize(("option", "assigned"), [("freed", []), ("stays", [10])])
def test_a_zone_of_one_card_needs_no_dice(option: str, assigned: list[int]) -> None:
    seats = {0: {"seen": [10]}, 1: {"assigned": [10]}}
    game = position([[2, 3], [7]], drawn=6, options={"token_on_replace": option}, seats=seats)
    dice = Backwards()
    events = act(game, 0, Play(), dice)
    assert (dice.shuffles, dice.draws) == ([], [])
    assert kinds(events)[1:] == ["zone_shuffled"] + ["token_freed"] * (option == "freed")
    assert game.players[1].assigned == assigned
    assert [player.seen for player in game.players] == [[10], [10]]


@pytest.mark.rule("BAI-50")
def test_torti_gains_a_token_and_moves_one() -> None:
    game = position([[2, 3, 7], [4, 5]], drawn=8, seats={0: {"assigned": [1]}})
    act(game, 0, Play())
    assert legal(game, 0) == [MoveToken(1, 0), MoveToken(1, 2), Skip(), AssignToken(0), AssignToken(2)]
    assert refused(game, 0, MoveToken(0, 2)) == ("BAI-50", "illegal")
    assert refused(game, 0, MoveToken(1, 1)) == ("BAI-14", "illegal")
    assert refused(game, 0, MoveToken(1, 10)) == ("BAI-14", "illegal")
    assert act(game, 0, MoveToken(1, 2)) == [
        TokenMoved(seat=0, from_card=1, to_card=2, place=3),
        CardSeen(seat=0, card=2, value=7, reason="token"),
    ]
    player = game.players[0]
    assert (player.assigned, player.tokens, player.seen, game.phase) == ([2], 2, [1, 2], "discard")


@pytest.mark.rule("BAI-50")
def test_a_token_does_not_move_to_a_card_that_bears_one() -> None:
    game = position([[2, 3, 7], [4, 5]], drawn=8, seats={0: {"assigned": [0, 1]}})
    act(game, 0, Play())
    assert legal(game, 0)[:3] == [MoveToken(0, 2), MoveToken(1, 2), Skip()]
    assert refused(game, 0, MoveToken(0, 1)) == ("BAI-14", "illegal")


@pytest.mark.rule("BAI-50", "BAI-30")
def test_torti_offers_no_move_without_an_assigned_token() -> None:
    game = position([[2, 3, 7], [4, 5]], drawn=8)
    assert act(game, 0, Play())[1:] == [
        TokenGained(seat=0, count=1),
        StepSkipped(seat=0, op="move_token", reason="impossible"),
    ]


@pytest.mark.rule("BAI-50", "BAI-105")
def test_a_free_action_may_leave_nothing_but_skip() -> None:
    game = position([[2, 3], [4, 5]], drawn=8, seats={0: {"assigned": [1]}})
    act(game, 0, Play())
    events = act(game, 0, AssignToken(0))
    assert kinds(events) == ["token_assigned", "card_seen"]
    assert (game.phase, legal(game, 0)) == ("effect", [Skip()])
    act(game, 0, Skip())
    assert game.phase == "discard"


@pytest.mark.rule("BAI-51")
def test_lougarou_looks_twice_and_exchanges_the_two() -> None:
    game = position([[2, 3], [4, 5]], drawn=9)
    do(game, (0, Play()), (0, Peek(1)))
    assert refused(game, 0, Peek(0)) == ("BAI-51", "illegal")
    act(game, 0, Peek(10))
    assert game.effect == Effect(9, step=2, previous_done=True, looked=[1, 10])
    assert [
        engine.visibility.view(game, 0).players[0].zone[1].value,
        engine.visibility.view(game, 0).players[1].zone[0].value,
    ] == [3, 4]
    assert engine.visibility.view(game, 1).players[0].zone[1].value is None
    assert legal(game, 0) == [ExchangeSeen(), Skip()]
    assert act(game, 0, ExchangeSeen()) == [
        CardsExchanged(seat=0, own_card=1, other_seat=1, other_card=10, own_place=2, other_place=1)
    ]
    assert [player.zone for player in game.players] == [[0, 10], [1, 11]]
    assert [player.seen for player in game.players] == [[1, 10], []]
    assert game.phase == "discard"


@pytest.mark.rule("BAI-51")
def test_lougarou_may_leave_the_cards_where_they_are() -> None:
    game = position([[2, 3], [4, 5]], drawn=9)
    do(game, (0, Play()), (0, Peek(1)), (0, Peek(10)))
    assert refused(game, 0, Peek(0)) == ("BAI-51", "wrong_phase")
    assert act(game, 0, Skip()) == [StepSkipped(seat=0, op="exchange_seen", reason="declined")]
    assert [player.zone for player in game.players] == [[0, 1], [10, 11]]


@pytest.mark.rule("BAI-56")
def test_tizeanne_does_nothing_when_played() -> None:
    game = position([[2, 3], [4, 5]], drawn=24)
    assert kinds(act(game, 0, Play())) == ["card_played"]
    assert (game.phase, game.effect, game.discard.seat) == ("discard", None, 0)


def test_every_event_but_the_sight_of_a_card_is_public() -> None:
    game = position([[3], [5]], drawn=10)
    events = act(game, 0, Play())
    assert [engine.visibility.redact(event, None) for event in events] == events
    assert not only(events, CardSeen)
