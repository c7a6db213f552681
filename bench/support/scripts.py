"""Whole games worked out beforehand: from a seed, the actions of every seat in their order.

A client that plays from a script needs no engine and next to no time while the server is measured.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from engines.kernel.dice import SeededDice
from engines.kernel.records import GAME_OVER
from engines.kernel.registry import game


class Script(Struct):
    """One game: what it is created with, and who does what."""

    slug: str
    seats: int
    seed: str
    steps: list[tuple[int, bytes]]
    """Seat, and the action as JSON."""

    @property
    def payload(self) -> dict[str, Any]:
        """The body that creates this very game."""
        return {"seats": [{"kind": "human"}] * self.seats, "seed": self.seed}


def script(slug: str, number: int, most: int, salt: bytes = b"bench") -> Script:
    """Random legal play of at most so many actions."""
    engine = game(slug)
    seats = engine.seats[min(1, len(engine.seats) - 1)]
    seed = number.to_bytes(32, "big")
    dice, rng = SeededDice(seed), SeededDice(salt + seed)
    position, _ = engine.rules.deal(seats, engine.options({}, seats), dice)
    steps: list[Any] = []
    while position.phase != GAME_OVER and len(steps) < most:
        seat = engine.rules.to_act(position)[0]
        action = rng.choose(engine.rules.legal(position, seat).actions[:256])
        engine.rules.apply(position, seat, action, dice)
        steps.append((seat, msgspec.json.encode(action)))
    return Script(slug, seats, seed.hex(), steps)
