"""Win chances of a position as one reader knows it: hidden parts are sampled, then all seats play greedily.

The true position is not used. The dice of a rollout derive from the job's id and the rollout's number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from engines.kernel.game import Game
from engines.kernel.records import Record
from engines.kernel.rollout import rollout
from store.jobs.analysis import Chance, Odds, OddsOrder
from workers.players.seeds import FastDice
from workers.simulate.stats import wilson

HORIZON = 200
"""Steps after which a rollout is stopped and estimated: far more than a search looks ahead."""
FREEDOM = 10
"""Percentage of random steps: real players are not always greedy."""


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
        dice = FastDice(sha256(f"{bot_seed}/{number}".encode()).digest())
        won = rollout(engine, engine.visibility.determinize(known, order.seat, dice), dice, HORIZON, FREEDOM)
        totals = [held + more for held, more in zip(totals, won, strict=True)] if totals else won
    return totals


def summarize(order: OddsOrder, parts: Sequence[Sequence[float]]) -> Odds:
    """The result of the rollouts of all parts."""
    won, count = [sum(seat) for seat in zip(*parts, strict=True)], order.rollouts
    chances = [Chance(seat, round(sum_ / count, 4), *wilson(sum_, count)) for seat, sum_ in enumerate(won)]
    return Odds(order.slug, order.game, order.version, order.seat, count, chances)
