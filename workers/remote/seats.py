"""Bots that leave their games: deleted, or taken out by their owners."""

from __future__ import annotations

import contextlib
from typing import Literal

from store.games.changes import seats
from store.games.repository import NoSuchGame
from store.model.record import SchemaMismatch
from workers.services import WorkerServices


def give_up_seats(services: WorkerServices, bot: str, game: str, fault: Literal["gone", "left"]) -> None:
    """Give the seats of a bot in one game to a built-in one; doing it again changes nothing."""
    with contextlib.suppress(NoSuchGame, SchemaMismatch):
        found = services.store.find(game)
        services.games.change(found, lambda game: seats.bot_left(game, bot, fault))
    services.remotes.release(bot, game, played=False)
