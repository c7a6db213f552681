"""Views, memory, and imagined positions (BAI-8, BAI-15, BAI-117)."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.bailouke import engine
from engines.bailouke.actions import Discard, Give, Pass, PlaceAdded, Play, Replace, Reveal
from engines.bailouke.events import CardSeen, CardsRevealed, DiscardFailed
from engines.bailouke.parts import Effect, Incoming, LastRound, RevealedCard, Window
from engines.bailouke.position import CardView, EffectView, PileView, PlayerView, Position, View, ZoneCardView
from engines.kernel.dice import SeededDice
from tests.engines.bailouke.positions import DRAWN, act, do, position


def shown(game: Position, seat: int | None, of: int) -> list[int | None]:
    return [card.value for card in engine.visibility.view(game, seat).players[of].zone]


def known(game: Position, seat: int | None, of: int) -> list[int | None]:
    return [card.value for card in engine.visibility.knowledge(game, seat).players[of].zone]


def test_the_whole_view() -> None:
    game = position(
        [[2, 3], [4]],
        "discard",
        graveyard=[6, 6],
        window=1,
        turn=3,
        first=0,
        announced_by=1,
        seats={0: {"tokens": 2, "assigned": [1], "seen": [0, 10], "fer": [1], "kouronn": 1}, 1: {"peboude": 1}},
        last_round=LastRound(1, "pile", None, [[1], [2]], [0, 0], [1, 2], 0, [3, 3]),
    )
    game.removed, game.pile = game.pile[-4:], game.pile[:-4]
    expected = View(
        game="bailouke",
        schema=1,
        options=game.options,
        phase="discard",
        round=2,
        turn=3,
        first_seat=0,
        active_seat=0,
        announced_by=1,
        pile=PileView(len(game.pile), CardView(game.pile[0], None)),
        graveyard=[CardView(card, 6) for card in game.graveyard],
        set_aside=3,
        removed=4,
        drawn=None,
        incoming=None,
        players=[
            PlayerView([ZoneCardView(0, False, None), ZoneCardView(1, True, 3)], 2, [1], 0, [1], 1, True),
            PlayerView([ZoneCardView(10, False, None)], 0, [], 1, [], 0, True),
        ],
        effect=None,
        discard=Window(1),
        last_round=game.last_round,
        winners=None,
    )
    assert engine.visibility.view(game, 0) == expected
    expected.players[0].zone[1].value = None
    assert engine.visibility.view(game, 1) == engine.visibility.view(game, None) == expected


@pytest.mark.rule("BAI-15")
def test_a_token_shows_its_card_to_its_owner_at_any_time() -> None:
    game = position([[2, 3], [4, 5]], drawn=7, active=1, seats={0: {"assigned": [1]}})
    assert shown(game, 0, 0) == [None, 3]
    assert shown(game, 1, 0) == shown(game, None, 0) == [None, None]


@pytest.mark.rule("BAI-117")
def test_the_view_shows_what_was_seen_only_with_the_memory_aid() -> None:
    seats = {0: {"seen": [0, 11]}, 1: {"seen": [10]}}
    game = position([[2, 3], [4, 5]], drawn=7, seats=seats)
    assert (shown(game, 0, 0), shown(game, 0, 1)) == ([None, None], [None, None])
    assert (known(game, 0, 0), known(game, 0, 1)) == ([2, None], [None, 5])
    game.options.memory_aid = True
    assert (shown(game, 0, 0), shown(game, 0, 1)) == ([2, None], [None, 5])
    assert (shown(game, 1, 0), shown(game, 1, 1)) == ([None, None], [4, None])
    assert (shown(game, None, 0), shown(game, None, 1)) == ([None, None], [None, None])
    assert engine.visibility.knowledge(game, 0) == engine.visibility.view(game, 0)


@pytest.mark.rule("BAI-117", "BAI-15")
def test_a_card_that_its_reader_may_look_at_need_not_be_remembered() -> None:
    """Seat 0 has a token on its card 1; seat 1 has drawn; card 21 lies on the graveyard."""
    game = position([[2, 3], [4, 5]], drawn=7, active=1, graveyard=[6], seats={0: {"assigned": [1]}})
    [grave] = game.graveyard
    looks = [CardSeen(seat=0, card=card, value=game.cards[card], reason="token") for card in (0, 1, 11, DRAWN, grave)]

    def shown_to(reader: int | None) -> list[bool]:
        view = engine.visibility.view(game, reader)
        return [engine.visibility.shows(view, event, "value") for event in looks]

    assert shown_to(0) == [False, True, False, False, True]
    assert shown_to(1) == [False, False, False, True, True]
    assert shown_to(None) == [False, False, False, False, True]


@pytest.mark.rule("BAI-117")
def test_cards_shown_to_all_must_be_remembered_unless_they_all_lie_open() -> None:
    game = position([[2, 3], [4, 5]], drawn=7, graveyard=[6])
    [grave] = game.graveyard
    view = engine.visibility.view(game, None)
    failed = DiscardFailed(seat=0, card=0, value=2, place=1)
    assert not engine.visibility.shows(view, failed, "value")
    for card, open_ in ((grave, True), (10, False)):
        entries = [RevealedCard(0, grave, 6), RevealedCard(1, card, game.cards[card])]
        assert engine.visibility.shows(view, CardsRevealed(entries=entries), "entries") is open_
    game.graveyard.append(10)  # in another round the same id is another card
    view = engine.visibility.view(game, None)
    assert not engine.visibility.shows(view, DiscardFailed(seat=0, card=10, value=9, place=1), "value")


@pytest.mark.rule("BAI-117")
def test_the_memory_aid_changes_no_rule() -> None:
    plain = position([[2, 3], [4, 5]], drawn=7, seats={0: {"seen": [0]}})
    aided = position([[2, 3], [4, 5]], drawn=7, seats={0: {"seen": [0]}}, options={"memory_aid": True})
    assert engine.rules.legal(plain, 0) == engine.rules.legal(aided, 0)
    assert act(plain, 0, Replace(0)) == act(aided, 0, Replace(0))
    assert plain.players == aided.players


@pytest.mark.rule("BAI-117", "BAI-47")
def test_a_card_seen_on_the_pile_is_remembered_by_its_seer() -> None:
    game = position([[2, 3], [4, 5]], drawn=5, pile=[13])
    act(game, 0, Play())
    act(game, 0, engine.rules.legal(game, 0).actions[-1])
    top = game.pile[0]
    assert engine.visibility.view(game, 0).pile.top == CardView(top, None)
    assert engine.visibility.knowledge(game, 0).pile.top == CardView(top, 13)
    assert engine.visibility.knowledge(game, 1).pile.top == CardView(top, None)
    do(game, (0, Pass()), (1, Pass()))
    act(game, 0, engine.rules.legal(game, 0).actions[1])
    assert (game.drawn, game.active_seat, game.players[0].seen) == (top, 1, [top])
    assert engine.visibility.view(game, 0).drawn == CardView(top, None)
    assert engine.visibility.knowledge(game, 0).drawn == CardView(top, 13)
    assert engine.visibility.knowledge(game, None).drawn == CardView(top, None)
    act(game, 1, Replace(10))
    assert known(game, 0, 1) == [13, None]


@pytest.mark.rule("BAI-117", "BAI-55")
def test_a_card_given_away_is_remembered() -> None:
    game = position([[2, 3], [4, 5]], drawn=13, seats={0: {"seen": [1]}})
    do(game, (0, Play()), (0, PlaceAdded("left")), (0, Give(1, 1)))
    assert engine.visibility.view(game, 0).incoming == Incoming(1, 1, "give_card")
    act(game, 1, PlaceAdded("right"))
    assert known(game, 0, 1) == [None, None, 3]
    assert known(game, 1, 1) == [None, None, None]


@pytest.mark.rule("BAI-106", "BAI-117")
def test_everybody_remembers_a_failed_discard_but_a_spectator_has_no_memory() -> None:
    game = position([[2, 3], [4, 5]], "discard", graveyard=[6], window=0, pile_size=0)
    act(game, 0, Discard(1))
    assert known(game, 0, 0) == known(game, 1, 0) == [None, 3]
    assert known(game, None, 0) == [None, None]


@pytest.mark.rule("BAI-84")
def test_everything_is_open_when_the_game_is_over() -> None:
    game = position(
        [[2, 3], [4]],
        "game_over",
        options={"wins_needed": 1},
        winners=[0],
        round=1,
        seats={0: {"kouronn": 1}},
        pile=[9],
    )
    engine.rules.check(game)
    for seat in (0, 1, None):
        assert [shown(game, seat, of) for of in (0, 1)] == [[2, 3], [4]]
        assert engine.visibility.view(game, seat).pile.top.value == 9
        assert engine.visibility.view(game, seat).winners == [0]


@pytest.mark.rule("BAI-52")
def test_a_secret_choice_is_shown_to_its_owner_alone() -> None:
    game = position([[2, 3], [4, 5]], "effect", graveyard=[10], effect=Effect(10, choices=[None, 11]))
    assert engine.visibility.view(game, 1).effect == EffectView(10, None, 0, False, [], [1], 11)
    assert (
        engine.visibility.view(game, 0).effect
        == engine.visibility.view(game, None).effect
        == EffectView(10, None, 0, False, [], [1], None)
    )
    twin = engine.visibility.determinize(engine.visibility.knowledge(game, 1), 1, SeededDice(b"own"))
    assert twin.effect.choices == [None, 11]
    seen = {
        engine.visibility.determinize(engine.visibility.knowledge(game, 0), 0, SeededDice(bytes([n]))).effect.choices[1]
        for n in range(20)
    }
    assert seen == {10, 11}


def test_a_view_is_no_window_into_the_position() -> None:
    game = position([[2, 3], [4, 5]], drawn=9, seats={0: {"assigned": [0], "fer": [1]}})
    act(game, 0, Play())
    view = engine.visibility.view(game, 0)
    view.players[0].assigned.append(1)
    view.players[0].fer.append(2)
    view.effect.looked.append(0)
    assert (game.players[0].assigned, game.players[0].fer, game.effect.looked) == ([0], [1], [])


def test_an_imagined_position_agrees_with_the_knowledge() -> None:
    seats = {0: {"assigned": [1], "seen": [10]}, 1: {"assigned": [11], "seen": [0]}}
    game = position(
        [[2, 3], [4, 5]],
        drawn=7,
        active=1,
        graveyard=[6],
        seats=seats,
        turn=2,
        announced_by=0,
        pile_size=20,
        last_round=LastRound(1, "pile", None, [[1], [2]], [0, 0], [1, 2], None, [3, 3]),
        round=2,
    )
    twin = engine.visibility.determinize(engine.visibility.knowledge(game, 0), 0, SeededDice(b"twin"))
    engine.rules.check(twin)
    assert Counter(twin.cards) == Counter(game.cards)
    assert [twin.cards[card] for card in (1, 10, *game.graveyard)] == [3, 4, 6]
    assert [player.zone for player in twin.players] == [[0, 1], [10, 11]]
    assert [player.seen for player in twin.players] == [[1, 10], [11]]
    assert (len(twin.pile), twin.pile[0], len(twin.removed)) == (20, game.pile[0], len(game.removed))
    for name in ("phase", "round", "turn", "first_seat", "active_seat", "announced_by", "drawn", "last_round"):
        assert getattr(twin, name) == getattr(game, name)
    active = engine.visibility.determinize(engine.visibility.knowledge(game, 1), 1, SeededDice(b"twin"))
    assert (active.cards[DRAWN], active.players[1].seen, active.players[0].seen) == (7, [0, 11], [1])


def test_an_imagined_opponent_has_seen_what_everybody_knows_it_looked_at() -> None:
    game = position(
        [[2, 3], [4, 5]],
        "effect",
        graveyard=[9],
        effect=Effect(9, step=1, previous_done=True, looked=[0]),
        seats={0: {"seen": [0, 11]}},
    )
    twin = engine.visibility.determinize(engine.visibility.knowledge(game, 1), 1, SeededDice(b"twin"))
    assert (twin.players[0].seen, twin.effect) == ([0], game.effect)
    engine.rules.check(twin)


def test_imagining_draws_nothing_where_nothing_is_hidden_but_order() -> None:
    game = position([[2, 3], [4, 5]], "discard", graveyard=[6], window=0)
    twins = {
        tuple(engine.visibility.determinize(engine.visibility.knowledge(game, 0), 0, SeededDice(bytes([n]))).cards)
        for n in range(6)
    }
    assert len(twins) == 6


def test_reveal_shows_all_at_once() -> None:
    game = position([[2, 3], [4, 5]], drawn=10, options={"memory_aid": True})
    do(game, (0, Play()), (1, Reveal(10)))
    assert shown(game, 0, 1) == [None, None]
    act(game, 0, Reveal(0))
    assert (shown(game, 0, 1), shown(game, 1, 0)) == ([4, None], [2, None])
