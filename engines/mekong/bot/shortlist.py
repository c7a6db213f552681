"""What is worth thinking about, for players that search: of all programmes and stones, those that may be of use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from engines.kernel.dice import Dice
from engines.kernel.records import Action
from engines.mekong.actions import CommitProgram, PlaceStone
from engines.mekong.bot.planner import Five, sensible
from engines.mekong.bot.routes import Chart, Route
from engines.mekong.pieces import ACTION_CARDS, DRAGONS, PROGRAM_LENGTH
from engines.mekong.position import MekongView


def programs(seen: MekongView, seat: int, best: Five, most: int, dice: Dice) -> list[Action]:
    """The greedy programme and sensible variants: a dragon elsewhere or none, two cards exchanged, one replaced."""
    hand = seen.players[seat].hand or [*ACTION_CARDS]
    route = Route(Chart(seen), seat)
    variants = [cards for cards in dict.fromkeys(_variants(list(best), hand)) if sensible(route, cards)]
    dice.shuffle(variants)
    return [CommitProgram(best), *[CommitProgram(cards) for cards in variants if cards != best][: most - 1]]


def _variants(best: list[str], hand: list[str]) -> Iterator[Five]:
    dragons = [card for card in hand if card in DRAGONS]
    spare = [card for card in hand if card not in best and card not in DRAGONS]
    plain = [card for card in best if card not in DRAGONS]
    full = (plain + spare)[:PROGRAM_LENGTH]
    yield _five(full)
    for dragon in dragons:
        for slot in range(PROGRAM_LENGTH):
            yield _five([*full[:slot], dragon, *full[slot:]][:PROGRAM_LENGTH])
    for slot in range(PROGRAM_LENGTH - 1):
        yield _five([*best[:slot], best[slot + 1], best[slot], *best[slot + 2 :]])
    for card in spare:
        yield _five([*best[:-1], card])


def _five(cards: list[str]) -> Five:
    return cast(Five, tuple(cards))


def stones(seen: MekongView, seat: int, best: Action, actions: list[Action], most: int) -> list[Action]:
    """The stones that the own way needs, then those that the others need, clockwise."""
    chart, players = Chart(seen), len(seen.players)
    seats = [(seat + place) % players for place in range(players)]
    wanted = [PlaceStone(island) for of in seats for island in Route(chart, of).missing_stones]
    return list(dict.fromkeys([best, *[action for action in wanted if action in actions]]))[:most]
