"""III and IV. Second part: the race for the treasure, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec import structs

from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal
from engines.kimbac.actions import MovePawn, Stay
from engines.kimbac.events import KimbacAppeared, KimbacStayed, PawnBlocked
from engines.kimbac.parts import Chest, Kimbac
from engines.kimbac.pieces import BONUS, COPIES, FOOT, REMOVED
from engines.kimbac.position import ChestView, KimbacPosition, KimbacView
from engines.kimbac.rules.sharing import end_hunt
from engines.kimbac.rules.streets import can_step, check_bridge, check_step, kimbac_steps, step, step_effect


def begin_hunt(game: KimbacPosition, dice: Dice) -> list[Event]:
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
    appeared = KimbacAppeared(seat=seat, pawn=pawn, at=game.place_of(seat, pawn), removed=removed)
    return [appeared, *call_kimbac(game, game.kimbac, dice)]


def hunt_effects(view: KimbacView, seat: int) -> Iterator[ActionEffect]:
    """The other pawns leave; what the treasure is worth, and what its cards may cost the finder (KIM-50, KIM-72)."""
    chest = cast(ChestView, view.chest)
    others = [number for number in range(1, len(view.pawns[seat]) + 1) if number != chest.pawn]
    if others:
        pieces = [f"pawn-{seat}-{number}" for number in others]
        yield effect("remove", "pawns_leave", pieces, what="pawn", amount=len(others), left=1)
    if view.treasure is None or view.cache is None:
        return
    own = (view.hands[seat] or []).count(view.cache) + 2 * view.face_up[seat].count(view.cache)
    owed = BONUS * (COPIES - own)
    if view.options.shortfall == "capped":
        owed = min(owed, view.treasure)
    there = [f"monument-{view.cache}"]
    yield effect("risk", "prize", there, what="taels", amount=view.treasure, cache=view.cache)
    if owed:
        yield effect("risk", "owed", ["chest"], what="taels", amount=owed)


def call_kimbac(game: KimbacPosition, kimbac: Kimbac, dice: Dice) -> list[Event]:
    """His turn, the first one included: without a step he is captured (KIM-52, KIM-57, KIM-58, KIM-62).

    Moving is compulsory for him too, unless the option lets him stay (KIM-113). A hunt that reaches the cap ends as
    the option says, by default lost (KIM-62, KIM-122).
    """
    if not kimbac_steps(game, kimbac.seat, kimbac.pawn):
        return end_hunt(game, "captured", dice)
    if game.hunt_turn == game.options.max_hunt_turns:
        return end_hunt(game, game.options.hunt_cap_result, dice)
    game.phase, game.active_seat, game.next_pawn = "hunt_kimbac", kimbac.seat, kimbac.pawn
    return []


def kimbac_step(game: KimbacPosition, seat: int, action: MovePawn, dice: Dice) -> list[Event]:
    """One crossroad, never over a bridge; at the foot of the cache the treasure is found (KIM-53, KIM-54, KIM-56).

    The arrival needs no declaration (KIM-115).
    """
    at = check_step(game, seat, action, "KIM-50", "KIM-53")
    check_bridge(at, action.to)
    moved = step(game, seat, action, at)
    game.hunt_turn += 1
    if action.to == FOOT[cast(Chest, game.chest).cache]:
        return [moved, *end_hunt(game, "reached", dice)]
    return [moved, *call_pursuers(game, (seat + 1) % len(game.pawns), 1, dice)]


def kimbac_step_effects(view: KimbacView, seat: int, action: MovePawn) -> Iterator[ActionEffect]:
    """He alone knows where the treasure lies (KIM-56)."""
    yield step_effect(action)
    if view.cache is not None and action.to == FOOT[view.cache]:
        yield effect("end", "treasure", [f"monument-{view.cache}"], what="taels", amount=view.treasure or 0)


def stay_effects(view: KimbacView, seat: int, action: Stay) -> list[ActionEffect]:
    """The pursuers come nearer (KIM-113)."""
    pawn = cast(Kimbac, view.kimbac).pawn
    return [effect("stop", "stays", [f"pawn-{seat}-{pawn}"])]


def stay(game: KimbacPosition, seat: int, action: Stay, dice: Dice) -> list[Event]:
    """With the option `kimbac_may_stay` a Kim-Bac who could step may stay instead (KIM-53, KIM-113)."""
    if game.options.kimbac_may_stay is not True:
        raise Illegal("KIM-53", "in this game the Kim-Bac must move")
    kimbac = cast(Kimbac, game.kimbac)
    stayed = KimbacStayed(seat=seat, pawn=kimbac.pawn, at=game.place_of(seat, kimbac.pawn))
    game.hunt_turn += 1
    return [stayed, *call_pursuers(game, (seat + 1) % len(game.pawns), 1, dice)]


def call_pursuers(game: KimbacPosition, seat: int, number: int, dice: Dice) -> list[Event]:
    """Seat after seat and in number order, every pursuer that can step must (KIM-52, KIM-60); then the Kim-Bac."""
    kimbac: Kimbac = game.kimbac  # type: ignore[assignment]
    blocked: list[Event] = []
    while seat != kimbac.seat:
        for pawn in range(number, len(game.pawns[seat]) + 1):
            at: str = game.pawns[seat][pawn - 1]  # type: ignore[assignment]
            if can_step(game, at):
                game.phase, game.active_seat, game.next_pawn = "hunt_pursuit", seat, pawn
                return blocked
            blocked.append(PawnBlocked(seat=seat, pawn=pawn, at=at))
        seat, number = (seat + 1) % len(game.pawns), 1
    return blocked + call_kimbac(game, kimbac, dice)


def pursuit_step(game: KimbacPosition, seat: int, action: MovePawn, dice: Dice) -> list[Event]:
    """A pursuer takes any street or bridge (KIM-12, KIM-60).

    A pursuer may stop at the cache; while it stands there the Kim-Bac cannot enter (KIM-61).
    """
    at = check_step(game, seat, action, "KIM-60", "KIM-10")
    moved = step(game, seat, action, at)
    return [moved, *call_pursuers(game, seat, action.pawn + 1, dice)]


def pursuit_step_effects(view: KimbacView, seat: int, action: MovePawn) -> Iterator[ActionEffect]:
    """One step nearer (KIM-60)."""
    yield step_effect(action)
