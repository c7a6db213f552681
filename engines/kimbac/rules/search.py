"""II. First part: where is the treasure hidden?"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from itertools import pairwise
from typing import cast

from msgspec import UNSET

from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said
from engines.kimbac.actions import BecomeKimbac, EndTurn, MovePawn, Renounce, TakeChest
from engines.kimbac.events import (
    CardDrawn,
    ChestRenounced,
    ChestShaken,
    ChestTaken,
    HandsReshuffled,
    NoCardLeft,
    PawnBlocked,
    TurnEnded,
    TurnStarted,
)
from engines.kimbac.parts import Chest, Resume, SearchPhase
from engines.kimbac.pieces import COPIES, DRY_LAPS, FEET, FOOT, MONUMENT_AT, ORDINARY_FACES, SPECIAL_FACES
from engines.kimbac.position import KimbacPosition, KimbacView
from engines.kimbac.rules.hunt import begin_hunt, hunt_effects
from engines.kimbac.rules.sharing import void_round
from engines.kimbac.rules.streets import can_step, check_step, step, step_effect

# --- the turn ----------------------------------------------------------------------------------------------------


def begin_turn(game: KimbacPosition, seat: int, dice: Dice) -> list[Event]:
    """Take a card, then move all pawns (KIM-21, KIM-22); too many turns void the round (KIM-29)."""
    if game.search_turn == len(game.pawns) * game.options.max_search_turns:
        return void_round(game, dice)
    game.active_seat = seat
    game.arrived = []
    game.search_turn += 1
    started = TurnStarted(seat=seat, search_turn=game.search_turn)
    return [started, *draw(game, seat, dice), *call_pawns(game, seat, 1, dice)]


def draw(game: KimbacPosition, seat: int, dice: Dice) -> list[Event]:
    """Take the top card; an empty pile is made anew from the hands unless a hand holds a pair (KIM-21, KIM-27).

    An empty pile alone changes nothing: the turn has no draw while a live pair exists (KIM-120), unless nobody has
    claimed one for too long (KIM-126).
    """
    events: list[Event] = []
    if not game.pile:
        if not any(live_pairs(hand) for hand in game.hands):
            events.append(reshuffle_hands(game, dice, None))
        elif game.dry_turns == DRY_LAPS * len(game.hands):
            events.append(reshuffle_hands(game, dice, DRY_LAPS))
    if not game.pile:
        if game.options.empty_pile == "reshuffle":
            game.dry_turns = 1 if game.dry_turns is UNSET else game.dry_turns + 1
        return [*events, NoCardLeft(seat=seat)]
    game.dry_turns = UNSET
    number = game.pile.pop(0)
    insort(game.hands[seat], number)
    return [*events, CardDrawn(seat=seat, pile_left=len(game.pile), number=number)]


def live_pairs(hand: list[int]) -> list[int]:
    """The numbers of which a sorted hand holds both cards (KIM-30)."""
    if len(set(hand)) == len(hand):
        return []
    return [number for number, following in pairwise(hand) if number == following]


def reshuffle_hands(game: KimbacPosition, dice: Dice, laps: int | None) -> HandsReshuffled:
    """All cards in hand, not the pairs on the table, become the new pile (KIM-28, KIM-126)."""
    game.pile = sorted(number for hand in game.hands for number in hand)
    game.hands = [[] for _ in game.hands]
    dice.shuffle(game.pile)
    return HandsReshuffled(cards=len(game.pile), laps=laps)


def call_pawns(game: KimbacPosition, seat: int, number: int, dice: Dice) -> list[Event]:
    """From this number on, the next pawn that can step must; a blocked one is skipped (KIM-23, KIM-25).

    A skipped pawn does not move later in the same turn (KIM-104).
    """
    blocked: list[Event] = []
    for pawn in range(number, len(game.pawns[seat]) + 1):
        at: str = game.pawns[seat][pawn - 1]  # type: ignore[assignment]
        if can_step(game, at):
            game.phase, game.next_pawn = "search_move", pawn
            return blocked
        blocked.append(PawnBlocked(seat=seat, pawn=pawn, at=at))
    return blocked + after_last_pawn(game, seat, dice)


def search_step(game: KimbacPosition, seat: int, action: MovePawn, dice: Dice) -> list[Event]:
    """Move the pawn whose number is due, one crossroad in any direction (KIM-10, KIM-23, KIM-24)."""
    at = check_step(game, seat, action, "KIM-23", "KIM-10")
    moved = step(game, seat, action, at)
    game.arrived.append(action.pawn)
    return [moved, *call_pawns(game, seat, action.pawn + 1, dice)]


def search_step_effects(view: KimbacView, seat: int, action: MovePawn) -> Iterator[ActionEffect]:
    """At the foot of a monument its pair gives the right to the chest (KIM-31)."""
    yield step_effect(action)
    monument = MONUMENT_AT.get(action.to)
    if monument is None:
        return
    there = [f"monument-{monument}"]
    yield effect("stop", "foot", there, what=str(monument), monument=monument)
    if (view.hands[seat] or []).count(monument) == COPIES:
        yield effect("take", "claim", [*there, "chest"], what="chest", amount=1)


def after_last_pawn(game: KimbacPosition, seat: int, dice: Dice) -> list[Event]:
    """Ask for the chest whenever a claim looks possible from outside; otherwise the turn is over (KIM-34)."""
    game.next_pawn = None
    if not game.question_is_open(seat):
        return close_turn(game, seat, dice)
    game.phase = "search_end"
    return []


def end_turn(game: KimbacPosition, seat: int, action: EndTurn, dice: Dice) -> list[Event]:
    """Leave the chest where it is: taking it is a right, not a duty (KIM-32, KIM-105)."""
    return close_turn(game, seat, dice)


def end_turn_effects(view: KimbacView, seat: int, action: EndTurn) -> list[ActionEffect]:
    """The chest stays where it is (KIM-32)."""
    return [effect("end", "turn_ends", what="turn")]


def close_turn(game: KimbacPosition, seat: int, dice: Dice) -> list[Event]:
    """The seat to the left is next (KIM-20)."""
    return [TurnEnded(seat=seat), *begin_turn(game, (seat + 1) % len(game.pawns), dice)]


# --- the chest ---------------------------------------------------------------------------------------------------


def claims(game: KimbacPosition, seat: int) -> list[int]:
    """The monuments for which this seat may take the chest now (KIM-31, KIM-33).

    At any moment of the turn (KIM-107). The pawn may already stand at the foot when the second card comes, unless
    the option `claim_while_standing` is off (KIM-33, KIM-106).
    """
    own, hand = game.pawns[seat], game.hands[seat]
    if FEET.isdisjoint(own):
        return []
    found = [
        MONUMENT_AT[place]
        for pawn, place in enumerate(own, 1)
        if place in MONUMENT_AT
        and hand.count(MONUMENT_AT[place]) == 2
        and (game.options.claim_while_standing or pawn in game.arrived)
    ]
    return sorted(found)


def take_chest(game: KimbacPosition, seat: int, action: TakeChest, dice: Dice) -> list[Event]:
    """Lay the pair of the monument face up and look into the chest (KIM-31, KIM-35, KIM-36).

    A seat that renounced may come back with another live pair, and has no second choice then (KIM-41, KIM-43);
    nobody renounces a second time in a round (KIM-109).
    """
    pawn = check_claim(game, seat, action.monument)
    monument, hand = action.monument, game.hands[seat]
    hand.remove(monument)
    hand.remove(monument)
    insort(game.face_up[seat], monument)
    game.dry_turns = UNSET
    events = [ChestTaken(seat=seat, pawn=pawn, monument=monument), *shake(game, seat, pawn, monument, dice)]
    if game.renounced_by is not None:
        return events + begin_hunt(game, dice)  # no second renunciation (KIM-41)
    game.phase, game.next_pawn = "chest", None
    return events


def take_chest_effects(view: KimbacView, seat: int, action: TakeChest) -> Iterator[ActionEffect]:
    """The pair is laid down, the dice are for the finder alone (KIM-31, KIM-36, KIM-41)."""
    pieces = [f"card-{action.monument}-{copy}" for copy in range(1, COPIES + 1)]
    yield effect("pay", "pair", pieces, what="card", amount=2, left=view.hand_sizes[seat] - 2, monument=action.monument)
    yield effect("reveal", "chest", ["chest"], what="dice", amount=2)
    if view.renounced_by is not None:
        yield effect("block", "no_way_back", [f"monument-{action.monument}"])


def check_claim(game: KimbacPosition, seat: int, monument: int) -> int:
    """The pawn that gives the right to the chest: at the foot, and the pair not spent (KIM-31, KIM-35, KIM-33).

    A pair that was laid down is spent, also for the seat that renounced (KIM-110).
    """
    if FOOT[monument] not in game.pawns[seat]:
        raise Illegal("KIM-31", said("none of your pawns is at the foot of monument {monument}", monument=monument))
    if game.hands[seat].count(monument) < 2 and monument not in game.face_up[seat]:
        raise Illegal("KIM-31", said("you do not hold both cards of monument {monument}", monument=monument))
    if monument in game.face_up[seat]:
        raise Illegal("KIM-35", said("your pair of monument {monument} is spent", monument=monument))
    pawn = game.pawns[seat].index(FOOT[monument]) + 1
    if not game.options.claim_while_standing and pawn not in game.arrived:
        raise Illegal(
            "KIM-33",
            said(
                "pawn {pawn} did not step onto the foot of monument {monument} in this turn",
                pawn=pawn,
                monument=monument,
            ),
        )
    return pawn


def shake(game: KimbacPosition, seat: int, pawn: int, monument: int, dice: Dice) -> list[Event]:
    """Throw both dice, again as long as the treasure would lie in this very monument (KIM-36, KIM-38).

    Every finder throws anew; an older throw does not stay (KIM-108).
    """
    resume = Resume(cast(SearchPhase, game.phase), game.next_pawn)
    shaken: list[Event] = []
    void = True
    while void:
        ordinary, special = dice.choose(ORDINARY_FACES), dice.choose(SPECIAL_FACES)
        game.chest = chest = Chest(seat, pawn, monument, ordinary, special, len(shaken) + 1, resume)
        void = chest.cache == monument
        shaken.append(
            ChestShaken(
                seat=seat, void=void, ordinary=ordinary, special=special, cache=chest.cache, treasure=chest.treasure
            )
        )
    return shaken


def become_kimbac(game: KimbacPosition, seat: int, action: BecomeKimbac, dice: Dice) -> list[Event]:
    """Accept the treasure: the hunt begins (KIM-39)."""
    return begin_hunt(game, dice)


def become_kimbac_effects(view: KimbacView, seat: int, action: BecomeKimbac) -> Iterator[ActionEffect]:
    """The hunt begins (KIM-39, KIM-50)."""
    yield from hunt_effects(view, seat)


def renounce(game: KimbacPosition, seat: int, action: Renounce, dice: Dice) -> list[Event]:
    """Put the chest back, once in a round, and finish the turn where it was left (KIM-40, KIM-42)."""
    if game.renounced_by is not None:
        raise Illegal("KIM-40", "somebody has renounced in this round already")
    resume = cast(Resume, cast(Chest, game.chest).resume)
    game.renounced_by = seat
    game.chest = None
    renounced = ChestRenounced(seat=seat)
    if resume.phase != "search_move":
        return [renounced, *after_last_pawn(game, seat, dice)]
    game.phase, game.next_pawn = resume.phase, resume.next_pawn
    return [renounced]


def renounce_effects(view: KimbacView, seat: int, action: Renounce) -> list[ActionEffect]:
    """The chest goes back, and nobody may renounce again in this round (KIM-40, KIM-109)."""
    return [effect("lose", "renounced", ["chest"], what="chest", amount=1)]
