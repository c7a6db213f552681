"""The marshmallow schemas of a game, derived from its own types, and those of the requests that all games share."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from functools import cache, cached_property, partial
from ipaddress import ip_network
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from api.schemas.derive import ShortList, StrictBoolean, WholeNumber, schema_for, union_for
from api.schemas.documents import ActJob, OddsJob, SimulationJob
from api.schemas.unions import Either, Union, union_of
from engines.kernel.game import Game
from engines.kernel.records import Action, Event
from engines.kernel.registry import slugs
from store.bots.builtin import BOTS, DEFAULT_LEVEL, LEVELS, THINKER
from store.create import NAME_LENGTH
from store.events import HOST_EVENTS
from store.views import SeatTakenDocument, documents_of

NONCE = {
    "description": "Mixed into the dice: proves that the seed was not chosen against you.",
    "examples": ["my own luck"],
}


class Strict(Schema):
    """Unknown fields are refused, in requests as in the document."""

    described_as: ClassVar[str] = ""

    class Meta:
        unknown = RAISE

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.described_as = inspect.cleandoc(cls.__doc__ or "")


def strict_schema(name: str, members: dict[str, Any]) -> Schema:
    """A schema that is put together when the application starts."""
    made: Schema = type(name, (Strict,), members)()
    return made


def name_field() -> fields.String:
    return fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=200),
        metadata={"description": f"Shown to others; cut to {NAME_LENGTH} characters.", "examples": ["Ana"]},
    )


def nonce_field() -> fields.String:
    return fields.String(
        load_default=None, allow_none=True, validate=validate.Regexp(r"^[\x20-\x7e]{1,64}\Z"), metadata=NONCE
    )


def bot_field() -> fields.String:
    return fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Regexp(rf"^({'|'.join(BOTS)}|[0-9]{{2}}[a-z0-9]{{26}})\Z"),
        metadata={"description": "A built-in bot, or the id of a remote one.", "examples": list(BOTS)},
    )


def seed_field(says: str) -> fields.String:
    return fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Regexp(r"^[0-9a-f]{64}\Z"),
        metadata={"description": says},
    )


def level_field() -> WholeNumber:
    return WholeNumber(
        load_default=None,
        allow_none=True,
        validate=validate.Range(LEVELS[0], LEVELS[-1]),
        metadata={"description": f"How long the bot `{THINKER}` thinks, {DEFAULT_LEVEL} unless given; not for others."},
    )


def built_in_field(**options: Any) -> fields.String:
    return fields.String(
        load_default=None, allow_none=True, validate=validate.OneOf(BOTS), metadata={"examples": ["search"], **options}
    )


class SeatWish(Strict):
    """A seat as you want it."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(["human", "open", "bot", "remote"]),
        metadata={
            "description": "`human` gets a token, `open` is for others to take, `bot` plays by itself, `remote` is "
            "played by the registered bot whose id `bot` names."
        },
    )
    name = name_field()
    bot = bot_field()
    level = level_field()
    nonce = nonce_field()


class BotWish(Strict):
    """A built-in bot."""

    bot = fields.String(
        required=True,
        validate=validate.OneOf(BOTS),
        metadata={"description": "The bot.", "examples": ["search"]},
    )
    level = level_field()


class OddsWish(Strict):
    """How exactly you want to know."""

    rollouts = WholeNumber(
        load_default=500,
        validate=validate.Range(10, 1_000_000),
        metadata={"description": "How many times the position is played on; the house may allow fewer."},
    )


class ClockWish(Strict):
    """A clock for every decision."""

    turn_seconds = WholeNumber(
        required=True,
        validate=validate.Range(1, 604800),
        metadata={"description": "Time for one decision."},
    )
    on_timeout = fields.String(
        load_default="bot",
        validate=validate.OneOf(["bot", "random", "abort"]),
        metadata={"description": "Who decides when the time is up, or `abort` to call the game off."},
    )
    bot = built_in_field(
        description="Who plays for those that are late or have resigned, or hand their seat to just a bot; `greedy` "
        "unless given."
    )
    level = level_field()


class Seats(Either):
    """A list of seats, or just their number: one human, the others greedy bots."""

    def __init__(self, smallest: int, largest: int) -> None:
        self.number = WholeNumber(validate=validate.Range(smallest, largest))
        self.plan = ShortList(fields.Nested(SeatWish), validate=validate.Length(smallest, largest))
        super().__init__(
            self.number,
            self.plan,
            load_default=None,
            metadata={"description": "The seats, or just their number: one human and greedy bots."},
        )

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(value, int | float) and not isinstance(value, bool):
            number = self.number.deserialize(value, *args, **kwargs)
            return [{"kind": "human"}] + [{"kind": "bot", "bot": "greedy"}] * (number - 1)
        return self.plan.deserialize(value, *args, **kwargs)


class TakeSeat(Strict):
    """The seat that you want, and who you are."""

    name = name_field()
    seat = WholeNumber(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 5),
        metadata={"description": "Which open seat; the first one unless given."},
    )
    invite = fields.String(
        load_default=None,
        allow_none=True,
        metadata={"description": "Opens a private game."},
        validate=validate.Length(max=200),
    )
    nonce = nonce_field()


class ChangeSeat(Strict):
    """Who plays the seat from now on."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(["human", "bot", "open", "remote"]),
        metadata={"description": "`bot` and `remote` hand it over, `human` takes it back, `open` lets others take it."},
    )
    bot = bot_field()
    level = level_field()


class Empty(Strict):
    """Nothing to say: the body may be left out."""


class EventQuery(Strict):
    """Which part of the history."""

    after = fields.Integer(
        load_default=0,
        validate=validate.Range(0, 2**31),
        metadata={"description": "Only events behind this sequence number."},
    )
    limit = fields.Integer(
        load_default=100, validate=validate.Range(1, 500), metadata={"description": "At most so many events."}
    )


class ListQuery(Strict):
    """Which public games."""

    status = fields.String(
        load_default="running",
        validate=validate.OneOf(["open", "running", "finished"]),
        metadata={"description": "Games in this state."},
    )
    cursor = fields.String(
        load_default=None,
        validate=validate.Regexp(re.compile(r"^[0-9]{1,15}-[0-9]{2}[a-z0-9]{26}\Z")),
        metadata={"description": "`next` of the page before."},
    )
    limit = fields.Integer(
        load_default=20, validate=validate.Range(1, 100), metadata={"description": "Games on a page."}
    )


class GameSchemas:
    """Every schema of one game; those of requests are instances, since building one costs more than loading with it."""

    def __init__(self, engine: Game[Any, Any]) -> None:
        self.engine = engine
        self.prefix = engine.slug.capitalize()
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
        self.turn = self._later(documents.turn)
        self.position = self._later(engine.rules.position_type)
        self.seat_taken = self._later(SeatTakenDocument)

    @cached_property
    def event(self) -> Union:
        """Events by type; every later mention of an event means these."""
        events = (*self.engine.rules.event_types, *HOST_EVENTS)
        return union_for(events, f"{self.prefix}Event", self.prefix, Event, "Something that happened.")()

    def _later(self, struct: Any) -> Callable[[], Schema]:
        """The schema of an answer: only the document asks for it, answers are encoded without."""

        @cache
        def made() -> Schema:
            assert self.event.struct_type is not None  # noqa: S101 - made first, since answers mention it
            return schema_for(struct, self.prefix)()

        return made

    @cached_property
    def options_wish(self) -> fields.Nested:
        """Options of which some are given; `partial` leaves the others to the game's defaults."""
        shape = schema_for(self.engine.rules.options_type, self.prefix)
        return fields.Nested(
            type(f"{self.prefix}OptionsWish", (shape,), {})(partial=True),
            load_default=dict,
            metadata={"description": "Options of the game; those left out have their default."},
        )

    @cached_property
    def simulation(self) -> Schema:
        """The request for games between bots."""
        seats = self.engine.seats
        members: dict[str, Any] = {
            "__doc__": "Games between bots. Every bot has every seat in turn.",
            "seats": ShortList(
                fields.Nested(BotWish),
                required=True,
                validate=validate.Length(seats[0], seats[-1]),
                metadata={"description": "Who plays."},
            ),
            "games": WholeNumber(
                load_default=100,
                validate=validate.Range(1, 1_000_000),
                metadata={"description": "How many games; the house may allow fewer."},
            ),
            "options": self.options_wish,
            "seed": seed_field("Your own seed, 32 bytes in hex: the same seed gives the same games."),
        }
        return strict_schema(f"{self.prefix}NewSimulation", members)

    @cached_property
    def new_game(self) -> Schema:
        """The request that creates a game: everything may be left out."""
        seats = self.engine.seats
        members: dict[str, Any] = {
            "__doc__": "A game as you want it; `{}` is one human against greedy bots.",
            "seats": Seats(seats[0], seats[-1]),
            "options": self.options_wish,
            "visibility": fields.String(
                load_default="public",
                validate=validate.OneOf(["public", "private"]),
                metadata={"description": "A private game is found only with a token or its invite."},
            ),
            "seed": seed_field("Your own seed, 32 bytes in hex; everybody will see it (`open_seed`)."),
            "position": fields.Nested(
                partial(schema_for, self.engine.rules.position_type, self.prefix),
                load_default=None,
                allow_none=True,
                metadata={"description": "Start from this position (`sandbox`); it brings its own options."},
            ),
            "clock": fields.Nested(
                ClockWish, load_default=None, allow_none=True, metadata={"description": "A clock for every decision."}
            ),
        }
        return strict_schema(f"{self.prefix}NewGame", members)


@cache
def schemas_of(engine: Game[Any, Any]) -> GameSchemas:
    """The schemas of a game, made once: its own operations, jobs and bots all mention them."""
    return GameSchemas(engine)


def url_field(**options: Any) -> fields.String:
    return fields.String(
        load_default=None,
        allow_none=True,
        validate=[validate.Length(max=500), validate.Regexp(r"^https?://[!-~]+\Z")],
        metadata={"description": "Where the bot is called; without one it asks for its turns.", **options},
    )


def games_field() -> ShortList:
    return ShortList(
        fields.String(validate=validate.OneOf(slugs())),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, 20),
        metadata={"description": "The games that it accepts; all unless given."},
    )


def concurrent_field(default: int | None) -> WholeNumber:
    return WholeNumber(
        load_default=default,
        allow_none=default is None,
        validate=validate.Range(1, 1000),
        metadata={"description": "How many games it plays at once; further ones are refused."},
    )


def min_turn_field() -> WholeNumber:
    return WholeNumber(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 86400),
        metadata={"description": "The shortest clock (`turn_seconds`) under which it plays; 0 = any."},
    )


def _network(text: str) -> None:
    try:
        ip_network(text, strict=False)
    except ValueError as error:
        raise ValidationError("Must be an address or a network.") from error


def hosts_field() -> ShortList:
    return ShortList(
        fields.String(validate=[validate.Length(max=50), _network]),
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=50),
        metadata={
            "description": "Addresses and networks of clients whose games may name it; empty = all.",
            "examples": [["203.0.113.7", "2001:db8::/32"]],
        },
    )


def language_field() -> fields.String:
    return fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.OneOf(["en", "fr"]),
        metadata={"description": "Of the sentences and texts in its turns; English unless given."},
    )


def text_field() -> StrictBoolean:
    return StrictBoolean(
        load_default=None,
        allow_none=True,
        metadata={"description": "True: its turns hold the board and the actions in words, too."},
    )


class NewBot(Strict):
    """A remote bot as you want it."""

    name = fields.String(
        required=True, validate=validate.Length(1, 200), metadata={"description": "Shown at the table; cut to 40."}
    )
    url = url_field(examples=["http://127.0.0.1:9000/"])
    games = games_field()
    concurrent = concurrent_field(10)
    min_turn_seconds = min_turn_field()
    hosts = hosts_field()
    language = language_field()
    text = text_field()


class BotChange(Strict):
    """What is to be different."""

    name = name_field()
    url = url_field()
    games = games_field()
    concurrent = concurrent_field(None)
    min_turn_seconds = min_turn_field()
    hosts = hosts_field()
    language = language_field()
    text = text_field()
    rotate_secret = StrictBoolean(
        load_default=False, metadata={"description": "True: give me a new secret for signatures."}
    )


class BotTest(Strict):
    """What is to be tested."""

    game = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.OneOf(slugs()),
        metadata={"description": "The only game to be played; all that it accepts unless given, one for a pull bot."},
    )


class BotQuery(Strict):
    """Which remote bots."""

    cursor = fields.String(
        load_default=None,
        validate=validate.Regexp(re.compile(r"^[0-9]{1,15}-[0-9]{2}[a-z0-9]{26}\Z")),
        metadata={"description": "`next` of the page before."},
    )
    limit = fields.Integer(
        load_default=20, validate=validate.Range(1, 100), metadata={"description": "Bots on a page."}
    )


class TurnQuery(Strict):
    """Which notices."""

    after = fields.Integer(
        load_default=None,
        validate=validate.Range(0, 2**31),
        metadata={"description": "Only notices behind this number; the answer waits for such, too."},
    )
    text = fields.Boolean(
        load_default=None,
        allow_none=False,
        truthy={"1", "true"},
        falsy={"0", "false"},
        metadata={"description": "1: with the board and the actions in words; as the bot is registered unless given."},
    )


def turns_schema(engines: Iterable[Game[Any, Any]], notice: Schema) -> Schema:
    """The turns that wait for a bot, in whichever game."""
    turns = [fields.Nested(schemas_of(engine).turn) for engine in engines]
    either = Either(*turns, metadata={"description": "A turn, in the words of its game."})
    members = {
        "__doc__": "The turns that wait for a bot.",
        "turns": fields.List(either, required=True, metadata={"description": "The most urgent first."}),
        "notices": fields.List(
            fields.Nested(notice), required=True, metadata={"description": "The newest hundred at most, oldest first."}
        ),
    }
    return strict_schema("TurnList", members)


class JobSchemas:
    """A job of each kind, and any of them; the result of an act is what it would have answered, in whichever game."""

    def __init__(self, engines: Iterable[Game[Any, Any]]) -> None:
        answers = [fields.Nested(schemas_of(engine).acted) for engine in engines]
        result = Either(
            *answers,
            required=True,
            allow_none=True,
            metadata={"description": "The answer of the request, once done."},
        )
        self.act: Schema = type("ActJob", (schema_for(ActJob),), {"result": result})()
        self.odds, self.simulation = schema_for(OddsJob)(), schema_for(SimulationJob)()
        kinds = {"act": self.act, "odds": self.odds, "simulation": self.simulation}
        self.any: Schema = union_of("Job", kinds, "Work that answers later.", "kind")()
