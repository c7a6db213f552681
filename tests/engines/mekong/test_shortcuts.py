"""What the engine answers by a shorter way equals the rule as it is written, in every position of played games."""

from __future__ import annotations

import pytest

from engines.kernel.dice import SeededDice
from engines.mekong import engine
from engines.mekong.actions import PlacePlank, RemovePlank, RemoveStone
from engines.mekong.legal import SEVERAL
from engines.mekong.parts import Pending
from engines.mekong.pieces import (
    ACTION_CARDS,
    CARDS,
    COLOUR,
    COLOURS_BY_COUNT,
    COLOURS_IN_RESERVE,
    ISLANDS,
    ORDER,
    PLANKS,
    SIZE,
    VILLAGES,
    cards_of,
)
from engines.mekong.position import MekongPosition
from engines.mekong.rules import planks, rounds, spans
from engines.mekong.rules.pawns import Footbridges
from engines.mekong.rules.removal import removals
from engines.mekong.rules.stones import islands_under_planks, placements
from tests.support.kit.play import opening, steps

GAMES = [(seats, seed) for seats in engine.seats for seed in range(2)]


@pytest.mark.parametrize(("seats", "seed"), GAMES)
@pytest.mark.parametrize("attempt", ["guided", "eyeball"])
def test_short_answers_equal_the_plain_rules(seats: int, seed: int, attempt: str) -> None:
    options = {"plank_attempt": attempt, "round_cap": 12}
    position, _, dice = opening(engine, seats, options, b"%d" % seed)
    for step in steps(engine, position, dice, SeededDice(b"luck%d" % seed), ["random"] * seats):
        before = step.before
        check_stones(before)
        for seat in range(seats):
            check_removals(before, seat)
            check_neighbours(before, seat)
        check_possible(before)
        if before.phase == "place_plank":
            check_places(before, step.seat)


def test_a_sound_programme_is_one_without_faults() -> None:
    """MEK-11, MEK-5, MEK-12."""
    held, dice, sound = cards_of("red", COLOURS_BY_COUNT[3]), SeededDice(b"programmes"), 0
    for number in range(2000):
        cards = [dice.choose(CARDS if number % 2 else held) for _ in range(5 if number % 7 else 4)]
        assert rounds.is_sound(cards, frozenset(held)) == (not list(rounds.faults(cards, held)))
        sound += rounds.is_sound(cards, frozenset(held))
    assert 100 < sound < 1900


def check_stones(game: MekongPosition) -> None:
    """MEK-32, MEK-38."""
    under = {point for pair in game.planks.values() for point in spans.UNDER[spans.NUMBER[pair]]}
    assert islands_under_planks(game) == under
    free = [island for island in ISLANDS if island not in under and island not in game.stones]
    assert [action.island for action in placements(game, 0)] == free


def check_removals(game: MekongPosition, seat: int) -> None:
    """MEK-60 to MEK-66, plank by plank in the order of the content."""
    reserve = game.players[seat].reserve
    sizes, colours = {SIZE[plank] for plank in reserve}, {COLOUR[plank] for plank in reserve}
    standing = {player.pawn for player in game.players}
    resting = {support for pair in game.planks.values() for support in pair}
    taken = [
        RemovePlank(plank)
        for plank in PLANKS
        if plank in game.planks
        and plank not in standing
        and SIZE[plank] not in sizes
        and len(colours | {COLOUR[plank]}) <= max(COLOURS_IN_RESERVE, len(colours))
    ]
    assert removals(game, seat) == taken + [RemoveStone(island) for island in game.stones if island not in resting]


def check_neighbours(game: MekongPosition, seat: int) -> None:
    """MEK-71: planks that share a stone, and a village with the planks that rest on it."""
    bridges = Footbridges(game, seat)
    others = {player.pawn: number for number, player in enumerate(game.players) if number != seat}
    assert bridges.held == {place: number for place, number in others.items() if place in game.planks}
    for place in (*game.planks, *VILLAGES):
        found = []
        for plank, pair in game.planks.items():
            if place in VILLAGES:
                found += [plank] if place in pair else []
            elif plank == place:
                found += [support for support in pair if support in VILLAGES]
            elif set(pair) & set(game.planks[place]) - set(VILLAGES):
                found.append(plank)
        assert bridges.neighbours(place) == sorted(found, key=ORDER.__getitem__)


def check_possible(game: MekongPosition) -> None:
    """A card can be carried out exactly when there is a choice (MEK-35, MEK-52, MEK-67, MEK-75, MEK-83)."""
    game = game.copy()
    for card in ACTION_CARDS:
        game.pending, kind = Pending(card), rounds.KIND_OF[card]
        for seat in range(len(game.players)):
            choices = kind.choices(game, seat)
            assert bool(kind.possible(game, seat)) == bool(choices)
            if kind.phase in SEVERAL and choices:
                assert SEVERAL[kind.phase](game, seat) == (len(choices) > 1)


def check_places(game: MekongPosition, seat: int) -> None:
    """MEK-41 to MEK-48, MEK-103: pair by pair."""
    plank, eyeball = planks.chosen_plank(game), game.options.plank_attempt == "eyeball"
    fine = []
    for pair in spans.PAIRS:
        rules = {rule for rule, _ in planks.objections(game, plank, pair)}
        if not rules or (eyeball and rules == {"MEK-45"}):
            fine.append(PlacePlank(pair))
            assert planks.misjudged(game, plank, pair) == bool(rules)
    assert planks.places_of_plank(game, seat) == fine
    assert planks.several_places(game, seat) == (len(fine) > 1)
