"""Verification of a ladder without its server: replays every game and computes the table from the results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from engines.kernel.dice import commitment
from engines.kernel.records import Result
from engines.kernel.registry import game, slugs
from engines.kernel.verification import Mismatch, ReplayFile, verify
from store.ladders.documents import LadderRow, row_of
from store.ladders.ratings import ordered, standings
from store.ladders.results import LadderResult, ranks_of

COMPUTED = ("bot", "rating", "mu", "sigma", "low", "high", "games", "win_rate")
"""Columns of the table that follow from the results alone."""


class NamedReplay(ReplayFile):
    """A replay with its game's slug."""

    id: str = ""


class ResultLine(LadderResult):
    """A result with the replay of its game."""

    replay: NamedReplay | None = None


def read_lines(lines: Iterable[bytes]) -> Iterator[ResultLine]:
    """The results of a file; raises Mismatch for a line that is not a result."""
    decode = msgspec.json.Decoder(ResultLine).decode
    for number, line in enumerate(lines, 1):
        try:
            yield decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Mismatch(f"line {number} is not a result: {error}") from error


def check(line: ResultLine) -> None:
    """Replay one game; raises Mismatch unless seed, dice, positions and ranks match the line."""
    try:
        _check_seed(line)
        if line.void is None:
            result = _played_again(line)
            forfeits = {seat for seat, held in enumerate(line.seats) if held.forfeit}
            if ranks_of(result.ranking, forfeits) != line.ranks:
                raise Mismatch("the ranks do not follow from the result")
    except Mismatch as error:
        raise Mismatch(f"game {line.number}: {error}") from error


def _check_seed(line: ResultLine) -> None:
    try:
        seed = bytes.fromhex(line.seed)
    except ValueError as error:
        raise Mismatch("the seed is not hex") from error
    if commitment(seed) != line.commitment:
        raise Mismatch("the seed does not match the commitment")
    if len(line.ranks) != len(line.seats):
        raise Mismatch(f"{len(line.ranks)} ranks for {len(line.seats)} seats")


def _played_again(line: ResultLine) -> Result:
    """The result of the game, from its replay."""
    replay = line.replay
    if replay is None or (replay.game, replay.id, replay.seed) != (line.game, line.id, line.seed):
        raise Mismatch("the replay is of another game, or missing")
    if replay.game not in slugs():
        raise Mismatch(f"unknown game {replay.game!r}")
    if replay.seats != len(line.seats) or replay.nonces or replay.opening is not None:
        raise Mismatch("the game did not begin as ladder games do")
    for _ in verify(game(replay.game), replay):
        pass
    try:
        return msgspec.convert(replay.result, Result)
    except msgspec.ValidationError as error:
        raise Mismatch(f"the game has no result: {error}") from error


def table_from(results: Iterable[LadderResult]) -> list[LadderRow]:
    """The rows of all bots in the results, best first."""
    return [row_of(one, None, 0) for one in ordered(standings(results).values())]


def compare(computed: list[LadderRow], table: Any) -> None:
    """Raise Mismatch unless a served table has the same values for all bots in the results."""
    try:
        served = {row["bot"]: row for row in table["rows"]}
    except (TypeError, KeyError) as error:
        raise Mismatch(f"the table cannot be read: {error!r}") from error
    for row in computed:
        mine = msgspec.to_builtins(row)
        theirs = served.get(row.bot, {})
        for column in COMPUTED:
            if mine[column] != theirs.get(column):
                raise Mismatch(f"{column} of {row.name} ({row.bot}): {theirs.get(column)}, computed {mine[column]}")
