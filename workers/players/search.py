"""The searching player: samples what it cannot see, tries its actions and plays each on to see where it leads.

All candidates are tried in the same sampled positions with the same dice, for a fair comparison. The worse half is
dropped repeatedly (sequential halving), and a candidate without a fair chance at once; its rollouts go to the others.
The greedy choice stays: another one must beat it. A search ends early once it is decided. What others hide is sampled
again for every trial, and in the rollouts every seat decides from its own knowledge of the sampled position: nobody
peeks, not even in simultaneous phases. A level has a number of rollouts and, below the highest, an error with which it
judges its actions: strength depends on both, not on the machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import ceil, log2, sqrt
from typing import Any

from engines.kernel.dice import Dice
from engines.kernel.game import Game
from engines.kernel.records import Action, Choices, Record
from engines.kernel.rollout import rollout
from store.model.builtin import LEVELS
from workers.players.seeds import FastDice

TRIES = 8
"""How often a position is sampled again at most because it was not plausible."""
HOPE, CERTAINTY = 2.0, 3.0
"""Standard errors: a challenger this far behind is dropped; a last one this far ahead has won."""
CPU_LIMIT = 4.0
"""Seconds of CPU after which a decision is cut short, to protect the queue; other load does not count."""
Clock = Callable[[], float]


class SearchResult:
    """The result of a search; ``cut``: the time limit ended it."""

    def __init__(self, action: Action, rollouts: int, cut: bool) -> None:
        self.action = action
        self.rollouts = rollouts
        self.cut = cut


def budget(engine: Game[Any, Any], level: int) -> int:
    """Rollouts of a level for one decision."""
    way = engine.bot.search
    return max(2, round(way.rollouts / way.step ** (LEVELS[-1] - level)))


def judgement_error(engine: Game[Any, Any], level: int) -> float:
    """The most by which a level misjudges an action, in win chance: less with each level, nothing at the highest."""
    return 0.0 if level == LEVELS[-1] else engine.bot.search.errors[level - LEVELS[0]]


def think(
    engine: Game[Any, Any],
    knowledge: Record,
    seat: int,
    choices: Choices,
    dice: Dice,
    rollouts: int,
    error: float = 0.0,
    clock: Clock = time.thread_time,
) -> SearchResult:
    """Choose an action with this many rollouts; the time limit only guards against extreme cases."""
    candidates = engine.bot.shortlist(knowledge, seat, choices, dice)[: max(2, rollouts // 2)]
    if len(candidates) == 1:
        return SearchResult(candidates[0], 0, False)
    contest = Contest(candidates, engine.bot.search.patience, errors(len(candidates), error, dice))
    until = clock() + CPU_LIMIT
    rounds, spent, cut = max(1, ceil(log2(len(candidates)))), 0, False
    for number in range(1, rounds + 1):
        due = rollouts * number // rounds
        while spent + len(contest.running) <= due or contest.trials < number:
            belief = searched_position(engine, knowledge, seat, dice)
            seed = dice.below(256) << 24 | dice.below(256) << 16 | dice.below(256) << 8 | dice.below(256)
            contest.score([value(engine, belief, seat, action, seed) for action in contest.running])
            spent += len(contest.running)
            contest.drop_hopeless()
            cut = clock() > until
            if cut or contest.decided():
                return SearchResult(contest.winner(engine.bot.search.doubt), spent, cut)
        contest.halve()
    return SearchResult(contest.winner(engine.bot.search.doubt), spent, cut)


def errors(count: int, most: float, dice: Dice) -> list[float]:
    """The error with which each candidate is judged throughout a search."""
    return [most * (dice.below(256) / 127.5 - 1) for _ in range(count)] if most else [0.0] * count


def searched_position(engine: Game[Any, Any], knowledge: Record, seat: int, dice: Dice) -> Any:
    """A sampled position; one that fits badly with what the others have done is mostly sampled again."""
    for _ in range(TRIES - 1):
        belief = engine.bot.sample_belief(knowledge, seat, dice)
        if (plausible := engine.bot.plausibility(belief, seat)) >= 100 or dice.below(100) < plausible:
            return belief
    return engine.bot.sample_belief(knowledge, seat, dice)


class Contest:
    """Candidates compared trial by trial with the first of them, the greedy choice, which stays until the end."""

    def __init__(self, candidates: list[Action], patience: int, errors: list[float]) -> None:
        self.running = candidates
        self.errors = dict(zip(candidates, errors, strict=True))
        self.patience = patience
        self.trials = 0
        self.sums = dict.fromkeys(candidates, 0.0)
        self.squares = dict.fromkeys(candidates, 0.0)

    def score(self, values: list[float]) -> None:
        """One trial: the value of each candidate in the same sampled position with the same dice."""
        self.trials += 1
        base = values[0] + self.errors[self.running[0]]
        for action, worth in zip(self.running, values, strict=True):
            gain = worth + self.errors[action] - base
            self.sums[action] += gain
            self.squares[action] += gain * gain

    def halve(self) -> None:
        """Drop the worse half of the challengers."""
        first, *others = self.running
        others.sort(key=lambda action: -self.sums[action])
        self.running = [first, *others[: len(self.running) // 2]]

    def gain(self, action: Action, doubt: float) -> float:
        """The gain of an action over the greedy one, less this many standard errors."""
        mean = self.sums[action] / self.trials
        variance = max(0.0, self.squares[action] / self.trials - mean * mean)
        return mean - doubt * sqrt(variance / self.trials)

    def drop_hopeless(self) -> None:
        """Drop the challengers without a fair chance of being better."""
        if self.trials >= self.patience:
            first, *others = self.running
            self.running = [first, *[action for action in others if self.gain(action, -HOPE) > 0]]

    def decided(self) -> bool:
        """Is the greedy choice alone, or sure to be beaten by the only challenger left?"""
        if self.trials < self.patience or len(self.running) > 2:
            return False
        return len(self.running) == 1 or self.gain(self.running[1], CERTAINTY) > 0

    def winner(self, doubt: float) -> Action:
        """The challenger that gained most beyond doubt; else the greedy choice."""
        first, *others = self.running
        best = max(others, key=lambda action: self.gain(action, doubt), default=first)
        return best if self.gain(best, doubt) > 0 else first


def value(engine: Game[Any, Any], belief: Any, seat: int, action: Action, seed: int) -> float:
    """The value of this action for the seat, by one rollout."""
    position, dice = belief.copy(), FastDice(seed)
    engine.rules.apply(position, seat, action, dice)
    way = engine.bot.search
    return rollout(engine, position, dice, way.horizon, way.freedom, engine.bot.stage(belief))[seat]
