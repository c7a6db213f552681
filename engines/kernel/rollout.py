"""Playing a position on to see where it leads: one way for odds and for the search bot."""

from __future__ import annotations

from typing import Any

from engines.kernel.dice import Dice
from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER


def rollout(
    engine: Game[Any, Any], position: Any, dice: Dice, horizon: int, freedom: int, until: int | None = None
) -> list[float]:
    """Play on in place, greedily but for ``freedom`` percent of random steps; by seat, what it is worth.

    That is 1 for a win, a fraction for a shared one, an estimate if it is stopped: after ``horizon`` steps, or where
    nothing is going on and the stage of the game is ``bot.search.stages`` away from ``until``.
    """
    rules, bot = engine.rules, engine.bot
    for _ in range(horizon):
        if position.phase == GAME_OVER or (
            until is not None and abs(bot.stage(position) - until) >= bot.search.stages and bot.quiet(position)
        ):
            break
        owing = rules.to_act(position)
        seat = owing[0] if len(owing) == 1 else dice.choose(owing)
        choices = rules.legal(position, seat)
        actions = choices.actions
        if len(actions) == 1:
            action = actions[0]
        elif dice.below(100) < freedom:
            action = actions[dice.below(len(actions))]
        else:
            action = bot.reply(position, seat, choices, dice)
        rules.apply(position, seat, action, dice)
    result = rules.outcome(position)
    if result is None:
        return bot.estimate(position)
    won = 1 / len(result.winners) if result.winners else 0.0
    return [won if seat in result.winners else 0.0 for seat in range(rules.seat_count(position))]
