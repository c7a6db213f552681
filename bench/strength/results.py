"""The recorded matches, and the tables that the documentation shows of them."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.strength.match import AIMS, LADDER, Aim, Match
from engines.kernel.registry import slugs
from store.model.builtin import LEVELS
from workers.simulate.stats import wilson

RESULTS = Path(__file__).parents[1] / "strength.json"
FEW = 30
"""A match with fewer games than this has no rate in the tables."""


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
    low, high = wilson(wins, games)
    aim = AIMS.get(pair, Aim(0.5, None))
    short = aim.target is not None and wins / games < aim.target
    note = f"   below {aim.target:.0%}" if short else ""
    note += "   not significant" if aim.significant and low <= aim.floor else ""
    note += f"   {record['cut']} searches cut short" if record["cut"] else ""
    text = f"{slug:<10} {pair:<20} {games:6} {wins / games:9.1%}    {low:.1%} - {high:.1%}"
    return f"{text} {record['cpu_seconds']:8.0f} s{note}", not note


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
    low, high = wilson(wins, games)
    return f"{wins / games:.0%} ({low:.0%}-{high:.0%}, {games} games)"
