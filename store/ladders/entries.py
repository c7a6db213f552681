"""The entries, seeds and open games of a ladder as they are stored."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engines.kernel.dice import commitment
from store.ladders.results import LadderResult

BENCHED_AFTER = 2
"""Consecutive games in which a bot kept failing."""


class LadderEntry(Struct):
    """A bot that its owner has entered."""

    bot: str
    name: str
    owner: str
    client: str
    """Hash of the client that registered it, whose share of the workers its games use."""
    since: int
    """When it was entered, or benched."""
    first: int
    """The number of the first game that it could play since it was entered, or entered again."""
    status: Literal["active", "benched"] = "active"
    reason: str = ""

    def played(self, results: list[LadderResult]) -> bool:
        """Has it played since it was entered?"""
        return any(result.number >= self.first and seat.bot == self.bot for result in results for seat in result.seats)

    def failing(self, results: list[LadderResult]) -> str | None:
        """Why the bot is to be benched, from its last games since it was entered; None if it is not."""
        mine = [
            seat
            for result in results
            if result.number >= self.first and result.void is None
            for seat in result.seats
            if seat.bot == self.bot
        ]
        if mine and mine[-1].absent:
            return f"it made none of its {mine[-1].decisions} decisions in its last game"
        if len(mine) >= BENCHED_AFTER and all(seat.failed for seat in mine[-BENCHED_AFTER:]):
            failures = " and ".join(str(seat.failures) for seat in mine[-BENCHED_AFTER:])
            return f"it failed in {failures} decisions of its last {BENCHED_AFTER} games, or left them"
        return None


class NextSeed(Struct):
    """The secret seed of the next game, and its public commitment."""

    number: int
    seed: bytes

    @property
    def commitment(self) -> str:
        return commitment(self.seed)


class Pairing(Struct):
    """An open game."""

    id: str
    number: int
    seed: bytes
    players: list[str]
    """By seat."""
    client: str
    at: int
