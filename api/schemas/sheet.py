"""The sheet of a game: everything that does not change while it is played."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from engines.kernel.records import Record
from engines.kernel.words.guide import Guide
from engines.kernel.words.reference import ReferenceGroup

PLAIN_VALUE = {"anyOf": [{"type": kind} for kind in ("boolean", "integer", "string", "null")]}
"""The schema of a value that may be of several kinds."""


class OptionSheet(Record):
    """One option of a game, as its content file defines it."""

    label: Annotated[str, Meta(description="What people call it, in the language asked for.")]
    help: Annotated[str, Meta(description="What it changes, in the language asked for; may be empty.")]
    labels: Annotated[
        dict[str, str],
        Meta(
            description="What people call its values, by the value as JSON text without quotes.",
            examples=[{"true": "yes", "false": "no"}],
        ),
    ]
    type: Annotated[
        Literal["bool", "int", "enum", "seat_or_null", "list_or_null"], Meta(description="What kind of value it takes.")
    ]
    provenance: Annotated[str, Meta(description="Where the option comes from.")]
    default: Annotated[
        Any,
        Meta(
            description='Its default; null when there is none, `"seats"` for as many as seats.',
            extra_json_schema=PLAIN_VALUE,
        ),
    ]
    people: Annotated[
        Any,
        Meta(
            description="What to offer first where all seats are people; null = the default.",
            extra_json_schema=PLAIN_VALUE,
        ),
    ] = None
    first_game: Annotated[
        Any,
        Meta(description="What suits a first game; null = the default.", extra_json_schema=PLAIN_VALUE),
    ] = None
    min: Annotated[int | None, Meta(description="Smallest value of an `int`.")] = None
    max: Annotated[int | None, Meta(description="Largest value of an `int`.")] = None
    values: Annotated[list[str] | None, Meta(description="The values of an `enum` or the items of a list.")] = None


class NamedThing(Record):
    """An id with its name in the language asked for."""

    id: Annotated[str, Meta(description="What requests and answers call it.")]
    name: Annotated[str, Meta(description="What people call it.")]


class PhraseCase(Record):
    """Another sentence for a special value of a parameter."""

    field: Annotated[str, Meta(description="The parameter.")]
    is_: Annotated[Any, Meta(description="Its value.", extra_json_schema=PLAIN_VALUE)]
    sentence: Annotated[str, Meta(description="The sentence for that value.")]


class Phrase(Record):
    """What an action does, as a sentence with its parameters in braces."""

    sentence: Annotated[
        str,
        Meta(
            description="`{island}` stands for the name of the piece, `{seat:player}` for the seat's player. "
            "Other forms: `of` (a player after « de », in French), `the`, `of` and `to` (a piece with its article: "
            "`names` has `<id>:the`), `card` (#7), `as effect` (the name `effect_<value>`), `n one|many` (a count with "
            "its noun), `list`, `then` (lists).",
            examples=["Give card {card:card} to {seat:player}"],
        ),
    ]
    when: Annotated[list[PhraseCase], Meta(description="Special cases; the first that fits wins.")]


class Spot(Record):
    """The middle of a place, in units of the picture."""

    x: Annotated[float, Meta(description="From the left.")]
    y: Annotated[float, Meta(description="From the top.")]


class GameCard(Record):
    """A game in the catalogue."""

    slug: Annotated[str, Meta(description="The game's name in paths.")]
    name: Annotated[str, Meta(description="The game's name in the language asked for.")]
    author: Annotated[str, Meta(description="Who made the board game.")]
    blurb: Annotated[str, Meta(description="What the game is, in a sentence of the language asked for.")]
    minutes: Annotated[list[int], Meta(description="How long a game takes: from and to, in minutes.")]
    difficulty: Annotated[int, Meta(ge=1, le=3, description="How hard it is to learn: 1 easy, 3 hard.")]
    seats_min: Annotated[int, Meta(ge=1, description="Fewest seats.")]
    seats_max: Annotated[int, Meta(le=6, description="Most seats.")]
    options: Annotated[dict[str, OptionSheet], Meta(description="The options, by name.")]
    url: Annotated[str, Meta(description="The game's sheet.")]
    rules_url: Annotated[str, Meta(description="The game's rules.")]
    games_url: Annotated[str, Meta(description="Where games are created and listed.")]


class Sheet(GameCard):
    """Everything about a game that does not change while it is played."""

    phases: Annotated[list[NamedThing], Meta(description="The phases of a game, with what is decided in them.")]
    reasons: Annotated[list[NamedThing], Meta(description="What ends a game: the `reason` of its result.")]
    seat_colours: Annotated[
        dict[str, list[NamedThing]],
        Meta(
            description="By number of seats: the colour of each seat in the picture, unless the options choose others."
        ),
    ]
    places: Annotated[
        dict[str, Spot],
        Meta(
            description="Where the fixed places of the board lie in `board.svg` of the usual size, by the ids of their "
            "elements."
        ),
    ]
    actions: Annotated[list[str], Meta(description="The types of actions.")]
    phrases: Annotated[dict[str, Phrase], Meta(description="What each type of action does, in words, by type.")]
    retractable: Annotated[
        list[str],
        Meta(
            description="Types of actions that can be taken back, unless dice were drawn, something was shown, or a "
            "phase or option makes it final."
        ),
    ]
    events: Annotated[list[str], Meta(description="The types of events.")]
    revealing: Annotated[list[str], Meta(description="Types of events after which no action can be taken back.")]
    faces: Annotated[
        dict[str, list[str]],
        Meta(
            description="By type of event: the fields that show a face. Without `memory_aid` they are masked once "
            "their reader has to remember them.",
            examples=[{"tile_seen": ["kind", "fish"]}],
        ),
    ]
    bots: Annotated[list[str], Meta(description="Built-in bots that play it.")]
    bot_levels: Annotated[
        dict[str, list[int]], Meta(description="The levels of those that have some, by bot, weakest first.")
    ]
    names: Annotated[dict[str, str], Meta(description="Names of pieces by id, in the language asked for.")]
    notes: Annotated[
        list[str],
        Meta(description="What players should know: what is reconstructed, what bots remember."),
    ]
    reconstructed: Annotated[
        list[str],
        Meta(description="Tables of the content that fill a gap of the source, by path.", examples=[["board"]]),
    ]
    reference: Annotated[
        list[ReferenceGroup], Meta(description="Tiles, beasts, cards or objects with their copies and effects.")
    ]
    score_lines: Annotated[
        list[NamedThing], Meta(description="What the points of a player are made of, in the order of a score sheet.")
    ]
    guide: Annotated[Guide, Meta(description="How to play, in half a page.")]
    content: Annotated[
        dict[str, Any], Meta(description="The content file: boards, tiles, cards, each with its provenance.")
    ]
