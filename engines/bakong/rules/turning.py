"""First action of a turn: turn a tile, with the journal and the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engines.bakong.actions import Flip, FlipSecond, Pass, Reroll
from engines.bakong.events import DiceRerolled, MapUnused, TileTurned, TurnVoid
from engines.bakong.parts import Current, Flipped, TrackTile
from engines.bakong.pieces import COLOUR_OF, JUNGLE_SLOTS, OTHER_SIDE
from engines.bakong.position import BakongPosition, BakongView
from engines.bakong.rules.turns import roll
from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said


def may_reroll(game: BakongPosition, seat: int) -> bool:
    """The journal works once per turn (BAK-40, BAK-90)."""
    return "journal" in game.players[seat].objects and not game.running.rerolled


def reroll(game: BakongPosition, seat: int, action: Reroll, dice: Dice) -> list[Event]:
    """Throw both dice again; the second result stands (BAK-40)."""
    turn = game.running
    if "journal" not in game.players[seat].objects:
        raise Illegal("BAK-40", "only the journal allows another roll")
    if turn.rerolled:
        raise Illegal("BAK-40", "the second result stands: the dice were rolled again already this turn")
    turn.dice, turn.rerolled = roll(dice), True
    return [DiceRerolled(seat=seat, dice=turn.dice)]


def reroll_effects(view: BakongView, seat: int, action: Reroll) -> Iterator[ActionEffect]:
    """Nobody knows what the dice will show (BAK-40)."""
    yield effect("risk", "reroll", ["die-0", "die-1"], what="dice", amount=2)


def flip(game: BakongPosition, seat: int, action: Flip, dice: Dice) -> list[Event]:
    """Turn the tile that lies `die` slots ahead; the other die becomes the move (BAK-12, BAK-13).

    Either die may be chosen, also one that reaches an end of the track and turns nothing (BAK-14, BAK-85).
    """
    turn: Current = game.current  # type: ignore[assignment]
    first, second = turn.dice
    if action.die not in turn.dice:
        raise Illegal(
            "BAK-12", said("the dice show {first} and {second}, not {die}", first=first, second=second, die=action.die)
        )
    turn.flip_die, turn.move_die = action.die, second if action.die == first else first
    slot = game.ahead(seat, action.die)
    if slot in JUNGLE_SLOTS:
        turned = turn_over(game, seat, slot, "die")  # once chosen it must be turned (BAK-16)
        turn.flipped = Flipped(slot, turned.from_, turned.to)
        game.phase = "map_flip" if map_targets(game, seat) else "choose_steps"
        return [turned]
    game.phase = "choose_steps"
    return [TurnVoid(seat=seat, die=action.die)]  # camp and temple never turn (BAK-14, BAK-15)


def flip_effects(view: BakongView, seat: int, action: Flip) -> Iterator[ActionEffect]:
    """The tile turns, and the other die is left for the move (BAK-12, BAK-14)."""
    slot, (first, second) = view.ahead(seat, action.die), view.running.dice
    if slot in JUNGLE_SLOTS:
        yield turned_effect(view, slot)
    else:
        yield effect("block", "no_tile", [])
    rest = second if action.die == first else first
    yield effect("gain", "move_die", [f"die-{int(action.die == first)}"], what="move_die", amount=rest)


def turned_effect(view: BakongView, slot: int) -> ActionEffect:
    """The back of the tile is told only where the view shows it (BAK-107)."""
    tile = view.track[slot - 1]
    if tile.back is None:
        return effect("flip", "flip_unknown", [f"slot-{slot}"], slot=slot, face=tile.face)
    return effect("flip", "flip_known", [f"slot-{slot}"], what=tile.back, slot=slot, face=tile.face)


def turn_over(game: BakongPosition, seat: int, slot: int, by: Literal["die", "map"]) -> TileTurned:
    """The new face counts at once; pawns on the tile feel nothing (BAK-17, BAK-18)."""
    tile = game.track[slot - 1]
    game.track[slot - 1] = turned = TrackTile(tile.tile, OTHER_SIDE[tile.side], seen=True)
    return TileTurned(
        seat=seat,
        slot=slot,
        from_=tile.face,
        to=turned.face,
        tile=tile.tile,
        by=by,
        first_time=not tile.seen,
    )


def map_targets(game: BakongPosition, seat: int) -> list[int]:
    """Slots that the map can turn: ahead, another tile, of the colour of the first (BAK-44, BAK-45, BAK-110)."""
    player = game.players[seat]
    if "map" not in player.objects:
        return []
    flipped = game.running.flipped
    if flipped is None:
        return []
    colour = COLOUR_OF[flipped.from_ if game.options.map_colour == "before" else flipped.to]  # BAK-91
    ahead = (
        range(player.slot + 1, JUNGLE_SLOTS.stop)
        if player.direction == "outward"
        else range(JUNGLE_SLOTS.start, player.slot)
    )
    return [slot for slot in ahead if slot != flipped.slot and COLOUR_OF[game.track[slot - 1].face] == colour]


def flip_second(game: BakongPosition, seat: int, action: FlipSecond, dice: Dice) -> list[Event]:
    """Turn a second tile with the map (BAK-44)."""
    if action.slot not in map_targets(game, seat):
        raise Illegal(
            "BAK-44", said("slot {slot} is not another tile ahead of the same colour as the first", slot=action.slot)
        )
    game.phase = "choose_steps"
    return [turn_over(game, seat, action.slot, "map")]


def flip_second_effects(view: BakongView, seat: int, action: FlipSecond) -> Iterator[ActionEffect]:
    """One more tile turns (BAK-44)."""
    yield turned_effect(view, action.slot)


def pass_map(game: BakongPosition, seat: int, action: Pass, dice: Dice) -> list[Event]:
    """Leave the map unused this turn (BAK-44)."""
    game.phase = "choose_steps"
    return [MapUnused(seat=seat)]
