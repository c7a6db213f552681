"""What the server sends to URLs that others gave it, beside turns and notices of one game's own type."""

# Schemas are derived from these annotations, so they must be evaluated.

from typing import Annotated, Literal

from msgspec import Meta

from engines.kernel.records import Record, named, one_of
from engines.kernel.registry import slugs
from store.model.documents.parts import Identifier, Version

HookEvent = Literal["turn", "seat_taken", "over", "bot_failed"]


class Challenge(Record):
    """The first call to a URL, which verifies that the client controls it."""

    notice: Annotated[Literal["challenge"], Meta(description="What this call is.")]
    challenge: Annotated[str, Meta(description="To be sent back.")]


class GameNotice(Record):
    """Something that a hook of a game is called for: the event, its sentence and a link, never a view or a secret."""

    notice: Annotated[Literal["game"], Meta(description="What this call is.")]
    event: Annotated[HookEvent, Meta(description="What happened: one of those in the hook's `on`."), named("HookEvent")]
    game: Annotated[str, one_of(slugs(), "Which game this is.", "Slug")]
    id: Identifier
    version: Version
    seat: Annotated[int | None, Meta(ge=0, le=5, description="The seat that it concerns; null for the whole game.")]
    sentence: Annotated[str, Meta(description="The same in words, in the language of the hook.")]
    url: Annotated[
        str, Meta(description="Where the game is.", examples=["/v1/kimbac/games/00abcdefghijklmnopqrstuvwxyz"])
    ]
