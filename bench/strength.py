"""How strong the built-in players are: win rates with 95 % intervals, seats rotated, seeds fixed, games repeatable.

``python -m bench.strength [--games 200] [--pairs greedy:random,search-1:greedy,search-8:search-1] [bakong ...]``

A match is stopped early once its interval lies wholly on one side of the target and of one half (sequential test).
Results go to ``bench/strength.json``; a run that is interrupted goes on from there.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from math import sqrt
from pathlib import Path
from typing import Any

from engines.dice import SeededDice
from engines.game import Game
from engines.records import GAME_OVER
from engines.registry import game, slugs
from workers import bots

RESULTS = Path(__file__).parent / "strength.json"
PAIRS = ("greedy:random", "search-1:greedy", "search-8:greedy", "search-8:search-1")
TARGETS = {"greedy:random": 0.90, "search-1:greedy": 0.5, "search-8:greedy": 0.65, "search-8:search-1": 0.5}
FEWEST = 40


def play(engine: Game[Any, Any], players: list[str], seed: int) -> list[float]:
    """One game between named players; returns each seat's share of the win (0.5 each when nobody wins)."""
    dice = SeededDice(seed.to_bytes(32, "big"))
    position, _ = engine.deal(len(players), engine.options({}, len(players)), dice)
    turn = 0
    while position.phase != GAME_OVER:
        seat = engine.to_act(position)[0]
        name, _, level = players[seat].partition("-")
        luck = f"strength/{engine.slug}/{seed}/{turn}"
        action = bots.choose(name, engine, position, seat, luck, int(level) if level else None)
        engine.apply(position, seat, action, dice)
        turn += 1
    result = engine.outcome(position)
    winners = result.winners if result is not None and result.winners else list(range(len(players)))
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(players))]


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval."""
    if games == 0:
        return 0.0, 1.0
    z, rate = 1.96, wins / games
    centre = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return centre - half, centre + half


def match(engine: Game[Any, Any], pair: str, most: int, record: dict[str, Any]) -> None:
    """Play a match, seats rotated, until it is decided or has its number of games."""
    one, other = pair.split(":")
    target = TARGETS.get(pair, 0.5)
    while record["games"] < most:
        seed = record["games"]
        started = time.process_time()
        shares = play(engine, [one, other] if seed % 2 == 0 else [other, one], seed)
        record["wins"] += shares[seed % 2]
        record["games"] += 1
        record["cpu_seconds"] = round(record["cpu_seconds"] + time.process_time() - started, 2)
        low, high = interval(record["wins"], record["games"])
        if record["games"] >= FEWEST and record["games"] % 2 == 0 and (low > max(target, 0.5) or high < target):
            break


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--pairs", default=",".join(PAIRS))
    parser.add_argument("--fresh", action="store_true", help="forget earlier results of these matches")
    parser.add_argument("slugs", nargs="*", default=list(slugs()))
    arguments = parser.parse_args()
    results: dict[str, Any] = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    print("game       match                 games   win rate   95 % interval")
    missed = 0
    for slug in arguments.slugs:
        for pair in arguments.pairs.split(","):
            name = f"{slug} {pair}"
            empty = {"wins": 0.0, "games": 0, "cpu_seconds": 0.0}
            record = empty if arguments.fresh else results.get(name, empty)
            match(game(slug), pair, arguments.games, record)
            low, high = interval(record["wins"], record["games"])
            record |= {"low": round(low, 3), "high": round(high, 3), "seeds": f"0..{record['games'] - 1}"}
            results[name] = record
            RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
            rate = record["wins"] / record["games"]
            target = TARGETS.get(pair, 0.5)
            note = "" if rate >= target else f"   below {target:.0%}"
            missed += rate < target
            print(f"{slug:<10} {pair:<20} {record['games']:6} {rate:9.1%}    {low:.1%} - {high:.1%}{note}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
