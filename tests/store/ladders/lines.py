"""Results of ladder games, as short as tests can say them."""

from __future__ import annotations

from engines.kernel.dice import commitment
from store.ladders.results import LadderResult, LadderSeat, VoidReason

SEED = bytes(32)


def seat(bot: str, failures: int = 0, forfeit: bool = False, decisions: int = 20) -> LadderSeat:
    return LadderSeat(bot, bot.capitalize(), "", decisions, failures, forfeit, None)


def line(
    number: int, *bots: str | LadderSeat, ranks: list[int] | None = None, void: VoidReason | None = None
) -> LadderResult:
    """A game that the bots have finished in this order, unless their ranks are given."""
    seats = [seat(bot) if isinstance(bot, str) else bot for bot in bots]
    order = ranks or list(range(1, len(seats) + 1))
    return LadderResult(number, "bakong", f"{number:028d}", "", commitment(SEED), SEED.hex(), seats, order, void)
