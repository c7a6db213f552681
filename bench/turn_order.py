"""Who wins a game of Mékong: by the place in the order of turns, counted from the first holder of the statuette.

``python -m bench.turn_order [--seats 4] [--bot greedy] [--games 4000] [--first-seed 0]``

The seats are drawn for the statuette, so that every colour is as often in every place. Each line is a row for the
tables of the documentation: a share and its 95 % interval for each place, the same for the colours, and the rounds.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from engines.kernel.dice import SeededDice
from engines.kernel.records import GAME_OVER
from engines.mekong import engine
from engines.mekong.position import MekongPosition
from workers.players import builtin
from workers.simulate.stats import wilson


def play(seats: int, bot: str, seed: int) -> tuple[int, MekongPosition]:
    """One game; the first holder of the statuette, and how it ended."""
    dice = SeededDice(seed.to_bytes(32, "big"))
    position, _ = engine.rules.deal(seats, engine.options({}, seats), dice)
    first, (name, _, level), turn = position.statuette, bot.partition("-"), 0
    while position.phase != GAME_OVER:
        seat, rng = engine.rules.to_act(position)[0], f"turn order/{seed}/{turn}"
        found = builtin.decide(name, engine, position, seat, rng, int(level or 0) or None, time.process_time)
        engine.rules.apply(position, seat, found.action, dice)
        turn += 1
    return first, position


def share(wins: int, games: int) -> str:
    low, high = wilson(wins, games)
    return f"{wins / games:.1%} ({low:.0%}-{high:.0%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=4, choices=engine.seats)
    parser.add_argument("--bot", default="greedy", help="random, greedy or search-1 to search-8, at every seat")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--first-seed", type=int, default=0)
    asked = parser.parse_args()
    places, colours, rounds = Counter[int](), Counter[str](), list[int]()
    for seed in range(asked.first_seed, asked.first_seed + asked.games):
        first, position = play(asked.seats, asked.bot, seed)
        rounds.append(position.round)
        for winner in position.result.winners if position.result else []:
            places[(winner - first) % asked.seats] += 1
            colours[position.players[winner].colour] += 1
    by_place = [share(places[place], asked.games) for place in range(asked.seats)]
    by_colour = [f"{player.colour} {share(colours[player.colour], asked.games)}" for player in position.players]
    print(f"| {asked.seats} | {asked.bot} | {asked.games} | {' | '.join(by_place)} |")
    print(f"{', '.join(by_colour)}; draws {asked.games - places.total()}; ", end="")
    print(f"rounds: mean {sum(rounds) / asked.games:.1f}, median {sorted(rounds)[asked.games // 2]}")


if __name__ == "__main__":
    main()
