"""The built-in players. A bot receives what its seat may lawfully know, its legal actions and its own dice."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any

from engines.kernel.action_space import ActionSpace
from engines.kernel.dice import Dice
from engines.kernel.game import Game
from engines.kernel.records import Action, Choices, Record
from store.model.builtin import DEFAULT_LEVEL, SEARCH_BOT
from workers.players.search import Clock, SearchResult, budget, judgement_error, think
from workers.players.seeds import FastDice

Player = Callable[[Game[Any, Any], Record, int, Choices, Dice], Action]


def play_random(engine: Game[Any, Any], knowledge: Record, seat: int, choices: Choices, dice: Dice) -> Action:  # noqa: ARG001
    """Any legal action, uniformly."""
    if choices.templates:
        space = action_space(engine, engine.rules.seat_count(knowledge))
        return space.action(choices, below(space.count(choices), dice))
    actions = choices.actions
    while len(actions) > 256:  # the dice stop at 256: halve a long list first
        middle = len(actions) // 2
        actions = actions[:middle] if dice.below(2) else actions[middle:]
    return dice.choose(actions)


@cache
def action_space(engine: Game[Any, Any], seats: int) -> ActionSpace:
    return ActionSpace(engine, seats)


def below(count: int, dice: Dice) -> int:
    """A uniform number below a bound that may be too large for a single draw."""
    size = 1
    while size < count:
        size *= 256
    while True:
        number, drawn = 0, 1
        while drawn < size:
            number, drawn = number * 256 + dice.below(256), drawn * 256
        if number < size - size % count:
            return number % count


def play_greedy(engine: Game[Any, Any], knowledge: Record, seat: int, choices: Choices, dice: Dice) -> Action:
    """The best immediate choice."""
    return engine.bot.greedy(knowledge, seat, choices, dice)


log = logging.getLogger("ludotheque")
PLAYERS: dict[str, Player] = {"random": play_random, "greedy": play_greedy}


def choose(
    bot: str, engine: Game[Any, Any], position: Any, seat: int, bot_seed: str, level: int | None = None
) -> Action:
    """The bot's action. A turn always has the same ``bot_seed``, so that a repeated job decides alike."""
    return decide(bot, engine, position, seat, bot_seed, level).action


def decide(
    bot: str,
    engine: Game[Any, Any],
    position: Any,
    seat: int,
    bot_seed: str,
    level: int | None = None,
    clock: Clock = time.thread_time,
) -> SearchResult:
    """The bot's action and the cost of its search. Bots see only what the seat may know and do, not the position."""
    dice = FastDice(sha256(bot_seed.encode()).digest())
    knowledge, choices = engine.visibility.knowledge(position, seat), engine.rules.legal(position, seat)
    if bot != SEARCH_BOT:
        return SearchResult(PLAYERS[bot](engine, knowledge, seat, choices, dice), 0, cut=False)
    level = level or DEFAULT_LEVEL
    rollouts, error = budget(engine, level), judgement_error(engine, level)
    found = think(engine, knowledge, seat, choices, dice, rollouts, error, clock)
    if found.cut:
        log.warning("a search of %s was cut short after %d rollouts", engine.slug, found.rollouts)
    return found
