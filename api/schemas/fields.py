"""Request schemas that refuse unknown fields, and the fields that several requests share."""

from __future__ import annotations

import inspect
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, fields, validate

from api.schemas.derive.strict import BoundedSchema, WholeNumber
from store.games.changes.create import NAME_LENGTH
from store.model.builtin import BOTS, DEFAULT_LEVEL, LEVELS, SEARCH_BOT

NONCE = {
    "description": "Mixed into the dice: proves that the seed was not chosen against you.",
    "examples": ["my own luck"],
}


class Strict(BoundedSchema):
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
        load_default=None,
        allow_none=True,
        validate=validate.Regexp(r"^[\x20-\x7e]{1,64}\Z", error="Must be 1 to 64 printable ASCII characters."),
        metadata=NONCE,
    )


def bot_field() -> fields.String:
    return fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Regexp(
            rf"^({'|'.join(BOTS)}|[0-9]{{2}}[a-z0-9]{{26}})\Z",
            error=f"Must be one of {', '.join(BOTS)}, or the id of a registered bot.",
        ),
        metadata={"description": "A built-in bot, or the id of a remote one.", "examples": list(BOTS)},
    )


def seed_field(says: str) -> fields.String:
    return fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Regexp(r"^[0-9a-f]{64}\Z", error="Must be 64 hex digits."),
        metadata={"description": says},
    )


def level_field() -> WholeNumber:
    return WholeNumber(
        load_default=None,
        allow_none=True,
        validate=validate.Range(LEVELS[0], LEVELS[-1]),
        metadata={
            "description": f"How well the bot `{SEARCH_BOT}` plays, {DEFAULT_LEVEL} unless given; not for others."
        },
    )


def built_in_field(**options: Any) -> fields.String:
    return fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.OneOf(BOTS),
        metadata={"examples": ["search"], "x-name": "BuiltInBot", **options},
    )
