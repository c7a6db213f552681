"""A sensible player: walks to its pairs, weighs the throw, runs where nobody is faster, and hunts as a pack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from msgspec import UNSET

from engines.kernel.dice import Dice
from engines.kernel.records import Action, Choices
from engines.kimbac.actions import BecomeKimbac, EndTurn, MovePawn, PlacePawn, TakeChest
from engines.kimbac.bot.distances import FAR, FOOT_NODE, KIMBAC_STEPS, NODE, RUN, STEPS, WALK
from engines.kimbac.bot.pursuing import hunt, nodes
from engines.kimbac.bot.running import can_fill, safe_ground, taken_by
from engines.kimbac.parts import Kimbac
from engines.kimbac.pieces import BONUS, DRY_LAPS, NUMBERS, TAELS
from engines.kimbac.position import ChestView, KimbacView

WEIGHT = (1, 6, 60)
"""How much a pawn wants to be near a monument of which 0, 1, 2 cards are in hand."""
ODDS = (90, 85, 75, 70, 62, 58, 50, 46, 46, 42, 38, 34, 30, 26, 23, 20, 18)
"""Per cent of Kim-Bacs that reach a treasure of 1000, 2000, ... taels against good pursuers."""
OPEN_ROAD = 92
"""The same when nobody can cut off the way."""
ENOUGH = {2: 30, 3: 25, 4: 20}
"""The chance to win the round, in per cent, for which a finder accepts, by number of players."""
SURE = 70
"""How sure, in per cent, a finder wants to be that the bonuses leave him ahead when he reaches the cache."""
WHIM = 6
"""One step in so many is a whim once the pile is empty."""
ELBOW_ROOM = 20
"""So much safe ground a Kim-Bac wants who cannot choose his throw."""
PATIENCE = DRY_LAPS // 2
"""After so many laps without a card or a claim he takes the chest with less: soon his pair would be reshuffled."""


def choose(knowledge: KimbacView, seat: int, choices: Choices, dice: Dice) -> Action:
    """The action that looks best to this seat; one of the best by lot.

    Once the pile is empty every sixth step is a whim: pawns that bar each other's way would dance for ever.
    """
    if knowledge.phase == "search_move" and knowledge.pile == 0 and dice.below(WHIM) == 0:
        return dice.choose(choices.actions)
    worth = WORTH[knowledge.phase](knowledge, seat, choices.actions)
    best = max(worth)
    return dice.choose([action for action, value in zip(choices.actions, worth, strict=True) if value == best])


# --- the search --------------------------------------------------------------------------------------------------


def gates(knowledge: KimbacView, seat: int, actions: Sequence[Action]) -> list[int]:
    """Near the monuments, and away from the own pawns; in number order, for one order is as good as another."""
    own = [node for node in nodes(knowledge.pawns[seat]) if node >= 0]
    places = cast(Sequence[PlacePawn], actions)
    return [gate_worth(NODE[a.gate], own) if a.pawn == knowledge.next_pawn else -1_000_000 for a in places]


def gate_worth(gate: int, own: Sequence[int]) -> int:
    to_feet = sum(WALK[gate][foot] for foot in FOOT_NODE.values())
    spread = min((min(WALK[gate][way] for way in STEPS[other]) for other in own), default=0)
    return 2 * spread - to_feet


def seeking(knowledge: KimbacView, seat: int, actions: Sequence[Action]) -> list[int]:
    """Take the chest when that is wise; else bring the pawns near the monuments whose cards are in hand."""
    hand = cast(list[int], knowledge.hands[seat])
    shown = [number for pairs in knowledge.face_up for number in pairs]
    wanted = [(FOOT_NODE[n], WEIGHT[hand.count(n)]) for n in NUMBERS if n not in shown]
    own = nodes(knowledge.pawns[seat])
    others = [node for pawn, node in enumerate(own, 1) if pawn != knowledge.next_pawn]
    away = {foot: min((WALK[node][foot] for node in others), default=FAR) for foot, _ in wanted}

    def worth(action: Action) -> int:
        if isinstance(action, TakeChest):
            return 1 if wise_to_take(knowledge, seat, action.monument) else -1_000_000
        if isinstance(action, EndTurn):
            return 0
        row = WALK[NODE[cast(MovePawn, action).to]]
        return -sum(weight * min(away[foot], row[foot]) for foot, weight in wanted)

    return [worth(action) for action in actions]


def wise_to_take(knowledge: KimbacView, seat: int, monument: int) -> bool:
    """A look into the chest is free while one may renounce; afterwards one wants room to run, but not for ever."""
    waited = 0 if knowledge.dry_turns is UNSET else knowledge.dry_turns // len(knowledge.pawns)
    if knowledge.renounced_by is None or waited >= PATIENCE:
        return True
    return len(ground_from(FOOT_NODE[monument], enemies(knowledge, seat))) >= ELBOW_ROOM


def enemies(knowledge: KimbacView, seat: int) -> list[int]:
    return [node for of, places in enumerate(knowledge.pawns) if of != seat for node in nodes(places)]


def ground_from(start: int, pursuers: Sequence[int]) -> dict[int, int]:
    """The safe ground of a Kim-Bac who steps first."""
    return safe_ground(start, taken_by((), pursuers))


def weighing(knowledge: KimbacView, seat: int, actions: Sequence[Action]) -> list[int]:
    """Accept the throw when it gives a good chance to end the round ahead of everybody (KIM-44)."""
    prospect = prospects(knowledge, seat, cast(ChestView, knowledge.chest)) - ENOUGH[len(knowledge.pawns)]
    return [prospect if isinstance(action, BecomeKimbac) else 0 for action in actions]


def prospects(knowledge: KimbacView, seat: int, chest: ChestView) -> int:
    """Per cent: to reach the cache and have more left than any owner of its cards gets; 0 if the latter is doubtful."""
    treasure, cache = cast(int, knowledge.treasure), cast(int, knowledge.cache)
    mine = cast(list[int], knowledge.hands[seat])
    abroad = sum(knowledge.hand_sizes) - len(mine)
    unseen = abroad + knowledge.pile
    ahead = 0
    for cards, ways in enumerate(spread(2 - mine.count(cache), abroad, unseen)):
        if treasure > (0, 2 * BONUS, 4 * BONUS)[cards]:
            ahead += ways
    if ahead < SURE:
        return 0
    ground = ground_from(FOOT_NODE[chest.secret], enemies(knowledge, seat))
    odds = OPEN_ROAD if FOOT_NODE[cache] in ground else ODDS[treasure // TAELS - 1]
    return odds * ahead // 100


def spread(copies: int, abroad: int, unseen: int) -> tuple[int, ...]:
    """Per cent that 0, 1, 2 of the copies that are not in the own hand are in other hands."""
    if copies == 0:
        return (100,)
    held = 100 * abroad // unseen
    if copies == 1:
        return (100 - held, held)
    both = held * (abroad - 1) // (unseen - 1)
    return (100 - 2 * held + both, 2 * (held - both), both)


# --- the hunt ----------------------------------------------------------------------------------------------------


def running(knowledge: KimbacView, seat: int, actions: Sequence[Action]) -> list[int]:
    """To the cache where nobody is faster; else towards it over as much safe ground as there is.

    Where it would pay him nothing he only keeps clear of the pursuers: a treasure that nobody finds is lost to all.
    """
    worthless = pays_nothing(knowledge, seat)
    cache = FOOT_NODE[cast(int, knowledge.cache)]
    pursuers = enemies(knowledge, seat)
    taken = taken_by(pursuers, ())
    haste = 4 + knowledge.hunt_turn // 6
    here = nodes(knowledge.pawns[seat])[cast(Kimbac, knowledge.kimbac).pawn - 1]

    def worth(action: Action) -> int:
        to = NODE[action.to] if isinstance(action, MovePawn) else here
        if to == cache:
            return -1_000_000 if worthless else 1_000_000
        ground = safe_ground(to, taken)
        trapped = -100_000 if can_fill(KIMBAC_STEPS[to], pursuers) else 0
        if worthless:
            return trapped + len(ground)
        if cache in ground:
            return trapped + 10_000 - ground[cache]
        return trapped + 3 * min(len(ground), 25) - haste * RUN[to][cache]

    return [worth(action) for action in actions]


def pays_nothing(knowledge: KimbacView, seat: int) -> bool:
    """Do all his taels go to the owners of the cache's cards? Certain once the pile is empty: others hold them then."""
    cache = cast(int, knowledge.cache)
    own = [*cast(list[int], knowledge.hands[seat]), *2 * knowledge.face_up[seat]]
    abroad = 2 - own.count(cache)
    return knowledge.pile == 0 and cast(int, knowledge.treasure) <= BONUS * abroad


def pursuing(knowledge: KimbacView, seat: int, actions: Sequence[Action]) -> list[int]:
    """Every step of the pack leaves the Kim-Bac less ground."""
    kimbac: Kimbac = knowledge.kimbac  # type: ignore[assignment]
    chest: ChestView = knowledge.chest  # type: ignore[assignment]
    pawn: int = knowledge.next_pawn  # type: ignore[assignment]
    pawns = tuple([tuple(own) for own in knowledge.pawns])
    places = tuple([action.to for action in actions])  # type: ignore[attr-defined]
    return hunt(pawns, (kimbac.seat, kimbac.pawn), seat, pawn, places, chest.secret)


WORTH: dict[str, Callable[[KimbacView, int, Sequence[Action]], list[int]]] = {
    "place": gates,
    "search_move": seeking,
    "search_end": seeking,
    "chest": weighing,
    "hunt_kimbac": running,
    "hunt_pursuit": pursuing,
}
"""What each action is worth to the seat, by phase."""
