"""Matches between two built-in players: aims, single games, seeds, and when a match is decided."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from math import log
from statistics import median
from typing import Any, NamedTuple

from engines.kernel.dice import SeededDice
from engines.kernel.game import Game
from engines.kernel.protocols.bot import SearchSettings
from engines.kernel.records import GAME_OVER
from engines.kernel.registry import game
from store.model.builtin import LEVELS, SEARCH_BOT
from workers.players import builtin
from workers.players.search import budget, judgement_error

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
LADDER = [f"{SEARCH_BOT}-{level}:greedy" for level in LEVELS]
"""The matches that compare the levels: each against the same player."""
DECIDED = log(0.95 / 0.05)
PACED = 2
"""Games over which the time of a decision is taken."""


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
        found = builtin.decide(name, engine, position, seat, rng, int(level) if level else None, time.process_time)
        if paces is not None and found.rollouts:
            paces.append(time.process_time() - started)
        engine.rules.apply(position, seat, found.action, dice)
        turn, cut = turn + 1, cut + found.cut
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
        play(game(slug), f"{SEARCH_BOT}-{LEVELS[-1]}:greedy", seed, paces)
    middle, longest = 1000 * median(paces), 1000 * max(paces)
    return f"{slug:<10} {len(paces):5} searches, median {middle:5.0f} ms, longest {longest:5.0f} ms"


def new_match(slug: str, pair: str, results: dict[str, Match]) -> Match:
    """Nobody chooses the seeds: the system draws the first, an even one, so that game 0 has the first player first.

    The levels between the lowest and the highest meet the greedy player in the same deals, which compares them better.
    """
    drawn = int.from_bytes(os.urandom(6), "big") * 2
    for other in LADDER[1:-1] if pair in LADDER[1:-1] else ():
        match = results.get(f"{slug} {other}")
        if match is not None and match["search"] == way_of_playing(slug, other):
            drawn = match["first_seed"]
    return {"first_seed": drawn, "shares": [], "cut": 0, "cpu_seconds": 0.0, "search": way_of_playing(slug, pair)}


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


def way_of_playing(slug: str, pair: str) -> dict[str, str]:
    """How the searching players of a pair search this game: what a record must agree with to be continued."""
    way = game(slug).bot.search
    how = (
        f"{way.stages} stages, {way.horizon} steps, {way.shortlist} actions, {way.freedom} % free, doubt {way.doubt:g}"
    )
    if way.patience != SearchSettings().patience:
        how += f", patience {way.patience}"
    levels = {player: player.partition("-") for player in pair.split(":")}
    return {
        player: level_of_search(game(slug), int(level)) + how
        for player, (name, _, level) in levels.items()
        if name == SEARCH_BOT
    }


def level_of_search(engine: Game[Any, Any], level: int) -> str:
    error = judgement_error(engine, level)
    return f"{budget(engine, level)} rollouts, " + (f"error {error:.3f}, " if error else "")
