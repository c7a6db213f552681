"""Is an imported position one that play could have reached? Every check names the field and the rule."""

from __future__ import annotations

from engines.bakong.pieces import COPIES, ORDER
from engines.bakong.position import BakongPosition
from engines.bakong.validation.outcome import check_end
from engines.bakong.validation.pieces import (
    check_objects,
    check_players,
    check_seats,
    check_start,
    check_temple,
    check_tokens,
    check_track,
)
from engines.bakong.validation.turn import check_turn


def check(game: BakongPosition) -> None:
    """Raise ``InvalidPosition`` at the first thing that is wrong; put lists into the order that play gives them."""
    for examine in CHECKS:
        examine(game)
    for player in game.players:
        player.objects.sort(key=ORDER.__getitem__)
    game.supply.objects = {name: game.supply.objects.get(name, 0) for name in COPIES}
    game.temple.big_emeralds.sort(reverse=True)
    if game.current:
        game.current.incoming.sort(key=lambda piece: piece.kind == "x1")


CHECKS = (
    check_seats,
    check_track,
    check_objects,
    check_tokens,
    check_end,
    check_players,
    check_temple,
    check_start,
    check_turn,
)
"""In this order: the later ones may rely on the earlier ones."""
