"""The games of this server. A sixth game is one folder and one line here."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engines.kernel.game import Game

SLUGS = (
    "bakong",
    "mekong",
    "babord",
    "kimbac",
    "bailouke",
)
"""In the order in which the API lists them; each is the name of a folder in ``engines/``."""

GAMES: dict[str, Game[Any, Any]] = {slug: import_module(f"engines.{slug}").engine for slug in SLUGS}
"""By slug."""


def slugs() -> tuple[str, ...]:
    return tuple(GAMES)


def game(slug: str) -> Game[Any, Any]:
    """A game by its slug; raises KeyError for an unknown one."""
    return GAMES[slug]
