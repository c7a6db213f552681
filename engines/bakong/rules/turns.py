"""Setup, and how turns begin and end."""

from __future__ import annotations

from collections.abc import Iterator

from engines.bakong.actions import TakeObject
from engines.bakong.events import DiceRolled, GameStarted, ObjectReturned, ObjectTaken, TurnStarted
from engines.bakong.parts import Current, Options, Player, Supply, Temple, TrackTile
from engines.bakong.pieces import BIG_VALUES, COPIES, DIE_SIDES, OBJECTS, SIDES, TILES, TOKENS
from engines.bakong.position import BakongPosition, BakongView
from engines.bakong.rules.backpack import add_object, fits
from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said


def lay_out(seats: int, options: Options, dice: Dice) -> BakongPosition:
    """Track, temple, supply and pawns at the start (BAK-2, BAK-3, BAK-4, BAK-5, BAK-6).

    Order and sides of the tiles are uniform: nobody chooses faces (BAK-82). The creator names the first seat with
    the option `first_seat`, else it is drawn (BAK-7, BAK-83).
    """
    tiles = list(TILES)
    dice.shuffle(tiles)
    track = [TrackTile(tile, dice.choose(SIDES)) for tile in tiles]
    return BakongPosition(
        phase="choose_start_object",
        game="bakong",
        schema=1,
        options=options,
        active_seat=dice.below(seats) if options.first_seat is None else options.first_seat,
        track=track,
        players=[Player() for _ in range(seats)],
        supply=Supply(dict(COPIES), TOKENS["x1"], TOKENS["x3"], TOKENS["ouch"]),
        temple=Temple(list(BIG_VALUES[:seats])),
    )


def game_started(game: BakongPosition) -> GameStarted:
    return GameStarted(
        seats=len(game.players),
        faces=[tile.face for tile in game.track],
        big_emeralds=game.temple.big_emeralds[:],
        options=game.options,
    )


def start_objects(game: BakongPosition, seat: int) -> list[str]:
    """Objects that a seat may start with (BAK-8)."""
    return [name for name in OBJECTS if game.supply.objects[name]]


def take_start_object(game: BakongPosition, seat: int, action: TakeObject, dice: Dice) -> list[Event]:
    """Each seat in turn takes one object; then the first turn begins (BAK-7, BAK-8, BAK-84)."""
    if not game.supply.objects[action.object]:
        raise Illegal("BAK-8", said("no {object} is left in the supply", object=action.object))
    game.supply.objects[action.object] -= 1
    game.players[seat].objects.append(action.object)
    taken = ObjectTaken(seat=seat, object=action.object, from_="supply", left_by=None)
    neighbour = next_seat(game, seat)
    if game.players[neighbour].objects:  # all have one
        return [taken, *begin_turn(game, neighbour, dice)]
    game.active_seat = neighbour
    return [taken]


def take_object_effects(view: BakongView, seat: int, action: TakeObject) -> Iterator[ActionEffect]:
    """One object more, for which room may have to be made (BAK-8, BAK-28, BAK-54, BAK-62)."""
    name, player = action.object, view.players[seat]
    pieces = [f"supply-{name}"]
    if view.phase == "temple_pick":
        pieces = [f"left-{number}" for number, left in enumerate(view.temple.objects) if left.object == name]
    yield effect("gain", "object", pieces, what=name, amount=1, left=len(player.objects) + 1)
    if not fits(player.big, add_object(player.objects, name), player.x1 + player.x3):
        yield effect("block", "no_room", [f"seat-{seat}"])


def next_seat(game: BakongPosition, seat: int) -> int:
    """Clockwise, and nobody is skipped (BAK-9)."""
    return (seat + 1) % len(game.players)


def begin_turn(game: BakongPosition, seat: int, dice: Dice) -> list[Event]:
    """The seat rolls both dice (BAK-10)."""
    game.turn += 1
    game.active_seat = seat
    game.phase = "choose_flip"
    rolled = roll(dice)
    game.current = Current(rolled)
    return [TurnStarted(seat=seat, turn=game.turn), DiceRolled(seat=seat, dice=rolled)]


def roll(dice: Dice) -> tuple[int, int]:
    return dice.roll(DIE_SIDES), dice.roll(DIE_SIDES)


def end_turn(game: BakongPosition, seat: int, dice: Dice) -> list[Event]:
    """The advance is complete: what quicksand took joins the supply, and the next seat plays (BAK-9, BAK-93)."""
    begun = next_seat(game, seat)
    if game.current.set_aside:  # type: ignore[union-attr]
        return [*return_set_aside(game), *begin_turn(game, begun, dice)]
    return begin_turn(game, begun, dice)


def return_set_aside(game: BakongPosition) -> list[Event]:
    """Objects given up to quicksand go back to the supply (BAK-36)."""
    given_up = game.running.set_aside
    for name in given_up:
        game.supply.objects[name] += 1
    return [ObjectReturned(object=name) for name in given_up]
