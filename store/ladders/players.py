"""Players in matches and ladders: a built-in bot (`greedy`, `search:4`), or a registered one by id."""

from __future__ import annotations

from store.games.changes.create import RemoteSeat, SeatPlan
from store.ids import partition_of
from store.model.builtin import BuiltIn, built_in

FIXED = "greedy"
"""The built-in bot whose rating is fixed at the initial value, as a reference for all others."""


def is_remote(player: str) -> bool:
    return partition_of(player) is not None


def built_in_player(text: str) -> BuiltIn:
    """The built-in bot that a text names; raises BadOpening."""
    bot, _, level = text.partition(":")
    return built_in(bot, int(level) if level.isdecimal() else None, "")


def display_name(player: str) -> str:
    """The name of a built-in bot: `Search 4`."""
    return player.replace(":", " ").capitalize()


def seat_plan(player: str, remote: RemoteSeat | None) -> SeatPlan:
    """The seat of a player in a new game."""
    if remote is not None:
        return SeatPlan("remote", bot=player, remote=remote)
    bot = built_in_player(player)
    return SeatPlan("bot", display_name(player), bot.bot, bot.level)
