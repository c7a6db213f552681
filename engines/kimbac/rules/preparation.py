"""I. Preparation of the game: the pile, the chest, and the pawns still in hand."""

from __future__ import annotations

from msgspec import UNSET

from engines.kernel.dice import Dice
from engines.kernel.records import Event
from engines.kimbac.events import RoundStarted
from engines.kimbac.pieces import DECK, PAWNS_PER_SEAT
from engines.kimbac.position import KimbacPosition


def placing(round_number: int, seats: int) -> list[int]:
    """The seats in the order of placement: one pawn at a time, the start rotates by round (KIM-5).

    Seat by seat, before the roll for the first player (KIM-101).
    """
    start = round_number - 1
    return [(start + place) % seats for _ in range(PAWNS_PER_SEAT[seats]) for place in range(seats)]


def unplaced(game: KimbacPosition, seat: int) -> list[int]:
    """The numbers of the pawns that a seat has still to place, in any order (KIM-5)."""
    return [number for number, place in enumerate(game.pawns[seat], 1) if place is None]


def begin_round(game: KimbacPosition, dice: Dice) -> Event:
    """Everything afresh: no pawn placed, all cards in the pile, the dice in the closed chest (KIM-6, KIM-7, KIM-94)."""
    seats = len(game.scores)
    game.pile = list(DECK)
    dice.shuffle(game.pile)
    game.pawns = [[None] * PAWNS_PER_SEAT[seats] for _ in range(seats)]
    game.hands = [[] for _ in range(seats)]
    game.face_up = [[] for _ in range(seats)]
    game.first_seat = game.renounced_by = game.chest = game.kimbac = None
    game.search_turn = game.hunt_turn = 0
    game.dry_turns = UNSET
    game.arrived = []
    game.phase = "place"
    game.active_seat, game.next_pawn = placing(game.round, seats)[0], 1
    return RoundStarted(round=game.round, start_seat=game.active_seat)
