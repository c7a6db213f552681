"""The bodies that all games share."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from api.schemas.derive.strict import ShortList, StrictBoolean, WholeNumber
from api.schemas.derive.unions import Either
from api.schemas.fields import Strict, bot_field, built_in_field, level_field, name_field, nonce_field
from store.model.builtin import BOTS, SEARCH_BOT

LONGEST_TURN = 30 * 86400
A_BOT = rf"^({'|'.join(BOTS)}|[0-9]{{2}}[a-z0-9]{{26}})\Z"


class NamesItsBot(Strict):
    """A seat that names a bot only where one plays it."""

    @validates_schema
    def check_bot(self, data: dict[str, Any], **_: Any) -> None:
        kind = data.get("kind")
        for field in ("bot", "level"):
            if kind in ("human", "open") and data.get(field) is not None:
                raise ValidationError(
                    f"A seat of kind `{kind}` has no {field}; leave it out, or make the kind `bot`.", field
                )


class SeatRequest(NamesItsBot):
    """A seat as you want it."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(["human", "open", "bot", "remote"]),
        metadata={
            "description": "`human` gets a token, `open` is for others to take, `bot` plays by itself, `remote` is "
            "played by the registered bot whose id `bot` names.",
            "x-name": "SeatKind",
        },
    )
    name = name_field()
    bot = bot_field()
    level = level_field()
    nonce = nonce_field()


class BotRequest(Strict):
    """A bot of a simulation."""

    bot = fields.String(
        required=True,
        validate=validate.Regexp(A_BOT, error=f"Must be one of {', '.join(BOTS)}, or the id of a registered bot."),
        metadata={"description": "A built-in bot by its name, or a registered one by its id.", "examples": ["search"]},
    )
    level = level_field()

    @validates_schema
    def check_level(self, data: dict[str, Any], **_: Any) -> None:
        if data.get("level") is not None and data.get("bot") != SEARCH_BOT:
            raise ValidationError(f"Only the bot `{SEARCH_BOT}` has levels.", "level")


class OddsRequest(Strict):
    """How exactly you want to know."""

    rollouts = WholeNumber(
        load_default=500,
        validate=validate.Range(10, 1_000_000),
        metadata={"description": "How many times the position is played on; the server may allow fewer."},
    )


class ClockRequest(Strict):
    """A clock for every decision."""

    turn_seconds = WholeNumber(
        required=True,
        validate=validate.Range(1, LONGEST_TURN),
        metadata={"description": "Time for one decision, up to 30 days."},
    )
    bank_seconds = WholeNumber(
        load_default=0,
        validate=validate.Range(0, LONGEST_TURN),
        metadata={"description": "What each seat has beside that for the whole game; a late seat draws on it first."},
    )
    increment_seconds = WholeNumber(
        load_default=0,
        validate=validate.Range(0, 86400),
        metadata={"description": "Added to a seat's bank after each of its decisions."},
    )
    on_timeout = fields.String(
        load_default="bot",
        validate=validate.OneOf(["bot", "random", "abort"]),
        metadata={
            "description": "Who decides when the time is up, or `abort` to call the game off.",
            "x-name": "TimeoutAction",
        },
    )
    bot = built_in_field(
        description="Who plays for those that are late or have resigned, or hand their seat to just a bot; `greedy` "
        "unless given."
    )
    level = level_field()


class ForkRequest(Strict):
    """A position that another game of the same kind once had."""

    id = fields.String(
        required=True,
        validate=validate.Regexp(r"^[0-9]{2}[a-z0-9]{26}\Z", error="Must be an id."),
        metadata={"description": "The other game's id: you may read its full position."},
    )
    at = WholeNumber(
        required=True,
        validate=validate.Range(1, 9999999999),
        metadata={"description": "The version at which the new game branches off."},
    )


class Seats(Either):
    """A list of seats, or just their number: one human, the others greedy bots."""

    def __init__(self, smallest: int, largest: int) -> None:
        self.sizes = range(smallest, largest + 1)
        self.wanted = f"Must be a number from {smallest} to {largest} or a list of so many seats."
        self.number = WholeNumber(validate=validate.Range(smallest, largest, error=self.wanted))
        self.plan = ShortList(
            fields.Nested(SeatRequest), validate=validate.Length(smallest, largest, error=self.wanted)
        )
        super().__init__(
            self.number,
            self.plan,
            load_default=None,
            metadata={"description": "The seats, or just their number: one human and greedy bots."},
        )

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return self.filled(self.number.deserialize(value, *args, **kwargs))
        if not isinstance(value, list):
            raise ValidationError(self.wanted)
        return self.plan.deserialize(value, *args, **kwargs)

    @staticmethod
    def filled(number: int) -> list[dict[str, Any]]:
        """So many seats when nothing else is said of them."""
        return [{"kind": "human"}] + [{"kind": "bot", "bot": "greedy"}] * (number - 1)


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


class ChangeSeat(NamesItsBot):
    """Who plays the seat from now on."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(["human", "bot", "open", "remote"]),
        metadata={
            "description": "`bot` and `remote` hand it over, `human` takes it back, `open` lets others take it.",
            "x-name": "SeatKind",
        },
    )
    bot = bot_field()
    level = level_field()


class Resignation(Strict):
    """How to give up; the body may be left out."""

    end = StrictBoolean(
        load_default=False,
        metadata={
            "description": "End a game of two: the other player wins, with the reason `resigned`. Refused (409, reason "
            "`seat`) at larger tables, and when the other has given up before; there a bot plays on."
        },
    )


class Empty(Strict):
    """Nothing to say: the body may be left out."""
