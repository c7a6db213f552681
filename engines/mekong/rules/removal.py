"""The card "Retirez 1 planche ou 1 pierre"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal, said
from engines.mekong.actions import RemovePlank, RemoveStone
from engines.mekong.events import CardVoid, PlankRemoved, StoneRemoved
from engines.mekong.pieces import COLOUR, COLOURS_IN_RESERVE, ISLANDS, PLANKS, SHORE, SIZE, STONES
from engines.mekong.position import MekongPosition, MekongView, pawns_on_planks, pending_card

TAKE: dict[str, Action] = {plank: RemovePlank(plank) for plank in PLANKS}
LIFT: dict[str, Action] = {island: RemoveStone(island) for island in ISLANDS}


def can_remove(game: MekongPosition, seat: int) -> bool:
    """Does a stone carry nothing, or may a plank be taken (MEK-67)?"""
    return are_loose(game, 1) or bool(removals(game, seat))


def several_removals(game: MekongPosition, seat: int) -> bool:
    """Does the card leave a choice?"""
    return are_loose(game, 2) or len(removals(game, seat)) > 1


def removals(game: MekongPosition, seat: int) -> list[Action]:
    """Planks that the reserve may take, and stones that carry nothing (MEK-60)."""
    planks, held, room_for = game.planks, pawns_on_planks(game), welcome(tuple(game.players[seat].reserve))
    takes = [TAKE[plank] for plank in room_for if plank in planks and plank not in held]
    carrying = supports_in_use(game)
    return takes + [LIFT[island] for island in game.stones if island not in carrying]


@lru_cache(maxsize=4096)
def welcome(reserve: tuple[str, ...]) -> tuple[str, ...]:
    """The planks that a reserve has room for, in the order of the content: two colours, six sizes (MEK-63, MEK-64)."""
    sizes, colours = {SIZE[plank] for plank in reserve}, {COLOUR[plank] for plank in reserve}
    full = len(colours) >= COLOURS_IN_RESERVE
    return tuple(plank for plank in PLANKS if SIZE[plank] not in sizes and (COLOUR[plank] in colours or not full))


def are_loose(game: MekongPosition, number: int) -> bool:
    """Do so many stones carry nothing? A plank rests on two at most, so that it is often enough to count (MEK-66)."""
    stones = len(game.stones)
    return stones - 2 * len(game.planks) >= number or stones - len(supports_in_use(game) - SHORE) >= number


def supports_in_use(game: MekongPosition) -> set[str]:
    """The islands and villages on which a plank rests (MEK-66)."""
    return set().union(*game.planks.values())


def remove_plank(game: MekongPosition, seat: int, action: RemovePlank, dice: Dice) -> list[Event]:
    """Take a plank into the reserve: two colours, six sizes at most (MEK-61, MEK-62, MEK-63, MEK-64).

    None of the two colours has to be the own one (MEK-113).
    """
    plank, reserve = action.plank, game.players[seat].reserve
    if plank not in game.planks:
        raise Illegal("MEK-61", said("{plank} is not on the board", plank=plank))
    if plank in pawns_on_planks(game):
        raise Illegal("MEK-62", said("a pawn stands on {plank}", plank=plank))
    if SIZE[plank] in {SIZE[own] for own in reserve}:
        raise Illegal("MEK-64", said("your reserve has a plank of size {size} already", size=SIZE[plank]))
    if len({COLOUR[own] for own in reserve} | {COLOUR[plank]}) > COLOURS_IN_RESERVE:
        raise Illegal("MEK-63", said("your reserve would have more than {most} colours", most=COLOURS_IN_RESERVE))
    supports = game.planks.pop(plank)
    reserve.append(plank)
    reserve.sort(key=SIZE.__getitem__)
    pending_card(game).remaining -= 1
    return [PlankRemoved(round=game.round, step=game.step, seat=seat, plank=plank, supports=supports)]


def remove_plank_effects(view: MekongView, seat: int, action: RemovePlank) -> Iterator[ActionEffect]:
    """From the board into the reserve (MEK-61)."""
    left = len(view.players[seat].reserve) + 1
    yield effect("take", "remove_plank", [f"plank-{action.plank}"], what=action.plank, amount=1, left=left)


def remove_stone(game: MekongPosition, seat: int, action: RemoveStone, dice: Dice) -> list[Event]:
    """Put a stone back into the common reserve (MEK-65, MEK-66)."""
    island = action.island
    if island not in game.stones:
        raise Illegal("MEK-65", said("there is no stone on {island}", island=island))
    if island in supports_in_use(game):
        raise Illegal("MEK-66", said("a plank rests on the stone of {island}", island=island))
    game.stones.remove(island)
    pending_card(game).remaining -= 1
    return [StoneRemoved(round=game.round, step=game.step, seat=seat, island=island)]


def remove_stone_effects(view: MekongView, seat: int, action: RemoveStone) -> Iterator[ActionEffect]:
    """Back into the common reserve (MEK-65)."""
    left = STONES - len(view.stones) + 1
    yield effect("remove", "remove_stone", [f"island-{action.island}"], what="stone", amount=1, left=left)


def void(game: MekongPosition, seat: int, card: str, unused: int) -> Event:
    """Neither a plank nor a stone may go: the card does nothing (MEK-67)."""
    return CardVoid(round=game.round, step=game.step, seat=seat, card=card, reason="nothing_to_remove", unused=unused)
