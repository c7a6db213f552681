"""Win chances of a position as one reader knows it: hidden parts are sampled, then all seats play greedily.

The true position is not used. The dice of a rollout derive from the job's id and the rollout's number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from engines.kernel.dice import Dice
from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER, Record
from store.jobs.analysis import Chance, Odds, OddsOrder
from workers.players.seeds import LooseDice
from workers.simulate.stats import wilson

HORIZON = 200
"""Steps after which a rollout is stopped and estimated: far more than a search looks ahead."""
FREEDOM = 10
"""Percentage of random steps, since nobody plays greedily all the time."""


def knowledge_of(engine: Game[Any, Any], order: OddsOrder) -> Record:
    known: Record = msgspec.convert(order.knowledge, engine.visibility.view_type)
    return known


def shares(
    engine: Game[Any, Any], order: OddsOrder, bot_seed: str, numbers: range, check_cancelled: Callable[[], None]
) -> list[float]:
    """By seat: the sum of wins in these rollouts."""
    known, totals = knowledge_of(engine, order), list[float]()
    for number in numbers:
        check_cancelled()
        dice = LooseDice(sha256(f"{bot_seed}/{number}".encode()).digest())
        won = rollout(engine, engine.visibility.determinize(known, order.seat, dice), dice)
        totals = [held + more for held, more in zip(totals, won, strict=True)] if totals else won
    return totals


def rollout(engine: Game[Any, Any], position: Any, dice: Dice) -> list[float]:
    """Play on from a position; by seat, 1 for a win, a fraction for a shared one, an estimate if it is stopped."""
    for _ in range(HORIZON):
        if position.phase == GAME_OVER:
            break
        owing = engine.rules.to_act(position)
        seat = owing[0] if len(owing) == 1 else dice.choose(owing)
        choices = engine.rules.legal(position, seat)
        if len(choices.actions) == 1:
            action = choices.actions[0]
        elif dice.below(100) < FREEDOM:
            action = choices.actions[dice.below(len(choices.actions))]
        else:
            action = engine.bot.greedy(engine.visibility.knowledge(position, seat), seat, choices, dice)
        engine.rules.apply(position, seat, action, dice)
    result = engine.rules.outcome(position)
    if result is None:
        return list(engine.bot.estimate(position))
    seats = range(engine.rules.seat_count(position))
    return [1 / len(result.winners) if seat in result.winners else 0.0 for seat in seats]


def summarize(order: OddsOrder, parts: Sequence[Sequence[float]]) -> Odds:
    """The result of the rollouts of all parts."""
    won, count = [sum(seat) for seat in zip(*parts, strict=True)], order.rollouts
    chances = [Chance(seat, round(sum_ / count, 4), *wilson(sum_, count)) for seat, sum_ in enumerate(won)]
    return Odds(order.slug, order.game, order.version, order.seat, count, chances)
