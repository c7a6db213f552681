"""III and IV. Second part: the race for the treasure, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec import structs

from engines.kernel.dice import Dice
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal
from engines.kimbac.actions import MovePawn, Stay
from engines.kimbac.events import KimbacAppeared, KimbacStayed, PawnBlocked
from engines.kimbac.pieces import FOOT, REMOVED
from engines.kimbac.position import Chest, Kimbac, KimbacPosition
from engines.kimbac.rules.sharing import end_hunt
from engines.kimbac.rules.streets import can_step, check_bridge, check_free, check_turn, check_way, kimbac_steps, step


def begin_hunt(game: KimbacPosition, dice: Dice) -> Iterator[Event]:
    """The pawn at the monument becomes the Kim-Bac, alone: the other pawns of its owner leave (KIM-50).

    The Kim-Bac moves at once (KIM-112). Nobody draws cards in the hunt (KIM-111).
    """
    chest = cast(Chest, game.chest)
    seat, pawn = chest.finder, chest.pawn
    own = game.pawns[seat]
    removed = [number for number in range(1, len(own) + 1) if number != pawn]
    for number in removed:
        own[number - 1] = REMOVED
    game.chest = structs.replace(chest, resume=None)
    game.kimbac = Kimbac(seat, pawn)
    game.hunt_turn = 0
    game.arrived = []
    yield KimbacAppeared(seat=seat, pawn=pawn, at=game.place_of(seat, pawn), removed=removed)
    yield from call_kimbac(game, game.kimbac, dice)


def call_kimbac(game: KimbacPosition, kimbac: Kimbac, dice: Dice) -> Iterator[Event]:
    """His turn, the first one included: without a step he is captured (KIM-52, KIM-57, KIM-58, KIM-62).

    Moving is compulsory for him too, unless the option lets him stay (KIM-113). A hunt that reaches the cap ends as
    the option says, by default lost (KIM-62, KIM-122).
    """
    if not kimbac_steps(game, kimbac.seat, kimbac.pawn):
        yield from end_hunt(game, "captured", dice)
    elif game.hunt_turn == game.options.max_hunt_turns:
        yield from end_hunt(game, game.options.hunt_cap_result, dice)
    else:
        game.phase, game.active_seat, game.next_pawn = "hunt_kimbac", kimbac.seat, kimbac.pawn


def kimbac_step(game: KimbacPosition, seat: int, action: MovePawn, dice: Dice) -> Iterator[Event]:
    """One crossroad, never over a bridge; at the foot of the cache the treasure is found (KIM-53, KIM-54, KIM-56).

    The arrival needs no declaration (KIM-115).
    """
    check_turn(game, action.pawn, "KIM-50")
    check_way(game, seat, action, "KIM-53")
    check_bridge(game, seat, action)
    check_free(game, action)
    yield step(game, seat, action)
    game.hunt_turn += 1
    if action.to == FOOT[cast(Chest, game.chest).cache]:
        yield from end_hunt(game, "reached", dice)
    else:
        yield from call_pursuers(game, (seat + 1) % len(game.pawns), 1, dice)


def stay(game: KimbacPosition, seat: int, action: Stay, dice: Dice) -> Iterator[Event]:
    """With the option `kimbac_may_stay` a Kim-Bac who could step may stay instead (KIM-53, KIM-113)."""
    if game.options.kimbac_may_stay is not True:
        raise Illegal("KIM-53", "in this game the Kim-Bac must move")
    kimbac = cast(Kimbac, game.kimbac)
    yield KimbacStayed(seat=seat, pawn=kimbac.pawn, at=game.place_of(seat, kimbac.pawn))
    game.hunt_turn += 1
    yield from call_pursuers(game, (seat + 1) % len(game.pawns), 1, dice)


def call_pursuers(game: KimbacPosition, seat: int, number: int, dice: Dice) -> Iterator[Event]:
    """Seat after seat and in number order, every pursuer that can step must (KIM-52, KIM-60); then the Kim-Bac."""
    kimbac, occupied = cast(Kimbac, game.kimbac), game.occupied()
    while seat != kimbac.seat:
        for pawn in range(number, len(game.pawns[seat]) + 1):
            if can_step(occupied, game.place_of(seat, pawn)):
                game.phase, game.active_seat, game.next_pawn = "hunt_pursuit", seat, pawn
                return
            yield PawnBlocked(seat=seat, pawn=pawn, at=game.place_of(seat, pawn))
        seat, number = (seat + 1) % len(game.pawns), 1
    yield from call_kimbac(game, kimbac, dice)


def pursuit_step(game: KimbacPosition, seat: int, action: MovePawn, dice: Dice) -> Iterator[Event]:
    """A pursuer takes any street or bridge (KIM-12, KIM-60).

    A pursuer may stop at the cache; while it stands there the Kim-Bac cannot enter (KIM-61).
    """
    check_turn(game, action.pawn, "KIM-60")
    check_way(game, seat, action, "KIM-10")
    check_free(game, action)
    yield step(game, seat, action)
    yield from call_pursuers(game, seat, action.pawn + 1, dice)
