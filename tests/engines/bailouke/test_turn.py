"""A turn: draw, play or replace, effects in order (BAI-22 to BAI-34)."""

from __future__ import annotations

import pytest

from engines.bailouke import engine
from engines.bailouke.actions import (
    ChooseEffect,
    Discard,
    EndTurn,
    Exchange,
    ExchangeWithPile,
    Give,
    Pass,
    Peek,
    PlaceAdded,
    Play,
    Replace,
    Reveal,
    Skip,
    Target,
)
from engines.bailouke.events import (
    CardAdded,
    CardDrawn,
    CardIncoming,
    CardPeeked,
    CardPlayed,
    CardSeen,
    EffectChosen,
    PileRemoved,
    StepSkipped,
    TokenGained,
    TurnStarted,
)
from engines.bailouke.parts import Effect
from tests.engines.bailouke.positions import DRAWN, act, do, kinds, legal, position, refused, top, zone_values

THREE = [[1, 2, 3], [4, 5, 6], [8, 9, 10]]


@pytest.mark.rule("BAI-22", "BAI-118")
def test_turns_go_clockwise() -> None:
    game = position(THREE, "announce", graveyard=[6], active=2, turn=6)
    assert engine.rules.to_act(game) == (2,)
    events = act(game, 2, EndTurn())
    assert events[0] == TurnStarted(seat=0, turn=7)
    assert (game.active_seat, game.turn, engine.rules.to_act(game)) == (0, 7, (0,))


@pytest.mark.rule("BAI-24")
def test_the_engine_draws_the_top_card_and_only_the_active_seat_sees_it() -> None:
    game = position(THREE, "announce", graveyard=[6], pile=[13, 12], pile_size=2)
    card = game.pile[0]
    events = act(game, 0, EndTurn())
    assert events[1:] == [
        CardDrawn(seat=1, card=card, pile_count=1),
        CardSeen(seat=1, card=card, value=13, reason="draw"),
    ]
    assert engine.visibility.view(game, 1).drawn.value == 13
    for other in (0, 2, None):
        assert (engine.visibility.view(game, other).drawn.card, engine.visibility.view(game, other).drawn.value) == (
            card,
            None,
        )
        assert engine.visibility.redact(events[2], other) is None


@pytest.mark.rule("BAI-25", "BAI-49")
def test_maeva_plays_the_macabam_and_removes_two_cards() -> None:
    game = position(THREE, drawn=7)
    pile = list(game.pile)
    assert act(game, 0, Play()) == [CardPlayed(seat=0, card=DRAWN, value=7, from_="draw", in_card=None)]
    assert (game.phase, game.drawn, game.effect) == ("effect", None, Effect(7))
    assert legal(game, 0) == [ChooseEffect(0), ChooseEffect(1)]
    assert act(game, 0, ChooseEffect(1)) == [
        EffectChosen(seat=0, value=7, index=1),
        PileRemoved(cards=pile[:2], pile_count=len(pile) - 2),
    ]
    assert (top(game), game.removed, game.pile) == (7, pile[:2], pile[2:])
    assert (game.phase, game.discard.seat, game.effect) == ("discard", 0, None)
    assert all(player.seen == [] for player in game.players)


@pytest.mark.rule("BAI-26", "BAI-119")
def test_maeva_replaces_a_card_that_is_the_baidoume() -> None:
    game = position([[2, 10, 3], [4, 5], [8, 9]], drawn=7)
    assert act(game, 0, Replace(1)) == [CardPlayed(seat=0, card=1, value=10, from_="zone", in_card=DRAWN, place=2)]
    assert game.players[0].zone == [0, DRAWN, 2]
    assert (top(game), game.phase, game.effect.value) == (10, "effect", 10)
    assert engine.rules.to_act(game) == (0, 1, 2)
    assert legal(game, 0) == [Reveal(0), Reveal(DRAWN), Reveal(2)]


@pytest.mark.rule("BAI-26", "BAI-29")
def test_an_unknown_card_that_is_replaced_has_its_effect() -> None:
    game = position([[6, 2], [4, 5], [8, 9]], drawn=0)
    act(game, 0, Replace(0))
    assert game.effect.value == 6
    assert refused(game, 0, Skip()) == ("BAI-48", "wrong_phase")
    assert kinds(act(game, 0, legal(game, 0)[0])) == ["zone_shuffled"]


@pytest.mark.rule("BAI-27")
def test_the_drawn_card_is_played_or_takes_a_place() -> None:
    game = position(THREE, drawn=7)
    assert legal(game, 0) == [Play(), Replace(0), Replace(1), Replace(2)]
    assert refused(game, 0, Replace(10)) == ("BAI-26", "illegal")
    assert refused(game, 0, Replace(DRAWN)) == ("BAI-26", "illegal")
    assert refused(game, 0, Pass()) == ("BAI-22", "wrong_phase")


@pytest.mark.rule("BAI-123")
def test_the_card_put_in_the_row_is_face_down() -> None:
    game = position([[24, 2], [4, 5]], drawn=12)
    act(game, 0, Replace(0))
    assert engine.visibility.view(game, 0).players[0].zone[0].value is None
    assert engine.visibility.knowledge(game, 0).players[0].zone[0].value == 12
    assert engine.visibility.knowledge(game, 1).players[0].zone[0].value is None


@pytest.mark.rule("BAI-28", "BAI-110")
def test_a_discarded_card_has_no_effect() -> None:
    game = position([[0, 2], [4, 5]], "discard", graveyard=[0], window=0)
    assert kinds(act(game, 0, Discard(0))) == ["card_discarded"]
    assert (game.players[0].tokens, game.effect, game.phase) == (0, None, "discard")


@pytest.mark.rule("BAI-28")
def test_effects_are_finished_before_the_discard_phase() -> None:
    game = position([[5, 2], [4, 9]], drawn=5)
    act(game, 0, Play())
    assert (game.phase, game.discard) == ("effect", None)
    assert refused(game, 0, Discard(0)) == ("BAI-47", "wrong_phase")
    act(game, 0, Skip())
    assert (game.phase, game.discard.seat, game.effect) == ("discard", 0, None)


@pytest.mark.rule("BAI-29")
def test_optional_effects_come_after_the_base_effect_and_may_be_skipped() -> None:
    game = position([[5, 2], [4, 9]], drawn=8, seats={0: {"assigned": [1]}})
    assert act(game, 0, Play())[1:] == [TokenGained(seat=0, count=1)]
    assert game.effect == Effect(8, step=1, previous_done=True)
    assert act(game, 0, Skip()) == [StepSkipped(seat=0, op="move_token", reason="declined")]
    assert (game.phase, game.players[0].assigned, game.players[0].tokens) == ("discard", [1], 2)


@pytest.mark.rule("BAI-30")
def test_an_impossible_step_is_skipped() -> None:
    game = position([[5, 2], [3, 9]], drawn=4, seats={1: {"peboude": 2}})
    events = act(game, 0, Play())
    assert events[1:] == [StepSkipped(seat=0, op="exchange_blind", reason="impossible")]
    assert (game.phase, game.discard.seat) == ("discard", 0)


@pytest.mark.rule("BAI-30")
def test_a_step_that_needs_the_previous_one_is_offered_only_after_it() -> None:
    game = position([[2, 3], [4, 9]], drawn=5, pile_size=0)
    events = act(game, 0, Play())
    assert events[1:] == [
        StepSkipped(seat=0, op="peek_pile", reason="impossible"),
        StepSkipped(seat=0, op="exchange_with_pile", reason="impossible"),
    ]
    assert game.phase == "discard"


@pytest.mark.rule("BAI-31")
def test_neither_effect_of_the_last_macabam_is_possible() -> None:
    game = position([[2, 3], [4, 9]], drawn=7, pile_size=0)
    events = act(game, 0, Play())
    assert events[1:] == [
        StepSkipped(seat=0, op="add_from_pile", reason="impossible"),
        StepSkipped(seat=0, op="remove_from_pile", reason="impossible"),
    ]
    assert (game.phase, game.effect) == ("discard", None)
    ended = do(game, (0, Pass()), (1, Pass()))
    assert game.last_round.ending == "pile"
    assert kinds(ended)[:3] == ["discard_passed", "discard_passed", "round_ended"]


@pytest.mark.rule("BAI-31")
def test_the_only_possible_effect_is_chosen_by_itself() -> None:
    game = position([[2, 3], [4, 9]], drawn=7, seats={1: {"peboude": 1}})
    pile = list(game.pile)
    events = act(game, 0, Play())
    assert events[1:] == [
        EffectChosen(seat=0, value=7, index=1, auto=True),
        PileRemoved(cards=pile[:2], pile_count=len(pile) - 2, auto=True),
    ]


@pytest.mark.rule("BAI-31")
def test_an_impossible_effect_is_not_chosen() -> None:
    game = position([[2, 3], [4, 9]], "effect", graveyard=[7], effect=Effect(7), seats={1: {"peboude": 1}})
    assert legal(game, 0) == [ChooseEffect(1)]
    assert refused(game, 0, ChooseEffect(0)) == ("BAI-31", "illegal")
    assert refused(game, 0, Target(1)) == ("BAI-31", "wrong_phase")


@pytest.mark.rule("BAI-32")
def test_exchanged_cards_take_each_others_place_unseen() -> None:
    game = position([[1, 2, 3], [8, 5, 6]], drawn=4)
    act(game, 0, Play())
    events = act(game, 0, Exchange(1, 12))
    assert [player.zone for player in game.players] == [[0, 12, 2], [10, 11, 1]]
    assert zone_values(game, 0) == [1, 6, 3]
    assert kinds(events) == ["cards_exchanged"]
    assert all(player.seen == [] for player in game.players)


@pytest.mark.rule("BAI-33", "BAI-126")
@pytest.mark.parametrize(("side", "zone"), [("left", [46, 10, 11]), ("right", [10, 11, 46])])
def test_the_receiver_chooses_the_side_of_an_added_card_unseen(side: str, zone: list[int]) -> None:
    game = position(
        [[2, 3], [4, 9], [8, 12]],
        "place_added",
        graveyard=[7],
        incoming=(6, 1, "add_from_pile"),
        effect=Effect(7, option=0),
    )
    assert engine.rules.to_act(game) == (1,)
    assert legal(game, 1) == [PlaceAdded("left"), PlaceAdded("right")]
    assert legal(game, 0) == legal(game, 2) == []
    events = act(game, 1, PlaceAdded(side))
    assert events == [CardAdded(seat=1, card=46, side=side, cause="add_from_pile", from_seat=None)]
    assert game.players[1].zone == zone
    assert (game.incoming, game.effect, game.phase, game.discard.seat) == (None, None, "discard", 0)
    assert all(player.seen == [] for player in game.players)
    assert all(card.value is None for card in engine.visibility.knowledge(game, 1).players[1].zone)


@pytest.mark.rule("BAI-33")
def test_the_receiver_decides_in_the_middle_of_somebody_elses_effect() -> None:
    game = position([[2, 3], [4, 9], [8, 12]], drawn=13, pile=[5])
    act(game, 0, Play())
    card = game.incoming.card
    act(game, 0, PlaceAdded("left"))
    assert game.effect == Effect(13, step=1, previous_done=True)
    assert act(game, 0, Give(card, 2)) == [
        CardIncoming(seat=2, card=card, cause="give_card", from_seat=0, pile_count=len(game.pile))
    ]
    assert (engine.rules.to_act(game), game.effect.step) == ((2,), 1)
    assert refused(game, 0, PlaceAdded("left")) == ("BAI-22", "not_to_act")
    assert refused(game, 2, Pass()) == ("BAI-33", "wrong_phase")
    assert act(game, 2, PlaceAdded("right")) == [
        CardAdded(seat=2, card=card, side="right", cause="give_card", from_seat=0)
    ]
    assert (zone_values(game, 2), game.phase) == ([8, 12, 5], "discard")


@pytest.mark.rule("BAI-34", "BAI-116")
def test_removed_cards_are_out_of_this_round_only() -> None:
    game = position([[], [4, 9]], "discard", graveyard=[7], window=1, pile_size=20, seats={0: {"tokens": 1}})
    assert game.removed
    act(game, 1, Pass())
    assert (game.removed, len(game.pile) + len(game.set_aside) + 6) == ([], 50)


@pytest.mark.rule("BAI-120", "BAI-34")
def test_the_pile_is_never_refilled() -> None:
    game = position([[2, 3], [4, 9]], "discard", graveyard=[7], window=0, pile_size=0)
    assert kinds(act(game, 0, Discard(0))) == ["discard_failed"]
    assert (game.pile, game.incoming, game.discard.seat) == ([], None, 1)


@pytest.mark.rule("BAI-9")
def test_a_discarded_card_leaves_a_gap_that_closes() -> None:
    game = position([[2, 7, 3], [4, 9]], "discard", graveyard=[7], window=0)
    act(game, 0, Discard(1))
    assert game.players[0].zone == [0, 2]


def test_two_looks_are_two_decisions() -> None:
    game = position([[2, 3], [4, 5]], drawn=9)
    act(game, 0, Play())
    assert legal(game, 0) == [Peek(0), Peek(1)]
    assert act(game, 0, Peek(1)) == [
        CardPeeked(seat=0, card=1, place=2),
        CardSeen(seat=0, card=1, value=3, reason="peek"),
    ]
    assert game.effect == Effect(9, step=1, previous_done=True, looked=[1])
    assert legal(game, 0) == [Peek(10), Peek(11)]
    assert refused(game, 0, ExchangeWithPile(0)) == ("BAI-51", "wrong_phase")
