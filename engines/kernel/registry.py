"""The games of this server. A sixth game is one folder and two lines here."""

from __future__ import annotations

from typing import Any

from engines.babord import engine as babord
from engines.bailouke import engine as bailouke
from engines.bakong import engine as bakong
from engines.kernel.game import Game
from engines.kimbac import engine as kimbac
from engines.mekong import engine as mekong

GAMES: dict[str, Game[Any, Any]] = {
    "bakong": bakong,
    "mekong": mekong,
    "babord": babord,
    "kimbac": kimbac,
    "bailouke": bailouke,
}
"""By slug, in the order in which the API lists them."""


def slugs() -> tuple[str, ...]:
    return tuple(GAMES)


def game(slug: str) -> Game[Any, Any]:
    """A game by its slug; raises KeyError for an unknown one."""
    return GAMES[slug]
