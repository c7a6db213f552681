"""Pairing: the bot with the least certain rating plays next, against bots with near ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from store.ladders.ratings import Standing, new_standing
from store.ladders.results import LadderResult

MEETING = 1.0
"""Added distance for each game that two bots have already played against each other."""


class PastGames(Struct):
    """The data for pairing, from the stored results."""

    standings: Mapping[str, Standing]
    meetings: Counter[frozenset[str]]
    first_seats: Counter[str]
    """How often each bot has had the first seat."""

    @classmethod
    def of(cls, results: Iterable[LadderResult], table: Mapping[str, Standing]) -> PastGames:
        meetings, first_seats = Counter[frozenset[str]](), Counter[str]()
        for result in results:
            bots = [seat.bot for seat in result.seats]
            first_seats[bots[0]] += 1
            for place, bot in enumerate(bots):
                meetings.update(frozenset((bot, other)) for other in bots[place + 1 :])
        return cls(table, meetings, first_seats)

    def standing(self, bot: str) -> Standing:
        return self.standings.get(bot) or new_standing(bot)

    def farness(self, one: str, other: str) -> float:
        """The distance of two ratings, increased for each game of both."""
        apart = abs(self.standing(one).mu - self.standing(other).mu)
        return apart + MEETING * self.meetings[frozenset((one, other))]


def seekers(past: PastGames, wanting: Iterable[str]) -> list[str]:
    """Bots that need games, the least certain first; among equals the one with the fewest games."""
    return sorted(wanting, key=lambda bot: (-past.standing(bot).sigma, past.standing(bot).games, bot))


def opponents(past: PastGames, bot: str, candidates: Iterable[str]) -> list[str]:
    """Candidates, the nearest first; among equals the least certain."""
    others = [other for other in candidates if other != bot]
    return sorted(
        others, key=lambda other: (past.farness(bot, other), -past.standing(other).sigma, other)
    )  # fmt: skip


def seated(past: PastGames, bots: Sequence[str]) -> list[str]:
    """The bots by seat: the one that has had the first seat least often gets it."""
    return sorted(bots, key=lambda bot: (past.first_seats[bot] / (1 + past.standing(bot).games), bot))


def choose(
    past: PastGames, wanting: Sequence[str], candidates: Sequence[str], seats: int, has_room: Callable[[str], bool]
) -> list[str] | None:
    """The bots of the next game by seat; None if no bot that needs a game finds available opponents."""
    for bot in seekers(past, wanting):
        if not has_room(bot):
            continue
        chosen = [bot]
        for other in opponents(past, bot, candidates):
            if len(chosen) < seats and has_room(other):
                chosen.append(other)
        if len(chosen) == seats:
            return seated(past, chosen)
    return None
