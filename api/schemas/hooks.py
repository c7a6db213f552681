"""The request for a hook."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.derive.strict import ShortList
from api.schemas.fields import Strict
from store.bots.hooks import EVENTS


class NewHook(Strict):
    """A URL that is called when something happens in the game."""

    url = fields.String(
        required=True,
        validate=[validate.Length(max=500), validate.Regexp(r"^https?://[!-~]+\Z")],
        metadata={"description": "Where to call.", "examples": ["https://chat.example/hook"]},
    )
    on = ShortList(
        fields.String(validate=validate.OneOf(EVENTS), metadata={"x-name": "HookEvent"}),
        load_default=lambda: list(EVENTS),
        validate=validate.Length(1, len(EVENTS)),
        metadata={
            "description": "`turn`: a decision opens; `seat_taken`; `over`: the game is finished or called off; "
            "`bot_failed`: a remote bot did not decide in time, or not by the rules. All unless given."
        },
    )
