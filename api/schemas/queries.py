"""Query parameters: which part of a history, which games of a list."""

from __future__ import annotations

import re
from datetime import UTC

from marshmallow import fields, validate

from api.schemas.fields import Strict
from engines.kernel.registry import slugs
from store.games.changes.create import NAME_LENGTH
from store.redis.keys import LISTED

CURSOR = re.compile(r"^[0-9]{1,15}-[0-9]{2}[a-z0-9]{26}\Z")
NOT_A_CURSOR = "Must be `next` of the page before."


class EventQuery(Strict):
    """Which part of the history."""

    cursor = fields.String(
        load_default=None,
        allow_none=False,
        validate=validate.Regexp(re.compile(r"^[0-9]{1,9}\Z"), error=NOT_A_CURSOR),
        metadata={"description": "`next` of the page before; the same as `after`, under the name that all lists have."},
    )
    after = fields.Integer(
        load_default=0,
        validate=validate.Range(0, 2**31),
        metadata={"description": "Only events behind this sequence number."},
    )
    limit = fields.Integer(
        load_default=100,
        validate=validate.Range(1, 500),
        metadata={"description": "At most so many events.", "x-name": "event-limit"},
    )
    named = fields.Boolean(
        load_default=True,
        truthy={"1", "true"},
        falsy={"0", "false"},
        metadata={"description": "0: the events of a stream are all of the generic kind `message`, without names."},
    )
    include = fields.String(
        load_default=None,
        allow_none=False,
        validate=validate.OneOf(["board"]),
        metadata={"description": "`board`: with each event what it changes on the board.", "x-name": "event-include"},
    )


class ExportQuery(Strict):
    """Which finished games."""

    since = fields.AwareDateTime(
        load_default=None,
        format="iso",
        default_timezone=UTC,
        metadata={"description": "Games that ended then or later (UTC).", "examples": ["2026-01-01T00:00:00Z"]},
    )
    until = fields.AwareDateTime(
        load_default=None,
        format="iso",
        default_timezone=UTC,
        metadata={"description": "Games that ended then or before; those of the last second are left out otherwise."},
    )
    after = fields.String(
        load_default=None,
        validate=validate.Regexp(CURSOR, error=NOT_A_CURSOR),
        metadata={"description": "`cursor` of the last line before; then `since` is not looked at."},
    )


class ListQuery(Strict):
    """Which public games."""

    status = fields.String(
        load_default=None,
        allow_none=False,
        validate=validate.OneOf(LISTED),
        metadata={"description": "Only games in this state.", "x-name": "GameStatus"},
    )
    cursor = fields.String(
        load_default=None,
        allow_none=False,
        validate=validate.Regexp(CURSOR, error=NOT_A_CURSOR),
        metadata={"description": "`next` of the page before."},
    )
    limit = fields.Integer(
        load_default=20, validate=validate.Range(1, 100), metadata={"description": "Games on a page."}
    )
    free_seats = fields.Integer(
        load_default=None,
        allow_none=False,
        validate=validate.Range(1, 5),
        metadata={"description": "Only games with at least so many open seats."},
    )
    player = fields.String(
        load_default=None,
        allow_none=False,
        validate=validate.Length(1, NAME_LENGTH),
        metadata={"description": "Only games with a player of this name; capitals do not matter.", "examples": ["Ana"]},
    )


class AllListQuery(ListQuery):
    """Which public games of every kind."""

    slug = fields.String(
        load_default=None,
        allow_none=False,
        validate=validate.OneOf(slugs()),
        metadata={"description": "Only games of this kind.", "x-name": "Slug"},
    )
