"""Decoding of bodies: msgspec decodes and checks most actions and new games in one step.

The marshmallow schema is authoritative. Whatever is rejected here goes through the schema, which accepts it or says
what is wrong; what is accepted here, the schema loads as the same value. A test holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import Annotated, Any, Literal, Union, get_args

import msgspec
from marshmallow import Schema
from msgspec import Meta, Struct

from api.http.body import JSON, parser
from api.http.request import ApiRequest
from api.schemas.derive.unions import Union as UnionSchema
from api.schemas.requests import Seats
from engines.kernel.strict import Unfit, strict_twin
from store.games.changes.create import NAME_LENGTH

UNDECODABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
SEED = r"^[0-9a-f]{64}\Z"
ALONE = ("human", "open")
"""Kinds of seats that take no bot."""
Build = Callable[..., Struct]
Decode = Callable[[ApiRequest], Any]


def decoder_of(schema: Schema) -> Decode:
    """A function that decodes the body of a request as the schema loads it; an action becomes its struct."""
    struct_type = schema.struct_type if isinstance(schema, UnionSchema) else None
    actions = None if struct_type is None else ActionReader(get_args(struct_type) or (struct_type,))
    reader = actions or NewGameReader.of(schema)

    def decode(request: ApiRequest) -> Any:
        if reader is not None and request.environ.get("CONTENT_TYPE") == JSON:
            found = reader.read(request.body)
            if found is not None:
                return found
        loaded = parser.parse(schema, request, location="json")
        return loaded if struct_type is None else msgspec.convert(loaded, struct_type)

    return decode


class ActionReader:
    """Decodes the members of a union of tagged structs; those without a strict twin are left to the schema."""

    def __init__(self, types: tuple[type[Struct], ...]) -> None:
        self.types = types
        self._builds: dict[type[Struct], Build] = {}

    @cached_property
    def _decode(self) -> Callable[[bytes], Any]:
        """Built with the first body, so that processes that read none start faster."""
        for struct_type in self.types:
            with suppress(Unfit):
                self._builds[strict_twin(struct_type)] = struct_type
        twins = tuple(self._builds)
        return msgspec.json.Decoder(Union[twins] if twins else Literal[""]).decode  # noqa: UP007

    def read(self, data: bytes) -> Struct | None:
        """The decoded struct, or None to let the schema decide."""
        try:
            twin = self._decode(data)
        except UNDECODABLE:
            return None
        return self._builds[type(twin)](*msgspec.structs.astuple(twin))


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
