"""The cards "Placez 1 pierre" and "Placez 2 pierres"."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator

from engines.kernel.dice import Dice
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal, said
from engines.mekong.actions import PlaceStone
from engines.mekong.events import CardVoid, StonePlaced
from engines.mekong.pieces import ISLANDS, STONES, VILLAGES
from engines.mekong.position import MekongPosition, Table, pending_card
from engines.mekong.rules import spans

ON: dict[str, Action] = {island: PlaceStone(island) for island in ISLANDS}


def islands_under_planks(game: Table) -> set[str]:
    """Where a stone would become a third support of a plank (MEK-38)."""
    return set().union(*[spans.UNDER[spans.NUMBER[pair]] for pair in game.planks.values()])


def can_place(game: MekongPosition, seat: int) -> bool:
    """Is there a stone left, and an island for it (MEK-35)?"""
    return len(game.stones) < STONES and not islands_under_planks(game).union(game.stones).issuperset(ISLANDS)


def placements(game: MekongPosition, seat: int) -> list[Action]:
    """The free islands, as long as the common reserve has a stone (MEK-30, MEK-32, MEK-35)."""
    if len(game.stones) >= STONES:
        return []
    closed = islands_under_planks(game).union(game.stones)
    return [action for island, action in ON.items() if island not in closed]


def place_stone(game: MekongPosition, seat: int, action: PlaceStone, dice: Dice) -> Iterator[Event]:
    """Put one stone on a free island (MEK-30).

    A card for two stones makes two such decisions (MEK-34). A stone sits on the point of its island, wholly on it
    (MEK-36), and stays there until a `remove` card takes it (MEK-33).
    """
    island = action.island
    if island in VILLAGES:
        raise Illegal("MEK-31", "a village takes no stone, it is a support itself")
    if island not in ISLANDS:
        raise Illegal("MEK-30", said("there is no island {island}", island=island))
    if island in game.stones:
        raise Illegal("MEK-32", said("{island} has a stone already", island=island))
    if island in islands_under_planks(game):
        raise Illegal("MEK-38", said("{island} lies under a plank, which would get a third support", island=island))
    insort(game.stones, island, key=ISLANDS.index)
    pending_card(game).remaining -= 1
    yield StonePlaced(round=game.round, step=game.step, seat=seat, island=island)


def void(game: MekongPosition, seat: int, card: str, unused: int) -> Iterator[Event]:
    """No stone left, or no island for it: the card does nothing more (MEK-35, MEK-118)."""
    yield CardVoid(
        round=game.round,
        step=game.step,
        seat=seat,
        card=card,
        reason="no_stone" if len(game.stones) >= STONES else "no_island",
        unused=unused,
    )
