"""The fallback bot: decides when a remote bot fails, so that no game hangs."""

from __future__ import annotations

from msgspec import UNSET

from store.bots.deliveries import Delivery
from store.bots.faults import BotFault
from store.model.documents.events import BotFailed
from store.model.game import StoredGame
from store.model.turns import Turn
from workers.players import builtin
from workers.services import WorkerServices


class FallBack:
    """Decides for a remote bot that has failed, if it still owes that decision, and records the failure."""

    def __init__(self, turn: Turn, fault: BotFault, bot_seed: str) -> None:
        self.turn = turn
        self.fault = fault
        self.bot_seed = bot_seed
        self.bot: str | None = None
        """The bot that failed, once that is committed."""

    def __call__(self, game: StoredGame) -> None:
        seat, self.bot = self.turn.seat, None
        player = game.record.seats[seat]
        if game.over or player.kind != "remote" or game.record.decisions[seat] != self.turn.decision:
            return
        self.bot = player.bot or ""
        fault = self.fault
        game.note(
            BotFailed(seat=seat, bot=self.bot, fault=fault.kind, rule=fault.rule or UNSET, field=fault.field or UNSET)
        )
        bot, bot_seed = game.fallback_bot, f"{self.bot_seed}/{self.turn.key}"
        game.act(seat, builtin.choose(bot.bot, game.engine, game.position, seat, bot_seed, bot.level))

    def log_fault(self, services: WorkerServices, logged: bool = False) -> None:
        """Count the failure; ``logged`` if the failed call is already in the bot's log."""
        if self.bot is not None:
            services.remotes.failed(self.bot, self.turn, self.fault)
            if not logged:
                services.remotes.deliveries.add(self.bot, Delivery.of("turn", self.turn, None, None, self.fault))
