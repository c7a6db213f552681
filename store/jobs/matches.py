"""Matches: games between bots, remote ones too, over the real channels; what is ordered, and what came of it.

A simulation with remote bots is ordered and played in the same way; only its result is another.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Annotated, Any

from msgspec import Meta, Struct

from engines.kernel.records import Record
from store.ids import ALPHABET, PARTITIONS
from store.jobs.analysis import High, Low

AT_ONCE = 2
"""Simultaneous games of one match."""


class MatchOrder(Struct):
    """Games between bots, numbered from 0."""

    slug: str
    players: list[str]
    """Built-in bots by name and level, remote ones by id."""
    names: list[str]
    games: int
    seed: str
    open_seed: bool
    """The client has given the seed, and knows all dice."""
    client: str
    options: dict[str, Any] = {}

    def seed_of(self, number: int) -> bytes:
        return sha256(f"{self.seed}/{number}".encode()).digest()

    def seating(self, number: int) -> list[int]:
        """By seat: the index of the player; players rotate through the seats."""
        count = len(self.players)
        return [(seat + number) % count for seat in range(count)]


def is_match(order: dict[str, Any]) -> bool:
    """Is this the order of real games, which the sweeper plays? Else workers play it in parts."""
    return "names" in order


def game_id(secret: str, job: str, number: int) -> str:
    """The id of a game of a match: always the same, and not guessable."""
    digest = hmac.new(secret.encode(), f"match {job}/{number}".encode(), sha256).digest()
    letters = "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:26])
    return f"{digest[-1] % PARTITIONS:02d}{letters}"


class MatchGame(Record):
    """One game of a match."""

    id: Annotated[str, Meta(description="The game's id: it can be replayed.")]
    seats: Annotated[list[int], Meta(description="By seat: the place in `entries` of who sat there.")]
    winners: Annotated[list[int], Meta(description="Winning seats; empty = nobody, several = shared.")]
    scores: Annotated[list[int], Meta(description="Points by seat; empty in a game without points.")]
    failures: Annotated[list[int], Meta(description="By seat: decisions that a built-in bot made for a failing one.")]
    void: Annotated[bool, Meta(description="True when it does not count: called off, or the service failed meanwhile.")]
    length: Annotated[int, Meta(ge=0, description="Actions in the game.")]


class MatchTally(Record):
    """What one of the bots came to."""

    bot: Annotated[
        str,
        Meta(
            description="A registered bot's id, or a built-in bot.",
            examples=["search:4"],
        ),
    ]
    name: Annotated[str, Meta(description="Its name.")]
    wins: Annotated[float, Meta(ge=0, description="Games won; a shared win counts in parts.")]
    win_rate: Annotated[float, Meta(ge=0, le=1, description="Wins by games that count.")]
    low: Low
    high: High
    failures: Annotated[int, Meta(ge=0, description="Decisions that a built-in bot made for it.")]


class Match(Record):
    """What came of a match."""

    game: Annotated[str, Meta(description="Which game.")]
    seed: Annotated[str, Meta(description="The seed of the whole: game i (from 0) has the seed sha256(`<seed>/<i>`).")]
    entries: Annotated[list[MatchTally], Meta(description="In the order in which they were named.")]
    void: Annotated[int, Meta(ge=0, description="Games that do not count.")]
    games: Annotated[list[MatchGame], Meta(description="Every game, in order.")]
