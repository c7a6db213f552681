"""Which elements of the picture an action concerns."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from engines.bailouke.actions import (
    ExchangeWithPile,
    Give,
    PlaceAdded,
    Play,
    Replace,
    ShuffleZone,
    StealToken,
    Target,
)
from engines.bailouke.position import View
from engines.kernel.records import Action

CARDS = ("card", "own_card", "other_card", "from_card", "to_card")
"""Parameters that name a card by its number."""


def elements(view: View, seat: int, action: Action) -> list[str]:
    cards = [f"card-{card}" for name in CARDS if (card := getattr(action, name, None)) is not None]
    match action:
        case Play() | Replace():
            return [*cards, "drawn"]
        case ExchangeWithPile():
            return [*cards, "pile"]
        case PlaceAdded():
            return ["incoming"]
        case StealToken(seat=other, card=None):
            return [f"free-tokens-{other}"]
        case Give(seat=other) | ShuffleZone(seat=other) | Target(seat=other):
            return [*cards, f"seat-{other}"]
    return cards


def said(view: View, seat: int, action: Action) -> Any:
    """The action with the places of its cards (no owner for an own card) instead of their numbers."""
    named = {name: card for name in CARDS if (card := getattr(action, name, None)) is not None}
    if not named:
        return action
    places = {
        lying.card: (None if owner == seat else owner, place)
        for owner, player in enumerate(view.players)
        for place, lying in enumerate(player.zone, 1)
    }
    other = {name: getattr(action, name) for name in action.__struct_fields__}
    return SimpleNamespace(**other | {name: places[card] for name, card in named.items()})
