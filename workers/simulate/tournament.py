"""Simulated games between bots: the same seed gives the same games on any machine.

Jobs and the command line share these functions, which use neither store nor queue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from engines.kernel.dice import SeededDice
from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER
from store.jobs.analysis import Simulation, SimulationOrder, Tally
from store.model.builtin import BuiltIn
from workers.players import builtin
from workers.simulate.stats import distribution, wilson

CheckCancelled = Callable[[], None]
"""Called between decisions: raises if the work was cancelled."""


class Played(Struct, array_like=True):
    """One game."""

    number: int
    players: list[int]
    """By seat: the index of its bot."""
    winners: list[int]
    """Winning seats."""
    scores: list[int]
    """By seat; empty in a game without points."""
    length: int
    """Actions."""
    cut_short: int = 0
    """Decisions cut short by the time limit."""


def seed_of(order: SimulationOrder, number: int) -> bytes:
    """The seed of one game's dice."""
    return sha256(f"{order.seed}/{number}".encode()).digest()


def seating(order: SimulationOrder, number: int) -> list[int]:
    """By seat: the index of its bot; bots rotate through the seats."""
    count = len(order.players)
    return [(seat + number) % count for seat in range(count)]


def games(
    engine: Game[Any, Any], order: SimulationOrder, numbers: Iterable[int], check_cancelled: CheckCancelled
) -> Iterator[Played]:
    for number in numbers:
        yield game(engine, order, number, check_cancelled)


def game(engine: Game[Any, Any], order: SimulationOrder, number: int, check_cancelled: CheckCancelled) -> Played:
    """Play one game to its end."""
    dice, seats = SeededDice(seed_of(order, number)), seating(order, number)
    position, _ = engine.rules.deal(len(seats), order.resolved(engine), dice)
    length = cut = 0
    while position.phase != GAME_OVER:
        check_cancelled()
        seat = engine.rules.to_act(position)[0]
        player: BuiltIn = order.players[seats[seat]]
        bot_seed = f"{order.seed}/{number}/{length}/{seat}"
        found = builtin.decide(player.bot, engine, position, seat, bot_seed, player.level)
        engine.rules.apply(position, seat, found.action, dice)
        cut += found.cut
        length += 1
    result = engine.rules.outcome(position)
    assert result is not None  # noqa: S101  the phase says so
    return Played(number, seats, result.winners, result.scores, length, cut)


def summarize(engine: Game[Any, Any], order: SimulationOrder, played: Sequence[Played]) -> Simulation:
    """The result of all games."""
    return Simulation(
        game=order.slug,
        games=len(played),
        seed=order.seed,
        options=msgspec.to_builtins(order.resolved(engine)),
        bots=[_tally(order.players[index], index, played) for index in range(len(order.players))],
        undecided=sum(not one.winners for one in played),
        cut_short=sum(one.cut_short for one in played),
        lengths=distribution([one.length for one in played]),
    )


def _tally(player: BuiltIn, index: int, played: Sequence[Played]) -> Tally:
    wins = sum(1 / len(one.winners) for one in played if one.players.index(index) in one.winners)
    low, high = wilson(wins, len(played))
    scores = [one.scores[one.players.index(index)] for one in played if one.scores]
    rate = round(wins / len(played), 4)
    return Tally(player.bot, player.level, round(wins, 4), rate, low, high, distribution(scores) if scores else None)
