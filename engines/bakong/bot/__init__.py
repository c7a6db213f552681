"""The built-in players of Bakong."""

from __future__ import annotations

from engines.bakong.bot import estimate
from engines.bakong.bot.greedy import choose
from engines.bakong.position import BakongPosition, BakongView
from engines.kernel.dice import Dice
from engines.kernel.protocols.bot import Bot, SearchSettings
from engines.kernel.records import Action, Choices


class BakongBot(Bot[BakongPosition, BakongView]):
    """Looks one turn ahead; in a search, a few turns."""

    search = SearchSettings(rollouts=300, horizon=60, stages=5, shortlist=8, freedom=0, doubt=0.0)

    def greedy(self, knowledge: BakongView, seat: int, choices: Choices, dice: Dice) -> Action:
        return choose(knowledge, seat, choices.actions)

    def estimate(self, position: BakongPosition) -> list[float]:
        return estimate.estimate(position)

    def stage(self, position: BakongPosition) -> int:
        return position.turn
