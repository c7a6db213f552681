"""Documents that belong to no single game: catalogue, rules, lists, built-in bots, health."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from api.schemas.sheet import GameCard
from engines.kernel.records import Record, named, one_of
from engines.kernel.registry import slugs
from store.model.builtin import DEFAULT_LEVEL, LEVELS, SEARCH_BOT


class RuleDocument(Record):
    """A rule of a game."""

    id: Annotated[str, Meta(description="The rule's stable id.", examples=["BAK-12"])]
    section: Annotated[str, Meta(description="The heading that it stands under, in the language asked for.")]
    text: Annotated[str, Meta(description="The rule, in the language asked for.")]
    provenance: Annotated[
        Literal["rulebook", "inferred", "reconstructed", "reading"],
        Meta(description="Stated by the rulebook, following from it, filling a gap, or settling an unclear sentence."),
    ]
    url: Annotated[str, Meta(description="Where this rule is served.")]


class RuleList(Record):
    """The rules of a game."""

    rules: Annotated[
        list[RuleDocument], Meta(description="Every rule in the order of the rulebook, then the readings.")
    ]


class BotSheet(Record):
    """A built-in bot."""

    id: Annotated[str, Meta(description="What `bot` is set to.")]
    games: Annotated[list[str], Meta(description="The games that it plays.")]
    levels: Annotated[list[int], Meta(description="Its levels, weakest first; empty when it has none.")]
    default_level: Annotated[int | None, Meta(description="The level that it has unless one is given.")]


class Catalogue(Record):
    """Every game of the server."""

    games: Annotated[list[GameCard], Meta(description="The games.")]


class ListedGame(Record):
    """A public game in a list."""

    game: Annotated[str, one_of(slugs(), "Which game this is.", "Slug")]
    id: Annotated[str, Meta(description="The game's id.")]
    status: Annotated[
        Literal["open", "running", "finished", "aborted"], Meta(description="The game's status."), named("GameStatus")
    ]
    version: Annotated[int, Meta(ge=1, description="Moves by one with every change.")]
    players: Annotated[list[str], Meta(description="Names by seat; empty = open.")]
    free_seats: Annotated[list[int], Meta(description="Seats that can be taken.")]
    open_seed: Annotated[bool, Meta(description="True when the creator chose the seed.")]
    sandbox: Annotated[bool, Meta(description="True when the game began from a given position.")]
    created_at: Annotated[str, Meta(description="When it was created (UTC).")]
    expires_at: Annotated[str, Meta(description="When it is forgotten unless something happens (UTC).")]
    url: Annotated[str, Meta(description="Where to look at it.")]


class Listing(Record):
    """A page of public games, of one game or of all."""

    games: Annotated[list[ListedGame], Meta(description="Newest first.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page; null on the last.")]


class HealthDocument(Record):
    """The state of the service."""

    status: Annotated[Literal["ok"], Meta(description="`ok`, or the answer is a problem.")]


class ReadyDocument(HealthDocument):
    """The state of the service and of what it depends on."""

    warnings: Annotated[
        list[str], Meta(description="What an operator should know of the store's settings though games can be played.")
    ]


def bot_sheet(bot: str, games: Sequence[str]) -> BotSheet:
    thinks = bot == SEARCH_BOT
    return BotSheet(bot, list(games), list(LEVELS) if thinks else [], DEFAULT_LEVEL if thinks else None)
