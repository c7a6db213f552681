"""Who may see what: views, events, and imagined positions."""

from __future__ import annotations

import msgspec
import pytest

from engines.kernel.dice import SeededDice
from engines.kimbac import engine
from engines.kimbac.actions import EndTurn, MovePawn, Renounce, TakeChest
from engines.kimbac.events import CardDrawn, ChestShaken, TurnStarted
from engines.kimbac.parts import Resume
from engines.kimbac.pieces import DECK
from engines.kimbac.position import ChestView, KimbacPosition
from tests.engines.kimbac.positions import finder, hunting, legal, play, search, thrown

EVERYBODY = (0, 1, 2, None)


def ended() -> KimbacPosition:
    """Seat 0 reached cache 5; seat 1 holds one 5, the other is in the pile."""
    game = hunting(3, at="x407", secret=12, cache=5, hands={0: [7], 1: [5, 8], 2: [9]})
    play(game, 0, MovePawn(1, "x406"))
    return game


@pytest.mark.rule("KIM-26")
def test_hands_are_secret_and_their_sizes_public() -> None:
    game = search(3, hands={0: [4, 9], 1: [2, 2, 7]})
    for seat in EVERYBODY:
        view = engine.visibility.view(game, seat)
        assert view.hands == [hand if of == seat else None for of, hand in enumerate(game.hands)]
        assert view.hand_sizes == [2, 3, 0]
        assert view.pile == 31


@pytest.mark.rule("KIM-26")
def test_a_drawn_card_is_told_to_its_seat_only() -> None:
    drawn = CardDrawn(seat=1, pile_left=30, number=9)
    assert engine.visibility.redact(drawn, 1) == drawn
    for seat in (0, 2, None):
        assert engine.visibility.redact(drawn, seat) == CardDrawn(seat=1, pile_left=30, number=None)
    assert drawn.number == 9


@pytest.mark.rule("KIM-36")
def test_the_dice_are_seen_by_the_finder_only() -> None:
    for game in (finder(3), hunting(3)):
        chest = game.chest
        assert engine.visibility.view(game, 0).chest == ChestView(0, 1, 12, 5, 0, 1, chest.resume)
        assert (engine.visibility.view(game, 0).cache, engine.visibility.view(game, 0).treasure) == (5, 7000)
        for seat in (1, 2, None):
            view = engine.visibility.view(game, seat)
            assert view.chest == ChestView(0, 1, 12, None, None, 1, chest.resume)
            assert (view.cache, view.treasure) == (None, None)
    assert finder(3).chest.resume == Resume("search_move", 1)


@pytest.mark.rule("KIM-36", "KIM-38")
def test_a_throw_is_told_to_its_finder_and_a_void_one_to_all() -> None:
    throw = ChestShaken(seat=0, void=False, ordinary=5, special=0, cache=5, treasure=7000)
    void = ChestShaken(seat=0, void=True, ordinary=6, special=6, cache=12, treasure=0)
    hidden = ChestShaken(seat=0, void=False, ordinary=None, special=None, cache=None, treasure=None)
    assert engine.visibility.redact(throw, 0) == throw
    for seat in (1, 2, None):
        assert engine.visibility.redact(throw, seat) == hidden
        assert engine.visibility.redact(void, seat) == void


def test_all_other_events_are_public() -> None:
    started = TurnStarted(seat=1, search_turn=3)
    for seat in EVERYBODY:
        assert engine.visibility.redact(started, seat) is started


@pytest.mark.rule("KIM-42")
def test_after_a_renunciation_nobody_is_shown_the_dice() -> None:
    game = finder(3)
    play(game, 0, Renounce())
    for seat in EVERYBODY:
        view = engine.visibility.view(game, seat)
        assert (view.chest, view.cache, view.treasure, view.renounced_by) == (None, None, None, 0)


@pytest.mark.rule("KIM-71")
def test_when_the_round_is_over_the_dice_are_open_but_the_hands_are_not() -> None:
    game = ended()
    for seat in EVERYBODY:
        view = engine.visibility.view(game, seat)
        assert view.chest == ChestView(0, 1, 12, 5, 0, 1, None)
        assert (view.cache, view.treasure) == (5, 7000)
        assert view.hands == [hand if of == seat else None for of, hand in enumerate(game.hands)]
        assert view.round_results[0].held == [0, 1, 0]


def test_the_view_keeps_every_key_of_the_position() -> None:
    game = hunting(3, hands={0: [4]}, face_up={2: [7]}, renounced_by=2)
    position = msgspec.to_builtins(game)
    view = msgspec.to_builtins(engine.visibility.view(game, 1))
    assert view.keys() - position.keys() == {"hand_sizes", "cache", "treasure"}
    assert position.keys() <= view.keys()
    hidden = {"pile", "hands", "chest"}
    assert {key: view[key] for key in position.keys() - hidden} == {
        key: position[key] for key in position.keys() - hidden
    }
    assert engine.visibility.knowledge(game, 1) == engine.visibility.view(game, 1)


def test_a_view_is_a_copy() -> None:
    game = search(2, hands={0: [4]}, arrived=[])
    view = engine.visibility.view(game, 0)
    play(game, 0, legal(game, 0)[0])
    assert view.pawns[0][0] == "A"
    assert view.arrived == []
    view.hands[0].append(3)
    view.face_up[0].append(3)
    view.scores[0] = 1
    view.round_results.append(None)
    assert (game.hands[0], game.face_up[0], game.scores, game.round_results) == ([4], [], [0, 0], [])


@pytest.mark.rule("KIM-34")
def test_the_question_at_the_end_does_not_betray_a_pair() -> None:
    """With and without a pair all others see the same position and the same events."""
    shown = []
    for hand in ([1, 2, 3, 5], [1, 2, 5, 5]):
        game = search(3, {0: {3: "x306"}}, {0: hand}, next_pawn=3, top=(17,))
        events = play(game, 0, MovePawn(3, "x406"))
        asked = [engine.visibility.view(game, seat) for seat in (1, 2, None)]
        events += play(game, 0, EndTurn())
        shown.append((asked, [engine.visibility.redact(event, 2) for event in events], legal(game, 2)))
    assert shown[0] == shown[1]


@pytest.mark.rule("KIM-34")
def test_legal_actions_go_to_the_acting_seat_only() -> None:
    game = search(3, {0: {1: "x203"}}, {0: [2, 2]})
    assert TakeChest(2) in legal(game, 0)
    assert legal(game, 1) == legal(game, 2) == []


def test_imagined_cards_fill_hidden_hands_and_pile() -> None:
    game = search(3, hands={0: [4, 9], 1: [2, 2, 7], 2: [1]}, face_up={2: [11]}, renounced_by=2)
    rng = SeededDice(b"imagine")
    for seat in EVERYBODY:
        twin = engine.visibility.determinize(engine.visibility.knowledge(game, seat), seat, rng)
        cards = [*twin.pile, *(number for hand in twin.hands for number in hand), 11, 11]
        assert sorted(cards) == list(DECK)
        assert [len(hand) for hand in twin.hands] == [2, 3, 1]
        assert all(hand == sorted(hand) for hand in twin.hands)
        assert engine.visibility.view(twin, seat) == engine.visibility.view(game, seat)
        engine.rules.check(twin)
    everything = engine.visibility.determinize(engine.visibility.knowledge(game, 1), 1, rng)
    assert everything.hands[1] == [2, 2, 7]


def test_an_imagined_throw_is_neither_the_pair_nor_where_the_kimbac_stands() -> None:
    rng = SeededDice(b"throw")
    game = hunting(3, at="x411", secret=12, cache=5)
    caches = {
        engine.visibility.determinize(engine.visibility.knowledge(game, 1), 1, rng).chest.cache for _ in range(300)
    }
    assert caches == set(range(1, 19)) - {9, 12}
    known = engine.visibility.determinize(engine.visibility.knowledge(game, 0), 0, rng)
    assert (known.chest.ordinary, known.chest.special) == (5, 0)
    looking = {
        engine.visibility.determinize(engine.visibility.knowledge(finder(3), 1), 1, rng).chest.cache for _ in range(300)
    }
    assert looking == set(range(1, 19)) - {12}


@pytest.mark.rule("KIM-71")
def test_cards_that_were_shown_stay_where_they_are() -> None:
    game = ended()
    rng = SeededDice(b"shown")
    places = set()
    for _ in range(40):
        twin = engine.visibility.determinize(engine.visibility.knowledge(game, 2), 2, rng)
        assert [hand.count(5) for hand in twin.hands] == [0, 1, 0]
        assert twin.pile.count(5) == 1
        assert twin.hands[2] == [9]
        engine.rules.check(twin)
        places.add(twin.pile.index(5))
    assert len(places) > 10


@pytest.mark.rule("KIM-71", "KIM-77")
def test_a_shown_pair_on_the_table_is_not_in_hand() -> None:
    game = hunting(2, at="x407", secret=12, cache=5, hands={1: [8, 9]}, face_up={1: [5]}, renounced_by=1)
    play(game, 0, MovePawn(1, "x406"))
    twin = engine.visibility.determinize(engine.visibility.knowledge(game, 0), 0, SeededDice(b"table"))
    assert 5 not in twin.hands[1]
    assert len(twin.hands[1]) == 2
    engine.rules.check(twin)


def test_events_of_a_taken_chest_hide_the_throw_from_the_others() -> None:
    game = search(2, {0: {1: "x203"}}, {0: [2, 2]})
    events = play(game, 0, TakeChest(2), thrown((2, 0), (4, 12)))
    seen = [engine.visibility.redact(event, 1) for event in events]
    assert seen[1] == events[1]
    assert seen[2] == ChestShaken(seat=0, void=False, ordinary=None, special=None, cache=None, treasure=None)
