"""A player that thinks: it imagines what it cannot see, tries its actions and plays each on to see where it leads.

All candidates are tried in the same imagined positions with the same luck, so that they are compared fairly; the
worse half is dropped again and again until one is left (sequential halving). What others hide is drawn anew for every
trial, and in the rollouts every seat decides from its own knowledge of the imagined position: nobody peeks, in
simultaneous phases neither. Strength depends on the number of rollouts alone, not on the machine.
"""

from __future__ import annotations

import time
from math import ceil, log2
from typing import Any

from engines.dice import Dice
from engines.game import Game
from engines.records import GAME_OVER, Action, Choices, Record
from workers.luck import LooseDice

LEVELS = range(1, 9)
STEP = 1.7
"""Each level thinks this many times as long as the one below."""
WALL_CLOCK = 4.0
"""Seconds after which a decision is cut short, to protect the queue."""


class Thought:
    """What a search has found out; ``cut`` tells that the wall clock ended it."""

    def __init__(self, action: Action, rollouts: int, cut: bool) -> None:
        self.action = action
        self.rollouts = rollouts
        self.cut = cut


def budget(engine: Game[Any, Any], level: int) -> int:
    """Rollouts that a level may spend on one decision."""
    return max(2, round(engine.search.rollouts / STEP ** (LEVELS[-1] - level)))


def think(engine: Game[Any, Any], knowledge: Record, seat: int, choices: Choices, dice: Dice, rollouts: int) -> Thought:
    """Choose an action with so many rollouts."""
    candidates = engine.shortlist(knowledge, seat, choices, dice)
    if len(candidates) == 1:
        return Thought(candidates[0], 0, False)
    until = time.monotonic() + WALL_CLOCK
    totals = dict.fromkeys(candidates, 0.0)
    tried = dict.fromkeys(candidates, 0)
    rounds, spent, cut = max(1, ceil(log2(len(candidates)))), 0, False
    for _ in range(rounds):
        trials = max(1, rollouts // (rounds * len(candidates)))
        for _ in range(trials):
            imagined = engine.imagine(knowledge, seat, dice)
            seed = dice.below(256) << 24 | dice.below(256) << 16 | dice.below(256) << 8 | dice.below(256)
            for action in candidates:
                totals[action] += value(engine, imagined, seat, action, seed)
                tried[action] += 1
            spent += len(candidates)
            cut = time.monotonic() > until
            if cut:
                break
        candidates.sort(key=lambda action: -totals[action] / tried[action])
        candidates = candidates[: ceil(len(candidates) / 2)]
        if cut or len(candidates) == 1:
            break
    return Thought(candidates[0], spent, cut)


def value(engine: Game[Any, Any], imagined: Any, seat: int, action: Action, seed: int) -> float:
    """What the seat may hope for when it plays this action here, by one rollout."""
    position, luck = engine.copy(imagined), LooseDice(seed)
    engine.apply(position, seat, action, luck)
    freedom = engine.search.freedom
    for _ in range(engine.search.horizon):
        if position.phase == GAME_OVER:
            break
        owing = engine.to_act(position)
        mover = owing[0] if len(owing) == 1 else luck.choose(owing)
        choices = engine.legal(position, mover)
        actions = choices.actions
        if len(actions) == 1:
            move = actions[0]
        elif luck.below(100) < freedom:
            move = actions[luck.below(len(actions))]
        else:
            move = engine.greedy(engine.knowledge(position, mover), mover, choices, luck)
        engine.apply(position, mover, move, luck)
    return worth(engine, position, seat)


def worth(engine: Game[Any, Any], position: Any, seat: int) -> float:
    """1 for a win, its share for a shared one; an estimate where the rollout was cut short."""
    result = engine.outcome(position)
    if result is None:
        return engine.estimate(position)[seat]
    return 1 / len(result.winners) if seat in result.winners else 0.0
