"""The documents about remote bots."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from api.schemas.documents import BotSheet
from engines.kernel.records import Record, Result, named
from store.model.documents.events import Fault

BotId = Annotated[
    str, Meta(pattern="^[0-9]{2}[a-z0-9]{26}$", description="The bot's id: what `bot` of a seat is set to.")
]
BotName = Annotated[str, Meta(max_length=40, description="Shown with its seats.")]
BotKind = Annotated[
    Literal["webhook", "pull"],
    Meta(description="`webhook`: it is called; `pull`: it asks for its turns."),
    named("BotKind"),
]
GameList = Annotated[list[str], Meta(description="The games that it accepts.")]
Latency = Annotated[int, Meta(ge=0, description="In milliseconds; null where there was no answer.")] | None
Status = Annotated[int, Meta(ge=100, le=999, description="The HTTP status; null when there was none.")]


class BotCard(Record):
    """A remote bot as everybody sees it."""

    id: BotId
    kind: BotKind
    name: BotName
    games: GameList
    healthy: Annotated[
        bool,
        Meta(
            description="False after three failures in a row, until it answers well, is changed or tested. Timeouts "
            "under a clock that is shorter than the bot's own time do not count."
        ),
    ]
    games_played: Annotated[int, Meta(ge=0, description="Games in which it sat at the end.")]
    median_ms: Latency
    p95_ms: Latency
    min_turn_seconds: Annotated[int, Meta(ge=0, description="Games with a shorter clock are refused.")]


class BotList(Record):
    """Who can play."""

    built_in: Annotated[list[BotSheet], Meta(description="Built-in bots: a seat of kind `bot`.")]
    remote: Annotated[list[BotCard], Meta(description="Registered bots: a seat of kind `remote`.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page; null on the last.")]


class BotDocument(BotCard):
    """A remote bot as its owner sees it."""

    url: Annotated[str | None, Meta(description="Where it is called; null for a pull bot.")]
    concurrent: Annotated[int, Meta(ge=1, le=1000, description="How many games it plays at once.")]
    hosts: Annotated[list[str], Meta(description="Addresses and networks from which games may name it; empty = all.")]
    language: Annotated[
        Literal["en", "fr"], Meta(description="Of the sentences and texts in its turns."), named("Language")
    ]
    text: Annotated[bool, Meta(description="True when its turns hold the board and the actions in words, too.")]
    created_at: Annotated[str, Meta(description="When it was registered (UTC).")]
    failures: Annotated[int, Meta(ge=0, description="Failures in a row.")]
    token: Annotated[
        str | UnsetType, Meta(description="The bot's bearer token: shown once, kept by the server only as a hash.")
    ] = UNSET
    secret: Annotated[
        str | UnsetType, Meta(description="The secret that signs calls (Standard Webhooks): shown once.")
    ] = UNSET


class DeliveryDocument(Record):
    """One call of the bot, or one turn that it fetched."""

    at: Annotated[str, Meta(description="When it ended (UTC).")]
    call: Annotated[
        Literal["turn", "start", "end", "challenge", "test", "notice"], Meta(description="What it was about.")
    ]
    game: Annotated[str | None, Meta(description="Which game.")]
    id: Annotated[str | None, Meta(description="The game's id.")]
    seat: Annotated[int | None, Meta(ge=0, le=5, description="The bot's seat.")]
    decision: Annotated[int | None, Meta(ge=1, description="The version at which the choice opened.")]
    status: Status | None
    latency_ms: Latency
    fault: Fault | None
    detail: Annotated[str | None, Meta(description="The fault in words; null without one.")]
    rule: Annotated[str | None, Meta(description="The rule that an illegal action breaks.")]
    field: Annotated[str | None, Meta(description="JSON pointer to what is wrong in the answer.")]


class DeliveryList(Record):
    """The last hundred."""

    deliveries: Annotated[list[DeliveryDocument], Meta(description="Newest first.")]


class TestCall(Record):
    """One call of a test, or one turn that a pull bot has acted on."""

    call: Annotated[Literal["challenge", "start", "turn", "end"], Meta(description="What it was about.")]
    game: Annotated[str | None, Meta(description="Which game.")]
    status: Status | None
    latency_ms: Latency
    fault: Fault | None
    detail: Annotated[str, Meta(description="The same in words.")]
    rule: Annotated[str | None, Meta(description="The rule that an illegal action breaks.")]
    field: Annotated[str | None, Meta(description="JSON pointer to what is wrong in the answer.")]


class TestGame(Record):
    """A game of the test, in which the bot had every seat."""

    game: Annotated[str, Meta(description="Which game.")]
    turns: Annotated[int, Meta(ge=0, description="Turns that were played.")]
    finished: Annotated[bool, Meta(description="False when it was cut short.")]
    result: Result | None
    reason: Annotated[str | None, Meta(description="Why it was cut short: a fault, or want of time; else null.")]


class TestReport(Record):
    """What came of a test."""

    ok: Annotated[bool, Meta(description="Every call was answered as it should be, and every game was finished.")]
    calls: Annotated[
        list[TestCall],
        Meta(description="In order: the challenge, notices, the first turn of each game, and whatever went wrong."),
    ]
    games: Annotated[list[TestGame], Meta(description="How far each game came.")]


class BotGame(Record):
    """A game that the bot plays."""

    game: Annotated[str, Meta(description="Which game.")]
    id: Annotated[str, Meta(description="The game's id.")]
    seats: Annotated[list[int], Meta(description="The bot's seats.")]
    status: Annotated[
        Literal["open", "running", "finished", "aborted"], Meta(description="How far it is."), named("GameStatus")
    ]
    asked_at: Annotated[str, Meta(description="When the bot was last seated or asked for a decision (UTC).")]


class BotGameList(Record):
    """The games that the bot plays."""

    games: Annotated[list[BotGame], Meta(description="Those that wait longest first.")]


class NoticeDocument(Record):
    """A game begins or ends for a pull bot."""

    number: Annotated[int, Meta(ge=1, description="Counted for each bot: `after` asks for later ones.")]
    notice: Annotated[Literal["start", "end"], Meta(description="What happens."), named("Notice")]
    game: Annotated[str, Meta(description="Which game.")]
    id: Annotated[str, Meta(description="The game's id.")]
    version: Annotated[int, Meta(ge=1, description="The version at which it happened.")]
    seat: Annotated[int, Meta(ge=0, le=5, description="The bot's seat.")]
    at: Annotated[str, Meta(description="When it was noted (UTC).")]
    status: Annotated[
        Literal["open", "running", "finished", "aborted"],
        Meta(description="How far the game was at that moment."),
        named("GameStatus"),
    ]
    result: Result | None
