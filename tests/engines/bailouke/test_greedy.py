"""The greedy bot makes sensible choices from lawful knowledge alone."""

from __future__ import annotations

import pytest

from engines.bailouke import engine
from engines.bailouke.actions import (
    Announce,
    AssignToken,
    ChooseEffect,
    Discard,
    EndTurn,
    Exchange,
    ExchangeSeen,
    ExchangeWithPile,
    Give,
    HandOver,
    MoveToken,
    Pass,
    Peek,
    PlaceAdded,
    Play,
    Ready,
    Replace,
    Reveal,
    ShuffleZone,
    Skip,
    StealToken,
    Target,
)
from engines.bailouke.parts import Effect
from engines.bailouke.position import Position
from engines.kernel.dice import SeededDice
from engines.kernel.records import Action
from tests.engines.bailouke.positions import position
from tests.support.kit.play import opening, steps


def choice(game: Position, seat: int = 0) -> Action:
    engine.rules.check(game)
    return engine.bot.greedy(
        engine.visibility.knowledge(game, seat), seat, engine.rules.legal(game, seat), SeededDice(b"bot")
    )


def effect(
    zones: list[list[int]], value: int, seats: dict | None = None, pile: tuple = (), **fields: object
) -> Position:
    return position(zones, "effect", graveyard=[value], effect=Effect(value, **fields), seats=seats or {}, pile=pile)


def test_tokens_go_on_unknown_cards_at_once() -> None:
    game = position([[2, 3], [4]], "place_tokens", seats={0: {"tokens": 1, "ready": False}})
    assert choice(game) == AssignToken(0)
    game.players[0].seen = [0]
    assert choice(game) == AssignToken(1)
    game.players[0].seen = [0, 1]
    assert choice(game) == Ready()


def test_a_low_draw_replaces_a_high_card() -> None:
    assert choice(position([[13, 2], [4]], drawn=1, seats={0: {"seen": [0, 1]}})) == Replace(0)
    assert choice(position([[13, 2], [4]], drawn=1)) in (Replace(0), Replace(1))


def test_a_high_draw_is_played() -> None:
    assert choice(position([[1, 2], [4]], drawn=24, seats={0: {"seen": [0, 1]}})) == Play()


def test_a_draw_that_matches_a_known_card_is_played() -> None:
    assert choice(position([[11, 2], [4]], drawn=11, seats={0: {"seen": [0]}})) == Play()


def test_a_known_pair_is_played_from_the_zone() -> None:
    assert choice(position([[9, 9, 2], [4]], drawn=8, seats={0: {"seen": [0, 1, 2]}})) in (Replace(0), Replace(1))


def test_after_an_announcement_effects_count_for_less() -> None:
    seats = {0: {"seen": [0, 1]}}
    early = position([[4, 0], [4]], drawn=2, seats=seats)
    late = position([[4, 0], [4]], drawn=2, seats=seats, announced_by=1, turn=2)
    assert (choice(early), choice(late)) == (Replace(0), Replace(0))
    early = position([[12, 10], [5]], drawn=12, seats=seats)
    assert choice(early) == Play()


def test_known_matches_are_discarded_and_nothing_is_guessed() -> None:
    game = position([[6, 6], [4]], "discard", graveyard=[6], window=0)
    assert choice(game) == Pass()
    game.players[0].seen = [1]
    assert choice(game) == Discard(1)
    game.players[0].seen = []
    game.players[0].zone = [0]
    game.players[1].zone = [10, 1]
    assert choice(game) == Pass()


@pytest.mark.parametrize(
    ("zones", "seen", "announces"),
    [
        ([[1, 2], [4, 5, 7]], [0, 1], True),
        ([[1, 2], [4, 5, 7]], [0], False),
        ([[13, 2], [4, 5, 7]], [0, 1], False),
        ([[5, 2], [4]], [0, 1], False),
    ],
)
def test_announce_when_ahead_with_a_low_total(zones: list, seen: list, announces: bool) -> None:
    game = position(zones, "announce", graveyard=[6], seats={0: {"seen": seen}})
    assert choice(game) == (Announce() if announces else EndTurn())


def test_discounts_count_for_the_announcement() -> None:
    game = position([[8], [4, 5]], "announce", graveyard=[6], seats={0: {"seen": [0], "fer": [2, 2]}})
    assert choice(game) == Announce()
    game.players[0].fer = []
    assert choice(game) == EndTurn()


def test_looks_at_unknown_cards() -> None:
    assert choice(effect([[9, 5, 7], [4]], 2, {0: {"seen": [0]}})) == Peek(1)
    assert choice(effect([[9, 5], [4, 8, 7], [1]], 3)) == Peek(20)
    assert choice(effect([[9, 5], [4, 8], [1]], 3, {0: {"seen": [20]}})) == Peek(10)


def test_gives_high_and_takes_low() -> None:
    assert choice(effect([[9, 1], [2, 8]], 4, {0: {"seen": [0, 1, 10, 11]}})) == Exchange(0, 10)
    assert choice(effect([[9, 13], [2, 8]], 11, {0: {"seen": [0, 1]}}, choices=[None, None])) == HandOver(1)
    assert choice(effect([[9, 3], [2, 8]], 10, {0: {"seen": [0, 1]}}, choices=[None, None])) == Reveal(1)
    given = effect([[9, 12], [2, 8], [4]], 13, {0: {"seen": [0, 1]}}, step=1, previous_done=True)
    assert choice(given) == Give(1, 2)


def test_exchanges_with_the_pile_only_for_less() -> None:
    seats = {0: {"seen": [0, 1]}}
    low = effect([[9, 3], [2, 8]], 5, seats, (1,), step=1, previous_done=True)
    low.players[0].seen.append(low.pile[0])
    assert choice(low) == ExchangeWithPile(0)
    high = effect([[9, 3], [2, 8]], 5, seats, (13,), step=1, previous_done=True)
    high.players[0].seen = [0, 1, high.pile[0]]
    high.players[0].seen.sort()
    assert choice(high) == Skip()


def test_exchanges_seen_cards_only_for_less() -> None:
    seats = {0: {"seen": [0, 10]}}
    better = effect([[9, 3], [2, 8]], 9, seats, step=2, previous_done=True, looked=[0, 10])
    assert choice(better) == ExchangeSeen()
    worse = effect([[2, 3], [9, 8]], 9, seats, step=2, previous_done=True, looked=[0, 10])
    assert choice(worse) == Skip()


def test_attacks_whoever_is_lowest() -> None:
    assert choice(effect([[9], [2, 8], [4]], 6)) == ShuffleZone(2)
    assert choice(effect([[9], [2], [4, 8]], 7, option=0)) == Target(1)
    assert choice(effect([[9], [2], [4, 8]], 7)) == ChooseEffect(0)
    stolen = effect([[9], [2, 8], [4]], 12, {1: {"tokens": 2, "assigned": [10]}, 2: {"tokens": 2, "assigned": [20]}})
    assert choice(stolen) == StealToken(2, 20)


def test_moves_a_token_to_an_unknown_card_only() -> None:
    seats = {0: {"assigned": [0]}}
    assert choice(effect([[9, 3], [2]], 8, seats, step=1, previous_done=True)) == MoveToken(0, 1)
    seats = {0: {"assigned": [0], "seen": [1]}}
    assert choice(effect([[9, 3], [2]], 8, seats, step=1, previous_done=True)) == Skip()


def test_new_cards_go_to_the_right() -> None:
    game = position([[9], [2]], "place_added", graveyard=[6], window=0, incoming=(1, 0, "failed_discard"))
    assert choice(game) == PlaceAdded("right")


def test_worth_of_the_beasts() -> None:
    worth = {0: 30, 1: 10, 2: 12, 3: 5, 4: 0, 5: 15, 6: 10, 7: 15, 8: 30, 9: 20, 10: 8, 11: 0, 12: 30, 13: 10, 24: 0}
    assert engine.bot.worth == worth


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(12):
        policies = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        game, _, dice = opening(engine, 2, {}, bytes([seed]) * 32)
        for _ in steps(engine, game, dice, SeededDice(bytes([seed])), policies):
            pass
        won += game.winners == [policies.index("greedy")]
    assert won >= 11
