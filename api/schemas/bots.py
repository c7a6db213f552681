"""The requests of remote bots, and the turns that wait for one."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_network
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from api.schemas.derive.strict import ShortList, StrictBoolean, WholeNumber
from api.schemas.derive.unions import Either
from api.schemas.fields import Strict, name_field, strict_schema
from api.schemas.games import schemas_of
from api.schemas.queries import CURSOR, NOT_A_CURSOR
from engines.kernel.game import Game
from engines.kernel.registry import slugs


def url_field(**options: Any) -> fields.String:
    return fields.String(
        load_default=None,
        allow_none=True,
        validate=[
            validate.Length(max=500),
            validate.Regexp(r"^https?://[!-~]+\Z", error="Must be an http or https URL."),
        ],
        metadata={"description": "Where the bot is called; without one it asks for its turns.", **options},
    )


def games_field() -> ShortList:
    return ShortList(
        fields.String(validate=validate.OneOf(slugs()), metadata={"x-name": "Slug"}),
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
        fields.String(validate=[validate.Length(max=50), _network], metadata={"x-name": "BotChangeHostsEntry"}),
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
        metadata={
            "description": "Of the sentences and texts in its turns; English unless given.",
            "x-name": "Language",
        },
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
        metadata={
            "description": "The only game to be played; all that it accepts unless given, one for a pull bot.",
            "x-name": "Slug",
        },
    )


class BotQuery(Strict):
    """Which remote bots."""

    cursor = fields.String(
        load_default=None,
        validate=validate.Regexp(CURSOR, error=NOT_A_CURSOR),
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
