"""Is an imported position one that play could have reached? Every check names the field and the rule."""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel.records import GAME_OVER
from engines.kimbac.position import KimbacPosition
from engines.kimbac.validation.outcome import check_over, check_results
from engines.kimbac.validation.pieces import check_cards, check_dry_turns, check_numbers, check_places, check_seats
from engines.kimbac.validation.turn import (
    check_chest,
    check_hunt_kimbac,
    check_hunt_pursuit,
    check_place,
    check_search_end,
    check_search_move,
)


def check(game: KimbacPosition) -> None:
    """Sort the lists whose order means nothing, then refuse what no play leads to."""
    for cards in (*game.hands, *game.face_up, game.arrived):
        cards.sort()
    check_seats(game)
    check_numbers(game)
    check_places(game)
    check_cards(game)
    check_dry_turns(game)
    check_results(game)
    PHASES[game.phase](game)


PHASES: dict[str, Callable[[KimbacPosition], None]] = {
    "place": check_place,
    "search_move": check_search_move,
    "search_end": check_search_end,
    "chest": check_chest,
    "hunt_kimbac": check_hunt_kimbac,
    "hunt_pursuit": check_hunt_pursuit,
    GAME_OVER: check_over,
}
