"""What a seat can do."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engines.bakong.pieces import OBJECTS, BigValue, Die, JungleSlot, Object, Steps
from engines.kernel.records import Action, one_of


class TakeObject(Action, frozen=True):
    """Take an object: the first one, at an abandoned camp, or at the temple (BAK-8, BAK-28, BAK-62)."""

    object: Object


class Reroll(Action, frozen=True):
    """Throw both dice again with the journal (BAK-40)."""


class Flip(Action, frozen=True):
    """Use this die to turn the tile so far ahead; the other die becomes the move (BAK-12, BAK-13)."""

    die: Die


class FlipSecond(Action, frozen=True):
    """Turn a second tile of the same colour with the map (BAK-44)."""

    slot: JungleSlot


class Move(Action, frozen=True):
    """Advance the pawn (BAK-19, BAK-41, BAK-42)."""

    steps: Steps


class LoseObject(Action, frozen=True):
    """Give an object up to the quicksand (BAK-35)."""

    object: Object


class TakeEmeralds(Action, frozen=True):
    """Choose the tokens that a cave pays (BAK-31, BAK-96)."""

    x3: Annotated[int, Meta(ge=0, le=2, description="How many x3 tokens.")]
    x1: Annotated[int, Meta(ge=0, le=6, description="How many x1 tokens, without the torch's.")]


class TakeBigEmerald(Action, frozen=True):
    """Take one of the big emeralds of the temple (BAK-60)."""

    value: BigValue


class Discard(Action, frozen=True):
    """Throw something out of the backpack to make room (BAK-54)."""

    item: Annotated[
        str, one_of([*OBJECTS, "x1", "x3", "big"], "What goes; the big emerald never may (BAK-55).", "Treasure")
    ]


class Pass(Action, frozen=True):
    """Leave the map unused, take no object, or leave behind what does not fit."""
