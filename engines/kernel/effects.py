"""What a legal action would do, for previews: one shape for all games.

A game declares one function per action type, beside the rule of the action. It reads the view of the seat, never the
position, so that it cannot tell more than the seat may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from engines.kernel.records import Action, Record, one_of
from engines.kernel.refusals import Message

KINDS = {
    "path": "over these places",
    "stop": "stops here",
    "flip": "is turned over",
    "place": "is put here",
    "remove": "leaves the board",
    "take": "is or may be taken",
    "gain": "is gained",
    "lose": "is lost",
    "pay": "is paid",
    "reveal": "is shown",
    "risk": "may happen",
    "block": "has no effect",
    "end": "turn, round or game ends",
}


class ActionEffect(Record):
    """Something that an action would do, from what its seat may see."""

    kind: Annotated[str, one_of(KINDS, "; ".join(f"`{kind}`: {meaning}" for kind, meaning in KINDS.items()) + ".")]
    pieces: Annotated[
        list[str],
        Meta(description="Ids of elements of `board.svg`, in order; those of class `ghost` are hidden."),
    ]
    sentence: Annotated[str, Meta(description="A clause in the language asked for.")]
    what: Annotated[str | UnsetType, Meta(description="The piece or resource, by its id.")] = UNSET
    amount: Annotated[int | UnsetType, Meta(description="How many.")] = UNSET
    left: Annotated[int | UnsetType, Meta(description="How many are left.")] = UNSET
    chance: Annotated[
        float | UnsetType,
        Meta(ge=0, le=1, description="Where dice or hidden pieces decide; absent when certain."),
    ] = UNSET


Effects = Callable[[Any, int, Any], Iterable[ActionEffect]]
"""The effects of one action: given the view of the seat, the seat, and the action."""


def effect(
    kind: str,
    words: str,
    pieces: Iterable[str] = (),
    *,
    what: str | UnsetType = UNSET,
    amount: int | UnsetType = UNSET,
    left: int | UnsetType = UNSET,
    chance: float | UnsetType = UNSET,
    **values: Any,
) -> ActionEffect:
    """An effect whose sentence is ``[effects.<words>]`` of the game's words, with these values and its own fields."""
    clause = Message(words)
    clause.template = words
    clause.values = {"what": what, "amount": amount, "left": left, "chance": chance} | values
    return ActionEffect(kind, list(pieces), clause, what, amount, left, chance)


def nothing(view: Any, seat: int, action: Action) -> Iterable[ActionEffect]:
    """The effects of an action that changes nothing worth a preview."""
    return ()
