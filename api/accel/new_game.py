"""Fast decoding of typical requests for a new game: seats, with or without a seed.

As for actions, the marshmallow schema is authoritative: whatever is rejected here goes through it, and a test
compares the two.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from marshmallow import Schema
from msgspec import Meta, Struct

from api.accel.decoder import UNDECODABLE
from api.schemas.requests import Seats
from store.games.changes.create import NAME_LENGTH

SEED = r"^[0-9a-f]{64}\Z"
ALONE = ("human", "open")
"""Kinds of seats that take no bot."""


class TypicalSeat(Struct, forbid_unknown_fields=True):
    kind: Literal["human", "open", "bot"]
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] | None = None
    bot: Literal["random", "greedy"] | None = None


class TypicalGame(Struct, forbid_unknown_fields=True):
    seats: list[TypicalSeat] | int
    visibility: Literal["public", "private"] = "public"
    seed: Annotated[str, Meta(pattern=SEED)] | None = None


_decode = msgspec.json.Decoder(TypicalGame).decode


class NewGameReader:
    """Decodes what the creation schema of one game would load."""

    def __init__(self, seats: Seats) -> None:
        self.sizes = seats.sizes

    @classmethod
    def of(cls, schema: Schema) -> NewGameReader | None:
        """The decoder for a schema, if it is that of a new game."""
        seats = schema.fields.get("seats")
        return cls(seats) if isinstance(seats, Seats) else None

    def read(self, data: bytes) -> dict[str, Any] | None:
        """The decoded request, or None to let the schema decide."""
        try:
            given = _decode(data)
        except UNDECODABLE:
            return None
        plans = self._plans(given.seats)
        if plans is None:
            return None
        return {
            "seats": plans,
            "options": {},
            "visibility": given.visibility,
            "seed": given.seed,
            "position": None,
            "fork": None,
            "clock": None,
        }

    def _plans(self, seats: list[TypicalSeat] | int) -> list[dict[str, Any]] | None:
        if isinstance(seats, int):
            return Seats.filled(seats) if seats in self.sizes else None
        if len(seats) not in self.sizes or any(seat.bot and seat.kind in ALONE for seat in seats):
            return None
        return [{"kind": seat.kind, "name": seat.name, "bot": seat.bot, "level": None, "nonce": None} for seat in seats]
