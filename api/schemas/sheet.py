"""The sheet of a game: everything that does not change while it is played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from msgspec import Meta

from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER, Action, Event, Record
from engines.kernel.words.guide import Guide, guide, option_help, texts_of
from engines.kernel.words.reference import ReferenceGroup, notes, reconstructed, reference
from store.bots.builtin import BOTS, LEVELS, THINKER

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
        Meta(description="Types of actions that can be taken back, unless dice were drawn or something was shown."),
    ]
    events: Annotated[list[str], Meta(description="The types of events.")]
    revealing: Annotated[list[str], Meta(description="Types of events after which no action can be taken back.")]
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


def card_of(engine: Game[Any, Any], language: str) -> GameCard:
    game, base = engine.content["game"], f"/v1/{engine.slug}"
    texts = texts_of(engine)
    return GameCard(
        slug=engine.slug,
        name=game["name"][language],
        author=game["author"],
        blurb=texts["blurb"][language],
        minutes=texts["minutes"],
        difficulty=texts["difficulty"],
        seats_min=engine.seats[0],
        seats_max=engine.seats[-1],
        options=_options(engine, language),
        url=base,
        rules_url=f"{base}/rules",
        games_url=f"{base}/games",
    )


def sheet_of(engine: Game[Any, Any], language: str) -> Sheet:
    card, words = card_of(engine, language), engine.words
    return Sheet(
        **{field: getattr(card, field) for field in GameCard.__struct_fields__},
        phases=[
            NamedThing(phase, words.phases[phase][language])
            for phase in (*engine.rules.phases, GAME_OVER)
            if phase in words.phases
        ],
        reasons=[NamedThing(reason, entry[language]) for reason, entry in words.reasons.items()],
        seat_colours={
            str(seats): [NamedThing(c, words.names[language].get(c, c)) for c in engine.renderer.seat_colours(seats)]
            for seats in engine.seats
        },
        places={name: Spot(round(x, 2), round(y, 2)) for name, (x, y) in engine.renderer.places().items()},
        actions=_tags(engine.rules.action_types),
        phrases={kind: _phrase(entry, language) for kind, entry in words.actions.items()},
        retractable=_tags(engine.rules.retractable),
        events=_tags(engine.rules.event_types),
        revealing=_tags(engine.rules.revealing),
        bots=list(BOTS),
        bot_levels={THINKER: list(LEVELS)},
        names=words.names[language],
        notes=notes(engine, language),
        reconstructed=reconstructed(engine.content),
        reference=reference(engine, language),
        score_lines=[NamedThing(line, entry[language]) for line, entry in words.score_lines.items()],
        guide=guide(engine, language),
        content=engine.content,
    )


def _tags(types: Iterable[type[Action] | type[Event]]) -> list[str]:
    """The names of actions or events on the wire."""
    return [str(one.__struct_config__.tag) for one in types]


def _phrase(entry: dict[str, Any], language: str) -> Phrase:
    cases = [
        PhraseCase(case["field"], None if case["is"] == "null" else case["is"], case[language])
        for case in entry.get("when", ())
    ]
    return Phrase(entry[language], cases)


def _values(spec: dict[str, Any]) -> dict[str, Any]:
    """The values of an option that have words: all that it takes, or its default."""
    values = {"bool": [True, False], "enum": spec.get("values", []), "list_or_null": [*spec.get("values", []), None]}
    found = values.get(spec["type"], [spec.get("default")])
    return {"null" if v is None else str(v).lower() if isinstance(v, bool) else str(v): v for v in found}


def _options(engine: Game[Any, Any], language: str) -> dict[str, OptionSheet]:
    return {
        name: OptionSheet(
            label=engine.words.option(name, language),
            help=option_help(engine, name, language),
            labels={key: engine.words.value(name, value, language) for key, value in _values(spec).items()},
            type=spec["type"],
            provenance=spec["provenance"],
            default=spec.get("default"),
            people=spec.get("people"),
            first_game=texts_of(engine)["first_game"].get(name),
            min=spec.get("min"),
            max=spec.get("max"),
            values=spec.get("values"),
        )
        for name, spec in engine.content.get("options", {}).items()
    }
