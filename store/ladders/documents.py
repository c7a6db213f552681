"""Ladders as everybody sees them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engines.kernel.records import Record
from store.ladders.entries import LadderEntry, Pairing
from store.ladders.ladders import Ladder
from store.ladders.players import display_name, is_remote
from store.ladders.ratings import DIGITS, Standing, new_standing, ordered
from store.ladders.results import GameNumber, LadderResult, Owner, Player, Ranks, Void
from store.process.clock import iso

Latency = Annotated[int, Meta(ge=0, description="Median latency in milliseconds; null for built-in bots.")] | None
RUNNING = "r"
"""How the cursor behind a running game begins."""
EntryStatus = Annotated[
    Literal["anchor", "active", "settled", "benched", "left"],
    Meta(
        description="`anchor`: a built-in bot; `active`: it is paired; `settled`: it has had its games and plays "
        "only as an opponent; `benched`: it kept failing (`reason`), until it is entered again; `left`: it was "
        "taken out, or deleted."
    ),
]


class LadderRow(Record):
    """How one bot stands."""

    bot: Player
    name: Annotated[str, Meta(description="Its name.")]
    owner: Owner
    status: EntryStatus
    reason: Annotated[str | None, Meta(description="Why it is benched; else null.")]
    rating: Annotated[float, Meta(description="`mu` - 3 `sigma`: the table is ordered by it.")]
    mu: Annotated[float, Meta(description="The estimate of its strength; 25 at first, and always for `greedy`.")]
    sigma: Annotated[float, Meta(ge=0, description="The uncertainty of `mu`.")]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval of `mu`.")]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval of `mu`.")]
    games: Annotated[int, Meta(ge=0, description="Games that count.")]
    win_rate: Annotated[float, Meta(ge=0, le=1, description="Wins by games; a shared win counts in parts.")] | None
    latency_ms: Latency


class NextGame(Record):
    """The next game, before it is known who plays it."""

    number: GameNumber
    commitment: Annotated[str, Meta(description="The SHA-256 of its seed, which its result reveals.")]


class LadderTable(Record):
    """The table of a ladder."""

    game: Annotated[str, Meta(description="Which game.")]
    results: Annotated[int, Meta(ge=0, description="How many results it follows from.")]
    last: Annotated[int, Meta(ge=1, description="The number of the last of them; null before the first.")] | None
    next: NextGame | None
    rows: Annotated[list[LadderRow], Meta(description="Best first.")]


class LadderPlayer(Record):
    """Who plays a ladder game."""

    bot: Player
    name: Annotated[str, Meta(description="Its name.")]


class LadderGame(Record):
    """A game of a ladder."""

    number: GameNumber
    id: Annotated[str, Meta(description="The game's id.")]
    at: Annotated[str, Meta(description="When it was paired, or recorded once it is over (UTC).")]
    status: Annotated[Literal["running", "counted", "void"], Meta(description="`void`: over, but it does not count.")]
    seats: Annotated[list[LadderPlayer], Meta(description="Who sits where.")]
    ranks: Annotated[Ranks | None, Meta(description="By seat: 1 for the best; null unless it counts.")]
    void: Void


class LadderGames(Record):
    """A page of the games of a ladder."""

    games: Annotated[list[LadderGame], Meta(description="Running ones first, then the newest.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page; null on the last.")]


def table_of(ladder: Ladder, anchors: list[str], entry_games: int) -> LadderTable:
    """The table: everybody in the results, every entry and the anchors."""
    standings = ladder.standings
    for anchor in anchors:
        standings.setdefault(anchor, new_standing(anchor)).name = display_name(anchor)
    for entry in ladder.entries.values():
        standing = standings.setdefault(entry.bot, new_standing(entry.bot))
        standing.name, standing.owner = entry.name, entry.owner
    last = ladder.results[-1].number if ladder.results else None
    following = None if ladder.next is None else NextGame(ladder.next.number, ladder.next.commitment)
    rows = [row_of(one, ladder.entries.get(one.bot), entry_games) for one in ordered(standings.values())]
    return LadderTable(ladder.slug, len(ladder.results), last, following, rows)


def row_of(standing: Standing, entry: LadderEntry | None, entry_games: int) -> LadderRow:
    low, high = standing.interval
    return LadderRow(
        standing.bot, standing.name, standing.owner, _status(standing, entry, entry_games),
        entry.reason if entry is not None and entry.status == "benched" else None,
        round(standing.ordinal, DIGITS), round(standing.mu, DIGITS), round(standing.sigma, DIGITS), low, high,
        standing.games, standing.win_rate, standing.latency_ms,
    )  # fmt: skip


def _status(
    standing: Standing, entry: LadderEntry | None, entry_games: int
) -> Literal["anchor", "active", "settled", "benched", "left"]:
    if not is_remote(standing.bot):
        return "anchor"
    if entry is None:
        return "left"
    if entry.status == "benched":
        return "benched"
    return "settled" if standing.games >= entry_games else "active"


def games_of(ladder: Ladder, limit: int, cursor: str | None = None) -> LadderGames:
    """Games that are played, then those recorded last; behind the last game of the page before.

    A game that ends between two pages may be on both, first as a running one.
    """
    running, results = ladder.open[::-1], ladder.results[::-1]
    number = int((cursor or "").removeprefix(RUNNING) or 0)
    if cursor is not None and cursor.startswith(RUNNING):
        running = [pairing for pairing in running if pairing.number < number]
    elif cursor is not None:
        places = [place for place, result in enumerate(results) if result.number == number]
        running, results = [], results[places[0] + 1 :] if places else []
    names = {seat.bot: seat.name for result in ladder.results for seat in result.seats}
    names |= {entry.bot: entry.name for entry in ladder.entries.values()}
    page = [_running(pairing, names) for pairing in running[:limit]]
    page += map(_recorded, results[: limit - len(page)])
    if len(page) == len(running) + len(results):
        return LadderGames(page, None)
    return LadderGames(page, f"{RUNNING if page[-1].status == 'running' else ''}{page[-1].number}")


def _running(pairing: Pairing, names: dict[str, str]) -> LadderGame:
    seats = [LadderPlayer(bot, names.get(bot, display_name(bot))) for bot in pairing.players]
    return LadderGame(pairing.number, pairing.id, iso(pairing.at), "running", seats, None, None)


def _recorded(result: LadderResult) -> LadderGame:
    seats = [LadderPlayer(seat.bot, seat.name) for seat in result.seats]
    counts = result.void is None
    return LadderGame(
        result.number, result.id, result.at, "counted" if counts else "void", seats,
        result.ranks if counts else None, result.void,
    )  # fmt: skip
