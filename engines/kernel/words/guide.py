"""How to play a game in half a page: ``guide.toml`` beside its rules, for people who play it for the first time."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from engines.kernel.content import Content, load
from engines.kernel.game import Game
from engines.kernel.records import Record


class GuideStep(Record):
    """Advice for a player's first turns."""

    phases: Annotated[list[str], Meta(description="The phases in which it helps.")]
    text: Annotated[str, Meta(description="The advice, in the language asked for.")]


class Guide(Record):
    """How to play the game in half a page, in the language asked for."""

    goal: Annotated[str, Meta(description="What to play for.")]
    turn: Annotated[list[str], Meta(description="What happens in a turn, step by step.")]
    end: Annotated[str, Meta(description="How the game ends, and who wins.")]
    first_turns: Annotated[list[GuideStep], Meta(description="Advice for the first turns, by phase.")]


def guide(engine: Game[Any, Any], language: str) -> Guide:
    """The guide of a game in one language."""
    texts = texts_of(engine)
    return Guide(
        goal=texts["goal"][language],
        turn=[step[language] for step in texts["turn"]],
        end=texts["end"][language],
        first_turns=[GuideStep(step["phases"], step[language]) for step in texts["first_turns"]],
    )


def texts_of(engine: Game[Any, Any]) -> Content:
    """The guide as its file has it, in both languages."""
    return load(engine.package, "guide.toml")


def option_help(engine: Game[Any, Any], name: str, language: str) -> str:
    """What an option changes, for people who set up a game."""
    help_: str = texts_of(engine).get("options", {}).get(name, {}).get(language, "")
    return help_
