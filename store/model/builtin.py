"""The built-in bots, as seats and clocks name them; the workers implement them."""

from __future__ import annotations

from msgspec import Struct

from store.errors import BadOpening

BOTS = ("random", "greedy", "search")
DEFAULT_BOT = "greedy"
SEARCH_BOT = "search"
"""The bot that has levels."""
LEVELS = range(1, 9)
DEFAULT_LEVEL = 6
"""A little stronger than `greedy` (docs/strength.md)."""


class BuiltIn(Struct, frozen=True, array_like=True):
    """A built-in bot, with its level where it has one."""

    bot: str = DEFAULT_BOT
    level: int | None = None

    def __str__(self) -> str:
        return self.bot if self.level is None else f"{self.bot}:{self.level}"


def built_in(bot: str | None, level: int | None, field: str, usual: BuiltIn | None = None) -> BuiltIn:
    """The bot that a request names in ``field``. Raises BadOpening."""
    if bot is None and level is None:
        return usual or BuiltIn()
    name = bot or DEFAULT_BOT
    if name not in BOTS:
        raise BadOpening(f"{field}/bot", f"must be one of {', '.join(BOTS)}; a remote bot has kind `remote`")
    if name != SEARCH_BOT and level is not None:
        raise BadOpening(f"{field}/level", f"only the bot `{SEARCH_BOT}` has levels")
    return BuiltIn(name, (level or DEFAULT_LEVEL) if name == SEARCH_BOT else None)
