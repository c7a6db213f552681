"""How fast the engines are: steps (legal + apply) and whole games per second of CPU, by random and greedy play.

``python -m bench.engine [--seconds 3]``
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from engines.dice import SeededDice
from engines.game import Game
from engines.records import GAME_OVER
from engines.registry import game, slugs


def playout(engine: Game[Any, Any], seats: int, seed: int, policy: str) -> int:
    """One game; returns its number of steps."""
    dice, luck = SeededDice(seed.to_bytes(32, "big")), SeededDice(b"luck%d" % seed)
    position, _ = engine.deal(seats, engine.options({}, seats), dice)
    steps = 0
    while position.phase != GAME_OVER:
        seat = engine.to_act(position)[0]
        choices = engine.legal(position, seat)
        if policy == "greedy":
            action = engine.greedy(engine.knowledge(position, seat), seat, choices, luck)
        else:
            actions = choices.actions
            action = actions[(luck.below(256) * 256 + luck.below(256)) % len(actions)]
        engine.apply(position, seat, action, dice)
        steps += 1
    return steps


def measure(engine: Game[Any, Any], policy: str, seconds: float) -> tuple[float, float]:
    """Steps and games per second of CPU."""
    seats = engine.seats[min(1, len(engine.seats) - 1)]
    playout(engine, seats, 0, policy)
    steps = games = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        games += 1
        steps += playout(engine, seats, games, policy)
    spent = time.process_time() - started
    return steps / spent, games / spent


def at_rest(engine: Game[Any, Any], rounds: int = 2000) -> tuple[float, float, float, int]:
    """Microseconds to copy, encode and decode a position in mid-game, and the size of its snapshot."""
    dice, luck = SeededDice(bytes(32)), SeededDice(b"rest")
    seats = engine.seats[min(1, len(engine.seats) - 1)]
    position, _ = engine.deal(seats, engine.options({}, seats), dice)
    for _ in range(60):
        seat = engine.to_act(position)[0]
        engine.apply(position, seat, luck.choose(engine.legal(position, seat).actions[:256]), dice)
    snapshot = engine.encode(position)
    return (
        _micros(lambda: engine.copy(position), rounds),
        _micros(lambda: engine.encode(position), rounds),
        _micros(lambda: engine.decode(snapshot), rounds),
        len(snapshot),
    )


def _micros(work: Any, rounds: int) -> float:
    started = time.process_time()
    for _ in range(rounds):
        work()
    return (time.process_time() - started) / rounds * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("games", nargs="*", default=list(slugs()))
    arguments = parser.parse_args()
    print("game       random steps/s  games/s   greedy steps/s  games/s   copy us  encode us  decode us  bytes")
    for slug in arguments.games:
        engine = game(slug)
        random_steps, random_games = measure(engine, "random", arguments.seconds)
        greedy_steps, greedy_games = measure(engine, "greedy", arguments.seconds)
        copy, encode, decode, size = at_rest(engine)
        print(
            f"{slug:<10} {random_steps:14,.0f} {random_games:8.1f} {greedy_steps:16,.0f} {greedy_games:8.1f} "
            f"{copy:9.1f} {encode:10.1f} {decode:10.1f} {size:6}"
        )


if __name__ == "__main__":
    main()
