"""Is an imported position one that play could have reached? Every check names the field and the rule."""

from __future__ import annotations

from engines.mekong.pieces import ISLANDS, PLANKS, SIZE
from engines.mekong.position import MekongPosition
from engines.mekong.validation.pieces import check_board, check_pawns, check_planks, check_reserves, check_seats
from engines.mekong.validation.turn import check_clock, check_phase, check_programs


def check(game: MekongPosition) -> None:
    """Raise ``InvalidPosition`` for the first fault; then put the lists in the order of the content."""
    for part in (
        check_seats,
        check_planks,
        check_reserves,
        check_board,
        check_pawns,
        check_programs,
        check_clock,
        check_phase,
    ):
        part(game)
    game.stones.sort(key=ISLANDS.index)
    game.planks = {plank: game.planks[plank] for plank in PLANKS if plank in game.planks}
    for player in game.players:
        player.reserve.sort(key=SIZE.__getitem__)
