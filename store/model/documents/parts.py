"""Fields and structs that the documents of all games share."""

# Schemas are derived from these annotations, so they must be evaluated.

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from engines.kernel.effects import ActionEffect
from engines.kernel.records import Action, Event, Record, Template, named, one_of
from store.model.builtin import BOTS

Version = Annotated[int, Meta(ge=1, description="Moves by one with every change.")]
Moment = Annotated[str, Meta(description="An absolute time (UTC).", examples=["2026-01-01T12:00:00.000Z"])]
Identifier = Annotated[str, Meta(pattern="^[0-9]{2}[a-z0-9]{26}$", description="The game's id.")]
StatusField = Annotated[
    Literal["open", "running", "finished", "aborted"],
    Meta(
        description="`open`: seats are free and nothing is dealt; `finished`: there is a result; `aborted`: called off."
    ),
    named("GameStatus"),
]
KindField = Annotated[
    Literal["human", "open", "bot", "remote"],
    Meta(description="Who plays the seat; `remote`: a registered bot."),
    named("SeatKind"),
]
SeatNumber = Annotated[int, Meta(ge=0, le=5, description="Seat number, counted clockwise from 0.")]
Decision = Annotated[
    int | None,
    Meta(description="The version at which the reader's present choice opened; null when it owes none."),
]


class SeatView(Record):
    """A seat as everybody sees it."""

    seat: SeatNumber
    name: Annotated[str, Meta(max_length=40, description="The player's name; empty while the seat is open.")]
    kind: KindField
    bot: Annotated[
        str | None, Meta(description="The built-in bot, or the id of the remote bot, that plays the seat; or null.")
    ]
    level: Annotated[int, Meta(ge=1, le=8, description="How well the bot `search` plays; null for others.")] | None
    thinking: Annotated[bool, Meta(description="True while the game waits for this bot.")]
    resigned: Annotated[bool, Meta(description="True once its player has given up.")]
    absent: Annotated[bool, Meta(description="True when the clock ran out on its player, who has not acted since.")]


class ClockView(Record):
    """The clock of every decision."""

    turn_seconds: Annotated[int, Meta(ge=1, description="Time for one decision.")]
    on_timeout: Annotated[
        Literal["bot", "random", "abort"], Meta(description="What happens when it runs out."), named("TimeoutAction")
    ]
    bot: Annotated[
        str,
        one_of(
            BOTS,
            "The bot that plays for those who are late or have resigned, or hand their seat to just a bot.",
            "BuiltInBot",
        ),
    ]
    level: Annotated[int, Meta(ge=1, le=8, description="How well the bot `search` plays; null for others.")] | None
    deadline: Annotated[str | None, Meta(description="When the first of the decisions now owed runs out (UTC).")]
    deadlines: Annotated[
        list[str | None], Meta(description="By seat: when its decision runs out (UTC), its bank included, or null.")
    ]
    bank_seconds: Annotated[int, Meta(ge=0, description="What each seat began with beside the time of its decisions.")]
    increment_seconds: Annotated[int, Meta(ge=0, description="Added to a seat's bank after each of its decisions.")]
    banks: Annotated[
        list[int],
        Meta(description="By seat: whole seconds left in its bank, not counting the decision that it owes now."),
    ]


class ForkedFrom(Record):
    """Where the game branched off another one."""

    id: Annotated[str, Meta(pattern="^[0-9]{2}[a-z0-9]{26}$", description="The other game's id.")]
    at: Annotated[int, Meta(ge=1, description="The version at which it was.")]


class SeatCreated(Record):
    """A seat of a new game, with the token of a human."""

    seat: SeatNumber
    kind: KindField
    name: Annotated[str, Meta(description="The player's name; empty while the seat is open.")]
    token: Annotated[
        str | UnsetType, Meta(description="The seat's bearer token: shown once, kept by the server only as a hash.")
    ] = UNSET


class SeatTakenDocument(Record):
    """A seat that is now yours."""

    id: Identifier
    seat: SeatNumber
    name: Annotated[str, Meta(description="Your name at the table.")]
    token: Annotated[str, Meta(description="The seat's bearer token: shown once, kept by the server only as a hash.")]
    version: Version


class Include(Struct, frozen=True):
    """What a reader asks for besides."""

    effects: bool = False
    """The effects of the listed actions."""
    board: bool = False
    """What each event changes on the board."""


NOTHING_MORE = Include()


class ActionLabel(Record):
    """A legal action for people: in words, and on the board."""

    sentence: Annotated[
        str, Meta(description="What it does, in the language asked for.", examples=["Turn the tile 3 ahead"])
    ]
    pieces: Annotated[
        list[str],
        Meta(
            description="The ids of the elements of `board.svg` that it concerns, which are named after the pieces of "
            "the view: a click on one of them means this action, or one of several. Empty where nothing on the board "
            "stands for it.",
            examples=[["pawn-0", "slot-4"]],
        ),
    ]
    effects: Annotated[
        list[ActionEffect] | UnsetType,
        Meta(description="With `include=effects`: what it would do."),
    ] = UNSET


class LegalActions(Record):
    """Everything that this seat may do now."""

    version: Version
    decision: Decision
    seat: SeatNumber
    status: StatusField
    actions: Annotated[list[Action], Meta(description="Legal actions, ready to send back.")]
    labels: Annotated[
        list[ActionLabel], Meta(description="For each of them, in the same order: what it does, and what it concerns.")
    ]
    complete: Annotated[bool, Meta(description="True when every legal action is listed.")]
    templates: Annotated[list[Template], Meta(description="Families of legal actions that are too large to list.")]


MOST_NEXT = 200
"""Legal actions that the answer to an act carries; a longer list is read by itself."""
NextActions = Annotated[
    LegalActions | None,
    Meta(
        description="What your seat may do next, when it owes a decision already. Null when it owes none, and where "
        f"over {MOST_NEXT} actions are legal: then `view.decision` is set and `GET …/actions` lists them."
    ),
]


class EventPage(Record):
    """A stretch of the game's history."""

    events: Annotated[list[Event], Meta(description="Events that the reader may know, in order.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page; null on the last.")]
    next_after: Annotated[int, Meta(ge=0, description="Ask on from here: the last sequence number examined.")]
    more: Annotated[bool, Meta(description="True when there are events behind this page.")]


Outcomes = Annotated[
    list[int] | UnsetType,
    Meta(description="The n of each draw, in the same order; absent in games that were played before 0.2."),
]


class ReplayAct(Record):
    """One submitted action."""

    seat: SeatNumber
    version: Version
    action: Action
    dice: Annotated[
        list[int], Meta(description="Every draw that the action made, in order: `below(n)` results, from 0.")
    ]
    sha256: Annotated[str, Meta(description="Hash of the canonical JSON position after the action.")]
    taken_back: Annotated[
        int | UnsetType, Meta(description="The version at which the seat took the action back; else absent.")
    ] = UNSET
    outcomes: Outcomes = UNSET


class ReplayDeal(Record):
    """The deal, before the first action."""

    dice: Annotated[list[int], Meta(description="Every draw that the deal made, in order: `below(n)` results, from 0.")]
    sha256: Annotated[str, Meta(description="Hash of the canonical JSON position after the deal.")]
    outcomes: Outcomes = UNSET


class TurnText(Record):
    """A turn in words, for people and language models."""

    board: Annotated[str, Meta(description="The board as text, with everything that the seat has lawfully seen.")]
    actions: Annotated[list[str], Meta(description="The listed actions in words, numbered from 1 in the same order.")]
