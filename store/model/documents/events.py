"""What happens around a game rather than in it: seats change hands, clocks run out, games are called off."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from engines.kernel.content import load
from engines.kernel.records import Event, Seat, named
from engines.kernel.words import Words

Kind = Annotated[Literal["human", "open", "bot", "remote"], Meta(description="Who plays the seat."), named("SeatKind")]
Name = Annotated[str, Meta(description="The player's name.")]
Faults = Literal["timeout", "unreachable", "status", "nonsense", "too_large", "illegal", "gone", "left"]
Fault = Annotated[
    Faults,
    named("BotFault"),
    Meta(
        description="`timeout`: no answer in time; `unreachable`: no connection, or it was lost; `status`: neither 200 "
        "nor 202; `nonsense`: no action in the answer; `too_large`: more than 64 KB; `illegal`: against the rules; "
        "`gone`: the bot is no longer registered; `left`: its owner took it out of this game."
    ),
]


class SeatTaken(Event):
    """An open seat was taken."""

    seat: Seat
    name: Name


class SeatChanged(Event):
    """A seat was handed to a bot, taken back, or opened to others."""

    seat: Seat
    kind: Kind
    name: Name


class SeatResigned(Event):
    """A player has given up; a bot plays on, or the game of two is over."""

    seat: Seat
    name: Name
    then: Annotated[Literal["bot", "end"], Meta(description="Who goes on: a bot, or nobody.")] = "bot"


class ActionTakenBack(Event):
    """A player has taken back an action that revealed nothing; the game is as it was before it."""

    seat: Seat
    taken_back: Annotated[int, Meta(ge=1, description="The version that the action had made.")]


class ClockRanOut(Event):
    """A seat did not decide in time."""

    seat: Seat
    then: Annotated[
        Literal["bot", "random", "abort"],
        Meta(description="What happens instead of its choice."),
        named("TimeoutAction"),
    ]


class BotFailed(Event):
    """A remote bot did not decide in time, or not by the rules; a built-in bot decides for it."""

    seat: Seat
    bot: Annotated[str, Meta(description="The remote bot's id.")]
    fault: Fault
    rule: Annotated[str, Meta(description="The rule that an illegal action breaks.")] | UnsetType = UNSET
    field: Annotated[str, Meta(description="JSON pointer to what is wrong in its answer.")] | UnsetType = UNSET


class RematchOffered(Event):
    """The same seats meet again in a new game."""

    id: Annotated[str, Meta(description="The new game's id.")]


class GameAborted(Event):
    """The game was called off; there is no result."""

    reason: Annotated[
        Literal["host", "clock", "length"],
        Meta(description="Who or what called it off; `length`: it went on for longer than the server keeps a log."),
    ]


class Masked(Event):
    """A past event without a face that its reader has to remember; the event itself is shown when the game is over."""

    event: Annotated[str, Meta(description="The type of the event.")]
    masked: Annotated[list[str], Meta(description="The fields that are left out.")]
    seat: Annotated[Seat | None, Meta(description="Who acted or is concerned; null = nobody in particular.")]
    fields: Annotated[dict[str, Any], Meta(description="The other fields of the event, by name.")]


HOST_EVENTS: tuple[type[Event], ...] = (
    SeatTaken, SeatChanged, SeatResigned, ActionTakenBack, ClockRanOut, BotFailed, RematchOffered, GameAborted,
    Masked,
)  # fmt: skip


host_words = Words(load("store", "words.toml"), {})
"""Sentences for the events of the table itself."""
