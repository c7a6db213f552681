"""Positions of play, and changes that spoil them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines.kernel.refusals import InvalidPosition
from engines.kimbac import engine
from engines.kimbac.actions import MovePawn, PlacePawn
from engines.kimbac.parts import Options, RoundResult
from engines.kimbac.position import KimbacPosition
from tests.engines.kimbac.positions import Fixed, finder, hunting, legal, play, search


def placing() -> KimbacPosition:
    """Three seats, round 2: seats 1 and 2 have placed their first pawns."""
    first = RoundResult(1, "captured", 1, 4, 8, 4000, [0, 0, 1], [1000, 0, 3000], 0)
    game, _ = engine.rules.deal(3, Options(rounds=2), Fixed(*range(35, 0, -1)))
    game.round, game.active_seat, game.round_results, game.scores = 2, 1, [first], [1000, 0, 3000]
    play(game, 1, PlacePawn(1, "C"))
    play(game, 2, PlacePawn(1, "D"))
    return game


def searching() -> KimbacPosition:
    return search(3, {0: {1: "x305", 2: "x307"}}, {0: [4, 9], 1: [2]}, next_pawn=2, arrived=[1])


def asked() -> KimbacPosition:
    return search(3, {0: {3: "x406"}}, {0: [5, 6]}, phase="search_end", next_pawn=None, arrived=[3])


def looking() -> KimbacPosition:
    return finder(3, secret=12, cache=5)


def looking_last() -> KimbacPosition:
    return finder(3, secret=12, cache=5, phase="search_end", next_pawn=None, arrived=[1])


def running() -> KimbacPosition:
    return hunting(3, at="x411", secret=12, cache=5)


def pursuing() -> KimbacPosition:
    return hunting(3, at="x411", secret=12, cache=5, phase="hunt_pursuit", active_seat=1, next_pawn=2)


def reached() -> KimbacPosition:
    game = hunting(3, at="x407", secret=12, cache=5, hands={1: [5]}, hunt_turn=9)
    play(game, 0, MovePawn(1, "x406"))
    return game


def captured() -> KimbacPosition:
    pursuers = {1: {1: "x301", 2: "x302", 3: "x403"}}
    game = hunting(3, at="x402", pursuers=pursuers, phase="hunt_pursuit", active_seat=2, next_pawn=3)
    play(game, 2, legal(game, 2)[0])
    return game


def lost() -> KimbacPosition:
    game = hunting(3, at="x402", phase="hunt_pursuit", active_seat=2, next_pawn=3, hunt_turn=60)
    play(game, 2, legal(game, 2)[0])
    return game


def void() -> KimbacPosition:
    game = search(3, active_seat=2, search_turn=180, next_pawn=3)
    play(game, 2, legal(game, 2)[0])
    return game


BASES = [placing, searching, asked, looking, looking_last, running, pursuing, reached, captured, lost, void]


def put(game: KimbacPosition, pointer: str, value: object) -> None:
    *path, last = pointer.strip("/").split("/")
    target: Any = game
    for part in path:
        target = target[int(part)] if part.isdigit() else getattr(target, part)
    if last.isdigit():
        target[int(last)] = value
    else:
        setattr(target, last, value)


Refusal = tuple[Callable[[], KimbacPosition], dict[str, Any], str, str, str]


def refused(make: Callable[[], KimbacPosition], changes: dict[str, Any]) -> tuple[str, str, str]:
    game = make()
    for pointer, value in changes.items():
        put(game, pointer, value)
    with pytest.raises(InvalidPosition) as refusal:
        engine.rules.check(game)
    return refusal.value.field, refusal.value.rule, refusal.value.detail


def check_all(table: list[Refusal]) -> None:
    for make, changes, field, rule, detail in table:
        assert refused(make, changes) == (field, rule, detail)
        assert rule in engine.rulebook
