"""Where a pawn stops (BAK-24): emeralds, camps, waterfalls, caves, the temple."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from engines.bakong.actions import Pass, TakeBigEmerald, TakeEmeralds, TakeObject
from engines.bakong.events import (
    BigEmeraldTaken,
    CaveRolled,
    EmeraldsMissed,
    EmeraldsTaken,
    ObjectTaken,
    OuchReturned,
    Source,
    TempleReached,
    WaterfallCursed,
)
from engines.bakong.parts import Incoming, Player, Supply
from engines.bakong.pieces import CURSED, EMERALDS_OF, EMERALDS_OF_JUNGLE, OBJECTS
from engines.bakong.position import BakongPosition, BakongView
from engines.bakong.rules.backpack import could_stow, fits
from engines.bakong.rules.stowing import receive
from engines.bakong.rules.turns import end_turn, roll
from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said

# --- small emeralds --------------------------------------------------------------------------------------------------


def pick_emerald(game: BakongPosition, seat: int, dice: Dice) -> list[Event]:
    """A jungle tile with an emerald pays one x1 (BAK-27)."""
    game.running.at = "jungle_emerald"
    granted = EMERALDS_OF_JUNGLE
    return gather(game, seat, (0, min(granted, game.supply.x1)), granted, dice)


def explore_cave(game: BakongPosition, seat: int, dice: Dice) -> list[Event]:
    """Both dice are thrown; the lower one says how many emeralds (BAK-30)."""
    turn = game.running
    turn.at, turn.cave = "cave", roll(dice)
    game.phase = "choose_split"
    return [CaveRolled(seat=seat, dice=turn.cave, lower=turn.granted)]


def splits(game: BakongPosition) -> list[tuple[int, int]]:
    """Ways to take what the cave grants in x3 and x1 tokens, as much as the supply allows (BAK-31, BAK-95, BAK-96)."""
    granted, worth, supply = game.running.granted, EMERALDS_OF["x3"], game.supply
    ways = [(x3, min(granted - worth * x3, supply.x1)) for x3 in range(min(granted // worth, supply.x3), -1, -1)]
    most = max(worth * x3 + x1 for x3, x1 in ways)
    return [(x3, x1) for x3, x1 in ways if worth * x3 + x1 == most]


def take_emeralds(game: BakongPosition, seat: int, action: TakeEmeralds, dice: Dice) -> list[Event]:
    """Take the tokens that the cave pays (BAK-31, BAK-96)."""
    granted = game.running.granted
    if EMERALDS_OF["x3"] * action.x3 > granted:
        raise Illegal("BAK-31", said("the lower die grants {granted}: an x3 token costs 3 of them", granted=granted))
    if (action.x3, action.x1) not in splits(game):
        asked = EMERALDS_OF["x3"] * action.x3 + action.x1
        raise Illegal(
            "BAK-96",
            said("{granted} are granted: take as many as the supply allows, not {asked}", granted=granted, asked=asked),
        )
    return gather(game, seat, (action.x3, action.x1), granted, dice)


def take_emeralds_effects(view: BakongView, seat: int, action: TakeEmeralds) -> list[ActionEffect]:
    """The tokens, and one more with the torch (BAK-31, BAK-43)."""
    return gathered_effects(view, seat, action.x3, action.x1, view.players[seat].objects)


def gathered_effects(view: BakongView, seat: int, x3: int, x1: int, objects: list[str]) -> list[ActionEffect]:
    """What ``gather`` would add (BAK-43, BAK-95, BAK-98)."""
    player = view.players[seat]
    x1 += "torch" in objects and view.supply.x1 > x1
    found = [
        effect("gain", "emeralds", [f"supply-{name}"], what=name, amount=count, left=held + count)
        for name, count, held in (("x3", x3, player.x3), ("x1", x1, player.x1))
        if count
    ]
    if found and not fits(player.big, objects, player.x1 + player.x3 + x1 + x3):
        found.append(effect("block", "no_room", [f"seat-{seat}"]))
    return found


def gather(game: BakongPosition, seat: int, tokens: tuple[int, int], granted: int, dice: Dice) -> list[Event]:
    """Take tokens from the supply, and the torch's x1 after them (BAK-43, BAK-95, BAK-97)."""
    supply, torch = game.supply, "torch" in game.players[seat].objects
    x3, x1 = tokens
    lit = torch and supply.x1 > x1
    missed = granted + torch - EMERALDS_OF["x3"] * x3 - x1 - lit
    x1 += lit
    supply.x3 -= x3
    supply.x1 -= x1
    events: list[Event] = []
    if x3 or x1:
        source = cast(Source, game.running.at)
        events.append(EmeraldsTaken(seat=seat, x3=x3, x1=x1, source=source, torch=lit))
    if missed:
        events.append(EmeraldsMissed(seat=seat, count=missed, reason="supply"))
    return events + receive(game, seat, [Incoming("x3")] * x3 + [Incoming("x1")] * x1, dice)


# --- abandoned camp --------------------------------------------------------------------------------------------------


def camp_objects(game: BakongPosition, seat: int) -> list[str]:
    """Objects of the supply that the seat lacks and could stow (BAK-28, BAK-46, BAK-58)."""
    player = game.players[seat]
    return offered(game.supply, player, player.objects)


def offered(supply: Supply, player: Player, objects: list[str]) -> list[str]:
    """What a camp has for a seat with these objects."""
    return [name for name in OBJECTS if supply.objects[name] and name not in objects and could_stow(player, name)]


def visit_camp(game: BakongPosition, seat: int, dice: Dice) -> list[Event]:
    """An abandoned camp offers an object of the supply (BAK-28)."""
    if not camp_objects(game, seat):
        return end_turn(game, seat, dice)
    game.running.at, game.phase = "abandoned_camp", "camp"
    return []


def take_camp_object(game: BakongPosition, seat: int, action: TakeObject, dice: Dice) -> list[Event]:
    """Take one object and stow it (BAK-28)."""
    if not game.supply.objects[action.object]:
        raise Illegal("BAK-28", said("no {object} is left in the supply", object=action.object))
    refuse_object(game, seat, action.object)
    game.supply.objects[action.object] -= 1
    taken = ObjectTaken(seat=seat, object=action.object, from_="supply", left_by=None)
    return [taken, *receive(game, seat, [Incoming("object", action.object)], dice)]


def refuse_object(game: BakongPosition, seat: int, name: str) -> None:
    """No second object of a kind, and none that can never fit (BAK-46, BAK-58)."""
    player = game.players[seat]
    if name in player.objects:
        raise Illegal("BAK-46", said("the backpack holds a {name} already", name=name))
    if not could_stow(player, name):
        raise Illegal(
            "BAK-58", said("the {name} would not fit beside the big emerald, whatever is thrown out", name=name)
        )


def leave(game: BakongPosition, seat: int, action: Pass, dice: Dice) -> list[Event]:
    """Take nothing, or nothing more, from a camp or the temple (BAK-28, BAK-62)."""
    return end_turn(game, seat, dice)


# --- waterfall -------------------------------------------------------------------------------------------------------


def refresh(game: BakongPosition, seat: int, dice: Dice) -> list[Event]:
    """A waterfall takes one ouch token back, but not from the bearer of the cursed emerald (BAK-29, BAK-64, BAK-99)."""
    player = game.players[seat]
    if not player.ouch:
        return end_turn(game, seat, dice)
    if player.big in CURSED:
        return [WaterfallCursed(seat=seat), *end_turn(game, seat, dice)]
    player.ouch -= 1
    game.supply.ouch += 1
    return [OuchReturned(seat=seat, ouch=player.ouch), *end_turn(game, seat, dice)]


# --- temple ----------------------------------------------------------------------------------------------------------


def reach_temple(game: BakongPosition, seat: int, dice: Dice) -> list[Event]:
    """The seat must take one of the big emeralds still there (BAK-59, BAK-60)."""
    game.running.at, game.phase = "temple", "choose_big_emerald"
    return [TempleReached(seat=seat)]


def take_big_emerald(game: BakongPosition, seat: int, action: TakeBigEmerald, dice: Dice) -> list[Event]:
    """Take one big emerald; room for it is made afterwards (BAK-60, BAK-104)."""
    if action.value not in game.temple.big_emeralds:
        raise Illegal("BAK-60", said("no big emerald of value {value} lies at the temple", value=action.value))
    game.temple.big_emeralds.remove(action.value)
    taken = BigEmeraldTaken(seat=seat, value=action.value)
    return [taken, *receive(game, seat, [Incoming("big", value=action.value)], dice)]


def take_big_emerald_effects(view: BakongView, seat: int, action: TakeBigEmerald) -> Iterator[ActionEffect]:
    """Points, a curse with the biggest one, and perhaps no room yet (BAK-60, BAK-64, BAK-104)."""
    player, value = view.players[seat], action.value
    yield effect("gain", "big_emerald", [f"emerald-{value}"], what="big", amount=value)
    if value in CURSED:
        yield effect("block", "curse", [], what="waterfall")
    if not fits(value, player.objects, player.x1 + player.x3):
        yield effect("block", "no_room", [f"seat-{seat}"])


def take_temple_object(game: BakongPosition, seat: int, action: TakeObject, dice: Dice) -> list[Event]:
    """Take an object that another seat left at the temple (BAK-62, BAK-102)."""
    lying = [left for left in game.temple.objects if left.object == action.object]
    if not lying:
        raise Illegal("BAK-62", said("no {object} lies on the temple tile", object=action.object))
    if all(left.left_by == seat for left in lying):
        raise Illegal("BAK-102", said("the {object} was left here by this very seat", object=action.object))
    refuse_object(game, seat, action.object)
    taken = next(left for left in lying if left.left_by != seat)
    game.temple.objects.remove(taken)
    taking = ObjectTaken(seat=seat, object=taken.object, from_="temple", left_by=taken.left_by)
    return [taking, *receive(game, seat, [Incoming("object", taken.object, taken.left_by)], dice)]


STOPPING: dict[str, Callable[[BakongPosition, int, Dice], list[Event]]] = {
    "jungle_emerald": pick_emerald,
    "cave": explore_cave,
    "abandoned_camp": visit_camp,
    "waterfall": refresh,
    "temple": reach_temple,
}
"""What a slot does to the pawn that stops there; the others do nothing (BAK-24, BAK-26)."""


def stopping_effects(view: BakongView, seat: int, slot: int, objects: list[str], ouch: int) -> Iterator[ActionEffect]:
    """What the slot does to a pawn that stops there with these objects and ouch tokens (BAK-24, BAK-66)."""
    here, player, face = [f"slot-{slot}"], view.players[seat], view.face(slot)
    if face == "jungle_emerald":
        yield from gathered_effects(view, seat, 0, min(EMERALDS_OF_JUNGLE, view.supply.x1), objects)
    elif face == "cave":
        yield effect("risk", "cave", here, what="x1")
    elif face == "abandoned_camp" and offered(view.supply, player, objects):
        yield effect("take", "camp", here, what="object")
    elif face == "waterfall" and ouch:
        if player.big in CURSED:
            yield effect("block", "cursed_waterfall", here, what="ouch")
        else:
            yield effect("lose", "waterfall", here, what="ouch", amount=1, left=ouch - 1)
    elif face == "temple":
        yield effect("take", "temple", here, what="big")
    elif face == "start_camp":
        yield effect("end", "home", here, what="game")
