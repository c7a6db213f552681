"""Is an imported position one that play could have reached? Every check names the field and the rule."""

from __future__ import annotations

from engines.bailouke.rules.table import Table
from engines.bailouke.validation.outcome import check_rounds
from engines.bailouke.validation.pieces import check_cards, check_memory, check_seats, check_tokens, check_zones
from engines.bailouke.validation.turn import (
    check_announcement,
    check_discard,
    check_effect,
    check_incoming,
    check_phase,
    check_turn,
)


def check(table: Table) -> None:
    """Raise for a position that play could not have reached; sort the lists that have no order of their own."""
    check_seats(table.game)
    check_cards(table)
    check_tokens(table)
    check_memory(table.game)
    check_rounds(table)
    check_turn(table.game)
    check_zones(table.game)
    check_phase(table.game)
    check_announcement(table.game)
    check_effect(table)
    check_incoming(table)
    check_discard(table.game)
