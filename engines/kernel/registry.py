"""The games that this house knows. A sixth game is one folder and one line here."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from engines.kernel.game import Game

HOMES = {
    "bakong": "engines.bakong",
    "mekong": "engines.mekong",
    "babord": "engines.babord",
    "kimbac": "engines.kimbac",
    "bailouke": "engines.bailouke",
}


def slugs() -> tuple[str, ...]:
    return tuple(HOMES)


@cache
def game(slug: str) -> Game[Any, Any]:
    """The engine of a game; raises KeyError for a game that is not here."""
    engine: Game[Any, Any] = import_module(HOMES[slug]).engine
    return engine
