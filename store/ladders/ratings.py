"""Ratings by Weng and Lin's method for games of many players (openskill's Plackett-Luce model), from results in order.

The rating of the built-in bot `greedy` is fixed at the initial value, so that ratings keep their meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy

from msgspec import Struct
from openskill.models import PlackettLuce

from store.ladders.players import FIXED
from store.ladders.results import LadderResult

MU, SIGMA = 25.0, 25.0 / 3
NEARLY_ZERO = 1e-3
"""The uncertainty of the fixed bot in the model, which divides by it."""
Z = 1.959964
"""95 % of the normal distribution lie within this many standard deviations."""
DIGITS = 4
MODEL = PlackettLuce(mu=MU, sigma=SIGMA, tau=0.0)


class Standing(Struct):
    """The rating of one bot."""

    bot: str
    name: str = ""
    owner: str = ""
    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    wins: float = 0.0
    """A shared win counts as a fraction."""
    latency_ms: int | None = None

    @property
    def ordinal(self) -> float:
        """The order of the table: a value that the true rating very likely exceeds."""
        return self.mu - 3 * self.sigma

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rating."""
        return round(self.mu - Z * self.sigma, DIGITS), round(self.mu + Z * self.sigma, DIGITS)

    @property
    def win_rate(self) -> float | None:
        return round(self.wins / self.games, DIGITS) if self.games else None


def new_standing(bot: str, name: str = "", owner: str = "") -> Standing:
    return Standing(bot, name, owner, sigma=0.0 if bot == FIXED else SIGMA)


def standings(results: Iterable[LadderResult], before: Mapping[str, Standing] | None = None) -> dict[str, Standing]:
    """The rating of every bot after these results, by id or name; ``before``: the ratings before the first."""
    table = {bot: copy(standing) for bot, standing in (before or {}).items()}
    for result in results:
        if result.void is None:
            _count(table, result)
    return table


def _count(table: dict[str, Standing], result: LadderResult) -> None:
    seated = []
    for seat in result.seats:
        standing = table.setdefault(seat.bot, new_standing(seat.bot))
        standing.name, standing.owner, standing.latency_ms = seat.name, seat.owner, seat.latency_ms
        seated.append(standing)
    winners = result.ranks.count(1)
    for standing, rank in zip(seated, result.ranks, strict=True):
        standing.games += 1
        standing.wins += 1 / winners if rank == 1 else 0.0
    teams = [[MODEL.rating(mu=standing.mu, sigma=standing.sigma or NEARLY_ZERO)] for standing in seated]
    rated = MODEL.rate(teams, ranks=[float(rank) for rank in result.ranks])
    for standing, [rating] in zip(seated, rated, strict=True):
        if standing.bot != FIXED:
            standing.mu, standing.sigma = rating.mu, rating.sigma


def ordered(table: Iterable[Standing]) -> list[Standing]:
    """Best first; equal ratings by more games, then by name and id."""
    return sorted(table, key=lambda one: (-round(one.ordinal, DIGITS), -one.games, one.name, one.bot))
