"""Beasts that add, reveal, pass, steal or give cards and tokens of other seats (BAI-42 to BAI-60)."""

from __future__ import annotations

import pytest

from engines.bailouke import engine
from engines.bailouke.actions import (
    AssignToken,
    ChooseEffect,
    Give,
    HandOver,
    Pass,
    PlaceAdded,
    Play,
    Reveal,
    Skip,
    StealToken,
    Target,
)
from engines.bailouke.events import (
    CardIncoming,
    CardSeen,
    CardsPassed,
    CardsRevealed,
    ChoiceCommitted,
    DiscountGained,
    EffectChosen,
    PileRemoved,
    StepSkipped,
    TokenFreed,
    TokenStolen,
)
from engines.bailouke.parts import Effect, PassedCard, RevealedCard
from tests.engines.bailouke.positions import act, do, kinds, legal, position, refused, zone_values


@pytest.mark.rule("BAI-49")
def test_macabam_adds_the_top_card_to_an_opponent() -> None:
    game = position([[2, 3], [4, 5], [8, 9]], drawn=7, pile=[12])
    card = game.pile[0]
    act(game, 0, Play())
    assert act(game, 0, ChooseEffect(0)) == [EffectChosen(seat=0, value=7, index=0)]
    assert game.effect == Effect(7, option=0)
    assert legal(game, 0) == [Target(1), Target(2)]
    for seat in (0, 3):
        assert refused(game, 0, Target(seat)) == ("BAI-49", "illegal")
    assert refused(game, 0, ChooseEffect(1)) == ("BAI-49", "wrong_phase")
    count = len(game.pile)
    assert act(game, 0, Target(2)) == [
        CardIncoming(seat=2, card=card, cause="add_from_pile", from_seat=None, pile_count=count - 1)
    ]
    assert (game.phase, game.incoming.seat, game.incoming.cause) == ("place_added", 2, "add_from_pile")
    act(game, 2, PlaceAdded("right"))
    assert (zone_values(game, 2), game.phase, game.discard.seat) == ([8, 9, 12], "discard", 0)


@pytest.mark.rule("BAI-49")
def test_a_lone_target_is_chosen_by_itself_and_a_short_pile_gives_one_card() -> None:
    game = position([[2, 3], [4, 5]], drawn=7, pile=[12], pile_size=1, seats={0: {"seen": [20]}})
    card = game.pile[0]
    game.players[0].seen = [card]
    act(game, 0, Play())
    other = game.copy()
    events = act(game, 0, ChooseEffect(0))
    assert kinds(events) == ["effect_chosen", "card_incoming"]
    assert (game.incoming.seat, events[1].auto) == (1, True)
    events = act(other, 0, ChooseEffect(1))
    assert events[1] == PileRemoved(cards=[card], pile_count=0)
    assert (other.removed[-1], other.players[0].seen) == (card, [])


@pytest.mark.rule("BAI-52", "BAI-113")
def test_baidoume_reveals_at_once_and_in_secret_until_all_have_chosen() -> None:
    game = position([[3, 2], [5, 4], [9, 8]], drawn=10, seats={1: {"assigned": [10]}})
    act(game, 0, Play())
    assert game.effect == Effect(10, choices=[None, None, None])
    assert refused(game, 0, Reveal(10)) == ("BAI-52", "illegal")
    assert act(game, 1, Reveal(10)) == [ChoiceCommitted(seat=1, op="reveal_contest")]
    assert (game.effect.choices, engine.rules.to_act(game)) == ([None, 10, None], (0, 2))
    assert refused(game, 1, Reveal(11)) == ("BAI-52", "not_to_act")
    assert refused(game, 1, Pass()) == ("BAI-22", "not_to_act")
    assert refused(game, 0, Play()) == ("BAI-52", "wrong_phase")
    assert legal(game, 1) == []
    views = [engine.visibility.view(game, seat).effect for seat in (0, 1, None)]
    assert [view.committed for view in views] == [[1], [1], [1]]
    assert [view.own_choice for view in views] == [None, 10, None]
    do(game, (0, Reveal(0)))
    events = act(game, 2, Reveal(20))
    assert events == [
        ChoiceCommitted(seat=2, op="reveal_contest"),
        CardsRevealed(entries=[RevealedCard(0, 0, 3), RevealedCard(1, 10, 5), RevealedCard(2, 20, 9)]),
        DiscountGained(seat=0, points=2),
    ]
    assert [player.zone for player in game.players] == [[0, 1], [10, 11], [20, 21]]
    assert [player.seen for player in game.players] == [[0, 10, 20]] * 3
    assert (game.players[1].assigned, game.phase, game.effect) == ([10], "discard", None)


def contest(values: list[int], active: int = 0, fer: dict[int, list[int]] | None = None) -> list[list[int]]:
    """Every seat reveals its first card; the Fer enn lizaz boss tokens afterwards."""
    zones = [[value, 24 if seat < 2 else 12] for seat, value in enumerate(values)]
    seats = {seat: {"fer": points} for seat, points in (fer or {}).items()}
    game = position(zones, drawn=10, active=active, seats=seats)
    act(game, active, Play())
    do(game, *((seat, Reveal(10 * seat)) for seat in range(len(values))))
    return [player.fer for player in game.players]


@pytest.mark.rule("BAI-57")
def test_a_lone_lowest_card_takes_two() -> None:
    assert contest([3, 5, 9]) == [[2], [], []]
    assert contest([9, 5, 3], active=1) == [[], [], [2]]


@pytest.mark.rule("BAI-58")
def test_several_lowest_cards_take_one_each() -> None:
    assert contest([3, 3, 9]) == [[1], [1], []]
    assert contest([9, 5, 9]) == [[], [2], []]


@pytest.mark.rule("BAI-59")
def test_too_few_tokens_go_clockwise_from_the_active_seat() -> None:
    fer = {0: [1, 1, 1, 1, 1]}
    assert contest([5, 3, 3, 3], active=2, fer=fer) == [[1] * 5, [], [1], []]
    fer = {0: [1, 1, 1, 1]}
    assert contest([5, 3, 3, 3], active=2, fer=fer) == [[1] * 4, [], [1], [1]]
    assert contest([5, 3, 4], fer={0: [2] * 6}) == [[2] * 6, [], []]


@pytest.mark.rule("BAI-60")
def test_discounts_add_up() -> None:
    assert contest([3, 5, 9], fer={0: [1, 2]}) == [[1, 2, 2], [], []]
    assert contest([3, 3, 9], fer={0: [2]}) == [[1, 2], [1], []]


@pytest.mark.rule("BAI-52")
def test_a_seat_with_one_card_reveals_it_by_itself() -> None:
    game = position([[3, 2], [5], [9, 8]], drawn=10)
    events = act(game, 0, Play())
    assert events[1:] == [ChoiceCommitted(seat=1, op="reveal_contest", auto=True)]
    assert (game.effect.choices, engine.rules.to_act(game)) == ([None, 10, None], (0, 2))
    game = position([[3], [5]], drawn=10)
    events = act(game, 0, Play())
    assert kinds(events)[1:] == ["choice_committed", "choice_committed", "cards_revealed", "discount_gained"]
    assert game.phase == "discard"


@pytest.mark.rule("BAI-53")
def test_loulou_hands_a_card_to_the_left() -> None:
    seats = {0: {"assigned": [1], "seen": [0]}, 1: {"seen": [10]}}
    game = position([[2, 3], [4, 5], [8, 9]], drawn=11, seats=seats)
    act(game, 0, Play())
    assert game.effect == Effect(11, choices=[None, None, None])
    assert legal(game, 2) == [HandOver(20), HandOver(21)]
    assert refused(game, 2, HandOver(0)) == ("BAI-53", "illegal")
    assert act(game, 1, HandOver(10)) == [ChoiceCommitted(seat=1, op="pass_left")]
    assert refused(game, 1, HandOver(11)) == ("BAI-53", "not_to_act")
    assert engine.visibility.view(game, 0).effect.own_choice is None
    events = do(game, (2, HandOver(21)), (0, HandOver(1)))
    assert events[-2:] == [
        CardsPassed(entries=[PassedCard(0, 1, 1), PassedCard(1, 2, 10), PassedCard(2, 0, 21)]),
        TokenFreed(seat=0, card=1),
    ]
    assert [player.zone for player in game.players] == [[0, 21], [1, 11], [20, 10]]
    assert [player.seen for player in game.players] == [[0, 1], [10], []]
    assert (game.players[0].assigned, game.phase, game.effect) == ([], "discard", None)


@pytest.mark.rule("BAI-53", "BAI-103")
def test_loulou_with_stays_shows_the_card_received_under_a_token() -> None:
    game = position([[2], [4]], drawn=11, options={"token_on_replace": "stays"}, seats={1: {"assigned": [10]}})
    events = act(game, 0, Play())
    assert kinds(events)[1:] == ["choice_committed", "choice_committed", "cards_passed", "token_moved", "card_seen"]
    assert events[-1] == CardSeen(seat=1, card=0, value=2, reason="token", auto=True)
    assert game.players[1].assigned == [0]


@pytest.mark.rule("BAI-54")
def test_zako_steals_a_token() -> None:
    seats = {0: {"tokens": 1}, 1: {"tokens": 2, "assigned": [11]}, 2: {"tokens": 1}}
    game = position([[2, 3], [4, 5], [8, 9]], drawn=12, seats=seats)
    act(game, 0, Play())
    assert legal(game, 0)[:3] == [StealToken(1, 11), StealToken(1, None), StealToken(2, None)]
    for wrong in (StealToken(0, None), StealToken(3, None), StealToken(1, 10), StealToken(2, 20), StealToken(2, 11)):
        assert refused(game, 0, wrong) == ("BAI-54", "illegal")
    assert act(game, 0, StealToken(1, 11)) == [TokenStolen(seat=0, from_seat=1, card=11, place=2)]
    assert [(player.tokens, player.assigned) for player in game.players] == [(2, []), (1, []), (1, [])]
    assert game.players[1].seen == [11]
    assert game.phase == "discard"


@pytest.mark.rule("BAI-54")
def test_zako_takes_an_unassigned_token() -> None:
    seats = {1: {"tokens": 2, "assigned": [11]}}
    game = position([[2, 3], [4, 5]], drawn=12, seats=seats)
    act(game, 0, Play())
    assert act(game, 0, StealToken(1, None)) == [TokenStolen(seat=0, from_seat=1, card=None)]
    assert [(player.tokens, player.assigned) for player in game.players] == [(1, []), (1, [11])]


@pytest.mark.rule("BAI-54")
def test_zako_takes_the_only_token_by_itself_or_nothing() -> None:
    game = position([[2, 3], [4, 5]], drawn=12, seats={1: {"tokens": 2}})
    assert act(game, 0, Play())[1:] == [TokenStolen(seat=0, from_seat=1, card=None, auto=True)]
    game = position([[2, 3], [4, 5]], drawn=12, seats={0: {"tokens": 2}})
    assert act(game, 0, Play())[1:] == [StepSkipped(seat=0, op="steal_token", reason="impossible")]


@pytest.mark.rule("BAI-54", "BAI-17")
def test_the_token_must_exist_at_the_moment_of_the_theft() -> None:
    seats = {1: {"tokens": 2, "assigned": [11]}}
    game = position([[2, 3], [4, 5]], drawn=12, seats=seats)
    act(game, 0, Play())
    assert StealToken(1, None) in legal(game, 0)
    act(game, 1, AssignToken(10))
    assert refused(game, 0, StealToken(1, None)) == ("BAI-54", "illegal")
    assert (game.phase, legal(game, 0)) == ("effect", [StealToken(1, 10), StealToken(1, 11)])


@pytest.mark.rule("BAI-55")
def test_touni_minwi_adds_a_card_and_gives_one_away() -> None:
    seats = {0: {"assigned": [0]}, 2: {"seen": [1]}}
    game = position([[2, 3], [4, 5], [8, 9]], drawn=13, pile=[24], seats=seats)
    card, count = game.pile[0], len(game.pile)
    assert act(game, 0, Play())[1:] == [
        CardIncoming(seat=0, card=card, cause="add_from_pile", from_seat=None, pile_count=count - 1)
    ]
    assert game.effect == Effect(13)
    act(game, 0, PlaceAdded("right"))
    assert (game.players[0].zone, game.phase) == ([0, 1, card], "effect")
    assert legal(game, 0) == [Give(own, seat) for own in (0, 1, card) for seat in (1, 2)] + [Skip()]
    assert refused(game, 0, Give(10, 1)) == ("BAI-55", "illegal")
    assert refused(game, 0, Give(0, 0)) == ("BAI-55", "illegal")
    assert refused(game, 0, Give(0, 3)) == ("BAI-55", "illegal")
    events = act(game, 0, Give(0, 1))
    assert events == [
        CardIncoming(seat=1, card=0, cause="give_card", from_seat=0, pile_count=count - 1),
        TokenFreed(seat=0, card=0),
    ]
    act(game, 1, PlaceAdded("left"))
    assert [player.zone for player in game.players] == [[1, card], [0, 10, 11], [20, 21]]
    assert [player.seen for player in game.players] == [[0], [], [1]]


@pytest.mark.rule("BAI-55")
def test_the_gift_may_be_declined() -> None:
    game = position([[2, 3], [4, 5]], drawn=13)
    do(game, (0, Play()), (0, PlaceAdded("left")))
    assert act(game, 0, Skip()) == [StepSkipped(seat=0, op="give_card", reason="declined")]
    assert (len(game.players[0].zone), game.phase) == (3, "discard")
