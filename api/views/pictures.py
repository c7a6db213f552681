"""Pictures for newcomers to a game: a game of bots at its start, in the middle and at its end."""

from __future__ import annotations

from functools import cache
from typing import Any

from engines.kernel.dice import SeededDice
from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER
from engines.kernel.registry import game
from engines.kernel.words import LANGUAGES

MOMENTS = ("start", "middle", "end")
SEED = b"ludotheque-pictures-of-the-games"
PLAYERS = ("Ana", "Bo", "Cléo")
MOST_ACTIONS = 2000


def picture(slug: str, moment: str, language: str) -> str:
    """The board as SVG; raises KeyError for an unknown game, moment or language."""
    if moment not in MOMENTS or language not in LANGUAGES:
        raise KeyError(moment)
    engine = game(slug)
    position = engine.decode(_positions(slug)[MOMENTS.index(moment)])
    players = PLAYERS[: engine.rules.seat_count(position)]
    return engine.renderer.svg(engine.visibility.view(position, 0), players, language)


@cache
def _positions(slug: str) -> tuple[bytes, bytes, bytes]:
    played = _played(game(slug))
    return played[0], played[len(played) // 2], played[-1]


def _played(engine: Game[Any, Any]) -> list[bytes]:
    """Every position of one game between greedy bots, always the same."""
    seats = min(engine.seats[-1], len(PLAYERS))
    dice = SeededDice(SEED)
    options = engine.options({"first_seat": 0} if "first_seat" in engine.content["options"] else {}, seats)
    position, _ = engine.rules.deal(seats, options, dice)
    played = [engine.encode(position)]
    while position.phase != GAME_OVER and len(played) < MOST_ACTIONS:
        seat = engine.rules.to_act(position)[0]
        knowledge = engine.visibility.knowledge(position, seat)
        action = engine.bot.greedy(knowledge, seat, engine.rules.legal(position, seat), dice)
        engine.rules.apply(position, seat, action, dice)
        played.append(engine.encode(position))
    return played
