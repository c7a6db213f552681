"""Is an imported position one that play could have reached? Every check names the field and the rule."""

from __future__ import annotations

from collections.abc import Callable

from engines.babord.parts import Tile
from engines.babord.position import BabordPosition
from engines.babord.rules.seeing import lying_open
from engines.babord.validation.outcome import check_end, check_not_won
from engines.babord.validation.pieces import (
    check_balls,
    check_faces,
    check_grid,
    check_players,
    check_seats,
    check_setup,
    check_treasure,
)
from engines.babord.validation.turn import check_face_up, check_jumped, check_peeks, check_turn


def check(game: BabordPosition) -> None:
    """Every check in turn; then what lies open counts as seen by all."""
    for part in CHECKS:
        part(game)
    everyone = tuple(range(len(game.players)))
    for name, tile in game.tiles.items():
        if tile.revealed or name in lying_open(game):
            game.tiles[name] = Tile(tile.kind, tile.fish, everyone, True)


CHECKS: tuple[Callable[[BabordPosition], None], ...] = (
    check_seats,
    check_faces,
    check_grid,
    check_treasure,
    check_end,
    check_turn,
    check_setup,
    check_players,
    check_balls,
    check_not_won,
    check_face_up,
    check_jumped,
    check_peeks,
)
