"""The requests of matches and ladders."""

from __future__ import annotations

import re

from marshmallow import fields, validate

from api.schemas.derive.strict import ShortList, WholeNumber
from api.schemas.fields import Strict, name_field, seed_field
from api.schemas.queries import NOT_A_CURSOR
from api.schemas.requests import BotRequest
from engines.kernel.records import MOST_SEATS

ID = r"^[0-9]{2}[a-z0-9]{26}\Z"


class MatchEntry(BotRequest):
    """A bot of a match."""


class NewMatch(Strict):
    """Games between bots, registered ones too. Every bot has every seat in turn."""

    entries = ShortList(
        fields.Nested(MatchEntry),
        required=True,
        validate=validate.Length(2, MOST_SEATS),
        metadata={"description": "Who plays: as many as the game has seats."},
    )
    games = WholeNumber(
        load_default=20,
        validate=validate.Range(1, 10_000),
        metadata={"description": "How many games; the server may allow fewer."},
    )
    seed = seed_field("Your own seed, 32 bytes in hex; everybody will see it (`open_seed`).")


class NewEntry(Strict):
    """A bot that enters a ladder."""

    bot = fields.String(
        required=True,
        validate=validate.Regexp(ID, error="Must be an id."),
        metadata={"description": "The id of your bot, whose token the request carries."},
    )
    owner = name_field()


class LadderGameQuery(Strict):
    """Which games."""

    cursor = fields.String(
        load_default=None,
        allow_none=False,
        validate=validate.Regexp(re.compile(r"^r?[0-9]{1,9}\Z"), error=NOT_A_CURSOR),
        metadata={"description": "`next` of the page before."},
    )
    limit = fields.Integer(
        load_default=20, validate=validate.Range(1, 100), metadata={"description": "Games on a page."}
    )


class ResultsQuery(Strict):
    """Which results."""

    after = fields.Integer(
        load_default=0,
        validate=validate.Range(0, 2**31),
        metadata={"description": "`number` of the last line that you have: only later ones."},
    )
