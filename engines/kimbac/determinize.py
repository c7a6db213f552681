"""Sample the hidden part of a position: full positions that agree with what a seat knows."""

from __future__ import annotations

from collections import Counter

from engines.kernel.dice import Dice
from engines.kernel.records import GAME_OVER
from engines.kimbac.parts import Chest
from engines.kimbac.pieces import DECK, FOOT, NUMBERS, THROWS
from engines.kimbac.position import ChestView, KimbacPosition, KimbacView


def determinize(knowledge: KimbacView, dice: Dice) -> KimbacPosition:
    """Unseen cards and unseen dice, each way of lying equally likely; no other hidden thing exists.

    That the hands were not reshuffled (KIM-28) says next to nothing and is not weighed.
    """
    hands, pile = sample_cards(knowledge, dice)
    return KimbacPosition(
        options=knowledge.options,
        round=knowledge.round,
        phase=knowledge.phase,
        active_seat=knowledge.active_seat,
        first_seat=knowledge.first_seat,
        next_pawn=knowledge.next_pawn,
        arrived=list(knowledge.arrived),
        pawns=[list(own) for own in knowledge.pawns],
        pile=pile,
        hands=hands,
        face_up=[list(shown) for shown in knowledge.face_up],
        search_turn=knowledge.search_turn,
        dry_turns=knowledge.dry_turns,
        renounced_by=knowledge.renounced_by,
        chest=None if knowledge.chest is None else sample_chest(knowledge, knowledge.chest, dice),
        kimbac=knowledge.kimbac,
        hunt_turn=knowledge.hunt_turn,
        scores=list(knowledge.scores),
        round_results=list(knowledge.round_results),
        result=knowledge.result,
    )


def sample_cards(knowledge: KimbacView, dice: Dice) -> tuple[list[list[int]], list[int]]:
    """Deal the unseen cards to the hidden hands and the pile; cards of the cache that were shown stay (KIM-71)."""
    hands = [list(hand) if hand is not None else shown_cards(knowledge, of) for of, hand in enumerate(knowledge.hands)]
    unseen = Counter(DECK)
    unseen.subtract(number for hand in hands for number in hand)
    unseen.subtract(number for shown in knowledge.face_up for number in shown * 2)
    known_pile: list[int] = []
    if revealed(knowledge):
        known_pile = [number for number in unseen.elements() if number == knowledge.cache]
        unseen.subtract(known_pile)
    cards = list(unseen.elements())
    dice.shuffle(cards)
    for hand, size in zip(hands, knowledge.hand_sizes, strict=True):
        missing = size - len(hand)
        hand.extend(cards[:missing])
        hand.sort()
        del cards[:missing]
    if known_pile:
        cards += known_pile
        dice.shuffle(cards)
    return hands, cards


def revealed(knowledge: KimbacView) -> bool:
    """Has the hunt of the round on the table ended, so that the cards of the cache were shown?"""
    return knowledge.phase == GAME_OVER and knowledge.chest is not None


def shown_cards(knowledge: KimbacView, seat: int) -> list[int]:
    """The cards that a seat showed from its hand at the end of the hunt."""
    cache, held = knowledge.cache, knowledge.round_results[-1].held if revealed(knowledge) else None
    if cache is None or held is None:
        return []
    return [cache] * (held[seat] - 2 * knowledge.face_up[seat].count(cache))


def sample_chest(knowledge: KimbacView, chest: ChestView, dice: Dice) -> Chest:
    """Unseen dice: any cache but the monument of the pair and the one at which the Kim-Bac stands (KIM-38, KIM-56)."""
    ordinary, special = chest.ordinary, chest.special
    if ordinary is None or special is None:
        at = knowledge.pawns[chest.finder][chest.pawn - 1]
        possible = [number for number in NUMBERS if number != chest.secret and FOOT[number] != at]
        ordinary, special = THROWS[dice.choose(possible)]
    return Chest(chest.finder, chest.pawn, chest.secret, ordinary, special, chest.shakes, chest.resume)
