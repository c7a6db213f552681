"""Gains go into the backpack; what does not fit asks for room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engines.bakong.actions import Discard, Pass
from engines.bakong.events import EmeraldsMissed, ItemDeclined, ItemDiscarded
from engines.bakong.parts import Incoming, Player, TempleObject
from engines.bakong.pieces import EMERALDS_OF, OBJECTS
from engines.bakong.position import BakongPosition, BakongView
from engines.bakong.rules.backpack import add_object, could_stow, fits
from engines.bakong.rules.turns import end_turn
from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said


def receive(game: BakongPosition, seat: int, pieces: list[Incoming], dice: Dice) -> list[Event]:
    """Pieces just gained: stow them as far as they fit (BAK-98)."""
    game.running.incoming = pieces
    return settle(game, seat, dice)


def settle(game: BakongPosition, seat: int, dice: Dice) -> list[Event]:
    """Stow what fits; then make room for the rest, look round the temple, or end the turn."""
    turn, player = game.running, game.players[seat]
    turn.incoming = [piece for piece in turn.incoming if not stow(player, piece)]
    if turn.incoming:
        game.phase = "make_room"
    elif turn.at == "temple" and temple_objects(game, seat):
        game.phase = "temple_pick"
    else:
        return end_turn(game, seat, dice)
    return []


def fits_in(player: Player, piece: Incoming) -> bool:
    """Is there a packing with this piece? (BAK-52, BAK-53)"""
    small = player.x1 + player.x3
    if piece.object:
        return fits(player.big, add_object(player.objects, piece.object), small)
    if piece.value:
        return fits(piece.value, player.objects, small)
    return fits(player.big, player.objects, small + 1)


def stow(player: Player, piece: Incoming) -> bool:
    """Put a piece into the backpack if it fits; objects work from now on (BAK-105)."""
    if not fits_in(player, piece):
        return False
    if piece.object:
        player.objects = add_object(player.objects, piece.object)
    elif piece.value:
        player.big = piece.value
    elif piece.kind == "x3":
        player.x3 += 1
    else:
        player.x1 += 1
    return True


def discardable(game: BakongPosition, seat: int) -> list[str]:
    """What may be thrown out to make room: objects and small emeralds, never the big one (BAK-54, BAK-55)."""
    player = game.players[seat]
    return player.objects + ["x1"] * bool(player.x1) + ["x3"] * bool(player.x3)


def discard(game: BakongPosition, seat: int, action: Discard, dice: Dice) -> list[Event]:
    """Throw one item out; at the temple objects stay on the tile (BAK-54, BAK-61, BAK-101).

    Only while something gained does not fit, in the phase ``make_room`` (BAK-56). As many items as needed may go,
    one after the other (BAK-100).
    """
    player, item = game.players[seat], action.item
    if item == "big":
        raise Illegal("BAK-55", "a big emerald can never be thrown out")
    if item not in discardable(game, seat):
        raise Illegal("BAK-54", said("there is no {item} in the backpack to throw out", item=item))
    at_temple = game.running.at == "temple" and item in OBJECTS
    if item == "x1":
        player.x1 -= 1
    elif item == "x3":
        player.x3 -= 1
    else:
        player.objects.remove(item)
    if at_temple:
        game.temple.objects.append(TempleObject(item, seat))
    else:
        to_supply(game, item)
    discarded = ItemDiscarded(seat=seat, item=item, to="temple" if at_temple else "supply")
    return [discarded, *settle(game, seat, dice)]


def discard_effects(view: BakongView, seat: int, action: Discard) -> Iterator[ActionEffect]:
    """The item leaves the backpack (BAK-54)."""
    player, item = view.players[seat], action.item
    held = {"x1": player.x1, "x3": player.x3}.get(item, 1)
    yield effect("lose", "lose", view.items(seat, item), what=item, amount=1, left=held - 1)


def to_supply(game: BakongPosition, item: str) -> None:
    if item == "x1":
        game.supply.x1 += 1
    elif item == "x3":
        game.supply.x3 += 1
    else:
        game.supply.objects[item] += 1


def may_decline(game: BakongPosition) -> bool:
    """Everything but a big emerald can be left behind (BAK-60)."""
    return all(piece.kind != "big" for piece in game.running.incoming)


def decline(game: BakongPosition, seat: int, action: Pass, dice: Dice) -> list[Event]:
    """What was not stowed goes back where it came from, and the visit is over (BAK-57, BAK-103)."""
    if not may_decline(game):
        raise Illegal("BAK-60", "a big emerald must be taken: make room for it")
    left, game.running.incoming = game.running.incoming, []
    for piece in left:
        if piece.left_by is not None:
            game.temple.objects.append(TempleObject(piece.item, piece.left_by))
        else:
            to_supply(game, piece.item)
    back: Literal["supply", "temple"] = "temple" if any(piece.left_by is not None for piece in left) else "supply"
    events: list[Event] = [ItemDeclined(seat=seat, items=[piece.item for piece in left], to=back)]
    if missed := sum(EMERALDS_OF.get(piece.kind, 0) for piece in left):
        events.append(EmeraldsMissed(seat=seat, count=missed, reason="room"))
    return events + end_turn(game, seat, dice)


def pass_effects(view: BakongView, seat: int, action: Pass) -> Iterator[ActionEffect]:
    """What does not fit is left behind; anything else that is declined costs nothing (BAK-57)."""
    if view.phase == "make_room":
        for item in sorted({piece.item for piece in view.running.incoming}):
            count = sum(piece.item == item for piece in view.running.incoming)
            yield effect("lose", "leave", [], what=item, amount=count)
    if view.phase != "map_flip":
        yield effect("end", "turn_ends", [], what="turn")


def temple_objects(game: BakongPosition, seat: int) -> list[str]:
    """Objects that others left at the temple, that the seat lacks and could stow (BAK-62, BAK-102)."""
    player = game.players[seat]
    lying = {left.object for left in game.temple.objects if left.left_by != seat}
    return [name for name in OBJECTS if name in lying and name not in player.objects and could_stow(player, name)]
