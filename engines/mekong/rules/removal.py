"""The card "Retirez 1 planche ou 1 pierre"."""

from __future__ import annotations

from engines.kernel.dice import Dice
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal, said
from engines.mekong.actions import RemovePlank, RemoveStone
from engines.mekong.events import CardVoid, PlankRemoved, StoneRemoved
from engines.mekong.pieces import COLOUR, COLOURS, COLOURS_IN_RESERVE, ISLANDS, ORDER, PLANKS, SHORE, SIZE
from engines.mekong.position import MekongPosition, pawns_on_planks, pending_card

TAKE: dict[str, Action] = {plank: RemovePlank(plank) for plank in PLANKS}
ALL_COLOURS = set(COLOURS)
LIFT: dict[str, Action] = {island: RemoveStone(island) for island in ISLANDS}


def can_remove(game: MekongPosition, seat: int) -> bool:
    """Does a stone carry nothing, or may a plank be taken (MEK-67)?"""
    return loose_stones(game) > 0 or bool(removals(game, seat))


def several_removals(game: MekongPosition, seat: int) -> bool:
    """Does the card leave a choice?"""
    return loose_stones(game) > 1 or len(removals(game, seat)) > 1


def removals(game: MekongPosition, seat: int) -> list[Action]:
    """Planks that the reserve may take, and stones that carry nothing (MEK-60)."""
    reserve = game.players[seat].reserve
    sizes = {SIZE[plank] for plank in reserve}
    colours = {COLOUR[plank] for plank in reserve}
    welcome = colours if len(colours) >= COLOURS_IN_RESERVE else ALL_COLOURS
    takes = [plank for plank in game.planks if SIZE[plank] not in sizes and COLOUR[plank] in welcome]
    if takes:
        held = pawns_on_planks(game)
        takes = sorted([plank for plank in takes if plank not in held], key=ORDER.__getitem__)
    carrying = carrying_stones(game)
    return [TAKE[plank] for plank in takes] + [LIFT[island] for island in game.stones if island not in carrying]


def loose_stones(game: MekongPosition) -> int:
    """How many stones carry nothing: all but those under the end of a plank, which always has one (MEK-41, MEK-66)."""
    return len(game.stones) - len(carrying_stones(game) - SHORE)


def carrying_stones(game: MekongPosition) -> set[str]:
    """The supports on which a plank rests (MEK-66)."""
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


def remove_stone(game: MekongPosition, seat: int, action: RemoveStone, dice: Dice) -> list[Event]:
    """Put a stone back into the common reserve (MEK-65, MEK-66)."""
    island = action.island
    if island not in game.stones:
        raise Illegal("MEK-65", said("there is no stone on {island}", island=island))
    if island in carrying_stones(game):
        raise Illegal("MEK-66", said("a plank rests on the stone of {island}", island=island))
    game.stones.remove(island)
    pending_card(game).remaining -= 1
    return [StoneRemoved(round=game.round, step=game.step, seat=seat, island=island)]


def void(game: MekongPosition, seat: int, card: str, unused: int) -> Event:
    """Neither a plank nor a stone may go: the card does nothing (MEK-67)."""
    return CardVoid(round=game.round, step=game.step, seat=seat, card=card, reason="nothing_to_remove", unused=unused)
