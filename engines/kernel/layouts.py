"""The layouts of stored games, by number, and what all games changed from one to the next.

A game is stored as documents: its options, its position, the events of its log. The record of the game carries the
number of their layout. Documents of an earlier layout are converted when they are read (`Game.upgraded`); what only one
game has changed is in `engines/<slug>/upgrade.py`.

1. Versions 0.1 and 0.2. In 0.1 scores were an object by seat, and Mékong wrote `color`.
2. Version 0.3.
"""

from __future__ import annotations

from typing import Any

FIRST_LAYOUT, LAYOUT = 1, 2


def list_scores(document: Any) -> Any:
    """Upgrade a position or an event of layout 1."""
    if not isinstance(document, dict):
        return document
    if isinstance(scores := document.get("scores"), dict):
        return document | {"scores": [scores[seat] for seat in sorted(scores)]}
    return document | {"result": list_scores(document["result"])} if "result" in document else document


def key_scores(position: Any) -> Any:
    """A position as 0.1 stored it, with the scores by seat."""
    if (result := position.get("result")) is None:
        return position
    by_seat = {str(seat): points for seat, points in enumerate(result["scores"])}
    return position | {"result": result | {"scores": by_seat}}
