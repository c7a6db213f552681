"""How strong the built-in players are: matches of two seats, seats rotated, seeds drawn, every game repeatable.

``python -m bench.strength [--games 400] [--pairs greedy:random,search-8:greedy] [--fresh] [bakong ...]``
``python -m bench.strength --repeat "bakong search-8:greedy" 7``
``python -m bench.strength --table`` and ``--levels``
``python -m bench.strength --pace [bakong ...]``

A match has a fixed number of games, whatever the score. With ``--early`` it may end before, once a sequential test
(SPRT, 5 % on either side) has decided between "as good as the floor" and "as good as the target". Results go to
``bench/strength.json``: the first seed, drawn by the system when the match begins, and the share of the win that the
first player of the pair had in each game, in the order of their seeds. An interrupted run goes on from there; a match
whose player has changed its way of searching, or that was played with other options than the defaults, begins anew with
other seeds. Several runs may record different matches at the same time. The exit code tells of a rate below its target,
of a match that must be significant and is not, and of a search that was cut short, for then strength would depend on
the machine. Searches are timed by the CPU: what else the machine does cuts none.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import log, sqrt
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from engines.kernel.dice import SeededDice
from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER
from engines.kernel.registry import game, slugs
from store.bots.builtin import LEVELS, THINKER
from workers.players import builtin
from workers.players.search import budget

RESULTS = Path(__file__).parent / "strength.json"
Match = dict[str, Any]


class Aim(NamedTuple):
    """What a match is to show: that the first player is better than the floor, at least by the target."""

    floor: float
    target: float | None
    fewest: int = 40
    most: int = 200
    significant: bool = False
    """Must its 95 % interval lie above the floor, too?"""


AIMS = {
    "greedy:random": Aim(0.8, 0.9, fewest=400, most=400),
    "search-1:greedy": Aim(0.5, None, most=400),
    "search-8:greedy": Aim(0.5, 0.7, fewest=100, most=400),
    "search-8:search-1": Aim(0.5, 0.6, fewest=100, most=400, significant=True),
}
LADDER = [f"{THINKER}-{level}:greedy" for level in LEVELS]
"""The matches that compare the levels: each against the same player."""
DECIDED = log(0.95 / 0.05)
PACED = 2
"""Games over which the time of a decision is taken."""


# --- one game --------------------------------------------------------------------------------------------------------


def play(
    engine: Game[Any, Any],
    pair: str,
    seed: int,
    paces: list[float] | None = None,
    options: dict[str, Any] | None = None,
) -> tuple[float, int]:
    """One game: the share of the win of the pair's first player (one half when nobody wins), and searches cut short.

    Into ``paces`` goes the CPU time of every decision that took a search, in seconds.
    """
    players = pair.split(":") if seed % 2 == 0 else pair.split(":")[::-1]
    dice = SeededDice(seed.to_bytes(32, "big"))
    position, _ = engine.rules.deal(len(players), engine.options(options or {}, len(players)), dice)
    turn = cut = 0
    while position.phase != GAME_OVER:
        seat = engine.rules.to_act(position)[0]
        name, _, level = players[seat].partition("-")
        rng = f"strength/{engine.slug}/{seed}/{turn}"
        started = time.process_time()
        thought = builtin.think_of(name, engine, position, seat, rng, int(level) if level else None, time.process_time)
        if paces is not None and thought.rollouts:
            paces.append(time.process_time() - started)
        engine.rules.apply(position, seat, thought.action, dice)
        turn, cut = turn + 1, cut + thought.cut
    result = engine.rules.outcome(position)
    winners = result.winners if result is not None and result.winners else list(range(len(players)))
    return 1 / len(winners) if seed % 2 in winners else 0.0, cut


def repeat(name: str, seed: int, results: dict[str, Match]) -> bool:
    """Play a recorded game again; does it end as it did?"""
    slug, pair = name.split()
    recorded = results[name]["shares"][seed]
    first = results[name].get("first_seed", 0)
    share, _ = play(game(slug), pair, first + seed, options=results[name].get("options"))
    print(f"{name}, game {seed}: recorded {recorded:g}, now {share:g}")
    return share == float(recorded)


def pace(slug: str) -> str:
    """How long the highest level thinks about a decision, over some games."""
    paces: list[float] = []
    for seed in range(PACED):
        play(game(slug), f"{THINKER}-{LEVELS[-1]}:greedy", seed, paces)
    middle, longest = 1000 * median(paces), 1000 * max(paces)
    return f"{slug:<10} {len(paces):5} searches, median {middle:5.0f} ms, longest {longest:5.0f} ms"


# --- a match ---------------------------------------------------------------------------------------------------------


def new_match(how: dict[str, str]) -> Match:
    """Nobody chooses the seeds: the system draws the first, an even one, so that game 0 has the first player first."""
    drawn = int.from_bytes(os.urandom(6), "big") * 2
    return {"first_seed": drawn, "shares": [], "cut": 0, "cpu_seconds": 0.0, "search": how}


def match(slug: str, pair: str, most: int, record: Match, early: bool = False) -> Iterator[None]:
    """Play on, seats rotated, game by game, until the match has its number of games or (``early``) is decided."""
    aim, shares = AIMS.get(pair, Aim(0.5, None, most=400)), record["shares"]
    while len(shares) < min(most, aim.most) and not (early and decided(shares, aim)):
        started = time.process_time()
        share, cut = play(game(slug), pair, record.get("first_seed", 0) + len(shares))
        shares.append(int(share) if share in (0, 1) else share)
        record["cut"] += cut
        record["cpu_seconds"] = round(record["cpu_seconds"] + time.process_time() - started, 2)
        yield


def decided(shares: list[float], aim: Aim) -> bool:
    """Wald's sequential test between the floor and the target, after an even number of games."""
    if aim.target is None or len(shares) < aim.fewest or len(shares) % 2:
        return False
    wins = sum(shares)
    ratio = wins * log(aim.target / aim.floor) + (len(shares) - wins) * log((1 - aim.target) / (1 - aim.floor))
    return abs(ratio) >= DECIDED


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval."""
    if games == 0:
        return 0.0, 1.0
    z, rate = 1.96, wins / games
    centre = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return centre - half, centre + half


def way_of_playing(slug: str, pair: str) -> dict[str, str]:
    """How the searching players of a pair search this game: what a record must agree with to be continued."""
    way = game(slug).bot.search
    how = (
        f"{way.stages} stages, {way.horizon} steps, {way.shortlist} actions, {way.freedom} % free, doubt {way.doubt:g}"
    )
    levels = {player: player.partition("-") for player in pair.split(":")}
    return {
        player: f"{budget(game(slug), int(level))} rollouts, {how}"
        for player, (name, _, level) in levels.items()
        if name == THINKER
    }


# --- the table -------------------------------------------------------------------------------------------------------


def load() -> dict[str, Match]:
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def save(name: str, record: Match) -> None:
    """One line for each match; the lines of others, who may be playing too, stay as they are now."""
    with alone():
        results = {**load(), name: record}
        lines = [f" {json.dumps(each)}: {json.dumps(results[each])}" for each in sorted(results)]
        whole = RESULTS.with_suffix(".new")
        whole.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        whole.replace(RESULTS)


@contextmanager
def alone() -> Iterator[None]:
    """One process at a time. The directory is locked, since the file itself is replaced."""
    directory = os.open(RESULTS.parent, os.O_RDONLY)
    try:
        fcntl.flock(directory, fcntl.LOCK_EX)
        yield
    finally:
        os.close(directory)


def line(name: str, record: Match) -> tuple[str, bool]:
    """A match in a line of the table, and whether it is as it should be."""
    slug, pair = name.split()
    wins, games = sum(record["shares"]), len(record["shares"])
    low, high = interval(wins, games)
    aim = AIMS.get(pair, Aim(0.5, None))
    short = aim.target is not None and wins / games < aim.target
    note = f"   below {aim.target:.0%}" if short else ""
    note += "   not significant" if aim.significant and low <= aim.floor else ""
    note += f"   {record['cut']} searches cut short" if record["cut"] else ""
    text = f"{slug:<10} {pair:<20} {games:6} {wins / games:9.1%}    {low:.1%} - {high:.1%}"
    return f"{text} {record['cpu_seconds']:8.0f} s{note}", not note


FEW = 30
"""A match with fewer games than this has no rate in the tables."""


def table(results: dict[str, Match]) -> str:
    """What is recorded, as the documentation shows it: rate, interval and number of games, by game and match."""
    rows = [["game", *AIMS], ["---"] * (1 + len(AIMS))]
    rows += [[slug, *[cell(results.get(f"{slug} {pair}")) for pair in AIMS]] for slug in slugs()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def levels(results: dict[str, Match]) -> str:
    """The same for the levels: how each fares against the greedy player."""
    rows = [["game", *[f"level {level}" for level in LEVELS]], ["---"] * (1 + len(LEVELS))]
    rows += [[slug, *[cell(results.get(f"{slug} {pair}")) for pair in LADDER]] for slug in slugs()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def cell(record: Match | None) -> str:
    """Rate, interval and games; no rate of a match with so few games that it would mislead."""
    wins, games = (0.0, 0) if record is None else (sum(record["shares"]), len(record["shares"]))
    if games < FEW:
        return f"{games} games so far" if games else "not measured"
    low, high = interval(wins, games)
    return f"{wins / games:.0%} ({low:.0%}-{high:.0%}, {games} games)"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="most games of a match")
    parser.add_argument("--pairs", default=",".join(AIMS))
    parser.add_argument("--fresh", action="store_true", help="forget earlier results of these matches")
    parser.add_argument("--repeat", nargs=2, metavar=("MATCH", "GAME"), help="play one recorded game again")
    parser.add_argument("--table", action="store_true", help="print what is recorded and play nothing")
    parser.add_argument("--levels", action="store_true", help="print what is recorded of the levels and play nothing")
    parser.add_argument("--early", action="store_true", help="end a match once a sequential test has decided it")
    parser.add_argument("--pace", action="store_true", help="time the decisions of the highest level")
    parser.add_argument("slugs", nargs="*", default=list(slugs()))
    arguments = parser.parse_args()
    results = load()
    if arguments.repeat:
        return 0 if repeat(arguments.repeat[0], int(arguments.repeat[1]), results) else 1
    if arguments.table or arguments.levels:
        print(table(results) if arguments.table else levels(results))
        return 0
    if arguments.pace:
        for slug in arguments.slugs:
            print(pace(slug), flush=True)
        return 0
    print("game       match                 games   win rate   95 % interval        CPU")
    good = True
    for slug in arguments.slugs:
        for pair in arguments.pairs.split(","):
            name, how = f"{slug} {pair}", way_of_playing(slug, pair)
            known = results.get(name)
            if known is None or arguments.fresh or known["search"] != how or known.get("options"):
                known = new_match(how)
            for _ in match(slug, pair, arguments.games, known, arguments.early):
                save(name, known)
            text, as_it_should = line(name, known)
            good &= as_it_should
            print(text, flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
