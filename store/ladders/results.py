"""Results of ladder games: one line each, from which the whole table follows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Literal

from msgspec import Meta

from engines.kernel.records import Record

VoidReason = Literal["aborted", "service", "lost"]
Player = Annotated[
    str,
    Meta(
        description="A registered bot's id, or a built-in bot.",
        examples=["search:4"],
    ),
]
Owner = Annotated[str, Meta(max_length=40, description="Who runs the bot; empty unless given.")]
GameNumber = Annotated[int, Meta(ge=1, description="Counted in each ladder, in the order of pairing.")]
Ranks = Annotated[list[int], Meta(description="By seat: 1 for the best; equal ranks are shared.")]
Void = Annotated[
    VoidReason | None,
    Meta(
        description="Why the game does not count: it was called off (`aborted`), the service failed meanwhile "
        "(`service`), or it is gone (`lost`). Null when it counts."
    ),
]


class LadderSeat(Record):
    """One seat of a ladder game."""

    bot: Player
    name: Annotated[str, Meta(description="The bot's name.")]
    owner: Owner
    decisions: Annotated[int, Meta(ge=0, description="Decisions of this seat.")]
    failures: Annotated[int, Meta(ge=0, description="How many of them a built-in bot made, because the bot failed.")]
    forfeit: Annotated[bool, Meta(description="True when the bot left the game: it is ranked last.")]
    latency_ms: Annotated[int, Meta(ge=0, description="The bot's median latency at that time.")] | None

    @property
    def failed(self) -> bool:
        """Did the bot keep failing in this game?"""
        return self.forfeit or self.failures >= STRIKE

    @property
    def absent(self) -> bool:
        """Did it make none of its decisions?"""
        return self.decisions >= STRIKE and self.failures >= self.decisions


STRIKE = 3
"""So many failed decisions in one game count against a bot."""


class LadderResult(Record):
    """What came of one ladder game."""

    number: GameNumber
    game: Annotated[str, Meta(description="Which game.")]
    id: Annotated[str, Meta(description="The game's id.")]
    at: Annotated[str, Meta(description="When it was recorded (UTC).")]
    commitment: Annotated[str, Meta(description="The commitment to the seed, published before the bots were chosen.")]
    seed: Annotated[str, Meta(description="The seed in hex.")]
    seats: Annotated[list[LadderSeat], Meta(description="Who sat where.")]
    ranks: Ranks
    void: Void


def ranks_of(ranking: Sequence[Sequence[int]], forfeits: Collection[int]) -> list[int]:
    """By seat: how many seats are better, plus one; those that forfeit come after all others, and share that rank."""
    groups = [[seat for seat in group if seat not in forfeits] for group in ranking] + [sorted(forfeits)]
    ranks = [0] * sum(len(group) for group in groups)
    better = 0
    for group in groups:
        for seat in group:
            ranks[seat] = better + 1
        better += len(group)
    return ranks
