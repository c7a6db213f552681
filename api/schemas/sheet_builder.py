"""Build the sheet of a game, and its entry in the catalogue, from its content and words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import fields

from api.schemas.sheet import GameCard, NamedThing, OptionSheet, Phrase, PhraseCase, Sheet, Spot
from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER, Action, Event
from engines.kernel.words.guide import guide, option_help, texts_of
from engines.kernel.words.reference import notes, reconstructed, reference
from store.model.builtin import BOTS, LEVELS, SEARCH_BOT


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
        faces=_faces(engine),
        bots=list(BOTS),
        bot_levels={SEARCH_BOT: list(LEVELS)},
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


def _faces(engine: Game[Any, Any]) -> dict[str, list[str]]:
    return {
        str(kind.__struct_config__.tag): [info.encode_name for info in fields(kind) if info.name in faces]
        for kind, faces in engine.visibility.faces.items()
    }


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
