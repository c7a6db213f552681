"""The schemas of one game, derived from its own types."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property, partial
from typing import Any

from marshmallow import Schema, fields, pre_load, validate

from api.schemas.derive import schema_for, set_domain, union_for
from api.schemas.derive.strict import ShortList, WholeNumber
from api.schemas.derive.unions import Union
from api.schemas.fields import seed_field, strict_schema
from api.schemas.requests import BotRequest, ClockRequest, ForkRequest, Seats
from engines.kernel.game import Game
from engines.kernel.layouts import FIRST_LAYOUT
from engines.kernel.records import Action, Event
from store.model.documents.events import HOST_EVENTS
from store.model.documents.game import documents_of
from store.model.documents.parts import SeatTakenDocument


class GameSchemas:
    """Every schema of one game; those of requests are instances, since building one costs more than loading with it."""

    def __init__(self, engine: Game[Any, Any]) -> None:
        self.engine = engine
        self.prefix = engine.slug.capitalize()
        set_domain("reasons", self.prefix, engine.words.reasons)
        documents = documents_of(engine)
        self.action: Union = union_for(
            engine.rules.action_types, f"{self.prefix}Action", self.prefix, Action, "Something that a seat does."
        )()
        self.game, self.acted, self.created = (
            self._later(documents.game), self._later(documents.acted), self._later(documents.created),
        )  # fmt: skip
        self.choices, self.event_page, self.replay = (
            self._later(documents.choices), self._later(documents.event_page), self._later(documents.replay),
        )  # fmt: skip
        self.turn, self.notice = self._later(documents.turn), self._later(documents.notice)
        self.position = self._later(engine.rules.position_type)
        self.seat_taken = self._later(SeatTakenDocument)

    @cached_property
    def event(self) -> Union:
        """Events by type; every later mention of an event means these."""
        events = (*self.engine.rules.event_types, *HOST_EVENTS)
        return union_for(events, f"{self.prefix}Event", self.prefix, Event, "Something that happened.")()

    def _later(self, struct: Any) -> Callable[[], Schema]:
        """The schema of an answer: only the document needs it, answers are encoded without."""

        @cache
        def made() -> Schema:
            assert self.event.struct_type is not None  # noqa: S101 - made first, since answers mention it
            return schema_for(struct, self.prefix)()

        return made

    @cached_property
    def options_request(self) -> fields.Nested:
        """Options of which some are given; `partial` leaves the others to the game's defaults."""
        shape = schema_for(self.engine.rules.options_type, self.prefix)
        return fields.Nested(
            type(f"{self.prefix}OptionsRequest", (shape,), {})(partial=True),
            load_default=dict,
            metadata={"description": "Options of the game; those left out have their default."},
        )

    @cached_property
    def simulation(self) -> Schema:
        """The request for games between bots."""
        seats = self.engine.seats
        members: dict[str, Any] = {
            "__doc__": "Games between bots, registered ones too. Every bot has every seat in turn.",
            "seats": ShortList(
                fields.Nested(BotRequest),
                required=True,
                validate=validate.Length(seats[0], seats[-1]),
                metadata={"description": "Who plays."},
            ),
            "games": WholeNumber(
                load_default=100,
                validate=validate.Range(1, 1_000_000),
                metadata={"description": "How many games; the server may allow fewer."},
            ),
            "options": self.options_request,
            "seed": seed_field("Your own seed, 32 bytes in hex: the same seed gives the same games."),
        }
        return strict_schema(f"{self.prefix}NewSimulation", members)

    @cached_property
    def new_game(self) -> Schema:
        """The request that creates a game: everything may be left out."""
        seats = self.engine.seats
        members: dict[str, Any] = {
            "__doc__": "A game as you want it; `{}` is one human against greedy bots.",
            "engine": self.engine,
            "upgraded": _upgraded,
            "seats": Seats(seats[0], seats[-1]),
            "options": self.options_request,
            "visibility": fields.String(
                load_default="public",
                validate=validate.OneOf(["public", "private"]),
                metadata={
                    "description": "A private game is found only with a token or its invite.",
                    "x-name": "Visibility",
                },
            ),
            "seed": seed_field("Your own seed, 32 bytes in hex; everybody will see it (`open_seed`)."),
            "position": fields.Nested(
                partial(schema_for, self.engine.rules.position_type, self.prefix),
                load_default=None,
                allow_none=True,
                metadata={"description": "Start from this position (`sandbox`); it brings its own options."},
            ),
            "fork": fields.Nested(
                ForkRequest,
                load_default=None,
                allow_none=True,
                metadata={
                    "description": "Start from where another game was (`sandbox`), with a fresh seed; in place of "
                    "`position`, `options` and `seed`."
                },
            ),
            "clock": fields.Nested(
                ClockRequest,
                load_default=None,
                allow_none=True,
                metadata={"description": "A clock for every decision."},
            ),
        }
        return strict_schema(f"{self.prefix}NewGame", members)


@cache
def schemas_of(engine: Game[Any, Any]) -> GameSchemas:
    """The schemas of a game, made once: its own operations, jobs and bots all mention them."""
    return GameSchemas(engine)


@pre_load  # here and not for each game: every further mark would have it run once more
def _upgraded(schema: Any, data: Any, **options: Any) -> Any:  # noqa: ARG001
    """Upgrade positions and options that were kept since an earlier version; they do not say their layout."""
    if not isinstance(data, dict):
        return data
    upgrade = schema.engine.rules.upgrade
    return {
        key: upgrade(value, FIRST_LAYOUT) if key in ("position", "options") else value for key, value in data.items()
    }
