"""The data types that every game shares: actions, events, choices, results.

All are msgspec structs, so that one declaration gives the snapshot, the JSON document and its schema. A trailing
underscore in a field name (``from_``) is dropped on the wire.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, Self

from msgspec import UNSET, Meta, Struct, UnsetType, convert, to_builtins

GAME_OVER = "game_over"
RESIGNED = "resigned"
"""The reason of a result that no rule gives: a player has given up."""


def snake(name: str) -> str:
    """``TakeBigEmerald`` -> ``take_big_emerald``: the wire name of a class."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def wire_name(field: str) -> str:
    return field.rstrip("_")


def named(name: str) -> Meta:
    """The name of a type in the document, where it would otherwise be that of its struct and field."""
    return Meta(extra={"name": name})


def one_of(values: Iterable[str], description: str, name: str | None = None) -> Meta:
    """The domain of a string that names a piece of the content: the schema lists it, the content defines it."""
    return Meta(description=description, extra={"enum": list(values), "name": name})


MOST_SEATS = 6
"""Of any game."""


def domain_of(domain: str, description: str, name: str) -> Meta:
    """The domain of a string that every game fills with values of its own, such as the reasons for its end."""
    return Meta(description=description, extra={"domain": domain, "name": name})


Seat = Annotated[
    int, Meta(ge=0, le=MOST_SEATS - 1, description="Seat number, counted clockwise from 0."), named("Seat")
]


class Record(Struct, rename=wire_name):
    """Plain data of a position or a view."""


class Position(Record):
    """The part of a position that every game has; the rest is the game's own."""

    phase: str

    def copy(self) -> Self:
        """An independent copy. A game whose bots copy often replaces this by a faster one."""
        return convert(to_builtins(self), type(self))


class Action(Struct, frozen=True, forbid_unknown_fields=True, tag=snake, tag_field="type", rename=wire_name):
    """Something that a seat does. Parameters are hashable, so that actions can be compared and counted."""


PieceId = Annotated[str, Meta(description="Its id in `board.svg`, or its kind where it has none.")]
PlaceId = Annotated[str, Meta(description="The id of the element where it is.")]


class Moved(Record):
    """A piece goes from one place to another."""

    piece: PieceId
    to: PlaceId
    from_: Annotated[PlaceId | UnsetType, Meta(description="Absent where the event does not tell.")] = UNSET


class Turned(Record):
    """A piece shows another face."""

    piece: PieceId
    to: Annotated[str, Meta(description="What it shows now.")]


class Put(Record):
    """A piece appears on the board, or leaves it."""

    piece: PieceId
    at: Annotated[PlaceId | UnsetType, Meta(description="Absent where the event does not tell.")] = UNSET


class Counted(Record):
    """A number changes: to a value where the event tells it, else by a difference."""

    panel: Annotated[str, Meta(description="The element of `board.svg` that shows it.")]
    what: Annotated[str | UnsetType, Meta(description="Which number, where the element shows several.")] = UNSET
    from_: Annotated[int | UnsetType, Meta(description="The number before.")] = UNSET
    to: Annotated[int | UnsetType, Meta(description="The number now.")] = UNSET
    by: Annotated[int | UnsetType, Meta(description="The difference, where the number is not told.")] = UNSET


class Changes(Record, omit_defaults=True):
    """What an event changes on the board, as far as the reader may know."""

    moved: Annotated[list[Moved], Meta(description="In order.")] = []
    turned: Annotated[list[Turned], Meta(description="If only for a moment.")] = []
    added: list[Put] = []
    removed: list[Put] = []
    counters: list[Counted] = []
    reset: Annotated[bool, Meta(description="True: the board is laid out anew.")] = False


class Event(Struct, kw_only=True, tag=snake, tag_field="type", rename=wire_name):
    """Something that happened. ``seq`` and ``version`` are stamped when the event is committed."""

    seq: Annotated[int, Meta(ge=1, description="Place in the game's history, from 1.")] | UnsetType = UNSET
    version: Annotated[int, Meta(ge=1, description="The version that it made.")] | UnsetType = UNSET
    auto: Annotated[bool, Meta(description="True: the engine played the only legal action.")] | UnsetType = UNSET
    sentence: Annotated[str, Meta(description="The event in words.")] | UnsetType = UNSET
    board: Annotated[Changes, Meta(description="With `include=board`: what it changes.")] | UnsetType = UNSET


class Result(Record):
    """How the game ended."""

    winners: Annotated[
        list[int], Meta(max_length=MOST_SEATS, description="Winning seats; empty = nobody, several = shared.")
    ]
    ranking: Annotated[
        list[Annotated[list[int], Meta(max_length=MOST_SEATS)]],
        Meta(max_length=MOST_SEATS, description="Groups of seats, best first; every seat once."),
    ]
    scores: Annotated[
        list[int],
        Meta(max_length=MOST_SEATS, description="Points by seat; empty in a game without points.", examples=[[15, 14]]),
    ]
    reason: Annotated[str, domain_of("reasons", "What ended the game; the sheet has the words.", "Reason")]

    @classmethod
    def of_two_without(cls, seat: int) -> Result:
        """The result of a game of two that ends because this seat gave up."""
        return cls(winners=[1 - seat], ranking=[[1 - seat], [seat]], scores=[], reason=RESIGNED)


class GameOver(Event):
    """The last event of a finished game."""

    winners: Annotated[list[int], Meta(description="Winning seats; empty = nobody, several = shared.")]
    ranking: Annotated[list[list[int]], Meta(description="Groups of seats, best first; every seat once.")]
    scores: Annotated[list[int], Meta(description="Points by seat; empty in a game without points.")]
    reason: Annotated[str, domain_of("reasons", "What ended the game; the sheet has the words.", "Reason")]

    @classmethod
    def of(cls, result: Result) -> GameOver:
        return cls(winners=result.winners, ranking=result.ranking, scores=result.scores, reason=result.reason)


class Domain(Record):
    """What one parameter of a template may be."""

    length: Annotated[int, Meta(ge=1, description="How many items the list has.")]
    distinct: Annotated[bool, Meta(description="True when no item may repeat.")]
    from_: Annotated[list[str], Meta(description="The items to choose from.")]
    at_most: Annotated[
        dict[str, int], Meta(description="At most so many items that begin with this word.", examples=[{"dragon": 1}])
    ]
    schema: Annotated[dict[str, Any], Meta(description="The same as a JSON Schema.")]


class Template(Record):
    """A family of legal actions that is too large to list."""

    type: Annotated[str, Meta(description="The action's type.")]
    parameters: Annotated[dict[str, Domain], Meta(description="The domain of each parameter, by name.")]
    pieces: Annotated[
        dict[str, list[str]],
        Meta(
            description="By item of the domains: the ids of the elements of `board.svg` that show it.",
            examples=[{"jump": ["card-0-jump"]}],
        ),
    ] = {}


class Choices(Record):
    """What a seat may do now: every action, or templates and a sample where the choices explode."""

    actions: list[Action] = []
    templates: list[Template] = []

    @property
    def complete(self) -> bool:
        return not self.templates
