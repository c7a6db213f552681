"""The searching player: its budgets, its honesty, its clock, and that it plays better than chance."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from bench.strength.match import play
from engines.kernel.dice import SeededDice
from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER, Action
from engines.kernel.registry import game, slugs
from store.model.builtin import LEVELS
from workers.players import builtin, search
from workers.players.seeds import FastDice

BOTS = [("random", None), ("greedy", None), ("search", 1)]


def moments(engine: Game[Any, Any], seed: int, every: int) -> Iterator[tuple[Any, int]]:
    """Decisions of a game between greedy players, every so many steps."""
    dice = SeededDice(seed.to_bytes(32, "big"))
    position, _ = engine.rules.deal(2, engine.options({}, 2), dice)
    step = 0
    while position.phase != GAME_OVER:
        seat = engine.rules.to_act(position)[-1]
        if step % every == 0:
            yield position.copy(), seat
        engine.rules.apply(position, seat, builtin.choose("greedy", engine, position, seat, f"moments {step}"), dice)
        step += 1


@pytest.mark.parametrize("slug", slugs())
def test_every_level_may_spend_more_than_the_one_below(slug: str) -> None:
    engine = game(slug)
    spent = [search.budget(engine, level) for level in LEVELS]
    assert spent == sorted(set(spent))
    assert spent[0] >= 2
    assert spent[-1] == engine.bot.search.rollouts


@pytest.mark.parametrize("slug", slugs())
def test_every_level_misjudges_less_than_the_one_below_and_the_highest_nothing(slug: str) -> None:
    errors = [search.judgement_error(game(slug), level) for level in LEVELS]
    assert errors == sorted(set(errors), reverse=True)
    assert errors[-2] > errors[-1] == 0


def test_an_error_stays_within_its_bound_and_differs_by_action() -> None:
    drawn = search.errors(200, 0.25, FastDice(1))
    assert -0.25 <= min(drawn) < -0.2
    assert 0.2 < max(drawn) <= 0.25
    assert search.errors(3, 0.0, FastDice(1)) == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(("errors", "winner"), [([0.0, 0.0], 0), ([0.0, 0.3], 1), ([-0.3, 0.0], 1), ([0.3, 0.5], 0)])
def test_who_overrates_an_action_by_more_than_it_loses_chooses_it(errors: list[float], winner: int) -> None:
    assert contest_of([-0.2, -0.25] * 4, errors=errors).winner(1.0) == winner


@pytest.mark.parametrize("slug", slugs())
def test_a_search_keeps_to_its_budget(slug: str) -> None:
    """But for a last trial of the few that are left."""
    engine = game(slug)
    for position, seat in moments(engine, 3, every=12):
        knowledge, choices = engine.visibility.knowledge(position, seat), engine.rules.legal(position, seat)
        for rollouts in (4, 30):
            assert search.think(engine, knowledge, seat, choices, FastDice(1), rollouts).rollouts <= rollouts + 2


@pytest.mark.parametrize("slug", slugs())
def test_who_knows_the_same_does_the_same(slug: str) -> None:
    """Twins differ only in what the seat cannot know: no built-in player tells them apart."""
    engine = game(slug)
    different = 0
    for number, (position, seat) in enumerate(moments(engine, 5, every=7)):
        twin = engine.visibility.determinize(engine.visibility.knowledge(position, seat), seat, FastDice(number))
        assert engine.visibility.knowledge(twin, seat) == engine.visibility.knowledge(position, seat)
        different += twin != position
        for bot, level in BOTS:
            bot_seed = f"twins {number}"
            action = builtin.choose(bot, engine, position, seat, bot_seed, level)
            assert builtin.choose(bot, engine, twin, seat, bot_seed, level) == action
    assert different


@pytest.mark.parametrize("slug", slugs())
def test_candidates_are_legal_and_estimates_are_chances(slug: str) -> None:
    engine = game(slug)
    for position, seat in moments(engine, 7, every=5):
        knowledge, choices = engine.visibility.knowledge(position, seat), engine.rules.legal(position, seat)
        greedy = engine.bot.greedy(knowledge, seat, choices, FastDice(0))
        candidates = engine.bot.shortlist(knowledge, seat, choices, FastDice(0))
        assert candidates[0] == greedy
        assert len(set(candidates)) == len(candidates) <= max(engine.bot.search.shortlist, 1)
        for action in candidates:
            engine.rules.apply(position.copy(), seat, action, FastDice(1))
        chances = engine.bot.estimate(position)
        assert sum(chances) == pytest.approx(1)
        assert min(chances) >= 0


def shortlist(engine: Game[Any, Any], position: Any, seat: int) -> list[Action]:
    knowledge, choices = engine.visibility.knowledge(position, seat), engine.rules.legal(position, seat)
    return engine.bot.shortlist(knowledge, seat, choices, FastDice(0))


def test_a_search_that_the_clock_cuts_short_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    engine = game("bailouke")
    position, seat = next(place for place in moments(engine, 1, 1) if len(shortlist(engine, *place)) > 1)
    whole = builtin.decide("search", engine, position, seat, "luck", 8)
    assert not whole.cut
    monkeypatch.setattr(search, "CPU_LIMIT", 0.0)
    found = builtin.decide("search", engine, position, seat, "luck", 8)
    assert found.cut
    assert 0 < found.rollouts < whole.rollouts
    with caplog.at_level(logging.WARNING, "ludotheque"):
        builtin.choose("search", engine, position, seat, "luck", 8)
    assert "cut short after" in caplog.text


def test_a_search_goes_by_the_clock_that_it_is_given() -> None:
    engine = game("bailouke")
    position, seat = next(place for place in moments(engine, 1, 1) if len(shortlist(engine, *place)) > 1)
    hours = count(step=3600)
    assert builtin.decide("search", engine, position, seat, "luck", 8, hours.__next__).cut
    assert not builtin.decide("search", engine, position, seat, "luck", 8, lambda: 0.0).cut


def test_a_search_beats_chance() -> None:
    engine = game("bailouke")
    assert [play(engine, "search-3:random", seed) for seed in range(4)] == [(1.0, 0)] * 4


def contest_of(*gains: list[float], patience: int = 8, errors: list[float] | None = None) -> Any:
    """Challengers of a greedy choice that is always worth 0, with what each gained in the trials."""
    candidates = [Candidate(number) for number in range(len(gains) + 1)]
    contest: Any = search.Contest(candidates, patience, errors or [0.0] * len(candidates))  # type: ignore[arg-type]
    for values in zip(*gains, strict=True):
        contest.score([0.0, *values])
    return contest


class Candidate(int):
    """An action that is nothing but its number."""


def test_a_challenger_without_a_fair_chance_is_dropped_and_the_others_stay() -> None:
    behind, open_race = [-0.5, -0.4] * 4, [0.5, -0.5] * 4
    contest = contest_of(behind, open_race)
    contest.drop_hopeless()
    assert contest.running == [0, 2]
    assert not contest.decided()
    few = contest_of(behind[:6], open_race[:6])
    few.drop_hopeless()
    assert few.running == [0, 1, 2]
    patient = contest_of(behind, open_race, patience=9)
    patient.drop_hopeless()
    assert patient.running == [0, 1, 2]


@pytest.mark.parametrize(("gains", "winner"), [([0.5, 0.4] * 4, 1), ([-0.5, -0.4] * 4, 0), ([0.0] * 8, 0)])
def test_a_search_ends_when_it_is_decided(gains: list[float], winner: int) -> None:
    contest = contest_of(gains)
    contest.drop_hopeless()
    assert contest.decided()
    assert contest.winner(1.0) == winner
