"""The cards "Placez 1 pierre" and "Placez 2 pierres"."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from functools import lru_cache

from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal, said
from engines.mekong.actions import PlaceStone
from engines.mekong.events import CardVoid, Missing, StonePlaced
from engines.mekong.pieces import ISLANDS, ORDER, SHORE, STONES
from engines.mekong.position import MekongPosition, MekongView, PositionOrView, pending_card
from engines.mekong.rules import spans

ON: dict[str, Action] = {island: PlaceStone(island) for island in ISLANDS}


def islands_under_planks(game: PositionOrView) -> frozenset[str]:
    """Where a stone would become a third support of a plank (MEK-38)."""
    return _islands_under(tuple(game.planks.values()))


@lru_cache(maxsize=1024)
def _islands_under(laid: tuple[spans.Pair, ...]) -> frozenset[str]:
    """Kept, since planks lie still while several stones are placed."""
    return frozenset().union(*[spans.UNDER[spans.NUMBER[pair]] for pair in laid])


def can_place(game: MekongPosition, seat: int) -> bool:
    """Is there a stone left, and an island for it (MEK-35)?"""
    return len(game.stones) < STONES and free_islands(game) > 0


def several_islands(game: MekongPosition, seat: int) -> bool:
    """Does the stone leave a choice?"""
    return free_islands(game) > 1


def free_islands(game: MekongPosition) -> int:
    """How many islands have neither a stone nor a plank above them; no stone lies under a plank (MEK-32, MEK-38)."""
    return len(ISLANDS) - len(islands_under_planks(game)) - len(game.stones)


def placements(game: MekongPosition, seat: int) -> list[Action]:
    """The free islands, as long as the common reserve has a stone (MEK-30, MEK-32, MEK-35)."""
    if len(game.stones) >= STONES:
        return []
    taken = set(game.stones)
    taken |= islands_under_planks(game)
    return [action for island, action in ON.items() if island not in taken]


def place_stone(game: MekongPosition, seat: int, action: PlaceStone, dice: Dice) -> list[Event]:
    """Put one stone on a free island (MEK-30).

    A card for two stones makes two such decisions (MEK-34). A stone sits on the point of its island, wholly on it
    (MEK-36), and stays there until a `remove` card takes it (MEK-33).
    """
    island = action.island
    if island in SHORE:
        raise Illegal("MEK-31", "a village takes no stone, it is a support itself")
    if island not in ON:
        raise Illegal("MEK-30", said("there is no island {island}", island=island))
    if island in game.stones:
        raise Illegal("MEK-32", said("{island} has a stone already", island=island))
    if island in islands_under_planks(game):
        raise Illegal("MEK-38", said("{island} lies under a plank, which would get a third support", island=island))
    insort(game.stones, island, key=ORDER.__getitem__)
    pending_card(game).remaining -= 1
    return [StonePlaced(round=game.round, step=game.step, seat=seat, island=island)]


def place_stone_effects(view: MekongView, seat: int, action: PlaceStone) -> Iterator[ActionEffect]:
    """One stone of the common reserve (MEK-30)."""
    left = STONES - len(view.stones) - 1
    yield effect("place", "stone", [f"island-{action.island}"], what="stone", amount=1, left=left, at=action.island)


def void(game: MekongPosition, seat: int, card: str, unused: int) -> Event:
    """No stone left, or no island for it: the card does nothing more (MEK-35, MEK-118)."""
    reason: Missing = "no_stone" if len(game.stones) >= STONES else "no_island"
    return CardVoid(round=game.round, step=game.step, seat=seat, card=card, reason=reason, unused=unused)
