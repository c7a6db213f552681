"""What the others have probably laid: sensible, legal, and guessed from the open cards alone."""

from __future__ import annotations

import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.records import GAME_OVER
from engines.mekong import engine
from engines.mekong.bot.belief import TRUST
from engines.mekong.position import MekongPosition
from engines.mekong.rules.rounds import faults, hand
from tests.engines.mekong.positions import program
from tests.support.kit.play import opening, pick


def supposed(position: MekongPosition, seat: int, seed: int) -> MekongPosition:
    return engine.bot.sample_belief(
        engine.visibility.knowledge(position, seat), seat, SeededDice(seed.to_bytes(32, "big"))
    )


@pytest.mark.parametrize("seats", [2, 4])
def test_every_guess_is_a_legal_programme_that_keeps_the_open_cards(seats: int) -> None:
    hidden = number = 0
    for game in (b"guessing", b"guessing again"):
        position, _, dice = opening(engine, seats, {}, game)
        while position.phase != GAME_OVER:
            seat = engine.rules.to_act(position)[0]
            guessed = supposed(position, seat, number)
            assert engine.visibility.knowledge(guessed, seat) == engine.visibility.knowledge(position, seat)
            for other, player in enumerate(guessed.players):
                if player.program is not None:
                    assert list(faults(player.program, hand(position, other))) == []
                    hidden += player.program != position.players[other].program
            engine.rules.apply(position, seat, pick(engine, position, seat, "greedy", dice), dice)
            number += 1
    assert hidden > 20


def test_who_has_laid_is_taken_for_a_sensible_player() -> None:
    """The programme of a greedy player is guessed far more often than one of thousands would be, but never for sure."""
    position, _, dice = opening(engine, 2, {}, b"sensible")
    engine.rules.apply(position, 0, pick(engine, position, 0, "greedy", dice), dice)
    laid = position.players[0].program
    own_way = [card for card in laid or [] if not card.startswith("dragon")][:3]
    guesses = [supposed(position, 1, seed).players[0].program or [] for seed in range(200)]
    alike = [[card for card in cards if not card.startswith("dragon")][:3] == own_way for cards in guesses]
    assert TRUST - 15 < 100 * sum(alike) / len(alike) < 100


def test_a_guess_does_not_see_what_was_laid() -> None:
    position, _, dice = opening(engine, 2, {}, b"blind")
    other = position.copy()
    engine.rules.apply(position, 0, pick(engine, position, 0, "greedy", dice), dice)
    other.players[0].program = program("jump", "remove", "move_1", "move_2", "place_1_stone")
    assert [supposed(position, 1, seed) for seed in range(20)] == [supposed(other, 1, seed) for seed in range(20)]
