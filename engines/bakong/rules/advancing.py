"""Second action of a turn: advance, over yellow and red tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from engines.bakong.actions import LoseObject, Move
from engines.bakong.events import (
    Halted,
    HazardIgnored,
    MoveDeclared,
    ObjectLost,
    OuchReceived,
    OuchSupplyEmpty,
    SlotEntered,
)
from engines.bakong.parts import Current
from engines.bakong.pieces import HALTING, IGNORED_WITH, START_SLOT, TEMPLE_SLOT
from engines.bakong.position import BakongPosition, BakongView
from engines.bakong.rules.scoring import come_home
from engines.bakong.rules.stopping import STOPPING, stopping_effects
from engines.bakong.rules.turns import end_turn
from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said


def step_counts(game: BakongPosition, seat: int) -> list[int]:
    """The move die; one less with the compass, one more with the machete (BAK-19, BAK-41, BAK-42, BAK-89)."""
    objects = game.players[seat].objects
    die: int = game.current.move_die  # type: ignore[union-attr, assignment]
    counts = [die - 1, die] if "compass" in objects and die > 1 else [die]
    if "machete" in objects:
        counts.append(die + 1)
    return counts


def move(game: BakongPosition, seat: int, action: Move, dice: Dice) -> list[Event]:
    """Declare the steps, then walk them one by one (BAK-19, BAK-89)."""
    turn: Current = game.current  # type: ignore[assignment]
    die = cast(int, turn.move_die)
    if action.steps not in step_counts(game, seat):
        raise wrong_steps(action.steps, die)
    turn.steps = turn.steps_left = action.steps
    return walk(game, seat, dice, [MoveDeclared(seat=seat, die=die, steps=action.steps)])


def move_effects(view: BakongView, seat: int, action: Move) -> list[ActionEffect]:
    """The way of the pawn and what it meets there (BAK-20, BAK-22)."""
    return walk_effects(view, seat, action.steps, view.players[seat].objects, view.running.owed)


def way(view: BakongView, seat: int, steps: int, objects: list[str]) -> list[int]:
    """The slots that a pawn enters: up to a tile that halts it, or takes an object at once (BAK-25, BAK-92)."""
    slots: list[int] = []
    for distance in range(1, steps + 1):
        slot = view.ahead(seat, distance)
        face = view.face(slot)
        slots.append(slot)
        if face in HALTING and IGNORED_WITH[face] not in objects:
            break
        if face == "quicksand" and objects and view.options.quicksand_loss == "on_crossing":
            break
    return slots


def walk_effects(view: BakongView, seat: int, steps: int, objects: list[str], owed: int) -> list[ActionEffect]:
    """What ``walk`` and ``stop`` would do with these objects and so many losses still owed."""
    player, slots = view.players[seat], way(view, seat, steps, objects)
    last, ouch, supply = slots[-1] if slots else player.slot, player.ouch, view.supply.ouch
    found = [effect("path", "path", [f"slot-{slot}" for slot in slots], amount=len(slots))] if slots else []
    for slot in slots:
        if view.face(slot) == "ditch" and IGNORED_WITH["ditch"] not in objects and supply:
            ouch, supply = ouch + 1, supply - 1
            found.append(effect("gain", "ditch", [f"slot-{slot}"], what="ouch", amount=1, left=ouch))
        elif view.face(slot) == "quicksand" and view.options.quicksand_loss == "after_move":
            owed = min(owed + 1, len(objects))
    face = view.face(last)
    if slots and face == "quicksand" and objects and view.options.quicksand_loss == "on_crossing":
        return [*found, _quicksand(last, 1)]
    if face in HALTING and len(slots) < steps:
        found.append(effect("stop", "halt", [f"slot-{last}"], what=face, amount=steps - len(slots)))
    if owed and last != START_SLOT:
        return [*found, _quicksand(last, owed)]
    return [*found, *stopping_effects(view, seat, last, objects, ouch)]


def _quicksand(slot: int, owed: int) -> ActionEffect:
    return effect("lose", "quicksand", [f"slot-{slot}"], what="object", amount=owed)


def wrong_steps(steps: int, die: int) -> Illegal:
    """Why the pawn may not advance by so many slots (BAK-19, BAK-41, BAK-42)."""
    if steps == die + 1:
        return Illegal(
            "BAK-41", said("the move die shows {die}: only the machete makes it {steps}", die=die, steps=steps)
        )
    if steps == die - 1:
        return Illegal(
            "BAK-42", said("the move die shows {die}: only the compass makes it {steps}", die=die, steps=steps)
        )
    return Illegal("BAK-19", said("the move die shows {die}, not {steps}", die=die, steps=steps))


def walk(game: BakongPosition, seat: int, dice: Dice, events: list[Event]) -> list[Event]:
    """Each slot entered is resolved before the next step (BAK-20, BAK-22, BAK-23); adds to what happened before.

    The red effect comes first, then the halt check (BAK-22). Other pawns do not matter (BAK-21). The way back
    is the same walk towards slot 0 (BAK-65), and no exact count is needed to come home (BAK-87).
    """
    turn: Current = game.current  # type: ignore[assignment]
    player = game.players[seat]
    step = game.ahead(seat, 1) - player.slot
    while turn.steps_left:
        turn.steps_left -= 1
        player.slot = slot = player.slot + step
        face = game.face(slot)
        events.append(SlotEntered(seat=seat, slot=slot, face=face))
        if face == "ditch":
            events.append(fall(game, seat))
        elif face == "quicksand" and sink(game, seat):
            return events  # the seat chooses what it gives up, then walks on
        elif face in HALTING and turn.steps_left:
            events.append(obstruct(game, seat, face))
    events += stop(game, seat, dice)
    return events


def fall(game: BakongPosition, seat: int) -> Event:
    """A ditch costs an ouch token, unless the first-aid kit helps or none is left (BAK-34, BAK-39, BAK-94)."""
    player = game.players[seat]
    if (cure := IGNORED_WITH["ditch"]) in player.objects:
        return HazardIgnored(seat=seat, slot=player.slot, face="ditch", object=str(cure))
    if not game.supply.ouch:
        return OuchSupplyEmpty(seat=seat, slot=player.slot)
    game.supply.ouch -= 1
    player.ouch += 1
    return OuchReceived(seat=seat, slot=player.slot, ouch=player.ouch)


def sink(game: BakongPosition, seat: int) -> bool:
    """Quicksand takes an object, now or after the move; True when the seat must choose now (BAK-35, BAK-92)."""
    turn, objects = game.running, game.players[seat].objects
    if game.options.quicksand_loss == "after_move":
        turn.owed = min(turn.owed + 1, len(objects))
        return False
    if objects:
        game.phase = "quicksand"
    return bool(objects)


def obstruct(game: BakongPosition, seat: int, face: str) -> Event:
    """Rivers, cliffs and the ends of the track cut a move short; rope and grapnel help (BAK-25, BAK-32, BAK-33).

    With the rope rivers (BAK-37) and with the grapnel cliffs (BAK-38) are ignored: such a pawn stops there only
    when its steps end there (BAK-88). The object is not used up (BAK-47).
    """
    turn, player = game.running, game.players[seat]
    if (help_ := IGNORED_WITH[face]) in player.objects:
        return HazardIgnored(seat=seat, slot=player.slot, face=face, object=str(help_))
    lost, turn.steps_left = cast(int, turn.steps_left), 0
    return Halted(seat=seat, slot=player.slot, face=face, steps_lost=lost)


def lose_object(game: BakongPosition, seat: int, action: LoseObject, dice: Dice) -> list[Event]:
    """Give up an object of one's choice; it is set aside until the advance is over (BAK-35, BAK-36)."""
    turn, player = game.running, game.players[seat]
    if action.object not in player.objects:
        raise Illegal("BAK-35", said("there is no {object} in the backpack to give up", object=action.object))
    player.objects.remove(action.object)
    turn.set_aside.append(action.object)
    turn.owed = max(0, turn.owed - 1)
    return walk(game, seat, dice, [ObjectLost(seat=seat, slot=player.slot, object=action.object)])


def lose_object_effects(view: BakongView, seat: int, action: LoseObject) -> Iterator[ActionEffect]:
    """The object goes, then the pawn goes on (BAK-35, BAK-36)."""
    turn, name = view.running, action.object
    rest = [held for held in view.players[seat].objects if held != name]
    yield effect("lose", "lose", view.items(seat, name), what=name, amount=1, left=len(rest))
    yield from walk_effects(view, seat, turn.steps_left or 0, rest, max(0, turn.owed - 1))


def stop(game: BakongPosition, seat: int, dice: Dice) -> Iterable[Event]:
    """The pawn has stopped: home, losses still owed, or what the tile offers (BAK-24, BAK-66, BAK-92)."""
    player = game.players[seat]
    if player.slot == START_SLOT:
        return come_home(game, seat)
    if player.slot == TEMPLE_SLOT:
        player.direction = "return"  # BAK-63
    if game.current.owed:  # type: ignore[union-attr]
        game.phase = "quicksand"
        return ()
    return STOPPING.get(game.face(player.slot), end_turn)(game, seat, dice)
