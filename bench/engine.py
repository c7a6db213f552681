"""How fast the engines are, beside other people's: steps (legal + apply) and whole games per second of CPU.

Our five games, Catanatron, python-chess and two games of OpenSpiel (C++) play whole games in interleaved slices of one
run; a ratio is the median over the rounds. Games throw their real dice (HMAC-SHA256); only the players' choices come
from a cheaper source. Fails when a game is less than three times as fast as Catanatron, or too few are much faster.

``python -m bench.engine [--rounds 7] [--slice 0.4] [--no-peers] [game ...]``
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.support.peers import Playout, engines
from engines.kernel.dice import Dice, SeededDice
from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER
from engines.kernel.registry import game, slugs
from workers.players.seeds import FastDice

EVERY, SEVERAL, BEST = 3.0, 5.0, 8.0
"""What every game, three of the five, and the fastest must reach, in Catanatron's ticks per second."""
ENOUGH = 3


def seats_of(engine: Game[Any, Any]) -> int:
    """One more than the fewest, where that is possible."""
    return engine.seats[min(1, len(engine.seats) - 1)]


def random_play(engine: Game[Any, Any]) -> Playout:
    """Any legal action, each with the same chance."""
    rules = engine.rules
    return playing(engine, lambda position, seat, rng: rng.choose(rules.legal(position, seat).actions))


def greedy_play(engine: Game[Any, Any]) -> Playout:
    """What the greedy bot does: it looks at what its seat may know, and chooses."""
    rules, bot, knowledge = engine.rules, engine.bot, engine.visibility.knowledge
    return playing(
        engine,
        lambda position, seat, rng: bot.greedy(knowledge(position, seat), seat, rules.legal(position, seat), rng),
    )


def playing(engine: Game[Any, Any], choose: Callable[[Any, int, Dice], Any]) -> Playout:
    """A whole game by this choice; returns the number of its steps."""
    seats, rules = seats_of(engine), engine.rules
    options = engine.options({}, seats)

    def playout(number: int) -> int:
        dice, rng = SeededDice(number.to_bytes(32, "big")), FastDice(number)
        position, _ = rules.deal(seats, options, dice)
        steps = 0
        while position.phase != GAME_OVER:
            seat = rules.to_act(position)[0]
            rules.apply(position, seat, choose(position, seat, rng), dice)
            steps += 1
        return steps

    return playout


class Runner:
    """One way of playing, measured a slice at a time."""

    def __init__(self, playout: Playout) -> None:
        self.playout = playout
        self.number = 0
        self.steps: list[float] = []
        self.games: list[float] = []

    def run(self, seconds: float) -> None:
        """Whole games for at least so many seconds of CPU."""
        steps = games = 0
        started = time.process_time()
        while (spent := time.process_time() - started) < seconds:
            self.number += 1
            steps += self.playout(self.number)
            games += 1
        self.steps.append(steps / spent)
        self.games.append(games / spent)

    def ratio(self, other: Runner) -> float:
        """How many times the other's steps per second: the median over the rounds."""
        return statistics.median(mine / its for mine, its in zip(self.steps, other.steps, strict=True))


def at_rest(engine: Game[Any, Any], rounds: int = 2000) -> tuple[float, float, float, int]:
    """Microseconds to copy, encode and decode a position in mid-game, and the size of its snapshot."""
    dice, rng, seats = SeededDice(bytes(32)), FastDice(0), seats_of(engine)
    position, _ = engine.rules.deal(seats, engine.options({}, seats), dice)
    for _ in range(60):
        seat = engine.rules.to_act(position)[0]
        engine.rules.apply(position, seat, rng.choose(engine.rules.legal(position, seat).actions), dice)
    snapshot = engine.encode(position)
    return (
        _micros(position.copy, rounds),
        _micros(lambda: engine.encode(position), rounds),
        _micros(lambda: engine.decode(snapshot), rounds),
        len(snapshot),
    )


def _micros(work: Callable[[], object], rounds: int) -> float:
    started = time.process_time()
    for _ in range(rounds):
        work()
    return (time.process_time() - started) / rounds * 1e6


def report(names: list[str], random: dict[str, Runner], greedy: dict[str, Runner], peers: list[str]) -> None:
    ratios = "".join(f"  x {peer}" for peer in peers)
    print(
        f"game       random steps/s  games/s   greedy steps/s  games/s   copy us  encode us  decode us  bytes{ratios}"
    )
    for name in names:
        copy, encode, decode, size = at_rest(game(name))
        compared = "".join(f"{random[name].ratio(random[peer]):{len(peer) + 4}.2f}" for peer in peers)
        print(
            f"{name:<10} {median(random[name].steps):14,.0f} {median(random[name].games):8.1f} "
            f"{median(greedy[name].steps):16,.0f} {median(greedy[name].games):8.1f} "
            f"{copy:9.1f} {encode:10.1f} {decode:10.1f} {size:6}{compared}"
        )
    for peer in peers:
        print(f"{peer:<10} {median(random[peer].steps):14,.0f} {median(random[peer].games):8.1f}")


def median(counters: list[float]) -> float:
    return statistics.median(counters)


def misses(ratios: list[float]) -> list[str]:
    """The targets that these ratios to Catanatron do not reach."""
    ranked = sorted(ratios, reverse=True)
    wanted = {
        f"every game at {EVERY:.0f}x Catanatron": ranked[-1] >= EVERY,
        f"{ENOUGH} games at {SEVERAL:.0f}x Catanatron": ranked[min(ENOUGH, len(ranked)) - 1] >= SEVERAL,
        f"the best game at {BEST:.0f}x Catanatron": ranked[0] >= BEST,
    }
    return [target for target, reached in wanted.items() if not reached]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--slice", type=float, default=0.4, help="seconds of CPU")
    parser.add_argument("--no-peers", action="store_true", help="only our own games, nothing is installed")
    parser.add_argument("games", nargs="*", default=list(slugs()))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ludo-peers-") as folder:
        peers = {} if arguments.no_peers else engines(Path(folder))
        random = {name: Runner(playout) for name, playout in peers.items()}
        random |= {name: Runner(random_play(game(name))) for name in arguments.games}
        greedy = {name: Runner(greedy_play(game(name))) for name in arguments.games}
        for _ in range(arguments.rounds):
            for runner in (*random.values(), *greedy.values()):
                runner.run(arguments.slice)
    report(arguments.games, random, greedy, list(peers))
    if not peers:
        return 0
    missed = misses([random[name].ratio(random["catanatron"]) for name in arguments.games])
    for target in missed:
        print(f"missed: {target}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
