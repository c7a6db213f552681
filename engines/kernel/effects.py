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
    "path": "a piece goes over these places, in order",
    "stop": "it stops here",
    "flip": "a piece is turned over",
    "place": "a piece is put here",
    "remove": "a piece leaves the board",
    "take": "something may be, or is, taken",
    "gain": "the seat gains something",
    "lose": "the seat loses something",
    "pay": "the seat pays with something",
    "reveal": "something is shown to the seat, or to everybody",
    "risk": "it may happen, or the outcome is not known",
    "block": "something becomes impossible, or has no effect",
    "end": "the turn, the round or the game ends",
}


class ActionEffect(Record):
    """Something that an action would do, from what its seat may see."""

    kind: Annotated[str, one_of(KINDS, "; ".join(f"`{kind}`: {meaning}" for kind, meaning in KINDS.items()) + ".")]
    pieces: Annotated[
        list[str],
        Meta(
            description="The ids of the elements of `board.svg` that it concerns, in order. Elements of class `ghost` "
            "are drawn hidden, for previews.",
            examples=[["slot-3", "slot-4"]],
        ),
    ]
    sentence: Annotated[
        str, Meta(description="A clause in the language asked for.", examples=["crosses a ditch: one ouch token"])
    ]
    what: Annotated[str | UnsetType, Meta(description="The piece or the resource, by its id; absent where none.")] = (
        UNSET
    )
    amount: Annotated[int | UnsetType, Meta(description="How many; absent where nothing is counted.")] = UNSET
    left: Annotated[int | UnsetType, Meta(description="How many the seat has of it afterwards, where it counts.")] = (
        UNSET
    )
    chance: Annotated[
        float | UnsetType,
        Meta(ge=0, le=1, description="The chance, where dice or hidden pieces decide; absent when it is certain."),
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
