"""Positions of Baïlouké written by values: a card of seat s at place i has the id 10 s + i, the drawn card is 45."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, MutableSequence, Sequence
from typing import Any, TypeVar

import pytest

from engines.bailouke import engine
from engines.bailouke.parts import Incoming, Options, Player, Window
from engines.bailouke.position import Position
from engines.kernel.dice import Dice, Draws, SeededDice
from engines.kernel.game import Game
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal, InvalidPosition
from tests.engines.bailouke.sentences import IMPORTS, REFUSALS

T = TypeVar("T")
DRAWN = 45
COMING = 46


class Backwards(Draws):
    """Dice whose every shuffle turns the order round; they count what they were asked."""

    def __init__(self) -> None:
        self.shuffles: list[int] = []
        self.draws: list[int] = []

    def below(self, n: int) -> int:
        self.draws.append(n)
        return n - 1

    def shuffle(self, items: MutableSequence[T]) -> None:
        self.shuffles.append(len(items))
        items.reverse()


class Cards:
    """The cards of a position: which value each id has, and which are left of the deck."""

    def __init__(self, deck: Sequence[int]) -> None:
        self.left = Counter(deck)
        self.values: dict[int, int] = {}

    def put(self, card: int, value: int) -> int:
        self.left[value] -= 1
        assert self.left[value] >= 0, f"too many cards of value {value}"
        self.values[card] = value
        return card

    def put_all(self, values: Iterable[int]) -> list[int]:
        """Each value gets the lowest id that is free."""
        return [self.put(next(card for card in range(50) if card not in self.values), value) for value in values]


def players_of(
    cards: Cards, zones: Sequence[Sequence[int]], seats: dict[int, dict[str, Any]] | None = None
) -> list[Player]:
    """The seats with the cards of their zones; ``seats`` changes fields."""
    players = [
        Player([cards.put(10 * seat + place, value) for place, value in enumerate(zone)])
        for seat, zone in enumerate(zones)
    ]
    for seat, changes in (seats or {}).items():
        for name, value in changes.items():
            setattr(players[seat], name, value)
    for player in players:
        player.tokens = max(player.tokens, len(player.assigned))
        player.seen = sorted({*player.seen, *player.assigned})
    return players


def position(
    zones: Sequence[Sequence[int]],
    phase: str = "play",
    *,
    drawn: int | None = None,
    graveyard: Sequence[int] = (),
    pile: Sequence[int] = (),
    pile_size: int | None = None,
    incoming: tuple[int, int, str] | None = None,
    window: int | None = None,
    active: int = 0,
    first: int = 0,
    options: dict[str, Any] | None = None,
    seats: dict[int, dict[str, Any]] | None = None,
    of: Game[Any, Any] = engine,
    **fields: Any,
) -> Position:
    """A position by values. ``pile`` names its top cards; the other cards follow, or are removed past ``pile_size``."""
    cards = Cards(of.rules.beasts.deck)
    players = players_of(cards, zones, seats)
    if drawn is not None:
        fields["drawn"] = cards.put(DRAWN, drawn)
    if incoming is not None:
        fields["incoming"] = Incoming(cards.put(COMING, incoming[0]), *incoming[1:])
    if window is not None:
        fields["discard"] = Window(window)
    fields["graveyard"], top = cards.put_all(graveyard), cards.put_all(pile)
    aside, rest = split_at(cards.put_all(sorted(cards.left.elements())), 3)
    below, removed = split_at(rest, len(rest) if pile_size is None else pile_size - len(top))
    fields.setdefault("turn", 0 if phase == "place_tokens" else 1)
    fields.setdefault("round", 1 + sum(player.kouronn for player in players))
    return Position(
        phase=phase, game="bailouke", schema=1, first_seat=first, active_seat=active,
        cards=[cards.values[card] for card in range(50)], pile=top + below, set_aside=aside, players=players,
        options=Options(**(options or {})), removed=removed, **fields,
    )  # fmt: skip


def split_at(items: list[int], count: int) -> tuple[list[int], list[int]]:
    return items[:count], items[count:]


def act(
    game: Position, seat: int, action: Action, dice: Dice | None = None, of: Game[Any, Any] = engine
) -> list[Event]:
    """Play one action of a position that could be imported."""
    of.rules.check(game)
    return of.rules.apply(game, seat, action, SeededDice(b"test") if dice is None else dice)


def do(game: Position, *steps: tuple[int, Action]) -> list[Event]:
    """Play several actions; all their events."""
    return [event for seat, action in steps for event in act(game, seat, action)]


def refused(game: Position, seat: int, action: Action, of: Game[Any, Any] = engine) -> tuple[str, str]:
    """The rule and the reason of a refusal that changes nothing and says something."""
    before = of.encode(game)
    dice = SeededDice(b"test")
    with pytest.raises(Illegal) as refusal:
        of.rules.apply(game, seat, action, dice)
    assert of.encode(game) == before
    assert dice.counter == 0
    assert re.sub(r"[0-9]+", "#", refusal.value.detail) in REFUSALS[refusal.value.reason]
    return refusal.value.rule, refusal.value.reason


def invalid(game: Position) -> tuple[str, str]:
    """The field and the rule of a refused import."""
    with pytest.raises(InvalidPosition) as refusal:
        engine.rules.check(game)
    assert refusal.value.detail in IMPORTS[refusal.value.rule]
    return refusal.value.field, refusal.value.rule


def kinds(events: Sequence[Event]) -> list[str]:
    return [str(type(event).__struct_config__.tag) for event in events]


def only(events: Sequence[Event], kind: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]


def legal(game: Position, seat: int, of: Game[Any, Any] = engine) -> list[Action]:
    return of.rules.legal(game, seat).actions


def zone_values(game: Position, seat: int) -> list[int]:
    return [game.cards[card] for card in game.players[seat].zone]


def top(game: Position) -> int:
    return game.cards[game.graveyard[-1]]


TOKENS = {0: {"tokens": 1}, 1: {"tokens": 1}, 2: {"tokens": 1}}
"""With a token each, nobody is ready by itself and the next round waits."""


def last_window(zones: list[list[int]], **fields: object) -> Position:
    """The last seat of the discard phase of seat 0's turn has its window."""
    fields.setdefault("seats", {seat: {"tokens": 1} for seat in range(len(zones))})
    return position(zones, "discard", graveyard=[6], window=len(zones) - 1, **fields)
