"""The discard phase (BAI-61 to BAI-72)."""

from __future__ import annotations

import pytest

from engines.bailouke import engine
from engines.bailouke.actions import AssignToken, Discard, Pass, PlaceAdded
from engines.bailouke.events import (
    CardAdded,
    CardDiscarded,
    CardIncoming,
    CardSeen,
    DiscardFailed,
    DiscardPassed,
    TokenAssigned,
    TokenFreed,
)
from tests.engines.bailouke.positions import act, do, kinds, legal, position, refused, top

MAEVA, AYDAN, SHANKARA = 0, 1, 2


def macabam_played():
    """Maëva has played a 7 and has two cards, one of them a 7 under her token; Shankara remembers his 7."""
    return position(
        [[7, 5], [1, 2], [3, 7, 4]],
        "discard",
        graveyard=[7],
        window=MAEVA,
        seats={MAEVA: {"assigned": [0]}, SHANKARA: {"seen": [21]}},
    )


@pytest.mark.rule("BAI-63", "BAI-65")
def test_maeva_discards_her_macabam() -> None:
    game = macabam_played()
    assert act(game, MAEVA, Discard(0)) == [
        CardDiscarded(seat=MAEVA, card=0, value=7, place=1),
        TokenFreed(seat=MAEVA, card=0),
    ]
    assert (game.graveyard[-1], game.players[MAEVA].zone, game.players[MAEVA].free_tokens) == (0, [1], 1)
    assert (game.phase, game.discard.seat, game.players[MAEVA].seen) == ("discard", MAEVA, [])
    assert legal(game, MAEVA) == [Discard(1), Pass(), AssignToken(1)]
    assert act(game, MAEVA, AssignToken(1)) == [
        TokenAssigned(seat=MAEVA, card=1, place=1),
        CardSeen(seat=MAEVA, card=1, value=5, reason="token"),
    ]


@pytest.mark.rule("BAI-64")
def test_shankara_keeps_his_seven() -> None:
    game = macabam_played()
    events = do(game, (MAEVA, Discard(0)), (MAEVA, Pass()), (AYDAN, Pass()), (SHANKARA, Pass()))
    assert events[2:] == [DiscardPassed(seat=MAEVA), DiscardPassed(seat=AYDAN), DiscardPassed(seat=SHANKARA)]
    assert (game.phase, engine.rules.to_act(game), game.discard) == ("announce", (MAEVA,), None)
    assert game.players[SHANKARA].zone == [20, 21, 22]


@pytest.mark.rule("BAI-61", "BAI-109")
def test_one_window_each_in_turn_order_from_the_active_seat() -> None:
    game = position([[7, 5], [1, 2], [3, 7]], "discard", graveyard=[6], window=1, active=1)
    order = []
    while game.phase == "discard":
        order.append(game.discard.seat)
        act(game, game.discard.seat, Pass())
    assert order == [1, 2, 0]
    assert (game.phase, engine.rules.to_act(game)) == ("announce", (1,))


@pytest.mark.rule("BAI-62")
def test_any_number_of_equal_cards_one_at_a_time() -> None:
    game = position([[7, 5, 7, 7], [1, 2]], "discard", graveyard=[7], window=0)
    do(game, (0, Discard(2)), (0, Discard(0)), (0, Discard(3)))
    assert (game.players[0].zone, game.discard.seat, top(game)) == ([1], 0, 7)
    assert refused(game, 0, Discard(10)) == ("BAI-62", "illegal")
    assert refused(game, 0, Discard(0)) == ("BAI-62", "illegal")


@pytest.mark.rule("BAI-66")
def test_every_own_card_is_listed_right_or_wrong() -> None:
    game = position([[7, 5, 3], [1, 2]], "discard", graveyard=[7], window=0, seats={0: {"assigned": [1]}})
    assert legal(game, 0) == [Discard(0), Discard(1), Discard(2), Pass()]
    assert legal(game, 1) == []


@pytest.mark.rule("BAI-67", "BAI-68", "BAI-106")
@pytest.mark.parametrize(("side", "zone"), [("left", [None, 0, 1]), ("right", [0, 1, None])])
def test_a_wrong_discard_is_shown_and_costs_a_card(side: str, zone: list) -> None:
    game = position([[7, 5], [1, 2]], "discard", graveyard=[6], window=0)
    card, count = game.pile[0], len(game.pile)
    assert act(game, 0, Discard(1)) == [
        DiscardFailed(seat=0, card=1, value=5, place=2),
        CardIncoming(seat=0, card=card, cause="failed_discard", from_seat=None, pile_count=count - 1),
    ]
    assert [player.seen for player in game.players] == [[1], [1]]
    assert (game.players[0].zone, game.graveyard[-1] == 1) == ([0, 1], False)
    assert (game.phase, engine.rules.to_act(game), game.discard.seat) == ("place_added", (0,), 0)
    assert act(game, 0, PlaceAdded(side)) == [
        CardAdded(seat=0, card=card, side=side, cause="failed_discard", from_seat=None)
    ]
    assert game.players[0].zone == [card if place is None else place for place in zone]
    assert (game.phase, game.discard.seat, len(game.pile)) == ("discard", 1, count - 1)


@pytest.mark.rule("BAI-69")
def test_a_wrong_discard_closes_the_window_until_the_next_phase() -> None:
    game = position([[7, 5], [1, 2]], "discard", graveyard=[7], window=0)
    do(game, (0, Discard(1)), (0, PlaceAdded("left")))
    assert refused(game, 0, Discard(0)) == ("BAI-61", "not_to_act")
    assert engine.rules.to_act(game) == (1,)


@pytest.mark.rule("BAI-67")
def test_a_failed_discard_keeps_its_token() -> None:
    game = position([[7, 5], [1, 2]], "discard", graveyard=[6], window=0, seats={0: {"assigned": [1]}})
    assert kinds(act(game, 0, Discard(1))) == ["discard_failed", "card_incoming"]
    assert game.players[0].assigned == [1]


@pytest.mark.rule("BAI-70")
def test_no_penalty_card_from_an_empty_pile() -> None:
    game = position([[7, 5], [1, 2]], "discard", graveyard=[6], window=0, pile_size=0)
    assert act(game, 0, Discard(1)) == [DiscardFailed(seat=0, card=1, value=5, place=2)]
    assert (game.discard.seat, game.players[1].seen) == (1, [1])


@pytest.mark.rule("BAI-71", "BAI-81")
def test_a_penalty_card_empties_the_pile_but_the_phase_goes_on() -> None:
    game = position([[7, 5], [1, 2], [3, 4]], "discard", graveyard=[6], window=1, pile_size=1)
    do(game, (1, Discard(10)), (1, PlaceAdded("left")))
    assert (game.pile, game.phase, game.discard.seat) == ([], "discard", 2)
    events = act(game, 2, Pass())
    assert kinds(events)[:2] == ["discard_passed", "round_ended"]
    assert game.last_round.ending == "pile"


@pytest.mark.rule("BAI-72")
def test_a_seat_without_cards_has_no_further_window() -> None:
    game = position([[6, 5], [6], [3, 4]], "discard", graveyard=[6], window=1, active=1)
    act(game, 1, Discard(10))
    assert (game.phase, game.discard.seat) == ("discard", 2)
    act(game, 2, Pass())
    assert game.discard.seat == 0


@pytest.mark.rule("BAI-65", "BAI-78")
def test_a_zone_is_emptied_in_one_window() -> None:
    game = position([[4, 4], [1, 2]], "discard", graveyard=[4], window=0, seats={0: {"assigned": [0]}})
    events = do(game, (0, Discard(0)), (0, AssignToken(1)), (0, Discard(1)))
    assert events[3] == CardSeen(seat=0, card=1, value=4, reason="token")
    assert (game.players[0].zone, game.discard.seat) == ([], 1)
    act(game, 1, Pass())
    assert (game.last_round.ending, game.last_round.winner) == ("empty_zone", 0)


@pytest.mark.rule("BAI-126")
def test_a_penalty_card_is_unseen_by_its_owner_too() -> None:
    game = position([[7, 5], [1, 2]], "discard", graveyard=[6], window=0, options={"memory_aid": True})
    card = game.pile[0]
    do(game, (0, Discard(1)), (0, PlaceAdded("right")))
    assert [entry.value for entry in engine.visibility.view(game, 0).players[0].zone] == [None, 5, None]
    assert engine.visibility.view(game, 0).players[0].zone[2].card == card


@pytest.mark.rule("BAI-61", "BAI-96")
def test_out_of_the_window_and_after_the_end() -> None:
    game = position([[7, 5], [1, 2], [3, 4]], "discard", graveyard=[6], window=1)
    assert refused(game, 2, Discard(20)) == ("BAI-61", "not_to_act")
    assert refused(game, 0, Pass()) == ("BAI-61", "not_to_act")
    game = position(
        [[1], [2]], "game_over", options={"wins_needed": 1}, seats={0: {"kouronn": 1}}, winners=[0], round=1
    )
    for action in (Pass(), Discard(0), AssignToken(0)):
        assert refused(game, 0, action) == ("BAI-96", "game_over")
    assert (legal(game, 0), engine.rules.to_act(game)) == ([], ())


@pytest.mark.rule("BAI-124")
def test_the_whole_graveyard_is_open() -> None:
    game = macabam_played()
    act(game, MAEVA, Discard(0))
    assert [card.value for card in engine.visibility.view(game, None).graveyard] == [7, 7]
